import type { Mention } from './mentions.js';

/** Further questions about a file whose own text does not decide; asked only for such files. */
export interface FileContext {
  /** The file names the API, or imports what does, however indirectly. */
  readonly reachesApi: () => boolean;
  /** More of the path is beside the word (`Mentions.hasContext`). */
  readonly hasContext: () => boolean;
  /** A rare word is a segment of a path, or needs no request to the API; absent: it is taken to be. */
  readonly isSure?: () => boolean;
  /** A record of the API can get to the file, whoever imports whom. */
  readonly isNear: () => boolean;
}

/**
 * Whether a file is selected for its own text. A common word alone, in a file from which no way leads to the API, is
 * somebody else's: it cannot become a finding. So is a rare one that is no segment of a path, such as the method of an
 * SDK, and the read of a part of a record that no file asks the API for.
 */
export function selectsFile(
  mention: Mention | undefined,
  { reachesApi, hasContext, isSure = () => true, isNear }: FileContext,
): boolean {
  if (mention === 'common') return reachesApi() || hasContext();
  if (mention === 'rare') return isSure() || reachesApi() || hasContext();
  if (mention === 'part') return isNear() || hasContext();
  return mention !== undefined;
}
