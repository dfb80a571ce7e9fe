import type { Mention } from './mentions.js';

/** Further questions about a file whose own text does not decide; evaluated only for such files. */
export interface FileContext {
  /** The file names the API, or imports a file that does, however indirectly. */
  readonly reachesApi: () => boolean;
  /** More of the path is beside the word (`Mentions.hasContext`). */
  readonly hasContext: () => boolean;
  /** A rare word is a segment of a path, or needs no request to the API; absent: assumed. */
  readonly isSure?: () => boolean;
  /** A record of the API can reach the file, by imports in either direction. */
  readonly isNear: () => boolean;
}

/**
 * Whether a file is selected for its own text. A common word alone, in a file without access to the API, is unrelated:
 * it cannot become a finding. The same is true of a rare word that is no path segment, such as an SDK method, and of
 * the read of a part of a record that no file requests from the API.
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
