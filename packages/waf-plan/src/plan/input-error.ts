import { ConfigError } from '../../../../src/core/model/errors.js';
import { escapeText } from '../../../../src/core/lib/escape.js';
import { nodeAt, jsonTree } from '../../../../src/core/lib/json.js';
import { LineIndex } from '../../../../src/core/lib/line-index.js';

/** One file of the export, with its name and its text. */
export interface InputText {
  readonly file: string;
  readonly text: string;
}

/** An error at a JSON path of a file: `file:line: at /path: what`. */
export function errorAt(input: InputText, path: readonly string[], what: string): ConfigError {
  const tree = jsonTree(input.text, 'plain');
  const line = tree === undefined ? '' : `:${new LineIndex(input.text).position(nodeAt(tree, path).offset).line}`;
  const pointer = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return new ConfigError(
    `${escapeText(input.file)}${line}: at ${pointer === '' ? 'the top' : escapeText(pointer)}: ${escapeText(what)}`,
  );
}

/** An error about an entire file. */
export function errorIn(file: string, what: string): ConfigError {
  return new ConfigError(`${escapeText(file)}: ${escapeText(what)}`);
}
