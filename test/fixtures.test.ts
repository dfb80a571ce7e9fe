import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../src/knowledge/catalogue/load.js';
import { TOPICS } from '../src/core/model/rules.js';
import { expectDefined } from '../src/core/lib/collections.js';
import {
  catalogueOf,
  compare,
  describeExpectation,
  expectationsIn,
  expectationsOf,
  findingsOf,
  listFixtures,
  optionsOf,
} from './fixtures-support.js';
import type { Expectation, Fixture, FixtureFinding } from './fixtures-support.js';

const FIXTURES = listFixtures();
const DEPRECATIONS = loadCatalogue().deprecations;
const REQUESTED = DEPRECATIONS.filter(
  (deprecation) => deprecation.kind === 'endpoint' || deprecation.kind === 'segment',
);

interface Checked {
  readonly expected: readonly Expectation[];
  readonly found: readonly FixtureFinding[];
}

const cache = new Map<string, Checked>();

function check(fixture: Fixture): Checked {
  let checked = cache.get(fixture.name);
  if (checked === undefined) {
    checked = { expected: expectationsOf(fixture), found: findingsOf(fixture) };
    cache.set(fixture.name, checked);
  }
  return checked;
}

describe('fixtures', () => {
  for (const theme of new Set(FIXTURES.map((fixture) => fixture.theme))) {
    describe(theme, () => {
      for (const fixture of FIXTURES.filter((candidate) => candidate.theme === theme)) {
        it(fixture.name, () => {
          const { expected, found } = check(fixture);
          expect(compare(expected, found)).toEqual({ missing: [], unexpected: [] });
        });
      }
    });
  }

  it('name only deprecations and topics that exist', () => {
    const unknown = FIXTURES.flatMap((fixture) => {
      const known = new Set([...catalogueOf(fixture.name).deprecations, ...TOPICS].map(({ id }) => id));
      return expectationsOf(fixture)
        .filter(({ id }) => !known.has(id))
        .map(({ id, file }) => `${fixture.name}/${file}: ${id}`);
    });
    expect(unknown).toEqual([]);
  });

  it('expect a finding, unless their name says that they are silent', () => {
    const wrong = FIXTURES.filter((fixture) => fixture.silent !== (expectationsOf(fixture).length === 0));
    expect(wrong.map((fixture) => fixture.name)).toEqual([]);
  });

  it('have source files', () => {
    expect(FIXTURES.length).toBeGreaterThan(100);
    expect(FIXTURES.filter((fixture) => fixture.files.length === 0).map((fixture) => fixture.name)).toEqual([]);
  });
});

describe('features that are off by default', () => {
  it.each(FIXTURES.filter((fixture) => optionsOf(fixture) !== undefined))('report nothing in $name', (fixture) => {
    expect(findingsOf(fixture, {}).map(describeExpectation)).toEqual([]);
  });
});

describe('catalogue entries of requests', () => {
  const perArea = FIXTURES.filter((fixture) => fixture.theme === 'catalogue');

  it.each(REQUESTED.map(({ id }) => id))('include %s, with a reported line and a file of near misses', (id) => {
    const fixture = expectDefined(
      perArea.find(({ name }) => name === `catalogue/${id}`),
      `fixtures/catalogue/${id}`,
    );
    const { expected } = check(fixture);
    expect(expected.filter((expectation) => expectation.id === id)).not.toEqual([]);
    const quiet = fixture.files.filter((file) => !expected.some((expectation) => expectation.file === file));
    expect(quiet).toContain('near-misses.ts');
  });

  it('have each of their operations reported', () => {
    const caught = new Set(
      perArea.flatMap((fixture) =>
        check(fixture).found.map(
          ({ finding }) => `${finding.operation?.method ?? ''} ${finding.operation?.path ?? ''}`,
        ),
      ),
    );
    const operations = DEPRECATIONS.flatMap((deprecation) =>
      deprecation.kind === 'endpoint'
        ? deprecation.endpoints.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path.text}`))
        : [],
    );
    expect(operations).not.toEqual([]);
    expect(operations.filter((operation) => !caught.has(operation))).toEqual([]);
  });
});

describe('expectation comments', () => {
  it('contain id, methods and confidence for their own line or the next one', () => {
    const text = [
      "call('/a'); // expect: page-rules-api POST|GET; brotli-setting-api possible",
      '// expect-next: rate-limiting-api',
      "call('/b');",
    ].join('\n');
    expect(expectationsIn('a.ts', text)).toEqual([
      { file: 'a.ts', line: 1, id: 'page-rules-api', method: 'GET|POST', possible: false },
      { file: 'a.ts', line: 1, id: 'brotli-setting-api', possible: true },
      { file: 'a.ts', line: 3, id: 'rate-limiting-api', possible: false },
    ]);
  });

  it('are refused if they cannot be read', () => {
    expect(() => expectationsIn('a.ts', '// expect: page-rules-api get')).toThrow(
      'a.ts:1: cannot read the expectation `page-rules-api get`',
    );
    expect(() => expectationsIn('a.ts', '// expect:')).toThrow('a.ts:1');
  });

  it('are compared with findings in both directions', () => {
    const [first] = FIXTURES.filter((fixture) => fixture.name === 'catalogue/page-rules-api');
    const { expected, found } = check(expectDefined(first, 'fixtures/catalogue/page-rules-api'));
    const [dropped, ...rest] = expected;
    const moved = { ...expectDefined(dropped, 'an expectation'), line: 9999 };
    const result = compare([moved, ...rest], found);
    expect(result.missing).toHaveLength(1);
    expect(result.missing[0]).toContain(':9999 page-rules-api');
    expect(result.unexpected).toHaveLength(1);
  });
});
