import type { FileAnalysis } from '../core/model/finding.js';
import { isInTestFolder } from '../files/file-name.js';
import type { LostImport, UnknownSdkUse } from '../report/report.js';
import type { Api } from '../core/model/deprecation.js';
import { unknownSdkWords } from '../report/requests.js';

const isTest = (file: string): boolean => isInTestFolder(file) || /\.(?:test|spec)\./.test(file);

/** Maximum number of examples in a sentence. */
const MAX_EXAMPLES = 3;

/** Lost imports of analysed files: those that resolve to no file. `isShown`: whether a finding is in the report. */
export function lostImports(
  byFile: ReadonlyMap<string, FileAnalysis>,
  isShown: (finding: FileAnalysis['findings'][number]) => boolean,
): readonly LostImport[] {
  return [...byFile].flatMap(([file, { lost = [], unresolved, unknownTarget, findings }]) => {
    // A lost import may be why a request is unknown, or a finding is not shown.
    const mayHide = unresolved.length + unknownTarget > 0 || !findings.every(isShown);
    return lost.map((specifier) => ({ file, specifier, mayHide }));
  });
}

/** One sentence about lost imports, which names sources before tests; none if there are no such imports. */
export function lostSentences(lost: readonly LostImport[]): readonly string[] {
  if (lost.length === 0) return [];
  const ranked = [...lost].sort((a, b) => Number(isTest(a.file)) - Number(isTest(b.file)));
  const examples = ranked.slice(0, MAX_EXAMPLES).map(({ file, specifier }) => `'${specifier}' in ${file}`);
  const more = lost.length > MAX_EXAMPLES ? ` and ${lost.length - MAX_EXAMPLES} more` : '';
  const [imports, them] = lost.length === 1 ? ['import', 'it'] : ['imports', 'them'];
  return [
    `${lost.length} ${imports} could not be resolved; calls through ${them} may be missed: ${examples.join(', ')}${more}.`,
  ];
}

/** Files in which no request was understood, because no method of the SDK that they use is known. */
export function unknownSdkUses(
  byFile: ReadonlyMap<string, FileAnalysis>,
  apis: readonly Api[],
): readonly UnknownSdkUse[] {
  const titles = new Map(apis.map(({ id, title = id }) => [id, title]));
  return [...byFile].flatMap(([file, { unknownSdks = [] }]) =>
    unknownSdks.map(({ api, module }) => ({ file, api, title: titles.get(api) ?? api, module })),
  );
}

/** One sentence about files with unknown SDKs; none if there are no such files. */
export function unknownSdkSentences(uses: readonly UnknownSdkUse[]): readonly string[] {
  const words = unknownSdkWords(uses);
  if (words === undefined) return [];
  const examples = uses.slice(0, MAX_EXAMPLES).map(({ file, module }) => `${file} ('${module}')`);
  const more = uses.length > MAX_EXAMPLES ? ` and ${uses.length - MAX_EXAMPLES} more` : '';
  return [`${words}, because no method of the SDK is known: ${examples.join(', ')}${more}.`];
}
