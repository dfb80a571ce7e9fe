import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { MEGABYTE, readRegularFile } from '../../src/core/lib/read-file.js';
import type { IsoDate } from '../../src/core/model/deprecation.js';
import { htmlLines } from '../../packages/catalogue-tools/src/upstream/html-lines.js';
import type { KnownPage } from './known-pages.js';

/** Digest of the text of each page at its last review, by address. */
export type StoredDigests = Readonly<Record<string, { readonly sha256: string; readonly read: IsoDate }>>;

/** State of a saved page; `empty`: without text, such as a page rendered by scripts. */
export type PageState = 'moved' | 'new' | 'empty' | 'same' | 'missing';

export interface ComparedPage extends KnownPage {
  readonly state: PageState;
  readonly sha256?: string;
}

const READ_OPTIONS = { limit: 64 * MEGABYTE, malformed: 'replace' } as const;

/** Compares pages saved in a folder, by address (`docs.example/changes/index.html`), with their stored digests. */
export function comparePages(
  folder: string,
  pages: readonly KnownPage[],
  storedDigests: StoredDigests,
): { readonly pages: readonly ComparedPage[]; readonly strangers: readonly string[] } {
  const unmatchedNames = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')),
  );
  const comparedPages = pages.map((page): ComparedPage => {
    const name = fileNamesOf(page.url).find((candidate) => unmatchedNames.has(candidate));
    if (name === undefined) return { ...page, state: 'missing' };
    unmatchedNames.delete(name);
    const text = textOf(folder, name);
    if (text === '') return { ...page, state: 'empty' };
    const sha256 = createHash('sha256').update(text).digest('hex');
    const storedDigest = storedDigests[page.url]?.sha256;
    return { ...page, sha256, state: storedDigest === undefined ? 'new' : storedDigest === sha256 ? 'same' : 'moved' };
  });
  return { pages: comparedPages, strangers: [...unmatchedNames].sort() };
}

/** File names of a page by `wget --force-directories`, with or without `--adjust-extension`, and by browsers. */
function fileNamesOf(address: string): readonly string[] {
  const { host, pathname, search } = new URL(address);
  const name = `${host}${pathname.replace(/\/$/, '')}${search}`;
  return [`${name}/index.html`, `${name}.html`, `${name}.md`, name];
}

/** Visible text of a page, a line for each block, with single spaces. */
function textOf(folder: string, name: string): string {
  const file = readRegularFile(join(folder, name), { ...READ_OPTIONS, within: folder });
  if (file.kind !== 'text') return '';
  const lines = /^\s*</.test(file.text)
    ? htmlLines(file.text, name, Infinity).map(({ text }) => text)
    : file.text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n');
}
