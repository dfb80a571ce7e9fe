import type { Comment, Fragment, LanguageId } from '../core/model/language.js';
import type { FileFacts } from '../core/model/facts.js';
import type { Resolution } from '../core/model/module-reader.js';
import type { ImportTexts, LexicalForms } from './language-texts.js';
import type { FileProbe } from '../files/file-probe.js';

/**
 * A supported language: everything that the program knows about it outside the engine. The row is cheap to load; the
 * parser is loaded with the first parsed file.
 */
export interface Language {
  readonly id: LanguageId;
  /** Name inside a sentence. */
  readonly name: string;
  /** File extensions of the language, in lower case and without the dot. */
  readonly extensions: readonly string[];
  /** Programs that run scripts of the language, as named in their first line: `bash` of `#!/usr/bin/env bash`. */
  readonly interpreters: readonly string[];
  /** Host files with code of the language. */
  readonly hostFiles: readonly HostFileReader[];
  /** Whether a file is a test or a mock by its own name; test folders are the same for all languages. */
  readonly isTestName: (path: string) => boolean;
  /** Lexical forms of the catalogue's words, for tests without a parser. */
  readonly forms: LexicalForms;
  /** Text patterns of imports. */
  readonly imports: ImportTexts;
  /** Creates the resolver of imports. */
  readonly resolver: (tree: LanguageTree) => Resolver;
  /** Version of a package for a file, or its declared range; undefined if unknown. */
  readonly packageVersion: (tree: LanguageTree, file: string, name: string) => string | undefined;
  readonly parser: () => Promise<LanguageParser>;
}

/** Reader of a kind of host file: code among other content, as in pages, workflows and manifests. */
export interface HostFileReader {
  /** Name inside a sentence: `a GitHub workflow`. */
  readonly name: string;
  /** File extensions, without the dot, that alone identify a host file. */
  readonly extensions?: readonly string[];
  /** Tests a path relative to the root, with `/`. */
  readonly isHostFile: (path: string) => boolean;
  /** The code of the language, in order. */
  readonly fragmentsOf: (text: string, path: string) => readonly Fragment[];
  /** The text outside the code that may also contain a request; by default everything except the code and comments. */
  readonly restOf?: (text: string, path: string) => string;
  /** Whether a part of the file cannot be parsed. */
  readonly isBroken?: (text: string, path: string) => boolean;
  /** The limit that the file exceeds, as a part of a sentence; undefined if it exceeds none. */
  readonly limitOf?: (text: string, path: string) => string | undefined;
  /** Texts of the file itself that pass a client to its code, which then counts as importing the client. */
  readonly clientMarkers?: readonly string[];
  /** Set if the file declares the packages of the code around it. */
  readonly declaresPackages?: true;
  /** Comments of the file itself, which can contain exceptions like those of the code. */
  readonly commentsOf?: (text: string) => readonly Comment[];
  /**
   * Effect on a scan. `code`: programs like any other. `mention`: part of a scan only if the file mentions the API.
   * `asked`: read only on request, and never a reason to fail.
   */
  readonly scanRole: 'code' | 'mention' | 'asked';
}

/** Parser of a language. Throws only if nesting is too deep for the stack. */
export interface LanguageParser {
  /** Parses a file. `fragments`: the parts of the file that are code; by default the whole file. */
  parse(
    file: string,
    text: string,
    fragments?: readonly Fragment[],
  ): { readonly facts: FileFacts; readonly syntaxErrors: number };
  comments(file: string, text: string, fragments?: readonly Fragment[]): readonly Comment[];
}

/** The tree in which imports are resolved. */
export interface LanguageTree {
  /** Absolute path that file names are relative to. */
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
  /** Files needed for resolution that cannot be parsed; relative to the root. */
  readonly broken: readonly string[];
}
