/** Parts of a set-up, in the order in which they are shown and written. */
export const AREAS = ['config', 'lint', 'hook', 'ci'] as const;
export type Area = (typeof AREAS)[number];

/** A linter whose configuration is tried after it was changed. */
export type Linter = 'eslint' | 'oxlint';

/** A file that is created or extended. */
export interface WriteStep {
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
