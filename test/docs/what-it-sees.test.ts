import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { whatItSeesPage } from '../../tools/docs/generate.js';
import { formatWhatItSees } from '../../tools/docs/what-it-sees.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('docs/what-it-sees.md', () => {
  it('is what the fixtures give', () => {
    const { wanted, current } = whatItSeesPage(ROOT);
    expect(current).toBe(wanted);
  });
});

function formatted(...cases: readonly (readonly [name: string, ...lines: string[]])[]): string {
  return formatWhatItSees(
    cases.map(([name, ...lines]) => ({ theme: 'themes', name, files: [{ file: 'a.ts', text: lines.join('\n') }] })),
  );
}

describe('formatWhatItSees', () => {
  it('names the cases, and shows a caught line with the silent one most like it', () => {
    const lines = [
      "import { get } from './get';",
      '// A comment with /zones/1/pagerules',
      'get(`/zones/${id}/pagerules`); // expect: page-rules-api GET',
      "console.log('done');",
      'get(`/zones/${id}/rulesets`);',
    ];
    expect(
      formatted(['a-loop', "for (const a of ['minify']) use(a); // expect: b"], ['silent-two-words', ...lines]),
    ).toBe(
      [
        '### themes',
        '',
        'a loop, two words.',
        '',
        '- reported: `` get(`/zones/${id}/pagerules`); ``',
        '- not reported: `` get(`/zones/${id}/rulesets`); ``',
      ].join('\n'),
    );
  });

  it('reads the comment above', () => {
    const page = formatted(['c', '// expect-next: page-rules-api', "get(a || '/zones/1/pagerules');"]);
    expect(page).toContain("- reported: `get(a || '/zones/1/pagerules');`");
    expect(page).not.toContain('not reported');
  });
});
