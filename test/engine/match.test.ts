import { describe, expect, it } from 'vitest';
import { couldMatch, judgeMethod, matchPath, matchScopedPath } from '../../src/engine/match/match.js';
import { segmentsOf } from '../../src/engine/match/url-parts.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { catalogueOf, deprecatedSegment, indexOf, liveOperation, partsOf } from './support.js';

const INDEX = indexOf(
  catalogueOf(
    {
      bells: [
        ['GET POST', '/towers/{tower_id}/bells'],
        ['GET DELETE', '/towers/{tower_id}/bells/{bell_id}'],
      ],
      chimes: [['GET PATCH', '/towers/{tower_id}/settings/chimes']],
      springs: [['GET', '/user/springs/history']],
    },
    [
      liveOperation('GET', '/towers/{tower_id}/bells/presets'),
      liveOperation('PUT', '/towers/{tower_id}/bells'),
      liveOperation('GET', '/towers/{tower_id}/bells', 'collision'),
    ],
    [deprecatedSegment('pendulum', '/towers/{tower_id}', 'pendulum', 'swing')],
  ),
);

function match(path: string): string | undefined {
  return matchPath(INDEX, segmentsOf(partsOf(path)))?.entry.path;
}

describe('matching a path', () => {
  it.each([
    ['/towers/1/bells', '/towers/{tower_id}/bells'],
    ['towers/1/bells/', '/towers/{tower_id}/bells'],
    ['/towers/${tower}/bells', '/towers/{tower_id}/bells'],
    ['/towers/${tower}/bells/${bell}', '/towers/{tower_id}/bells/{bell_id}'],
    ['/towers/:tower/bells/:bell', '/towers/{tower_id}/bells/{bell_id}'],
    ['/towers/pre-${tower}-post/bells', '/towers/{tower_id}/bells'],
    ['/towers/1/settings/chimes', '/towers/{tower_id}/settings/chimes'],
    ['/user/springs/history', '/user/springs/history'],
  ])('finds for %s the template %s', (path, template) => {
    expect(match(path)).toBe(template);
  });

  it.each([
    '/',
    '/towers',
    '/towers/1',
    '/towers/1/bell',
    '/towers/1/Bells',
    '/towers/1/bells/2/3',
    '/x/towers/1/bells',
    '/bells',
    '/towers/1/settings/${setting}',
    '/towers/1/settings/chime',
    '/towers/1/${rest}',
    '/user/springs',
    '/user/${what}/history',
  ])('finds no template for %s', (path) => {
    expect(match(path)).toBeUndefined();
  });

  it('prefers a live literal to a parameter', () => {
    expect(match('/towers/1/bells/presets')).toBeUndefined();
    expect(match('/towers/1/bells/big')).toBe('/towers/{tower_id}/bells/{bell_id}');
  });

  it('accepts everything below a deprecated segment', () => {
    expect(match('/towers/1/pendulum')).toBe('/towers/{tower_id}/pendulum');
    expect(match('/towers/${tower}/pendulum/weights/${weight}')).toBe('/towers/{tower_id}/pendulum');
    expect(match('/towers/1/swing/pendulum')).toBeUndefined();
    expect(match('/rooms/1/pendulum')).toBeUndefined();
  });

  it('treats a hole after the last literal as a query', () => {
    expect(match('/towers/1/bells${query}')).toBe('/towers/{tower_id}/bells');
    expect(match('/towers/1/bell${suffix}')).toBeUndefined();
    expect(match('/towers/1/bells${query}/presets')).toBeUndefined();
  });

  it('notes a plain word in place of an id', () => {
    const word = (path: string): boolean | undefined => matchPath(INDEX, segmentsOf(partsOf(path)))?.endsInWord;
    expect(word('/towers/1/bells/loudest')).toBe(true);
    expect(word('/towers/1/bells/validate-tone')).toBe(true);
    expect(word('/towers/1/bells/b3')).toBe(false);
    expect(word('/towers/1/bells/${bell}')).toBe(false);
    expect(word('/towers/1/bells/:bell')).toBe(false);
    expect(word('/towers/1/bells/{bell}')).toBe(false);
    expect(word('/towers/1/bells/<BELL>')).toBe(false);
    expect(word('/towers/big/bells')).toBe(false);
  });

  it('returns the literal that decided the match', () => {
    const decider = (path: string): string | undefined => matchPath(INDEX, segmentsOf(partsOf(path)))?.decider.text;
    expect(decider('/towers/${tower}/bells/${bell}')).toBe('bells');
    expect(decider('/towers/1/settings/chimes')).toBe('chimes');
  });
});

describe('matching a path without its scope', () => {
  const scoped = (path: string): string | undefined => matchScopedPath(INDEX, segmentsOf(partsOf(path)))?.entry.path;

  it('finds a path below a scope', () => {
    expect(scoped('bells')).toBe('/towers/{tower_id}/bells');
    expect(scoped('/settings/chimes')).toBe('/towers/{tower_id}/settings/chimes');
    expect(scoped('/pendulum/weights')).toBe('/towers/{tower_id}/pendulum');
  });

  it('does not find complete paths or unknown ones', () => {
    expect(scoped('/towers/1/bells')).toBeUndefined();
    expect(scoped('springs/history')).toBeUndefined();
    expect(scoped('settings')).toBeUndefined();
    expect(scoped('')).toBeUndefined();
  });
});

describe('a path with holes', () => {
  const could = (path: string): boolean => couldMatch(INDEX, segmentsOf(partsOf(path)));

  it.each([
    '/towers/1/settings/${setting}',
    '/towers/${tower}/${rest}',
    '/${path}',
    '${path}',
    '/towers/1/set${rest}',
    '/towers/${tower}/settings/${setting}',
  ])('could be deprecated: %s', (path) => {
    expect(could(path)).toBe(true);
  });

  it.each(['/towers/1/doors/${door}', '/rooms/${room}', '/towers/1/doors', '/towers/1/bells/${bell}'])(
    'cannot be deprecated, or is already matched: %s',
    (path) => {
      expect(could(path)).toBe(false);
    },
  );
});

describe('judging a method', () => {
  const judge = (path: string, methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH')[], unknown = false) =>
    judgeMethod(expectDefined(matchPath(INDEX, segmentsOf(partsOf(path))), path), methods, unknown);

  it('accepts a method that is listed', () => {
    expect(judge('/towers/1/bells', ['POST'])).toEqual({ verdict: 'listed', method: 'POST' });
    expect(judge('/towers/1/bells/2', ['PATCH', 'DELETE'])).toEqual({ verdict: 'listed', method: 'DELETE' });
  });

  it('keeps a method that is not listed, and marks it', () => {
    expect(judge('/towers/1/bells/2', ['PATCH'])).toEqual({ verdict: 'unlisted', method: 'PATCH' });
  });

  it('drops a method that is live on the same path', () => {
    expect(judge('/towers/1/bells', ['PUT'])).toBeUndefined();
    expect(judge('/towers/1/bells', ['PUT', 'PATCH'])).toEqual({ verdict: 'unlisted', method: 'PATCH' });
  });

  it('keeps a listed method that is in use again', () => {
    expect(judge('/towers/1/bells', ['GET'])).toEqual({ verdict: 'listed', method: 'GET' });
  });

  it('marks a method as unknown', () => {
    expect(judge('/towers/1/bells', [], true)).toEqual({ verdict: 'unknown', method: 'GET' });
    expect(judge('/towers/1/bells', ['PUT'], true)).toEqual({ verdict: 'unknown', method: 'GET' });
  });

  it('accepts any method below a deprecated segment', () => {
    expect(judge('/towers/1/pendulum', ['PUT'])).toEqual({ verdict: 'listed', method: 'PUT' });
  });
});
