import { describe, expect, it } from 'vitest';
import { confidenceOf } from '../../src/engine/judge/finding.js';
import type { Confidence, Evidence, HostProof } from '../../src/core/model/evidence.js';

const PLAIN = { isDistinctive: false, hasWordAsParameter: false };
const DISTINCTIVE = { isDistinctive: true, hasWordAsParameter: false };

function evidence(host: HostProof, site: Evidence['site'], method: Evidence['method'] = 'listed'): Evidence {
  return { host, site, method, path: 'exact', steps: [] };
}

type Row = readonly [
  host: HostProof,
  site: Evidence['site'],
  plain: Confidence | undefined,
  distinctive: Confidence | undefined,
];

describe('confidence from host and site', () => {
  it.each<Row>([
    ['exact', 'request', 'certain', 'certain'],
    ['exact', 'call', 'probable', 'probable'],
    ['exact', 'descriptor', 'probable', 'probable'],
    ['exact', 'loose', 'probable', 'probable'],
    ['exact', 'test-double', 'probable', 'probable'],
    ['graph', 'test-double', undefined, 'possible'],
    ['other', 'test-double', undefined, undefined],
    ['graph', 'request', 'possible', 'probable'],
    ['graph', 'call', 'possible', 'probable'],
    ['graph', 'descriptor', 'possible', 'probable'],
    ['graph', 'loose', undefined, 'possible'],
    ['named', 'request', 'possible', 'probable'],
    ['named', 'call', 'possible', 'probable'],
    ['named', 'loose', undefined, undefined],
    ['unknown', 'request', undefined, 'possible'],
    ['unknown', 'call', undefined, 'possible'],
    ['unknown', 'descriptor', undefined, 'possible'],
    ['unknown', 'loose', undefined, undefined],
    ['other', 'request', undefined, undefined],
    ['other', 'call', undefined, undefined],
    ['other', 'loose', undefined, undefined],
  ])('%s host, %s: %s, distinctive path: %s', (host, site, plain, distinctive) => {
    expect(confidenceOf(evidence(host, site), PLAIN)).toBe(plain);
    expect(confidenceOf(evidence(host, site), DISTINCTIVE)).toBe(distinctive);
  });
});

describe('confidence from the name of an unresolved base, if the module names the API', () => {
  it.each<readonly [Evidence['name'], Confidence | undefined, Confidence | undefined]>([
    ['api', 'probable', 'probable'],
    [undefined, 'possible', 'probable'],
    ['other', undefined, 'possible'],
  ])('%s: %s, distinctive path: %s', (name, plain, distinctive) => {
    const named = { ...evidence('graph', 'request'), ...(name === undefined ? {} : { name }) };
    expect(confidenceOf(named, PLAIN)).toBe(plain);
    expect(confidenceOf(named, DISTINCTIVE)).toBe(distinctive);
  });
});

describe('confidence is lowered', () => {
  it('to possible for a method that the catalogue does not list', () => {
    expect(confidenceOf(evidence('exact', 'request', 'unlisted'), PLAIN)).toBe('possible');
    expect(confidenceOf(evidence('graph', 'request', 'unlisted'), PLAIN)).toBeUndefined();
    expect(confidenceOf(evidence('graph', 'request', 'unlisted'), DISTINCTIVE)).toBe('possible');
    expect(confidenceOf(evidence('unknown', 'request', 'unlisted'), DISTINCTIVE)).toBeUndefined();
  });

  it('to probable for an unknown method, only if it was certain', () => {
    expect(confidenceOf(evidence('exact', 'request', 'unknown'), PLAIN)).toBe('probable');
    expect(confidenceOf(evidence('graph', 'request', 'unknown'), DISTINCTIVE)).toBe('probable');
    expect(confidenceOf(evidence('unknown', 'request', 'unknown'), DISTINCTIVE)).toBe('possible');
  });

  it('by one step for a word in place of an id', () => {
    const word = { isDistinctive: true, hasWordAsParameter: true };
    expect(confidenceOf(evidence('exact', 'request'), word)).toBe('probable');
    expect(confidenceOf(evidence('exact', 'request', 'unlisted'), word)).toBeUndefined();
    expect(confidenceOf(evidence('unknown', 'request'), word)).toBeUndefined();
  });
});
