import type { Report } from './report.js';

/** Gives the owners of a file, named from the root of the repository with `/`; none where nobody owns it. */
export type OwnersOf = (file: string) => readonly string[];

interface Entry {
  readonly segments: readonly string[];
  readonly owners: readonly string[];
}

/**
 * Reads a CODEOWNERS file: within a section (the whole file, where there are none) the last matching
 * line wins, also one that names nobody; the owners of all sections count. Nothing in it is an error.
 */
export function parseCodeowners(text: string): OwnersOf {
  const sections = new Map<string, Entry[]>();
  let defaults: readonly string[] = [];
  let entries = sectionOf(sections, '');
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)) {
    const header = /^\^?\[([^\]]+)\](?:\[\d+\])?(.*)$/.exec(line.trim());
    if (header !== null) {
      entries = sectionOf(sections, (header[1] ?? '').trim().toLowerCase());
      defaults = ownersIn(words(header[2] ?? ''));
      continue;
    }
    const [pattern, ...rest] = words(line);
    if (pattern === undefined) continue;
    const owners = ownersIn(rest);
    entries.push({ segments: toSegments(pattern), owners: owners.length > 0 ? owners : defaults });
  }
  return (file) => {
    const path = file.split('/');
    const owners = [...sections.values()].flatMap(
      (section) => section.findLast(({ segments }) => matchPath(segments, path))?.owners ?? [],
    );
    return [...new Set(owners)];
  };
}

/** The report with the owner of each finding. `prefix` leads from the root of the repository to that of the report. */
export function withOwners(report: Report, ownersOf: OwnersOf, prefix: string): Report {
  const findings = report.findings.map((finding) => {
    const owner = ownersOf(`${prefix}${finding.file}`).join(' ');
    return owner === '' ? finding : { ...finding, owner };
  });
  return { ...report, findings };
}

function sectionOf(sections: Map<string, Entry[]>, name: string): Entry[] {
  const known = sections.get(name) ?? [];
  sections.set(name, known);
  return known;
}

/** Words between spaces that are not escaped, up to a comment. */
function words(line: string): readonly string[] {
  const found: string[] = [];
  for (const match of line.matchAll(/(?:\\.|[^\s\\])+/g)) {
    if (match[0].startsWith('#')) break;
    found.push(match[0].replace(/\\(.)/g, '$1'));
  }
  return found;
}

function ownersIn(list: readonly string[]): readonly string[] {
  return list.filter((word) => word.includes('@'));
}

/** A pattern as segments from the root: `docs/*` stays at one level, `docs` and `docs/` take all below. */
function toSegments(pattern: string): readonly string[] {
  const trimmed = pattern.replace(/^\/+|\/+$/g, '');
  const anchored = pattern.startsWith('/') || trimmed.includes('/');
  const segments = [...(anchored ? [] : ['**']), ...trimmed.split('/')].filter(
    (segment, index, all) => !(segment === '**' && all[index - 1] === '**'),
  );
  const last = segments.at(-1);
  if (pattern.endsWith('/') || last === '**')
    return [...segments.filter((segment, index) => segment !== '**' || index < segments.length - 1), '**', '*'];
  return anchored && last?.includes('*') === true ? segments : [...segments, '**'];
}

/** `**` takes any number of segments. */
function matchPath(pattern: readonly string[], path: readonly string[]): boolean {
  return matchWild(pattern, path, (part) => part === '**', matchSegment);
}

function matchSegment(pattern: string, text: string): boolean {
  return matchWild(
    Array.from(pattern),
    Array.from(text),
    (char) => char === '*',
    (char, other) => char === '?' || char === other,
  );
}

/** Matches with one kind of wildcard; going back to the last one is enough, so no pattern is slow. */
function matchWild<T>(
  pattern: readonly T[],
  items: readonly T[],
  isWild: (part: T) => boolean,
  equal: (part: T, item: T) => boolean,
): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < items.length) {
    const part = pattern[at];
    const item = items[index] as T;
    if (part !== undefined && isWild(part)) {
      star = at++;
      resume = index;
    } else if (part !== undefined && equal(part, item)) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resume;
    } else {
      return false;
    }
  }
  while (at < pattern.length && isWild(pattern[at] as T)) at++;
  return at === pattern.length;
}
