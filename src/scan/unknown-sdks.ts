import type { Api } from '../core/model/deprecation.js';
import type { FileAnalysis } from '../core/model/finding.js';
import { unknownSdkWords } from '../report/requests.js';
import type { UnknownSdkUse } from '../report/report.js';

/** Number of files that a sentence names. */
const NAMED = 3;

/** Files of which nothing was understood, because of the SDK that they call. */
export function unknownSdkUses(
  byFile: ReadonlyMap<string, FileAnalysis>,
  apis: readonly Api[],
): readonly UnknownSdkUse[] {
  const titles = new Map(apis.map(({ id, title = id }) => [id, title]));
  return [...byFile].flatMap(([file, { unknownSdks = [] }]) =>
    unknownSdks.map(({ api, module }) => ({ file, api, title: titles.get(api) ?? api, module })),
  );
}

/** One sentence about files with unknown SDKs; none where there are none. */
export function unknownSdkSentences(uses: readonly UnknownSdkUse[]): readonly string[] {
  const words = unknownSdkWords(uses);
  if (words === undefined) return [];
  const named = uses.slice(0, NAMED).map(({ file, module }) => `${file} ('${module}')`);
  const more = uses.length > NAMED ? ` and ${uses.length - NAMED} more` : '';
  return [`${words}, because no method of the SDK is known: ${named.join(', ')}${more}.`];
}
