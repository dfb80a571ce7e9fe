import { isIsoDate } from '../../core/lib/iso-date.js';
import type { IsoDate } from '../../core/model/deprecation.js';
import type { Comment } from '../../core/model/language.js';

/** A comment that suppresses findings, or ends a suppression. */
export interface Directive {
  readonly action: 'disable-line' | 'disable-next-line' | 'disable' | 'enable' | 'disable-file';
  /** `eslint`: a comment for ESLint that names our rules. */
  readonly host: 'sunset-lint' | 'eslint';
  /** Ids of deprecations, or names of our rules; empty for all. */
  readonly ids: readonly string[];
  readonly reason?: string;
  /** Last day of validity; a malformed date is unchanged. */
  readonly until?: string;
  readonly comment: Comment;
}

const OUR_PREFIX = /^\s*sunset-lint-(?:disable|enable)/;
const OUR_FORM = /^\s*sunset-lint-(disable(?:-(?:next-)?line|-file)?|enable)(?=\s|$|,)([^]*)$/;
const ESLINT_FORM = /^\s*eslint-(disable(?:-(?:next-)?line)?|enable)(?=\s|$)([^]*)$/;

/** Whether a text may have directives of either host; a fast test without false negatives. */
export function mayContainDirective(text: string): boolean {
  // Few texts contain this word, so that one search usually replaces all others.
  if (!text.includes('sunset')) return false;
  return mayContainOurDirective(text) || (text.includes('eslint-') && text.includes('sunset/'));
}

/** Sources of regular expressions, at least one of which matches each possible directive. */
export const DIRECTIVE_SOURCES: readonly string[] = ['sunset-lint-', 'sunset/'];

/** Whether a text may have directives for sunset-lint itself; ESLint handles those for ESLint. */
export function mayContainOurDirective(text: string): boolean {
  return text.includes('sunset-lint-');
}

/**
 * Parses a comment: a directive, `malformed` if it only looks like one, or undefined. After the ids, a directive may
 * have `until YYYY-MM-DD` and `-- reason`.
 */
export function parseDirective(comment: Comment): Directive | 'malformed' | undefined {
  const ours = OUR_FORM.exec(comment.text);
  if (ours !== null) return ourDirective(comment, ours[1] as Directive['action'], ours[2] ?? '');
  if (OUR_PREFIX.test(comment.text)) return 'malformed';
  const theirs = ESLINT_FORM.exec(comment.text);
  return theirs === null ? undefined : eslintDirective(comment, theirs[1] ?? '', theirs[2] ?? '');
}

/** Largest number of characters for the ids of a comment; all existing ids together take fewer. */
const MAX_IDS = 20_000;

function ourDirective(comment: Comment, action: Directive['action'], idsAndReason: string): Directive | 'malformed' {
  // As in ESLint, only block comments open and close a range.
  if ((action === 'disable' || action === 'enable') && comment.kind === 'line') return 'malformed';
  const { head, reason } = splitReason(idsAndReason);
  if (head.length > MAX_IDS) return 'malformed';
  const { ids, until } = idsAndDay(head);
  return {
    action,
    host: 'sunset-lint',
    ids,
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { until }),
    comment,
  };
}

/** Parses a comment for ESLint. Only comments that name our rules count; a bare `eslint-enable` ends their effect. */
function eslintDirective(comment: Comment, verb: string, idsAndReason: string): Directive | undefined {
  const { head, reason } = splitReason(idsAndReason);
  const names = words(head);
  const ids = names.filter((id) => id.startsWith('sunset/'));
  const action =
    verb === 'enable' ? 'enable' : verb === 'disable' ? 'disable' : (verb as 'disable-line' | 'disable-next-line');
  if (ids.length === 0 && !(action === 'enable' && names.length === 0)) return undefined;
  if ((action === 'disable' || action === 'enable') && comment.kind === 'line') return undefined;
  return {
    action,
    host: 'eslint',
    ids: ids.map((id) => id.slice('sunset/'.length)),
    ...(reason === undefined ? {} : { reason }),
    comment,
  };
}

/** Whether a directive is valid on a day. An invalid date counts as passed. */
export function isValidOn(directive: Directive, asOf: IsoDate): boolean {
  return directive.until === undefined || (isIsoDate(directive.until) && asOf <= directive.until);
}

function splitReason(text: string): { readonly head: string; readonly reason?: string } {
  const match = /(?:^|\s)-{2,}(?=\s|$)/.exec(text);
  if (match === null) return { head: text };
  const reason = text
    .slice(match.index + match[0].length)
    .replace(/\s+/g, ' ')
    .trim();
  return { head: text.slice(0, match.index), ...(reason === '' ? {} : { reason }) };
}

/** Splits off a date after a final `until`. Compares words, because a pattern would backtrack at each `until`. */
function idsAndDay(head: string): { readonly ids: readonly string[]; readonly until?: string } {
  const allWords = head.trim().split(/\s+/);
  const [previousWord, until] = allWords.slice(-2);
  if (previousWord === undefined || until === undefined || !/(?:^|,)until$/.test(previousWord))
    return { ids: words(head) };
  return { ids: words([...allWords.slice(0, -2), previousWord.slice(0, -'until'.length)].join(' ')), until };
}

function words(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

/** Number of unknown ids of a comment that are reported individually. */
const MAX_LISTED = 3;
/** Largest number of characters of a word that a message repeats. */
const MAX_WORD = 80;

/** Returns the first unknown ids, each once, and the number of the remaining ones. */
export function unknownIds(
  ids: readonly string[],
  known: ReadonlySet<string>,
): { readonly first: readonly string[]; readonly more: number } {
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  return { first: unknown.slice(0, MAX_LISTED), more: Math.max(unknown.length - MAX_LISTED, 0) };
}

/** Shortens a word of a comment for a message. */
export function cutWord(word: string): string {
  return word.length > MAX_WORD ? `${word.slice(0, MAX_WORD)}…` : word;
}
