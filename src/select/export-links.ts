import type { ExprFact, FileFacts } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { indexExports } from './exported-names.js';
import type { Within } from './exported-names.js';
import { leavesOf } from './leaves.js';

/**
 * Link from an import of a file to its exports: `passed` on under names of its own (`import { a } …; export { a }`), or
 * used in an exported value, see `Within`.
 */
export type Through = 'passed' | Within;

/** The exports of a file that depend on one of its imported names. Plain data. */
export interface ExportLink {
  readonly specifier: string;
  /** Name in the module, or `*`. */
  readonly name: string;
  readonly exports: readonly string[];
}

/** Links from the imported names of a file to its exports. A pure function of its facts. */
export function exportLinks(facts: FileFacts, through: Through): readonly ExportLink[] {
  if (facts.exports.length === 0) return [];
  const find = through === 'passed' ? passedBy(facts) : heldBy(facts, through);
  return importedNames(facts).flatMap((imported) => {
    const exports = [...find(imported)];
    return exports.length === 0 ? [] : [{ specifier: imported.specifier, name: imported.name, exports }];
  });
}

/** A name of a module in a file. */
interface ImportedName {
  readonly specifier: string;
  readonly name: string;
  /** Local names in the file. */
  readonly locals: Set<string>;
  /** Its place in the file. */
  readonly places: Span[];
}

type Imported = Extract<ExprFact, { readonly kind: 'imported' }>;

function importedNames(facts: FileFacts): readonly ImportedName[] {
  const found = new Map<string, ImportedName>();
  const noted = ({ specifier, name }: Imported): ImportedName => {
    const key = `${name}\u0000${specifier}`;
    let known = found.get(key);
    if (known === undefined) found.set(key, (known = { specifier, name, locals: new Set(), places: [] }));
    return known;
  };
  for (const { name, value } of facts.bindings) if (value?.kind === 'imported') noted(value).locals.add(name);
  for (const imported of leavesOf(facts).imports) noted(imported).places.push(imported.at);
  return [...found.values()];
}

function heldBy(facts: FileFacts, within: Within): (imported: ImportedName) => Iterable<string> {
  const index = indexExports(facts, within);
  return ({ places, locals }) => index.holding(places, locals);
}

function passedBy({ exports }: FileFacts): (imported: ImportedName) => Iterable<string> {
  return ({ specifier, name, locals }) =>
    exports.flatMap((fact) => {
      if (fact.kind !== 'local') return [];
      const { value } = fact;
      const isPassed =
        value.kind === 'imported'
          ? value.specifier === specifier && value.name === name
          : value.kind === 'name' && locals.has(value.name);
      return isPassed ? [fact.name] : [];
    });
}
