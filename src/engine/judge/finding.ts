import { hideSecrets } from '../../core/lib/mask-secrets.js';
import type { Finding, UnresolvedSite } from '../../core/model/finding.js';
import type { Site } from '../requests/calling/site.js';
import { displayText } from '../values/text.js';
import type { Parts } from '../values/value.js';
import { isSameSpan } from '../../core/model/span.js';
import type { Confidence, Evidence } from '../../core/model/evidence.js';

/** Data that a check supplies; the rest of a finding is derived from it. */
export interface FindingDraft
  extends
    Pick<Finding, 'rule' | 'deprecation' | 'at' | 'client' | 'evidence'>,
    Partial<
      Pick<
        Finding,
        | 'about'
        | 'causedAt'
        | 'sentAt'
        | 'lacks'
        | 'operation'
        | 'listed'
        | 'methods'
        | 'fields'
        | 'value'
        | 'alsoChange'
        | 'problem'
        | 'reason'
        | 'remedy'
        | 'notes'
      >
    > {
  /** The known parts of the request, or the text that the code has instead of a URL. */
  readonly url: Parts | string;
  /** Path properties that affect confidence in addition to the evidence; by default none do. */
  readonly trust?: PathTrust;
  /** Confidence, if the evidence does not determine it. */
  readonly confidence?: Finding['confidence'];
}

const DEFAULT_TRUST: PathTrust = { isDistinctive: true, hasWordAsParameter: false };

/** Completes a finding; none if the evidence is too weak to report. The fingerprint is added after the analysis. */
export function completeFinding({
  url,
  trust = DEFAULT_TRUST,
  confidence,
  ...draft
}: FindingDraft): readonly Finding[] {
  const level = confidence ?? confidenceOf(draft.evidence, trust);
  if (level === undefined) return [];
  return [
    {
      methods: [],
      notes: [],
      ...draft,
      confidence: level,
      url: typeof url === 'string' ? url : shownUrl(url),
      fingerprint: '',
    },
  ];
}

/** Maximum length of a URL that is shown to people, in UTF-16 code units. */
const MAX_SHOWN = 200;

/** A URL for display, its holes as `${name}`. */
export function shownUrl(url: Parts): string {
  // Before cutting, because half a key is not recognised as one.
  const text = hideSecrets(displayText(url));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}

/** Client, methods and place of a finding about a request; no methods if one is unknown. */
export function senderOf(site: Site): Required<Pick<Finding, 'client' | 'methods' | 'sentAt'>> {
  return { client: site.client, methods: site.method.unknown ? [] : site.method.known, sentAt: [site.at] };
}

/** Sorts findings, merges repeated ones and adds the fingerprints. */
export function withFingerprints(findings: readonly Finding[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of [...findings].sort(byPosition)) {
    const key = [
      ...finding.at.span,
      finding.rule,
      finding.deprecation,
      finding.operation?.path ?? finding.listed?.path ?? '',
      finding.problem ?? siteKeyOf(finding),
      finding.value ?? '',
    ].join(' ');
    const previous = merged.get(key);
    merged.set(key, previous === undefined ? finding : merge(previous, finding));
  }
  const ordinals = new Map<string, number>();
  return [...merged.values()].map((finding) => {
    const parts = [
      finding.deprecation,
      finding.at.file,
      finding.methods.join('|'),
      finding.operation?.path ?? finding.listed?.path ?? '',
    ].filter((part) => part !== '');
    const ordinal = ordinals.get(parts.join(' ')) ?? 0;
    ordinals.set(parts.join(' '), ordinal + 1);
    return { ...finding, fingerprint: fingerprint([...parts, String(ordinal)]) };
  });
}

/** Key of the request of a finding: its methods. At a literal, all requests with that literal have one key. */
function siteKeyOf(finding: Finding): string {
  const literal = finding.evidence.steps.find((step) => step.kind === 'constant' || step.kind === 'literal');
  const isAtLiteral = literal !== undefined && isSameSpan(literal.at.span, finding.at.span);
  return isAtLiteral ? '' : finding.methods.join('|');
}

function merge(left: Finding, right: Finding): Finding {
  const [strong, weak] =
    LEVELS.indexOf(right.confidence) > LEVELS.indexOf(left.confidence) ? [right, left] : [left, right];
  const methods =
    strong.methods.length === 0 || weak.methods.length === 0
      ? strong.methods
      : [...new Set([...left.methods, ...right.methods])];
  const sentAt = [...(left.sentAt ?? []), ...(right.sentAt ?? [])];
  return { ...strong, methods, ...(sentAt.length === 0 ? {} : { sentAt }) };
}

function byPosition(left: Finding, right: Finding): number {
  return (
    left.at.span[0] - right.at.span[0] ||
    left.at.span[1] - right.at.span[1] ||
    (left.deprecation < right.deprecation ? -1 : left.deprecation > right.deprecation ? 1 : 0)
  );
}

/** Removes findings of calls that only pass on the text of a reported request. */
export function withoutForwardingCalls(findings: readonly Finding[]): readonly Finding[] {
  const requested = new Set(findings.filter(({ evidence }) => evidence.site === 'request').map(({ at }) => at.span[0]));
  return findings.filter(({ evidence, at }) => evidence.site === 'request' || !requested.has(at.span[0]));
}

/**
 * Identity of a finding across unrelated edits, as 16 hexadecimal digits. It depends on deprecation, file, methods,
 * template and the number of equal findings before this one, not on line numbers.
 */
function fingerprint(parts: readonly string[]): string {
  const text = parts.join('\u0000');
  return hash(text, 0x811c9dc5) + hash(text, 0x01000193);
}

/** FNV-1a over UTF-16 units with a final mix, as eight hexadecimal digits. */
function hash(text: string, seed: number): string {
  let state = seed;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return ((state ^ (state >>> 13)) >>> 0).toString(16).padStart(8, '0');
}

/**
 * Masks keys and ids of the code, parts of which may be in any text of a finding. Keeps the fingerprint of the unmasked
 * finding.
 */
export function withoutSecrets(finding: Finding): Finding {
  const { operation, listed, problem, reason, remedy, evidence } = finding;
  return {
    ...finding,
    ...(operation === undefined ? {} : { operation: { ...operation, path: hideSecrets(operation.path) } }),
    ...(listed === undefined ? {} : { listed: { ...listed, path: hideSecrets(listed.path) } }),
    ...(problem === undefined ? {} : { problem: hideSecrets(problem) }),
    ...(reason === undefined ? {} : { reason: hideSecrets(reason) }),
    ...(remedy === undefined ? {} : { remedy: hideSecrets(remedy) }),
    evidence: { ...evidence, steps: evidence.steps.map((step) => ({ ...step, note: hideSecrets(step.note) })) },
    url: hideSecrets(finding.url),
    client: hideSecrets(finding.client),
    notes: finding.notes.map(hideSecrets),
  };
}

/** Masks secrets of an unresolved request. */
export function siteWithoutSecrets(site: UnresolvedSite): UnresolvedSite {
  return {
    ...site,
    url: hideSecrets(site.url),
    client: hideSecrets(site.client),
    reason: hideSecrets(site.reason),
  };
}

const LEVELS: readonly Confidence[] = ['possible', 'probable', 'certain'];

/** Properties of a path that affect confidence in addition to the evidence. */
export interface PathTrust {
  /** Whether the path alone identifies its API. */
  readonly isDistinctive: boolean;
  /** Whether the last parameter is a plain word, which could be another operation. */
  readonly hasWordAsParameter: boolean;
  /** Whether the path is one common word: a mention of the API in the module is no evidence for it. */
  readonly isCommonWord?: boolean;
  /** Whether the module that names the API, with all its imports, names no other server. */
  readonly isOnlyApi?: boolean;
  /** Upper limit of the confidence, because unseen code could make the finding wrong. */
  readonly atMost?: Confidence;
}

/**
 * Returns the confidence that follows from the evidence; undefined if that is too weak to report. The proof of the host
 * and the kind of the request site decide the first level. A method that the catalogue does not list is never more than
 * possible; an unknown method is never certain. A word in place of an id, and a method that the installed SDK lacks,
 * subtract one level each.
 */
export function confidenceOf(evidence: Evidence, path: PathTrust): Confidence | undefined {
  let level = startLevel(evidence, path);
  if (evidence.method === 'unlisted') level = Math.min(level - 1, 0);
  if (evidence.method === 'unknown') level = Math.min(level, 1);
  if (path.hasWordAsParameter) level -= 1;
  if (evidence.missing === true) level -= 1;
  if (path.atMost !== undefined) level = Math.min(level, LEVELS.indexOf(path.atMost));
  // A common path is possible only with evidence for its API.
  if (
    level === 0 &&
    path.isCommonWord === true &&
    path.isOnlyApi !== true &&
    evidence.host === 'graph' &&
    evidence.name !== 'api'
  )
    return undefined;
  return LEVELS[level];
}

function startLevel(evidence: Evidence, path: PathTrust): number {
  const { host, site } = evidence;
  const { isDistinctive } = path;
  if (site === 'test-double' && host !== 'exact') return host !== 'other' && isDistinctive ? 0 : -1;
  if (site === 'forwarded') return host === 'exact' ? 0 : -1;
  switch (host) {
    case 'exact':
      return site === 'request' ? 2 : 1;
    case 'set':
    case 'version':
      return site === 'loose' ? looseLevel(isDistinctive) : 1;
    case 'graph':
      return graphLevel(evidence, path);
    case 'named':
      if (site === 'loose') return -1;
      return isDistinctive ? 1 : 0;
    case 'unknown':
      return site !== 'loose' && isDistinctive ? 0 : -1;
    case 'other':
      return -1;
    default:
      return host satisfies never;
  }
}

/**
 * Level for a module that mentions the API. Because it may call other APIs too, a path that these share needs a name of
 * this API, or a module that mentions no other server.
 */
function graphLevel({ site, name }: Evidence, { isDistinctive, isOnlyApi }: PathTrust): number {
  if (name === 'other') return site === 'loose' ? -1 : looseLevel(isDistinctive);
  if (site === 'loose') return looseLevel(isDistinctive);
  return isDistinctive || name === 'api' || isOnlyApi === true ? 1 : 0;
}

function looseLevel(distinctive: boolean): number {
  return distinctive ? 0 : -1;
}
