import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf } from '../../src/config/settings.js';
import type { SharedSettings } from '../../src/config/settings.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { builtFile, searchSources } from '../../src/scan/mention-search.js';

const ROOT = resolve(import.meta.dirname, '../..');
const DEFAULT = settingsOf({}, { folder: '.', place: () => 'no settings' });
const COPY = mkdtempSync(join(tmpdir(), 'sunset-built-'));

beforeAll(() => {
  for (const part of ['package.json', 'rules', 'dist']) cpSync(join(ROOT, part), join(COPY, part), { recursive: true });
});

afterAll(() => {
  rmSync(COPY, { recursive: true });
});

const fileFor = (settings: SharedSettings): ReturnType<typeof builtFile> =>
  builtFile(searchSources(settings.catalogue, settings.automatic?.signs));

/** Whether a built program has a search for a single file, for which compiling would not pay off. */
async function hasSearch(folder: string, config: Parameters<typeof settingsOf>[0] = {}): Promise<boolean> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(folder, 'dist', file)).href);
  const { mentionSearch } = (await load('scan/mention-search.js')) as typeof import('../../src/scan/mention-search.js');
  const built = (await load('config/settings.js')) as typeof import('../../src/config/settings.js');
  const { catalogue, automatic } = built.settingsOf(config, { folder, place: () => 'a setting' });
  return mentionSearch(catalogue, () => 1, automatic?.signs) !== undefined;
}

describe('the precompiled search of the build', () => {
  it('equals the search that a run without settings would compile', () => {
    const { name, content } = fileFor(DEFAULT);
    expect(readFileSync(join(ROOT, 'dist/libraries', name)).equals(content)).toBe(true);
  });

  it('is used by a run without settings, and by no run with another catalogue or base URL', async () => {
    expect(await hasSearch(ROOT)).toBe(true);
    expect(await hasSearch(ROOT, { apis: ['stripe'] })).toBe(false);
    expect(await hasSearch(ROOT, { baseUrls: ['https://gateway.example.com/cf'] })).toBe(false);
    const withOpenai = expectDefined(DEFAULT.automatic, 'other APIs apply').with(['openai']);
    expect(fileFor(withOpenai).name).not.toBe(fileFor(DEFAULT).name);
  });

  it.each([
    ['cut off', (content: Buffer) => content.subarray(0, 1000)],
    ['empty', () => Buffer.alloc(0)],
    ['of zeros', (content: Buffer) => Buffer.alloc(content.length)],
    ['missing', undefined],
  ])('is not used when its file is %s', async (_, damage) => {
    const { name, content } = fileFor(DEFAULT);
    const file = join(COPY, 'dist/libraries', name);
    writeFileSync(file, content);
    expect(await hasSearch(COPY)).toBe(true);
    if (damage === undefined) rmSync(file);
    else writeFileSync(file, damage(content));
    expect(await hasSearch(COPY)).toBe(false);
  });
});
