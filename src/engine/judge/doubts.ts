import type { Deprecation } from '../../model/deprecation.js';
import type { Evidence, HostWitness } from '../../model/evidence.js';
import type { Finding } from '../../model/finding.js';
import { code } from './sentence.js';

/**
 * Returns the reasons why a finding is not certain, one sentence each, in the order in which a reader would check them.
 */
export function doubtsOf(finding: Finding, deprecation: Deprecation): readonly string[] {
  // A resource has its doubts in its notes.
  if (finding.confidence === 'certain' || finding.about === 'resource') return [];
  if (deprecation.kind === 'cipher-suites') return ['Nothing that is set up with it was found.'];
  // The notes of an imported package list its unknowns.
  if (deprecation.kind === 'package') return [];
  const { evidence, listed, methods } = finding;
  const doubts: string[] = [];
  const host = evidence.by === undefined ? HOST_DOUBTS[evidence.host] : WITNESS_DOUBTS[evidence.by];
  if (host !== undefined) doubts.push(host);
  if (evidence.name === 'other') doubts.push('The base URL or the client is named after something else.');
  if (evidence.path === 'partial') doubts.push('A part of the path was inferred.');
  if (listed !== undefined && listed.methods.length > 0) {
    const [known, sent] = [listed.methods, methods].map((names) => names.map(code).join(', '));
    doubts.push(`The catalogue lists ${known ?? ''} for this path, not ${sent ?? ''}.`);
  }
  const site = SITE_DOUBTS[evidence.site];
  if (site !== undefined) doubts.push(site);
  return doubts;
}

const HOST_DOUBTS: Readonly<Record<Evidence['host'], string | undefined>> = {
  exact: undefined,
  set: 'The base URL is a variable, which may have another value when the program runs.',
  graph: 'The base URL is not known, but this file or one it imports names the API.',
  version: "The base URL is not known, but the path begins with the API's version path.",
  named: 'The base URL is not known, and only a name points to the API.',
  unknown: 'The base URL is not known.',
  other: 'The base URL is another one.',
};

const WITNESS_DOUBTS: Readonly<Record<HostWitness, string>> = {
  value: 'The base URL is not known, but a value of the API gets to this call.',
  chain:
    'The client is not seen to be made, but the program depends on the SDK of the API, and no other SDK has this chain of members.',
};

const SITE_DOUBTS: Readonly<Record<Evidence['site'], string | undefined>> = {
  request: undefined,
  call: 'It is passed to a call that could not be followed.',
  descriptor: 'No call that uses this description could be followed.',
  forwarded: 'It stands inside the URL of another request, whose server may send it on.',
  loose: 'No request that uses it was found.',
  'test-double': undefined,
};
