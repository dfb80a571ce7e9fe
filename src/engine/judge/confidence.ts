import type { Confidence, Evidence } from '../../model/evidence.js';

const LEVELS: readonly Confidence[] = ['possible', 'probable', 'certain'];

/** Properties of a path that affect confidence in addition to the evidence. */
export interface PathTrust {
  /** The path alone identifies its API. */
  readonly distinctive: boolean;
  /** The last parameter is a plain word, which could be another operation. */
  readonly wordAsParameter: boolean;
  /** The path is one common word: naming the API in the module is no evidence for it. */
  readonly common?: boolean;
  /** The module that names the API, with all its imports, names no other server. */
  readonly alone?: boolean;
  /** Upper limit of the confidence: unseen code could make the finding untrue. */
  readonly atMost?: Confidence;
}

/**
 * Returns the confidence that follows from the evidence. It starts from the target of the request and how the request
 * was seen. A method that the catalogue does not list is never more than possible; an unknown method is never certain.
 * A word in place of an id and a method that the installed SDK lacks lower it by one step each. Unseen parts limit it.
 * Undefined: not enough to report.
 */
export function confidenceOf(evidence: Evidence, path: PathTrust): Confidence | undefined {
  let level = startLevel(evidence, path);
  if (evidence.method === 'unlisted') level = Math.min(level - 1, 0);
  if (evidence.method === 'unknown') level = Math.min(level, 1);
  if (path.wordAsParameter) level -= 1;
  if (evidence.missing === true) level -= 1;
  if (path.atMost !== undefined) level = Math.min(level, LEVELS.indexOf(path.atMost));
  // A common path is possible only with evidence for its API.
  if (
    level === 0 &&
    path.common === true &&
    path.alone !== true &&
    evidence.host === 'graph' &&
    evidence.name !== 'api'
  )
    return undefined;
  return LEVELS[level];
}

function startLevel(evidence: Evidence, path: PathTrust): number {
  const { host, site } = evidence;
  const { distinctive } = path;
  if (site === 'test-double' && host !== 'exact') return host !== 'other' && distinctive ? 0 : -1;
  if (site === 'forwarded') return host === 'exact' ? 0 : -1;
  switch (host) {
    case 'exact':
      return site === 'request' ? 2 : 1;
    case 'set':
    case 'version':
      return site === 'loose' ? looseLevel(distinctive) : 1;
    case 'graph':
      return graphLevel(evidence, path);
    case 'named':
      if (site === 'loose') return -1;
      return distinctive ? 1 : 0;
    case 'unknown':
      return site !== 'loose' && distinctive ? 0 : -1;
    case 'other':
      return -1;
    default:
      return host satisfies never;
  }
}

/**
 * A module that names the API may call others too: a path that other APIs have needs a name that points to the API, or
 * no other named server.
 */
function graphLevel({ site, name }: Evidence, { distinctive, alone }: PathTrust): number {
  if (name === 'other') return site === 'loose' ? -1 : looseLevel(distinctive);
  if (site === 'loose') return looseLevel(distinctive);
  return distinctive || name === 'api' || alone === true ? 1 : 0;
}

function looseLevel(distinctive: boolean): number {
  return distinctive ? 0 : -1;
}
