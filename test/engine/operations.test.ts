import { describe, expect, it } from 'vitest';
import { describeFinding } from '../../src/engine/judge/messages.js';
import type { Wording } from '../../src/engine/judge/messages.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import type { Finding } from '../../src/core/model/finding.js';
import { catalogueOf, deadSegment, findings, live } from './support.js';

const CATALOGUE = catalogueOf(
  {
    bells: [
      ['GET POST', '/towers/{tower}/bells'],
      ['GET', '/towers/{tower}/bells/{bell}'],
    ],
  },
  [live('PUT', '/towers/{tower}/bells')],
  [deadSegment('chimes', '/towers/{tower}', 'chimes', 'rings')],
);

function found(path: string, method: string, base = 'https://api.clock.test/rest/v2'): readonly Finding[] {
  return findings(
    { 'a.ts': `export const f = (a, b) => fetch(\`${base}${path}\`, { method: '${method}' });` },
    CATALOGUE,
  );
}

function wording(finding: Finding): Wording {
  const deprecation = CATALOGUE.deprecations.find(({ id }) => id === finding.deprecation);
  return describeFinding(finding, expectDefined(deprecation, finding.deprecation), '2030-01-01');
}

describe('a method that the catalogue does not list for a path', () => {
  it('is reported as possible, with the listed methods in a note', () => {
    const [only, ...others] = found('/towers/${a}/bells', 'DELETE');
    const finding = expectDefined(only, 'DELETE');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ confidence: 'possible', methods: ['DELETE'] });
    expect(finding.operation).toBeUndefined();
    expect(wording(finding).message).toMatch(/^Possibly `DELETE \/towers\/\{tower\}\/bells`, which ended on /);
    expect(wording(finding).notes).toContain('The catalogue lists `GET`, `POST` for this path, not `DELETE`.');
  });

  it('is not reported if it is live, or if the base is unknown', () => {
    expect(found('/towers/${a}/bells', 'PUT')).toEqual([]);
    expect(found('/towers/${a}/bells', 'DELETE', '${base}')).toEqual([]);
  });

  it('does not affect listed methods', () => {
    expect(found('/towers/${a}/bells/${b}', 'GET')).toMatchObject([
      { confidence: 'certain', operation: { method: 'GET', path: '/towers/{tower}/bells/{bell}' } },
    ]);
  });
});

describe('a request below a deprecated segment', () => {
  it.each([
    ['/towers/${a}/chimes', '/towers/{tower}/chimes'],
    ['/towers/${a}/chimes/tunes/${tune}', '/towers/{tower}/chimes/tunes/{tune}'],
    ['/towers/1/chimes/tunes/x?page=2', '/towers/{tower}/chimes/tunes/x'],
  ])('%s is named by its own path', (path, operation) => {
    const [finding] = found(path, 'DELETE');
    expect(finding).toMatchObject({ confidence: 'certain', operation: { method: 'DELETE', path: operation } });
    const { message } = wording(expectDefined(finding, path));
    expect(message.startsWith(`\`DELETE ${operation}\` ended on `)).toBe(true);
    expect(message).toMatch(/; write `rings` instead of `chimes`\.$/);
  });
});
