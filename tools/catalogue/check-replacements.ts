import { readFileSync } from 'node:fs';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { sameToday, choicesOf, endsSoon, withLivingReplacement } from '../../src/engine/judge/replacement-text.js';
import type { Known } from '../../src/engine/judge/replacement-text.js';
import type { Deprecation, IsoDate, NameList } from '../../src/core/model/deprecation.js';
import { CatalogueError } from '../../src/core/model/errors.js';

/** Rules for replacements, a part of the input of a catalogue. */
export interface ReplacementRules {
  readonly edition: { readonly asOf: IsoDate };
  /** Names of the vendor, such as models. A replacement by name must be a live name or a deprecated value. */
  readonly names?: Pick<NameList, 'living' | 'aliases'>;
  /** Reasons, by entry, for a replacement with another method or with an end. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** Checks the replacements of all packaged catalogues. Throws a CatalogueError for one that cannot be used. */
export function checkReplacements(root: string): void {
  for (const api of packagedApis()) {
    const file = `rules/apis/inputs/${api}.json`;
    const rules = JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as ReplacementRules;
    const [first] = replacementFaults(loadCatalogue({ builtin: false, apis: [api] }), rules);
    if (first !== undefined) throw new CatalogueError(first, file);
  }
}

/** Returns the faults in the replacements of a catalogue, as sentences. */
export function replacementFaults(
  catalogue: Known,
  { edition: { asOf }, names, reasons = {} }: ReplacementRules,
): readonly string[] {
  const usableNames = names === undefined ? undefined : [...names.living, ...Object.keys(names.aliases ?? {})];
  return catalogue.deprecations
    .filter(({ id }) => !(id in reasons))
    .flatMap((entry) => [
      ...methodFaults(entry),
      ...endedValueFaults(entry, catalogue, asOf),
      ...(usableNames === undefined ? [] : productNameFaults(entry, catalogue, new Set(usableNames))),
    ]);
}

/** Faults of operations without advice of their own, whose method differs from that of the replacement. */
function methodFaults(entry: Deprecation): readonly string[] {
  const { id, replacement } = entry;
  if (replacement.kind !== 'operation' || entry.kind !== 'endpoint') return [];
  const { method: replacementMethod } = replacement.operation;
  return entry.endpoints.flatMap(({ methods, path }) =>
    methods
      .filter((method) => method !== replacementMethod && sameToday(entry, { method, path: path.text }) === undefined)
      .map((method) => `${id}: ${method} ${path.text} has no replacement of its own ("advice.operations")`),
  );
}

/** Fault of a replacement that has ended or ends soon, without a live successor. */
function endedValueFaults(entry: Deprecation, catalogue: Known, asOf: IsoDate): readonly string[] {
  if (entry.replacement.kind !== 'product') return [];
  const { replacement } = withLivingReplacement(entry, catalogue, asOf);
  const [target = ''] = replacement.kind === 'product' ? replacement.name.split(';') : [];
  return choicesOf(target).every((choice) => !endsSoon(choice, entry.api, catalogue, asOf)) && target !== ''
    ? []
    : [`${entry.id}: '${entry.replacement.name}' has no target in use 30 days after ${asOf}`];
}

/** Faults of replacements by a product name instead of an id of the vendor. */
function productNameFaults(entry: Deprecation, catalogue: Known, usableNames: ReadonlySet<string>): readonly string[] {
  if (entry.replacement.kind !== 'product') return [];
  return choicesOf(entry.replacement.name)
    .map((choice) => choice.split(' ')[0] ?? '')
    .filter((name) => !usableNames.has(name) && !endsSoon(name, entry.api, catalogue, '9999-01-01'))
    .map((name) => `${entry.id}: '${name}' is not a name of the vendor; "names" lists those in use`);
}
