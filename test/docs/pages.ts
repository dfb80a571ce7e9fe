import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = new URL('../../', import.meta.url);

/** Pages of the repository for people: those at its root, and all below `docs` and `rules`, by their path. */
export const PAGES: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...['docs', 'rules'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.md')),
  ),
].sort();

/** Text of a file of the repository. */
export function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8');
}

/** Texts of the code blocks of one language. */
export function blocksOf(text: string, language: string): readonly string[] {
  return [...text.matchAll(/^(`{3,})(\S*)\n([^]*?)^\1$/gm)].flatMap(([, , name, block = '']) =>
    name === language ? [block] : [],
  );
}

/** A page without its blocks and pieces of code. */
function proseOf(text: string): string {
  return text.replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll('](', ''));
}

/** Links and pictures that are relative, without what stands behind `#`. */
export function linksOf(text: string): readonly string[] {
  const prose = proseOf(text);
  const found = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ...prose.matchAll(/\b(?:src|href)="([^"#]+)/g)];
  return found.map((match) => match[1] ?? '').filter((link) => !/^\w+:/.test(link));
}

/** Links to headings: the file, empty for the page itself, and what stands behind `#`. */
export function anchorsOf(text: string): readonly (readonly [file: string, anchor: string])[] {
  return [...proseOf(text).matchAll(/\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)/g)].map(
    ([, file = '', anchor = '']) => [file, anchor] as const,
  );
}

/** Headings as GitHub and npm name them in addresses. */
export function headingsOf(text: string): readonly string[] {
  return [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}
