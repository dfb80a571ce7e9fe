import type { Evidence, EvidenceStep } from '../../core/model/evidence.js';
import type { Finding } from '../../core/model/finding.js';
import type { Place } from '../../core/model/span.js';
import { evidenceOf } from '../judge/site-view.js';
import type { Candidate } from '../judge/site-view.js';
import type { PathTrust } from '../judge/finding.js';
import { completeFinding, senderOf } from '../judge/finding.js';
import { isOnlyMentionedApi } from '../judge/along-imports.js';
import type { UrlSegment } from '../match/url-parts.js';
import type { SiteFinder, Site } from '../requests/calling/site.js';
import { displayText } from '../values/text.js';
import type { FileView } from './check.js';
import { missingNote, valueNotes } from './operation-target.js';

/** A request of a deprecated operation. */
export interface EndpointUse {
  readonly site: Site;
  readonly candidate: Candidate;
  /** The reported place. */
  readonly at: Place;
  /** Role that replaces the kind of the site in the evidence. */
  readonly role?: Evidence['site'];
  /** Set if a condition that is not followed may prevent a request with this URL. */
  readonly skip?: 'perhaps';
  /** Set if the rest of the path is unknown, and other entries cover some of the possible operations. */
  readonly isOpenBelow?: true;
}

/** Returns the finding for a request of a deprecated operation; none if too little evidence points to the API. */
export function endpointFinding(
  finder: SiteFinder,
  { site, candidate, at, role, skip, isOpenBelow }: EndpointUse,
): readonly Finding[] {
  const { entry, endsInWord } = candidate.match;
  const { steps, ...evidenceWithoutSteps } = evidenceOf(site, candidate);
  const evidence = { ...evidenceWithoutSteps, steps: [...sendingSteps(site, at), ...steps] };
  const catalogueNotes = valueNotes(finder.evaluator, site, candidate);
  return completeFinding({
    rule: 'no-deprecated-endpoint',
    deprecation: entry.deprecation.id,
    ...operationOf(site, candidate),
    ...senderOf(site),
    at,
    evidence: role === undefined ? evidence : { ...evidence, site: role },
    trust: {
      isDistinctive: entry.isDistinctive,
      isCommonWord: entry.isCommonWord && site.api === undefined,
      hasWordAsParameter: endsInWord,
      isOnlyApi: isOnlyApi(finder, site, candidate),
      ...(skip === undefined && isOpenBelow === undefined ? {} : { atMost: 'probable' }),
      ...confidenceLimit(candidate),
    },
    url: candidate.url,
    ...catalogueNotes,
    notes: [
      ...findingNotes(site, candidate),
      ...guessNotes(candidate),
      ...(skip === undefined ? [] : [MAYBE_SKIPPED]),
      ...(isOpenBelow === undefined ? [] : [OTHERS_BELOW]),
      ...catalogueNotes.notes,
    ],
  });
}

const OTHERS_BELOW = 'Some operations below this path end on other days; the code does not show which one is meant.';

const MAYBE_SKIPPED = 'It is one of several values, and a test that was not followed may leave it out.';

/** Whether unseen code adds the base URL and the file mentions no other server; false where that is irrelevant. */
function isOnlyApi(finder: SiteFinder, site: Site, { match, host, reading }: Candidate): boolean {
  const isRelevant = host.host === 'graph' && host.name === undefined && !match.entry.isDistinctive;
  return isRelevant && reading.host.kind === 'relative' && isOnlyMentionedApi(finder, reading.view.id, site.at.file);
}

/** Limit for guesses: an unknown operation below a path, or a hole that is read as two segments. */
function confidenceLimit({ match, host }: Candidate): Pick<PathTrust, 'atMost'> {
  if (match.isBelow === true) return { atMost: 'probable' };
  if (match.isJoined !== true) return {};
  return { atMost: host.host === 'exact' ? 'probable' : 'possible' };
}

function guessNotes({ match }: Candidate): readonly string[] {
  if (match.isBelow === true) return ['The code does not show which operation below this path is meant.'];
  return match.isJoined === true ? ['One value is read as two segments of the path, as its name suggests.'] : [];
}

/** Returns a step for the request if the finding is elsewhere in the same file. */
function sendingSteps(site: Site, { file, span }: Place): readonly EvidenceStep[] {
  const isInside = site.at.span[0] <= span[0] && span[1] <= site.at.span[1];
  return isInside || file !== site.at.file
    ? []
    : [{ kind: 'wrapper', at: site.at, note: 'the request is sent from here' }];
}

/** The requested operation; if the catalogue does not list the method, the operation that it lists for the path. */
function operationOf(
  site: Site,
  { match, reading, verdict, method = site.method.known[0] }: Candidate,
): Pick<Finding, 'operation' | 'listed'> {
  const { entry, decider } = match;
  if (verdict === 'unlisted') return { listed: { path: entry.path, methods: entry.methods } };
  if (method === undefined)
    return entry.coversDeeperPaths ? {} : { listed: { path: entry.path, methods: entry.methods } };
  if (!entry.coversDeeperPaths) return { operation: { method, path: entry.path } };
  const { segments } = reading;
  const isDecider = ({ text, parts }: UrlSegment): boolean =>
    text === decider.text || parts.some((part) => part.kind === 'text' && part.text === decider.text);
  const lowerSegments = segments.slice(segments.findIndex(isDecider) + 1);
  const restOfPath = lowerSegments.map(({ parts }) => `/${displayText(parts).replaceAll('${', '{')}`);
  return { operation: { method, path: entry.path + restOfPath.join('') } };
}

/** Records the deciding text, so that it is not reported again as a text without a request. */
export function markUsed({ context, used }: FileView, { match }: Candidate): void {
  const { at } = match.decider;
  if (at.file === context.file) used.add(at.span[0]);
}

/** Further facts for the reader of a finding, one sentence each. */
function findingNotes({ at, missing }: Pick<Site, 'at' | 'missing'>, candidate: Candidate): readonly string[] {
  const notes: string[] = [];
  const { live, endsInWord, decider } = candidate.match;
  if (candidate.verdict === 'unknown') notes.push('The method is not known.');
  if (endsInWord) notes.push('The last segment is a word and may name another operation.');
  if (missing !== undefined) notes.push(missingNote(missing));
  const collision = candidate.method === undefined ? undefined : live?.collisions.get(candidate.method);
  if (collision !== undefined) notes.push(`A newer operation uses the same method and path again: ${collision.why}.`);
  // The text to edit is not at the call.
  if (decider.at.file !== at.file) notes.push(`\`${decider.text}\` is written in ${decider.at.file}.`);
  return notes;
}
