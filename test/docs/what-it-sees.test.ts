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

describe('formatWhatItSees', () => {
  it('shows a caught line and the silent one most like it', () => {
    const text = [
      "import { get } from './get';",
      '// A comment with /zones/1/pagerules',
      'get(`/zones/${id}/pagerules`); // expect: page-rules-api GET',
      "console.log('done');",
      'get(`/zones/${id}/rulesets`);',
    ].join('\n');
    expect(formatWhatItSees([{ theme: 'themes', name: 'silent-two-words', files: [{ file: 'a.ts', text }] }])).toBe(
      [
        '### themes',
        '',
        '| Case | Reported | Not reported |',
        '|---|---|---|',
        '| two words | `` get(`/zones/${id}/pagerules`); `` | `` get(`/zones/${id}/rulesets`); `` |',
      ].join('\n'),
    );
  });

  it('reads the comment above, and escapes what would end a cell', () => {
    const text = ['// expect-next: page-rules-api', "get(a || '/zones/1/pagerules');"].join('\n');
    expect(formatWhatItSees([{ theme: 't', name: 'c', files: [{ file: 'a.ts', text }] }])).toContain(
      "| c | `get(a \\|\\| '/zones/1/pagerules');` | – |",
    );
  });
});
