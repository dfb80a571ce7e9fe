import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { couldMatch, matchPath } from '../../src/engine/match/match.js';
import { segmentsOf } from '../../src/engine/match/url-parts.js';
import { catalogueOf, indexOf, live, partsOf } from './support.js';

const NAME = fc.constantFrom('towers', 'bells', 'hands', 'presets', 'constructor');
const SEGMENT = fc.oneof({ weight: 2, arbitrary: NAME }, { weight: 1, arbitrary: fc.constant('{id}') });
/** Starts with a name: a catalogue has no operation without a literal segment. */
const TEMPLATE = fc
  .tuple(NAME, fc.array(SEGMENT, { maxLength: 3 }))
  .map(([first, rest]) => `/${[first, ...rest].join('/')}`);
const TEMPLATES = fc.uniqueArray(TEMPLATE, { minLength: 2, maxLength: 8 });
const PATH = fc
  .array(fc.oneof(NAME, fc.constantFrom('1', 'a1b2', ':id', 'toString', '__proto__')), { minLength: 1, maxLength: 4 })
  .map((segments) => `/${segments.join('/')}`);

/** Matches a path by a regular expression made of the template. */
function isPathOf(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll('{id}', '[^/]+')}$`).test(path);
}

function literalsOf(template: string): number {
  return template.split('/').filter((segment) => segment !== '' && segment !== '{id}').length;
}

function indexWith(deprecated: readonly string[], alive: readonly string[] = []): ReturnType<typeof indexOf> {
  return indexOf(
    catalogueOf(
      { clock: deprecated.map((path) => ['GET', path]) },
      alive.map((path) => live('GET', path)),
    ),
  );
}

describe('matching any path against any catalogue', () => {
  it('finds a template that fits, unless a live one fits as well', () => {
    fc.assert(
      fc.property(TEMPLATES, fc.nat({ max: 4 }), PATH, (templates, cut, path) => {
        const [alive, deprecated] = [
          templates.slice(0, Math.min(cut, templates.length - 1)),
          templates.slice(Math.min(cut, templates.length - 1)),
        ];
        const found = matchPath(indexWith(deprecated, alive), segmentsOf(partsOf(path)))?.entry.path;
        const fitting = deprecated.filter((template) => isPathOf(template, path));
        if (found === undefined) {
          const most = Math.max(...fitting.map(literalsOf));
          expect(
            fitting.length === 0 ||
              alive.some(
                (template) =>
                  isPathOf(template, path) && literalsOf(template) >= Math.min(most, ...fitting.map(literalsOf)),
              ),
          ).toBe(true);
        } else {
          expect(fitting).toContain(found);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('finds the same template for any value of its parameters, known or unknown', () => {
    fc.assert(
      fc.property(TEMPLATE, fc.constantFrom('1', '${id}', 'pre-${id}', ':id', '<id>', '{id}'), (template, filling) => {
        expect(
          matchPath(indexWith([template]), segmentsOf(partsOf(template.replaceAll('{id}', filling))))?.entry.path,
        ).toBe(template);
      }),
      { numRuns: 300 },
    );
  });

  it('reports a possible match if a hole replaces a literal', () => {
    fc.assert(
      fc.property(TEMPLATES, fc.nat(), fc.nat(), (templates, which, at) => {
        const template = templates[which % templates.length] ?? '';
        const segments = template.slice(1).split('/');
        const names = segments.flatMap((segment, index) => (segment === '{id}' ? [] : [index]));
        const name = names[at % names.length];
        const path = segments
          .map((segment, index) => (index === name ? '${unknown}' : segment.replace('{id}', '1')))
          .join('/');
        expect(couldMatch(indexWith(templates), segmentsOf(partsOf(`/${path}`)))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
