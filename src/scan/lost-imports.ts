import type { FileAnalysis } from '../model/finding.js';
import type { LostImport } from '../report/report.js';

/** How many are named in a sentence. */
const NAMED = 3;

/** Imports that lead nowhere, of the files that were analysed; `isShown`: whether a finding is in the report. */
export function lostImports(
  byFile: ReadonlyMap<string, FileAnalysis>,
  isShown: (finding: FileAnalysis['findings'][number]) => boolean,
): readonly LostImport[] {
  return [...byFile].flatMap(([file, { lost = [], unresolved, unknownTarget, findings }]) => {
    const mayHide = unresolved.length + unknownTarget > 0 || !findings.every(isShown);
    return lost.map((specifier) => ({ file, specifier, mayHide }));
  });
}

/** What is told of them, in one sentence at most. */
export function lostSentences(lost: readonly LostImport[]): readonly string[] {
  if (lost.length === 0) return [];
  const named = lost.slice(0, NAMED).map(({ file, specifier }) => `'${specifier}' in ${file}`);
  const more = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : '';
  const [imports, they] = lost.length === 1 ? ['import leads', 'it brings'] : ['imports lead', 'they bring'];
  return [`${lost.length} ${imports} nowhere, so what ${they} is not known: ${named.join(', ')}${more}.`];
}
