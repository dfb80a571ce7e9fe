import { StepBudget } from '../core/lib/bounds.js';
import { BELOW, DEEP, globMatcher, parseGlob } from '../core/lib/patterns.js';
import type { Glob } from '../core/lib/patterns.js';
import { addTo } from '../core/lib/collections.js';
import type { Report, ReportFinding } from './report.js';

/** Returns the owners of a file, given by its path from the root of the repository; empty where it has no owner. */
export interface OwnersOf {
  (file: string): readonly string[];
  /** Whether files were left without owners because the patterns would have taken too long. */
  readonly isIncomplete: () => boolean;
}

interface Entry {
  /** Index among all lines. */
  readonly order: number;
  readonly section: string;
  readonly glob: Glob;
  readonly owners: readonly string[];
}

/** Step budget for matching all files; about a second. */
const MATCHING_STEPS = 50_000_000;

/**
 * Reads a CODEOWNERS file. In each section (the whole file, if it has none) the last matching line wins, even one
 * without an owner; the owners of all sections are joined. Malformed lines do not fail.
 */
export function parseCodeowners(text: string): OwnersOf {
  const sectionOrder = new Map<string, number>();
  const entriesByName = new Map<string, Entry[]>();
  let section = '';
  let defaultOwners: readonly string[] = [];
  for (const [order, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|[\r\n]/)
    .entries()) {
    const header = /^\^?\[([^\]]+)\](?:\[\d+\])?(.*)$/.exec(line.trim());
    if (header !== null) {
      section = (header[1] ?? '').trim().toLowerCase();
      defaultOwners = ownersIn(words(header[2] ?? ''));
      continue;
    }
    const [pattern, ...ownerWords] = words(line);
    if (pattern === undefined) continue;
    if (!sectionOrder.has(section)) sectionOrder.set(section, sectionOrder.size);
    const owners = ownersIn(ownerWords);
    const glob = toGlob(pattern);
    addTo(entriesByName, indexKey(glob), { order, section, glob, owners: owners.length > 0 ? owners : defaultOwners });
  }
  const budget = new StepBudget(MATCHING_STEPS);
  const matchesGlob = globMatcher(budget);
  const findOwners = (file: string): readonly string[] => {
    const path = file.split('/');
    const lastBySection = new Map<string, Entry>();
    for (const name of new Set([ANYWHERE, `/${path[0] ?? ''}`, ...path])) {
      const entries = entriesByName.get(name) ?? [];
      for (let index = entries.length - 1; index >= 0 && budget.take(1); index -= 1) {
        const entry = entries[index];
        const previous = entry === undefined ? undefined : lastBySection.get(entry.section);
        const isOverridden = entry === undefined || (previous?.order ?? -1) > entry.order;
        if (isOverridden && sectionOrder.size === 1) break;
        if (!isOverridden && matchesGlob(entry.glob, path)) lastBySection.set(entry.section, entry);
      }
    }
    if (budget.isSpent) return [];
    const entriesInOrder = [...lastBySection.values()].sort(
      (left, right) => (sectionOrder.get(left.section) ?? 0) - (sectionOrder.get(right.section) ?? 0),
    );
    return [...new Set(entriesInOrder.flatMap(({ owners }) => owners))];
  };
  const ownersByFile = new Map<string, readonly string[]>();
  const ownersOf = (file: string): readonly string[] => {
    const owners = ownersByFile.get(file) ?? findOwners(file);
    ownersByFile.set(file, owners);
    return owners;
  };
  return Object.assign(ownersOf, { isIncomplete: () => budget.isSpent });
}

/** The report with the owner of each finding. `prefix`: path from the root of the repository to that of the report. */
export function withOwners(report: Report, ownersOf: OwnersOf, prefix: string): Report {
  const findings = report.findings.map((finding) => {
    const owner = ownersOf(`${prefix}${finding.file}`).join(' ');
    return owner === '' ? finding : { ...finding, owner };
  });
  if (!ownersOf.isIncomplete()) return { ...report, findings };
  const { coverage } = report;
  const limit = 'CODEOWNERS has patterns that take too long: not all owners were looked for.';
  return { ...report, findings, coverage: { ...coverage, limits: [...coverage.limits, limit] } };
}

/** The owners of a finding, one by one; none where its file has no owner. */
export function ownerNames({ owner = '' }: Pick<ReportFinding, 'owner'>): readonly string[] {
  return owner.split(' ').filter((name) => name !== '');
}

/** Words between unescaped spaces, up to a comment. */
function words(line: string): readonly string[] {
  const foundWords: string[] = [];
  for (const match of line.matchAll(/(?:\\.|[^\s\\])+/g)) {
    if (match[0].startsWith('#')) break;
    foundWords.push(match[0].replace(/\\(.)/g, '$1'));
  }
  return foundWords;
}

function ownersIn(candidates: readonly string[]): readonly string[] {
  return candidates.filter((word) => word.includes('@'));
}

/**
 * Index key of a pattern, a name in every matching path: `/src` for a first segment, `src` for any; else `ANYWHERE`.
 */
function indexKey([first, second]: Glob): string {
  if (typeof first === 'string') return `/${first}`;
  return first === DEEP && typeof second === 'string' ? second : ANYWHERE;
}

/** Index key of patterns without such a name; equal to no file name. */
const ANYWHERE = '/';

/** Segments of a pattern from the root: `docs/*` matches one level, `docs` and `docs/` match everything below. */
function toGlob(pattern: string): Glob {
  let [start, end] = [0, pattern.length];
  while (pattern[start] === '/') start += 1;
  while (end > start && pattern[end - 1] === '/') end -= 1;
  const trimmedPattern = pattern.slice(start, end);
  const isAnchored = start > 0 || trimmedPattern.includes('/');
  const parsedSegments = parseGlob(trimmedPattern, 'stars') ?? [];
  const segments: Glob = isAnchored ? parsedSegments : [DEEP, ...parsedSegments];
  const lastSegment = segments.at(-1);
  if (end < pattern.length || lastSegment === DEEP)
    return [...(lastSegment === DEEP ? segments.slice(0, -1) : segments), ...BELOW];
  return isAnchored && typeof lastSegment === 'object' ? segments : [...segments, DEEP];
}
