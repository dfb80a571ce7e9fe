import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileSearch, TextSearch } from '../../src/core/search/text-search.js';
import { ReadText, SEARCHED_SIZE, TextReader } from '../../src/files/read-text.js';
import { DEPENDENCIES, folder, runScan } from '../scanner/support.js';

afterEach(() => vi.unstubAllGlobals());

describe('a text read with a search', () => {
  function read(content: string | Uint8Array): ReadText {
    const root = folder({ 'before.ts': 'bells'.repeat(100), 'a.ts': content });
    const reader = new TextReader(undefined, undefined, () =>
      TextSearch.create(() => compileSearch([['bells'], ['towers']]), SEARCHED_SIZE),
    );
    reader.read(join(root, 'before.ts'));
    const result = reader.read(join(root, 'a.ts'));
    if (!(result instanceof ReadText)) throw new Error(result.reason);
    return result;
  }

  it('has its own groups of mentions, and none of the previous text', () => {
    expect(read('two towers').groups).toBe(0b10);
    expect(read('').groups).toBe(0);
  });

  it('has the same characters before and after it is decoded', () => {
    const text = read('\uFEFFzwei Türme, bells');
    const { latin1, size } = text;
    expect(text.decode()).toBe('zwei Türme, bells');
    expect(latin1).toBe(Buffer.from('zwei Türme, bells').toString('latin1'));
    expect(size).toBe(latin1.length + '\uFEFF'.length * 3);
    expect(read('\uFEFFbells').groups).toBe(0b01);
  });

  it('may mention anything if it is UTF-16 or larger than the buffer of the search', () => {
    const wide = read(Buffer.from('\uFEFFnothing', 'utf16le'));
    expect(wide.groups).toBe(-1);
    expect(wide.decode()).toBe('nothing');
    expect(read('x'.repeat(SEARCHED_SIZE + 1)).groups).toBe(-1);
    expect(read('x'.repeat(SEARCHED_SIZE - 1)).groups).toBe(0);
  });
});

describe('a scan of many files with the search', () => {
  const call = "fetch('https://api.acme.test/client/v9/zones/1/rate_limits');\n";
  const files: Record<string, string | Uint8Array> = {
    'call.ts': call,
    'marked.ts': `\uFEFF${call}`,
    'wide.ts': Buffer.from(`\uFEFF${call}`, 'utf16le'),
    'large.ts': `${'// x\n'.repeat(SEARCHED_SIZE / 4)}${call}`,
    'words.ts': "export const PATH = '/zones/1/filters';\n",
    'excepted.ts': '// sunset-lint-disable-next-line rate-limits -- no more\nexport {};\n',
    'dist/built.js': call,
    'other.lua': call,
    'bin/tool': `#!/usr/bin/env node\n${call}`,
    'bin/none': call,
    'deploy.sh': 'echo nothing\n',
  };
  for (let index = 0; index < 600; index += 1) files[`src/${index}.ts`] = `export const a${index} = 'nothing';\n`;

  it('gives the same report as without WebAssembly', () => {
    const root = folder(files);
    const create = vi.spyOn(TextSearch, 'create');
    const searched = runScan({ root, asOf: '2026-01-01' }, DEPENDENCIES);
    vi.stubGlobal('WebAssembly', undefined);
    const tested = runScan({ root, asOf: '2026-01-01' }, DEPENDENCIES);
    expect(create.mock.results.map(({ value }) => value instanceof TextSearch)).toEqual([true, false]);
    expect(searched.report).toEqual(tested.report);
    expect(searched.report.findings.map(({ file }) => file)).toEqual([
      'bin/tool',
      'call.ts',
      'large.ts',
      'marked.ts',
      'wide.ts',
    ]);
    expect(searched.report.coverage.files).toBeGreaterThan(600);
  });
});
