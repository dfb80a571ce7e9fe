import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { whatItSeesPage } from '../../tools/docs/generate.js';
import { formatWhatItSees } from '../../tools/docs/what-it-sees.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('docs/what-it-sees.md', () => {
  it('is up to date with the fixtures', () => {
    const { wanted, current } = whatItSeesPage(ROOT);
    expect(current).toBe(wanted);
  });
});

function formatted(theme: string, ...cases: readonly (readonly [name: string, ...lines: string[]])[]): string {
  return formatWhatItSees(
    cases.map(([name, ...lines]) => ({ theme, name, files: [{ file: 'a.ts', text: lines.join('\n') }] })),
  );
}

describe('formatWhatItSees', () => {
  const loop = ['a-loop', "for (const a of ['minify']) use(a); // expect: b"] as const;
  const twoWords = [
    'silent-two-words',
    "import { get } from './get';",
    '// A comment with /zones/1/pagerules',
    'get(`/zones/${id}/pagerules`); // expect: page-rules-api GET',
    "console.log('done');",
    'get(`/zones/${id}/rulesets`);',
  ] as const;

  it('counts the cases, and pairs a reported line with the most similar unreported one', () => {
    expect(formatted('themes', loop, twoWords)).toBe(
      [
        '| Theme | Cases | Reported | Not reported |',
        '|---|---|---|---|',
        '| themes | 2 | `` get(`/zones/${id}/pagerules`); `` | `` get(`/zones/${id}/rulesets`); `` |',
      ].join('\n'),
    );
  });

  it('lists the cases of some themes by name', () => {
    expect(formatted('clients', loop, twoWords)).toContain('\n\n- **HTTP clients**: a loop, two words');
  });

  it('handles expectations on the line above, and escapes pipes', () => {
    expect(formatted('t', ['c', '// expect-next: page-rules-api', "get(a || '/zones/1/pagerules');"])).toContain(
      "| t | 1 | `get(a \\|\\| '/zones/1/pagerules');` | – |",
    );
  });
});
