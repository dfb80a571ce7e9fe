import type { Confidence, Evidence } from '../../model/evidence.js';

const LEVELS: readonly Confidence[] = ['possible', 'probable', 'certain'];

/** What confidence depends on beside the evidence. */
export interface PathTrust {
  /** The path says by itself which API it belongs to. */
  readonly distinctive: boolean;
  /** Its last parameter is a plain word, which could be another operation. */
  readonly wordAsParameter: boolean;
}

/**
 * Confidence as a function of evidence. Starts from where the request goes and how it was seen, then
 * steps down for a method that the catalogue does not list (one step), a method that is not known (from
 * certain only) and a word in place of an id (one step). Undefined: not enough to report.
 */
export function confidenceOf(evidence: Evidence, path: PathTrust): Confidence | undefined {
  let level = startLevel(evidence, path.distinctive);
  if (evidence.method === 'unlisted') level -= 1;
  if (evidence.method === 'unknown') level = Math.min(level, 1);
  if (path.wordAsParameter) level -= 1;
  return LEVELS[level];
}

function startLevel(evidence: Evidence, distinctive: boolean): number {
  if (evidence.site === 'double' && evidence.host !== 'exact') return evidence.host !== 'other' && distinctive ? 0 : -1;
  if (evidence.site === 'forwarded') return evidence.host === 'exact' ? 0 : -1;
  switch (evidence.host) {
    case 'exact':
      return evidence.site === 'request' ? 2 : 1;
    case 'graph':
    case 'version':
      if (evidence.site === 'loose') return distinctive ? 0 : -1;
      return 1;
    case 'named':
      if (evidence.site === 'loose') return -1;
      return distinctive ? 1 : 0;
    case 'unknown':
      return evidence.site !== 'loose' && distinctive ? 0 : -1;
    case 'other':
      return -1;
    default:
      return evidence.host satisfies never;
  }
}
