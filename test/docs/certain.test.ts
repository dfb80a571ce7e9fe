import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { findings } from '../engine/support.js';

const PAGE = readFileSync(new URL('../../docs/certain.md', import.meta.url), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/^```js (\w+)\n([^]*?)^```$/gm)].map(([, level = '', code = '']) => ({
  level,
  code,
}));

describe('docs/certain.md', () => {
  it('has an example after each statement', () => {
    expect(EXAMPLES.map(({ level }) => level)).toEqual([
      'certain',
      'certain',
      'certain',
      'probable',
      'certain',
      'probable',
      'probable',
      'probable',
      'certain',
      'probable',
      'probable',
      'probable',
      'none',
      'certain',
      'none',
      'none',
      'none',
      'none',
      'none',
    ]);
  });

  it.each(EXAMPLES)('is right that the confidence is $level for $code', ({ level, code }) => {
    const levels = new Set(findings({ 'a.ts': code }, loadCatalogue()).map(({ confidence }) => confidence));
    expect([...levels]).toEqual(level === 'none' ? [] : [level]);
  });
});
