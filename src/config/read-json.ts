import { jsonTree, nodeAt, parseJson, propertyOf } from '../lib/json.js';
import type { JsonForm } from '../lib/json.js';
import { LineIndex } from '../lib/line-index.js';
import { ConfigError } from '../model/errors.js';
import { pathFrom } from './place.js';
import type { Place } from './place.js';

/** A file as it was read. */
export interface JsonText {
  /** Name in messages. */
  readonly file: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly form: JsonForm;
}

/** @throws ConfigError with line and column where the text is no JSON. */
export function parseJsonText({ file, text, form }: JsonText): unknown {
  const parsed = parseJson(text, form);
  if (parsed.kind === 'value') return parsed.value;
  const { line, column, what } = parsed.problem;
  throw new ConfigError(`${file}:${line}:${column}: not JSON: ${what}.`);
}

/** Places of values below these keys, with line and column: `a.json:12:3: $.failOn`. */
export function placeIn({ file, text, form }: JsonText, keys: readonly string[]): Place {
  const path = pathFrom(['$', ...keys].join('.'));
  return (steps, key) => {
    const tree = jsonTree(text, form);
    const node = tree === undefined ? undefined : nodeAt(tree, [...keys, ...steps]);
    const property = key === undefined ? undefined : propertyOf(node, key);
    const at = (property?.key ?? node)?.offset;
    return `${file}${at === undefined ? '' : positionIn(text, at)}: ${path(steps)}`;
  };
}

/** `:12:3`. */
function positionIn(text: string, offset: number): string {
  const { line, column } = new LineIndex(text).position(offset);
  return `:${line}:${column}`;
}
