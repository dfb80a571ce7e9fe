import { escapeText } from '../../lib/escape-text.js';
import { propertiesOf } from '../../lib/json-nodes.js';
import { jsonTree, parseJson } from '../../lib/json.js';
import { LineIndex } from '../../lib/line-index.js';
import { ConfigError } from '../../model/errors.js';
import { errorIn } from './input-error.js';
import type { InputText } from './input-error.js';

/** Deeper nesting than any answer of the API has; beyond it, later steps could run out of stack. */
const MAX_DEPTH = 200;

type Node = NonNullable<ReturnType<typeof jsonTree>>;

/** Parses one file. Throws a ConfigError with line and column where it is not JSON, or says a thing twice. */
export function parseJsonInput(input: InputText): unknown {
  const { file, text } = input;
  if (text.trim() === '') throw errorIn(file, 'is empty. Save the whole answer of the API, or a zone configuration.');
  const parsed = parseJson(text);
  if (parsed.kind === 'problem') {
    const { line, column, what } = parsed.problem;
    throw new ConfigError(`${escapeText(file)}:${line}:${column}: not JSON: ${what}.${hint(text)}`);
  }
  const tree = jsonTree(text, 'plain');
  const twice = tree === undefined ? 'too deep' : repeatedKey(tree, 0);
  if (twice === 'too deep') throw errorIn(file, `is nested more than ${MAX_DEPTH} deep, as no answer of the API is.`);
  if (twice !== undefined) {
    const { line, column } = new LineIndex(text).position(twice.offset);
    throw new ConfigError(
      `${escapeText(file)}:${line}:${column}: '${escapeText(String(twice.value))}' stands twice in one object, and only the last would count. Keep one, or put the lists together.`,
    );
  }
  return parsed.value;
}

/** Returns the first key that occurs twice in one object: `JSON.parse` keeps the last one without a warning. */
function repeatedKey(node: Node, depth: number): Node | 'too deep' | undefined {
  if (depth > MAX_DEPTH) return 'too deep';
  const properties = propertiesOf(node);
  const seen = new Set<unknown>();
  for (const { key } of properties) if (seen.size === seen.add(key.value).size) return key;
  const inner = node.type === 'array' ? (node.children ?? []) : properties.map(({ value }) => value);
  for (const child of inner) {
    const found = repeatedKey(child, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hint(text: string): string {
  if (text.trimStart().startsWith('<')) return ' It looks like a web page; was the address of the API right?';
  if (text.includes('\u0000') || text.startsWith('\ufffd')) return ' It looks like UTF-16; save it as UTF-8.';
  if (/^(?:HTTP\/|[<>*] )/.test(text)) return ' It has headers before the body; call curl without -i and -v.';
  return '';
}
