import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MEGABYTE, readRegularFile } from '../../core/lib/read-file.js';
import { ConfigError } from '../../core/model/errors.js';
import { containsAllOf } from './edit-texts.js';

/** Parts of a set-up, in the order of display and writing. */
export const AREAS = ['config', 'lint', 'hook', 'ci'] as const;
export type Area = (typeof AREAS)[number];

/** Linters whose changed configuration is tried out. */
export type Linter = 'eslint' | 'oxlint';

/** A file that is created or extended. */
interface WriteStep {
  readonly kind: 'write';
  readonly area: Area;
  /** Relative to the folder, with `/`. */
  readonly file: string;
  /** Adds to the text of the file; the text of a missing file is empty. */
  readonly edit: (text: string) => string;
  readonly about: string;
  readonly linterToTry?: Linter;
  /** Whether a new file is executable. */
  readonly executable?: true;
}

/** An action of `init`, an action that is already done, or an action for the user. */
export type InitStep =
  | WriteStep
  | { readonly kind: 'done'; readonly area: Area; readonly about: string }
  | { readonly kind: 'by-hand'; readonly area: Area; readonly about: string; readonly text: string };

/** Creates a step for the user. `text`: lines to add or commands to run. */
export function manualStep(area: Area, about: string, text: string): InitStep {
  return { kind: 'by-hand', area, about, text };
}

/** Creates a step that is already done. */
export function doneStep(area: Area, about: string): InitStep {
  return { kind: 'done', area, about };
}

/** Creates a step that writes a new file. */
export function newFileStep(area: Area, file: string, text: string, about: string): WriteStep {
  return { kind: 'write', area, file, edit: () => text, about };
}

/** Text of one file before and after `init`, including a byte order mark. */
export interface FileChange {
  readonly file: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly executable: boolean;
  readonly linterToTry: Linter | undefined;
}

/**
 * Combines the steps into one change per file.
 *
 * @throws ConfigError if a file cannot be read, or its encoding could not be preserved.
 */
export function fileChanges(folder: string, steps: readonly InitStep[]): readonly FileChange[] {
  const stepsByFile = new Map<string, WriteStep[]>();
  for (const step of steps)
    if (step.kind === 'write') stepsByFile.set(step.file, [...(stepsByFile.get(step.file) ?? []), step]);
  return [...stepsByFile].map(([file, fileSteps]) => combineSteps(folder, file, fileSteps));
}

function combineSteps(folder: string, file: string, steps: readonly WriteStep[]): FileChange {
  const text = readFolderFile(folder, file);
  const after = steps.reduce((edited, { edit }) => edit(edited), text ?? '');
  // Checks the invariant of `init` for every kind of step.
  if (text !== undefined && !containsAllOf(text, after))
    throw new TypeError(`init would remove something from ${file}.`);
  const byteOrderMark = text === undefined ? '' : byteOrderMarkOf(folder, file, text);
  return {
    file,
    before: text === undefined ? undefined : byteOrderMark + text,
    after: byteOrderMark + after,
    executable: steps.some(({ executable }) => executable === true),
    linterToTry: steps.find(({ linterToTry }) => linterToTry !== undefined)?.linterToTry,
  };
}

/** Maximum size of a file that `init` reads. */
const MAX_FILE_BYTES = 10 * MEGABYTE;

/**
 * Reads a file of a folder, without its byte order mark; undefined if it does not exist.
 *
 * @throws ConfigError if the file cannot be read, or is a link to a place outside of the folder.
 */
export function readFolderFile(folder: string, name: string): string | undefined {
  const content = readRegularFile(join(folder, name), { limit: MAX_FILE_BYTES, within: folder });
  if (content.kind === 'refused')
    throw new ConfigError(`cannot read '${join(folder, name)}': ${content.why}. Set this folder up by hand.`);
  return content.kind === 'text' ? content.text : undefined;
}

/**
 * Returns the byte order mark of a file with a known text: empty, or that of UTF-8.
 *
 * @throws ConfigError if the file has another encoding, which could not be preserved.
 */
function byteOrderMarkOf(folder: string, name: string, text: string): string {
  const extraBytes = statSync(join(folder, name)).size - Buffer.byteLength(text);
  if (extraBytes === 0) return '';
  if (extraBytes === UTF8_MARK_BYTES) return '\uFEFF';
  throw new ConfigError(`cannot change '${join(folder, name)}': it is not in UTF-8. Set this folder up by hand.`);
}

const UTF8_MARK_BYTES = 3;
