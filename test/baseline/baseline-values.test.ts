import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBaseline, parseBaseline } from '../../src/scan/baseline/baseline-file.js';
import type { BaselineEntry } from '../../src/scan/baseline/entry.js';
import { ConfigError } from '../../src/core/model/errors.js';

const WORD = fc.oneof(
  fc.constantFrom('src/a.ts', '', '\n', '\u202e', '\ud800', '"', '\\', '__proto__', '</script>'),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const ENTRY: fc.Arbitrary<BaselineEntry> = fc.record(
  {
    file: WORD,
    deprecation: WORD,
    method: WORD,
    path: WORD,
    url: WORD,
    accepted: fc.constantFrom('2026-01-01', '2024-02-29'),
    reason: WORD,
    owner: WORD,
    until: WORD,
  },
  { requiredKeys: ['file', 'deprecation', 'method', 'path', 'url', 'accepted'] },
);
const ENTRIES = fc.array(ENTRY, { maxLength: 5 });
const byText = (entries: readonly BaselineEntry[]): readonly string[] =>
  entries.map((entry) => JSON.stringify(Object.entries(entry).sort())).sort();

describe('any baseline', () => {
  it('can be read again, with the same bytes for any order of its entries', () => {
    fc.assert(
      fc.property(ENTRIES, (entries) => {
        const text = formatBaseline(entries);
        expect(byText(parseBaseline('b.json', text))).toEqual(byText(entries));
        expect(formatBaseline([...entries].reverse())).toBe(text);
        expect(formatBaseline(parseBaseline('b.json', text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused if it is damaged, or contains some of its entries unchanged', () => {
    fc.assert(
      fc.property(
        ENTRIES,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', ',', '"', '}', '[', '0', 'null', '<<<<<<< HEAD\n', '\u0000'),
        (entries, at, removed, added) => {
          const text = formatBaseline(entries);
          const position = at % (text.length + 1);
          try {
            const read = parseBaseline('b.json', text.slice(0, position) + added + text.slice(position + removed));
            for (const entry of read)
              expect(Object.values(entry).every((value) => typeof value === 'string')).toBe(true);
            expect(read).toHaveLength(entries.length);
          } catch (error) {
            if (!(error instanceof ConfigError)) throw error;
            expect(error.message).toMatch(/^the baseline 'b\.json' cannot be used: [^]*Nothing was written\./);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is refused with the place of a JSON value of another shape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (typeof value === 'object' && value !== null && 'version' in value) return;
        expect(() => parseBaseline('b.json', JSON.stringify(value))).toThrow(
          /cannot be used: (?:it is not an object|its version is)/,
        );
        const findings = [value];
        if (typeof value !== 'object' || value === null || Array.isArray(value))
          expect(() => parseBaseline('b.json', JSON.stringify({ version: 1, findings }))).toThrow(
            '$.findings[0] is not an object',
          );
      }),
      { numRuns: 300 },
    );
  });
});
