import type { Mention } from './mentions.js';

/** What more is asked of a file with a common word; only asked where it decides. */
export interface FileContext {
  /** The file names the API, or imports what does, however indirectly. */
  readonly reachesApi: () => boolean;
  /** More of the path stands beside the word (`Mentions.hasContext`). */
  readonly hasContext: () => boolean;
}

/**
 * Whether a file is selected for its own text. A common word alone, in a file from which no way leads to the API, is
 * somebody else's: it cannot become a finding.
 */
export function selectsFile(mention: Mention | undefined, { reachesApi, hasContext }: FileContext): boolean {
  if (mention !== 'common') return mention !== undefined;
  return reachesApi() || hasContext();
}
