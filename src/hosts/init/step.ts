import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MEGABYTE, readRegularFile } from '../../core/lib/read-file.js';
import { ConfigError } from '../../core/model/errors.js';
import { keepsAll } from './edit-texts.js';

/** Parts of a set-up, in the order in which they are shown and written. */
export const AREAS = ['config', 'lint', 'hook', 'ci'] as const;
export type Area = (typeof AREAS)[number];

/** A linter whose configuration is tried after it was changed. */
export type Linter = 'eslint' | 'oxlint';

/** A file that is created or extended. */
interface WriteStep {
  readonly kind: 'write';
  readonly area: Area;
  /** Relative to the folder, with `/`. */
  readonly file: string;
  /** Returns the new text of the file, which only adds; the old text of a missing file is empty. */
  readonly edit: (text: string) => string;
  readonly about: string;
  readonly tryWith?: Linter;
  /** Whether a new file is a program. */
  readonly executable?: true;
}

/** One action of `init`, one that is already done, or one for the user. */
export type InitStep =
  | WriteStep
  | { readonly kind: 'done'; readonly area: Area; readonly about: string }
  | { readonly kind: 'by-hand'; readonly area: Area; readonly about: string; readonly text: string };

/** A step for the user. `text`: lines to add or commands to run. */
export function byHand(area: Area, about: string, text: string): InitStep {
  return { kind: 'by-hand', area, about, text };
}

/** A step without anything to do. */
export function done(area: Area, about: string): InitStep {
  return { kind: 'done', area, about };
}

/** A file that does not exist yet. */
export function newFile(area: Area, file: string, text: string, about: string): WriteStep {
  return { kind: 'write', area, file, edit: () => text, about };
}

/** One file before and after, with its byte order mark where it has one. */
export interface FileChange {
  readonly file: string;
  /** Undefined: it does not exist. */
  readonly before: string | undefined;
  readonly after: string;
  readonly executable: boolean;
  readonly tryWith: Linter | undefined;
}

/**
 * Combines the steps into one change per file.
 *
 * @throws ConfigError where a file cannot be read, or is in an encoding that would be lost.
 */
export function fileChanges(folder: string, steps: readonly InitStep[]): readonly FileChange[] {
  const byFile = new Map<string, WriteStep[]>();
  for (const step of steps) if (step.kind === 'write') byFile.set(step.file, [...(byFile.get(step.file) ?? []), step]);
  return [...byFile].map(([file, writes]) => changeOf(folder, file, writes));
}

function changeOf(folder: string, file: string, writes: readonly WriteStep[]): FileChange {
  const text = readOwn(folder, file);
  const after = writes.reduce((edited, { edit }) => edit(edited), text ?? '');
  // The invariant of this command, whichever step violates it.
  if (text !== undefined && !keepsAll(text, after)) throw new TypeError(`init would remove something from ${file}.`);
  const mark = text === undefined ? '' : markOf(folder, file, text);
  return {
    file,
    before: text === undefined ? undefined : mark + text,
    after: mark + after,
    executable: writes.some(({ executable }) => executable === true),
    tryWith: writes.find(({ tryWith }) => tryWith !== undefined)?.tryWith,
  };
}

/** Files that people write by hand, and manifests. */
const MAX_FILE = 10 * MEGABYTE;

/**
 * Text of a file of a folder, without the byte order mark; undefined where there is none.
 *
 * @throws ConfigError where there is one that cannot be read, or that is outside of the folder by a link.
 */
export function readOwn(folder: string, name: string): string | undefined {
  const content = readRegularFile(join(folder, name), { limit: MAX_FILE, within: folder });
  if (content.kind === 'refused')
    throw new ConfigError(`cannot read '${join(folder, name)}': ${content.why}. Set this folder up by hand.`);
  return content.kind === 'text' ? content.text : undefined;
}

/**
 * The byte order mark of a file whose text is known: empty, or that of UTF-8.
 *
 * @throws ConfigError where the file is in another encoding, which would be lost.
 */
function markOf(folder: string, name: string, text: string): string {
  const marks = statSync(join(folder, name)).size - Buffer.byteLength(text);
  if (marks === 0) return '';
  if (marks === UTF8_MARK_BYTES) return '\uFEFF';
  throw new ConfigError(`cannot change '${join(folder, name)}': it is not in UTF-8. Set this folder up by hand.`);
}

const UTF8_MARK_BYTES = 3;
