import { keepsAll } from './added-text.js';
import { markOf, readOwn } from './read-own.js';
import type { InitStep, Linter, WriteStep } from './step.js';

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
  if (text !== undefined && !keepsAll(text, after)) throw new TypeError(`init would take something away from ${file}.`);
  const mark = text === undefined ? '' : markOf(folder, file, text);
  return {
    file,
    before: text === undefined ? undefined : mark + text,
    after: mark + after,
    executable: writes.some(({ executable }) => executable === true),
    tryWith: writes.find(({ tryWith }) => tryWith !== undefined)?.tryWith,
  };
}
