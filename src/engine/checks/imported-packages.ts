import { packageName } from '../../core/lib/packages.js';
import type { PackageDeprecation } from '../../core/model/deprecation.js';
import type { FileFacts } from '../../core/model/facts.js';
import type { Finding } from '../../core/model/finding.js';
import type { LanguageId } from '../../core/model/language.js';
import { isSameSpan } from '../../core/model/span.js';
import type { Place, Span } from '../../core/model/span.js';
import { completeFinding } from '../judge/finding.js';
import { rangeCoversVersion } from '../requests/sdk/sdk-chain.js';
import type { Check, FileView } from './check.js';
import { ofKind } from './check.js';

const rulesOf = ofKind('package');

/** Imports of packages that are deprecated as a whole or in some versions. */
export const importedPackages: Check = {
  rule: 'no-deprecated-transport',
  begin(file) {
    const { language } = file.context.facts;
    const rules = rulesOf(file.finder.catalogue).filter((rule) => rule.language === language);
    return rules.length === 0
      ? undefined
      : { ofFile: () => onePerImport(rules.flatMap((rule) => importsOf(file, rule))) };
  },
};

/**
 * Returns one finding per import. An import of unknown version can match several ended releases, each with its own
 * entry; only the last one to end is reported.
 */
function onePerImport(imports: readonly Imported[]): readonly Finding[] {
  const last = new Map<string, Imported>();
  for (const imported of imports) {
    const known = last.get(imported.name);
    if (imported.inRange === 'unknown' && (known === undefined || endOf(imported) >= endOf(known)))
      last.set(imported.name, imported);
  }
  return imports.flatMap((imported) =>
    imported.inRange === 'yes' || last.get(imported.name)?.rule === imported.rule ? packageFinding(imported) : [],
  );
}

/** The day on which the release ends; the last possible one if none is known. */
function endOf({ rule }: Imported): string {
  return rule.endOfLife ?? '~';
}

function importsOf({ finder, context }: FileView, rule: PackageDeprecation): readonly Imported[] {
  const { modules } = finder.evaluator.program;
  const { file, facts } = context;
  const packageOf = (specifier: string): string | undefined =>
    rule.packages.find((name) => belongsTo(specifier, name, rule.language));
  return facts.imports.flatMap(({ specifier, at, typeOnly }) => {
    // Types do not exist at run time.
    const name = typeOnly === true ? undefined : packageOf(specifier);
    if (name === undefined || modules.resolve(file, specifier).kind === 'file') return [];
    const parent = moduleOfName(facts, at);
    if (parent !== undefined && packageOf(parent) !== undefined) return [];
    const version = modules.packageVersion?.(file, name);
    const inRange = rule.versions === undefined ? 'yes' : rangeCoversVersion(rule.versions, version);
    return inRange === 'no' ? [] : [{ rule, name, specifier, version, inRange, at: { file, span: at } }];
  });
}

/**
 * The module from which Python imports a name: `from bells import ring`. The name has an import fact, because it may be
 * a module itself.
 */
function moduleOfName({ language, bindings }: FileFacts, at: Span): string | undefined {
  if (language !== 'python') return undefined;
  const value = bindings.find((binding) => isSameSpan(binding.at, at))?.value;
  return value?.kind === 'imported' && value.name !== '*' ? value.specifier : undefined;
}

interface Imported {
  readonly rule: PackageDeprecation;
  readonly name: string;
  readonly specifier: string;
  readonly version: string | undefined;
  readonly inRange: 'yes' | 'unknown';
  readonly at: Place;
}

function packageFinding({ rule, name, specifier, version, inRange, at }: Imported): readonly Finding[] {
  const known = version === undefined ? '' : `, version \`${version}\``;
  return completeFinding({
    rule: 'no-deprecated-transport',
    deprecation: rule.id,
    at,
    client: name,
    url: specifier,
    confidence: inRange === 'yes' ? 'certain' : 'probable',
    evidence: {
      host: 'exact',
      path: 'exact',
      method: 'listed',
      site: 'descriptor',
      steps: [{ kind: 'import', at, note: `\`${name}\` is imported here${known}` }],
    },
    notes: inRange === 'yes' ? [] : [`Its version is not known to be one of \`${rule.versions ?? ''}\`.`],
  });
}

/** Whether a module belongs to a package; in Python, the separators in the names of the two may differ. */
function belongsTo(specifier: string, name: string, language: LanguageId): boolean {
  if (language !== 'python') return packageName(specifier) === name;
  const expected = canonicalName(name);
  const words = specifier.split('.');
  return words.some((_word, index) => canonicalName(words.slice(0, index + 1).join('.')) === expected);
}

function canonicalName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
