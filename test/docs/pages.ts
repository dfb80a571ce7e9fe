import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = new URL('../../', import.meta.url);

/** Paths of the pages of the repository: those at its root, and all below `docs` and `rules`. */
export const PAGES: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...['docs', 'rules'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.md')),
  ),
].sort();

/** Reads a file of the repository. */
export function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8');
}

/** Lists the code blocks of one language. */
export function blocksOf(text: string, language: string): readonly string[] {
  return [...text.matchAll(/^(`{3,})(\S*)\n([^]*?)^\1$/gm)].flatMap(([, , name, block = '']) =>
    name === language ? [block] : [],
  );
}

/** Removes code blocks and inline code from a page. */
function proseOf(text: string): string {
  return text.replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll('](', ''));
}

/** Lists relative links and pictures without their fragments. */
export function linksOf(text: string): readonly string[] {
  const prose = proseOf(text);
  const found = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ...prose.matchAll(/\b(?:src|href)="([^"#]+)/g)];
  return found.map((match) => match[1] ?? '').filter((link) => !/^\w+:/.test(link));
}

/** Lists links to headings: the file, empty for the page itself, and the fragment. */
export function anchorsOf(text: string): readonly (readonly [file: string, anchor: string])[] {
  return [...proseOf(text).matchAll(/\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)/g)].map(
    ([, file = '', anchor = '']) => [file, anchor] as const,
  );
}

/** Lists the fragments that GitHub and npm give to headings. */
export function headingsOf(text: string): readonly string[] {
  return [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}
