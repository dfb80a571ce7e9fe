import { readFileSync } from 'node:fs';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { sameToday, choicesOf, endsSoon, withLivingReplacement } from '../../src/engine/judge/replacement-text.js';
import type { Known } from '../../src/engine/judge/replacement-text.js';
import type { Deprecation, IsoDate, NameList } from '../../src/core/model/deprecation.js';
import { CatalogueError } from '../../src/core/model/errors.js';

/** The part of an input that says what replacements may be. */
export interface ReplacementRules {
  readonly edition: { readonly asOf: IsoDate };
  /** Names of the vendor, such as those of models. A replacement by one is in use, or ended already. */
  readonly names?: Pick<NameList, 'living' | 'aliases'>;
  /** By entry: why its replacement is none of an operation like it, or none that lasts. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** Checks the replacements of all packaged catalogues. Throws a CatalogueError for one that nobody can follow. */
export function checkReplacements(root: string): void {
  for (const api of packagedApis()) {
    const file = `rules/apis/inputs/${api}.json`;
    const rules = JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as ReplacementRules;
    const [first] = wrongReplacements(loadCatalogue({ builtin: false, apis: [api] }), rules);
    if (first !== undefined) throw new CatalogueError(first, file);
  }
}

/** Returns the faults in the replacements of a catalogue, a sentence each. */
export function wrongReplacements(
  known: Known,
  { edition: { asOf }, names, reasons = {} }: ReplacementRules,
): readonly string[] {
  const values = names === undefined ? undefined : [...names.living, ...Object.keys(names.aliases ?? {})];
  return known.deprecations
    .filter(({ id }) => !(id in reasons))
    .flatMap((entry) => [
      ...wrongMethods(entry),
      ...deadValues(entry, known, asOf),
      ...(values === undefined ? [] : strangers(entry, known, new Set(values))),
    ]);
}

/** Operations for which nothing is said, and whose method is not that of the replacement of the entry. */
function wrongMethods(entry: Deprecation): readonly string[] {
  const { id, replacement } = entry;
  if (replacement.kind !== 'operation' || entry.kind !== 'endpoint') return [];
  const { method: general } = replacement.operation;
  return entry.endpoints.flatMap(({ methods, path }) =>
    methods
      .filter((method) => method !== general && sameToday(entry, { method, path: path.text }) === undefined)
      .map((method) => `${id}: ${method} ${path.text} has no replacement of its own ("advice.operations")`),
  );
}

/** Replacements that end soon, or have ended, and lead to none that goes on. */
function deadValues(entry: Deprecation, known: Known, asOf: IsoDate): readonly string[] {
  if (entry.replacement.kind !== 'product') return [];
  const { replacement } = withLivingReplacement(entry, known, asOf);
  const [use = ''] = replacement.kind === 'product' ? replacement.name.split(';') : [];
  return choicesOf(use).every((choice) => !endsSoon(choice, entry.api, known, asOf)) && use !== ''
    ? []
    : [`${entry.id}: '${entry.replacement.name}' leads to nothing that is in use 30 days after ${asOf}`];
}

/** Names of products where an id of the vendor is meant. */
function strangers(entry: Deprecation, known: Known, values: ReadonlySet<string>): readonly string[] {
  if (entry.replacement.kind !== 'product') return [];
  return choicesOf(entry.replacement.name)
    .map((choice) => choice.split(' ')[0] ?? '')
    .filter((name) => !values.has(name) && !endsSoon(name, entry.api, known, '9999-01-01'))
    .map((name) => `${entry.id}: '${name}' is no name of the vendor; "names" lists those in use`);
}
