import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Position, Range } from 'vscode-languageserver/node';
import { isRecord } from '../../../core/lib/json.js';
import { LineIndex } from '../../../core/lib/line-index.js';
import { LANGUAGE_IDS } from '../../../core/model/language.js';
import type { LanguageId } from '../../../core/model/language.js';
import type { ReportPosition, ReportRange } from '../../../core/model/span.js';

/** Text of a document that is open in the client, saved or not. */
export interface OpenDocument {
  readonly version: number;
  readonly text: string;
}

/** Open documents of a client, which replace files on disk, by absolute path. */
export class Documents {
  readonly #documents = new Map<string, OpenDocument & { readonly uri: string }>();

  setDocument(uri: string, document: OpenDocument): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.#documents.set(path, { ...document, uri });
  }

  removeDocument(uri: string): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.#documents.delete(path);
  }

  documentAt(path: string): OpenDocument | undefined {
    return this.#documents.get(path);
  }

  /** Returns the URI as the client wrote it. */
  uriOf(path: string): string | undefined {
    return this.#documents.get(path)?.uri;
  }

  texts(): ReadonlyMap<string, string> {
    return new Map([...this.#documents].map(([path, { text }]) => [path, text]));
  }
}

/** Converts a URI to an absolute path; undefined for other documents, such as untitled ones. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the normalised URI of a path; clients may encode the same URI in several ways. */
export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}

/** Line ends that reports count, but this protocol does not. */
const UNCOUNTED_LINE_ENDS = /[\u2028\u2029]/;

/** Converts positions of reports to those of the protocol, which start at 0 and have fewer kinds of line ends. */
export class TextPlaces {
  readonly #text: string;
  #index: LineIndex | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  rangeOf({ start, end }: ReportRange): Range {
    return { start: this.#positionOf(start), end: this.#positionOf(end) };
  }

  /** Returns the line of a position, without its line end. */
  lineOf({ line }: Position): string {
    return this.#text.split(/\r\n|[\n\r]/)[line] ?? '';
  }

  #positionOf(position: ReportPosition): Position {
    if (!UNCOUNTED_LINE_ENDS.test(this.#text)) return { line: position.line - 1, character: position.column - 1 };
    this.#index ??= new LineIndex(this.#text);
    const linesBefore = this.#text.slice(0, this.#index.offset(position)).split(/\r\n|[\n\r]/);
    return { line: linesBefore.length - 1, character: linesBefore.at(-1)?.length ?? 0 };
  }
}

/** Whether a position is inside a range or at one of its ends. */
export function rangeContains({ start, end }: Range, { line, character }: Position): boolean {
  const isNotBefore = line > start.line || (line === start.line && character >= start.character);
  return isNotBefore && (line < end.line || (line === end.line && character <= end.character));
}

/** Whether two ranges overlap or touch. */
export function overlaps(a: Range, b: Range): boolean {
  return rangeContains(a, b.start) || rangeContains(b, a.start);
}

/** Options with which a client starts the server (`initializationOptions`). */
export interface ServerOptions {
  /** Languages whose findings are shown; default: all. */
  readonly languages: ReadonlySet<LanguageId>;
  /** Whether requests with an unknown operation are shown as information. */
  readonly unresolved: boolean;
  /** Whether a configuration that is a program may be run, because the folder is trusted. */
  readonly configCode: boolean;
}

/** Reads the options. Invalid options are ignored, and described in sentences. */
export function readOptions(rawOptions: unknown): {
  readonly options: ServerOptions;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const record = isRecord(rawOptions) ? rawOptions : {};
  const parseLanguages = (key: string): readonly LanguageId[] | undefined => {
    const value = record[key];
    if (value === undefined || value === null) return undefined;
    const knownLanguages = Array.isArray(value) ? LANGUAGE_IDS.filter((id) => value.includes(id)) : [];
    if (Array.isArray(value) && knownLanguages.length === new Set<unknown>(value).size) return knownLanguages;
    problems.push(`the option '${key}' is not a list of ${LANGUAGE_IDS.join(', ')}.`);
    return undefined;
  };
  const parseFlag = (key: string): boolean => {
    const value = record[key];
    if (value !== undefined && value !== null && typeof value !== 'boolean')
      problems.push(`the option '${key}' is neither true nor false.`);
    return value === true;
  };
  const ignoredLanguages = parseLanguages('ignoreLanguages') ?? [];
  const languages = (parseLanguages('languages') ?? LANGUAGE_IDS).filter((id) => !ignoredLanguages.includes(id));
  return {
    options: {
      languages: new Set(languages),
      unresolved: parseFlag('unresolved'),
      configCode: parseFlag('configCode'),
    },
    problems,
  };
}
