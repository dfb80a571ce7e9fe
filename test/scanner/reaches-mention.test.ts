import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TreeOverlay } from '../../src/files/tree-overlay.js';
import { SourceStore } from '../../src/scan/source-store.js';
import { TextReader } from '../../src/files/read-text.js';
import { reachesMention } from '../../src/scan/harmless-change.js';
import { CATALOGUE, folder } from './support.js';

function reaches(
  files: Readonly<Record<string, string>>,
  changed: readonly string[],
  staged: Readonly<Record<string, string | null>> = {},
): boolean {
  const root = folder({ '.git/HEAD': '', ...files });
  const overlay = new TreeOverlay(
    new Map(
      Object.entries(staged).map(([name, text]) => [resolve(root, name), text === null ? null : Buffer.from(text)]),
    ),
  );
  const store = new SourceStore(root, new TextReader(undefined, overlay));
  return reachesMention(changed, store, { overlay }, CATALOGUE);
}

const API = "export const send = (path) => fetch('https://api.acme.test/client/v9' + path);\n";

describe('a change that can make a finding', () => {
  it('is not a change of files that neither mention the API nor import a mention', () => {
    expect(
      reaches({ 'api.ts': API, 'a.ts': "import { b } from './b';\nb();", 'b.ts': 'export const b = () => 1;' }, [
        'a.ts',
      ]),
    ).toBe(false);
  });

  it.each([
    ['a file with a mention', ['a.ts'], { 'a.ts': "get('/zones/1/rate_limits');" }],
    [
      'a file that imports a mention, at any distance',
      ['a.ts'],
      { 'a.ts': "import { b } from './b';", 'b.ts': "export * from './api';" },
    ],
    ['a file that was deleted', ['gone.ts'], {}],
  ])('is a change of %s', (_, changed, files) => {
    expect(reaches({ 'api.ts': API, ...files }, changed)).toBe(true);
  });

  it('is judged by the staged content', () => {
    expect(reaches({ 'a.ts': '1;' }, ['a.ts'], { 'a.ts': "get('/zones/1/rate_limits');" })).toBe(true);
    expect(reaches({ 'a.ts': "get('/zones/1/rate_limits');" }, ['a.ts'], { 'a.ts': '1;' })).toBe(false);
  });
});
