import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAbsolute, resolveParts, withoutQuery } from '../../src/engine/values/resolve-url.js';
import { displayText } from '../../src/engine/values/text.js';
import { partsOf } from './support.js';

function resolve(input: string, base: string): string {
  return displayText(resolveParts(partsOf(input), partsOf(base)));
}

describe('resolving a URL against a base', () => {
  it.each([
    ['https://other.test/x', 'https://api.clock.test/rest/v2/', 'https://other.test/x'],
    ['/towers', 'https://api.clock.test/rest/v2/', 'https://api.clock.test/towers'],
    ['towers', 'https://api.clock.test/rest/v2/', 'https://api.clock.test/rest/v2/towers'],
    ['towers', 'https://api.clock.test/rest/v2', 'https://api.clock.test/rest/towers'],
    ['towers', 'https://api.clock.test', 'https://api.clock.test/towers'],
    ['./towers', 'https://api.clock.test/rest/', 'https://api.clock.test/rest/towers'],
    ['towers', 'https://api.clock.test/rest/v2/?a=b', 'https://api.clock.test/rest/v2/towers'],
    ['/towers/${id}', '${base}', '${base}/towers/${id}'],
    ['towers/${id}', 'https://api.clock.test/rest/v2/', 'https://api.clock.test/rest/v2/towers/${id}'],
    ['${path}', 'https://api.clock.test/rest/v2/', 'https://api.clock.test/rest/v2/${path}'],
    [`${'../'.repeat(200)}towers/\${id}`, 'https://api.clock.test/rest/', 'https://api.clock.test/towers/${id}'],
    [`${'../'.repeat(201)}towers/\${id}`, 'https://api.clock.test/rest/', '${…}/towers/${id}'],
  ])('resolves %s against %s', (input, base, expected) => {
    expect(resolve(input, base)).toBe(expected);
  });

  const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,6}$/);
  const path = fc
    .tuple(fc.array(name, { maxLength: 4 }), fc.constantFrom('', '/'))
    .map(([names, end]) => (names.length === 0 ? end : `/${names.join('/')}${end}`));
  const base = fc
    .tuple(fc.constantFrom('https:', 'http:'), name, path, fc.constantFrom('', '?a=b', '#c', '?a=/b#c/d'))
    .map(([scheme, host, rest, tail]) => `${scheme}//${host}.test${rest}${tail}`);
  const relative = fc
    .tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '/', '?q=1', '#f'))
    .map(([names, end]) => names.join('/') + end);
  const input = fc.oneof(
    relative,
    relative.map((text) => `/${text}`),
    relative.map((text) => `./${text}`),
    relative.map((text) => `https://other.test/${text}`),
    relative.map((text) => `//other.test/${text}`),
  );

  it('agrees with the URL standard', () => {
    fc.assert(
      fc.property(input, base, (text, start) => {
        const expected = new URL(text, start);
        const resolved = resolve(text, start);
        // A result that starts with `//` leaves the scheme open; the standard takes that of the base.
        expect(new URL(resolved.startsWith('//') ? `${expected.protocol}${resolved}` : resolved).href).toBe(
          expected.href,
        );
      }),
    );
  });
});

describe('pieces of URLs', () => {
  it('recognises absolute URLs', () => {
    expect(['https://a', 'HTTP://a', '//a', 'git+ssh://a'].map((text) => isAbsolute(partsOf(text)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['/a', 'a', 'a://'.slice(0, 1), '${a}//b', 'mailto:x'].map((text) => isAbsolute(partsOf(text)))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('removes query and fragment', () => {
    expect(displayText(withoutQuery(partsOf('/a/${b}?c=${d}#e')))).toBe('/a/${b}');
    expect(displayText(withoutQuery(partsOf('/a#b?c')))).toBe('/a');
  });
});
