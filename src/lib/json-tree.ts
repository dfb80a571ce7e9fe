import type * as Jsonc from 'jsonc-parser';
import { lateLibrary } from './late-library.js';

/** `plain`: no comments and no trailing commas. */
export type JsonForm = 'plain' | 'with-comments';

/** What is wrong with a text that is no JSON, and where. It tells nothing of what stands there. */
export interface JsonProblem {
  /** In words: `comma expected`. */
  readonly what: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

export type JsonValue =
  { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'problem'; readonly problem: JsonProblem };

/** The value that a text without a byte order mark stands for, by the strict form of JSON. */
export function parseJson(text: string): JsonValue {
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    // Two readers of JSON: where only the other one is content, no place is known.
    const problem = jsonProblem(text, 'plain') ?? { what: 'not the strict form of it', line: 1, column: 1 };
    return { kind: 'problem', problem };
  }
}

/** The first thing that is wrong with a text; undefined where nothing is. */
export function jsonProblem(text: string, form: JsonForm): JsonProblem | undefined {
  const { visit, printParseErrorCode } = lateLibrary('jsonc-parser');
  let problem: JsonProblem | undefined;
  try {
    visit(
      text,
      {
        onError(error, _offset, _length, line, column) {
          problem = { what: words(printParseErrorCode(error)), line: line + 1, column: column + 1 };
          throw new Found();
        },
      },
      optionsOf(form),
    );
  } catch (error) {
    if (error instanceof Found) return problem;
    return tooDeep(error);
  }
  return problem;
}

/** The nodes of a text in which nothing is wrong; undefined where they are nested too deeply. */
export function jsonTree(text: string, form: JsonForm): Jsonc.Node | undefined {
  try {
    return lateLibrary('jsonc-parser').parseTree(text, [], optionsOf(form));
  } catch (error) {
    tooDeep(error);
    return undefined;
  }
}

/** Ends the reading at the first error: a large file may have millions. */
class Found extends Error {}

function optionsOf(form: JsonForm): Jsonc.ParseOptions {
  return { allowTrailingComma: form !== 'plain', disallowComments: form === 'plain' };
}

/** The library calls itself for what is inside. */
function tooDeep(error: unknown): JsonProblem {
  if (!(error instanceof RangeError)) throw error;
  return { what: 'nested too deeply', line: 1, column: 1 };
}

/** `CommaExpected` as `comma expected`. */
function words(code: string): string {
  return code.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();
}
