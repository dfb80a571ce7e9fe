import type { Comment } from '../model/comment.js';
import type { FileFacts } from '../model/facts.js';
import type { Fragment, LanguageId } from '../model/language.js';
import type { Resolution } from '../model/module-reader.js';
import type { ImportTexts } from '../select/import-text.js';
import type { LexicalForms } from '../select/lexical-forms.js';
import type { FileProbe } from '../sources/file-probe.js';

/**
 * A language whose programs are read: all that is not the engine's business. A row is light; what parses is loaded with
 * the first file that is parsed.
 */
export interface Language {
  readonly id: LanguageId;
  /** As a sentence calls it. */
  readonly name: string;
  /** Ends of the names of its files, in lower case and without the dot. */
  readonly extensions: readonly string[];
  /** Programs that run it, as the first line of a script names them: `bash` of `#!/usr/bin/env bash`. */
  readonly interpreters: readonly string[];
  /** Files of other kinds that hold code of it. */
  readonly holders: readonly Holder[];
  /** Whether a file is a test or a mock by its own name; folders of tests are the same for all. */
  readonly isTestName: (path: string) => boolean;
  /** How what a catalogue knows is written in its texts, for tests without a parser. */
  readonly forms: LexicalForms;
  /** How its files name each other, in texts. */
  readonly imports: ImportTexts;
  /** Where those names lead. */
  readonly resolver: (tree: LanguageTree) => Resolver;
  /** Version of a package as a file sees it, or the range that is asked for; undefined where it is not known. */
  readonly packageVersion: (tree: LanguageTree, file: string, name: string) => string | undefined;
  readonly parser: () => Promise<LanguageParser>;
}

/** Host files: code among other content, as in pages, workflows and manifests. */
export interface Holder {
  /** As a sentence calls it: `a GitHub workflow`. */
  readonly name: string;
  /** File extensions, without the dot, that identify it by themselves. */
  readonly extensions?: readonly string[];
  /** By the path relative to the root, with `/`. */
  readonly isHolder: (path: string) => boolean;
  /** The code of the language, in order. */
  readonly fragmentsOf: (text: string, path: string) => readonly Fragment[];
  /** The text outside of the code that may still send something; default everything but the code and comments. */
  readonly restOf?: (text: string, path: string) => string;
  /** Whether the file cannot be taken apart in whole. */
  readonly isBroken?: (text: string, path: string) => boolean;
  /** The limit that the file exceeds, as a part of a sentence; undefined if there is none. */
  readonly limitOf?: (text: string, path: string) => string | undefined;
  /** Texts of the file itself that hand a client to its code, which is then seen to import it. */
  readonly hands?: readonly string[];
  /** It says which packages the code around it depends on. */
  readonly declares?: true;
  /** Comments of the file itself, which can hold exceptions as those of the code can. */
  readonly commentsOf?: (text: string) => readonly Comment[];
  /** `code`: programs as any other. `mention`: a file of the scan only where it mentions the API. `asked`: read only when asked for, and never a reason to fail. */
  readonly counts: 'code' | 'mention' | 'asked';
}

/** Parser of a language. Throws only where nesting is too deep for the stack. */
export interface LanguageParser {
  /** `fragments`: only these parts of the file are code; default the whole. */
  parse(
    file: string,
    text: string,
    fragments?: readonly Fragment[],
  ): { readonly facts: FileFacts; readonly syntaxErrors: number };
  comments(file: string, text: string, fragments?: readonly Fragment[]): readonly Comment[];
}

/** The tree in which names of files are followed. */
export interface LanguageTree {
  /** Absolute path that names of files are relative to. */
  readonly root: string;
  readonly probe: FileProbe;
  /** Files of the language in the scan, relative to the root. */
  readonly files: readonly string[];
  /** Absolute path of the tsconfig to use instead of the nearest ones. */
  readonly tsconfig?: string | undefined;
}

/** Resolves the specifiers of imports. */
export interface Resolver {
  resolve(fromFile: string, specifier: string): Resolution;
  /** Files that would say where something is, and cannot be understood; relative to the root. */
  readonly broken: readonly string[];
}
