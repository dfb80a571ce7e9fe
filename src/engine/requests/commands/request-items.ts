import type { Place } from '../../../core/model/span.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';
import { concatTexts, fromTexts, textValue } from '../../values/text.js';
import { atRunTime } from '../../values/value.js';
import type { Part, Parts, Value } from '../../values/value.js';
import { withoutStart, singleText } from './command-words.js';
import type { CommandWord } from './command-words.js';

/** Request parts in the words of a command that are not options. */
interface RequestItems {
  readonly method: Value | undefined;
  readonly url: CommandWord | undefined;
  readonly headers: readonly { readonly name: string; readonly value: Value; readonly at: Place }[];
  readonly query: readonly Value[];
  readonly body: Value | undefined;
}

/** Reads words such as `PATCH https://… Name:value name=value name:=true name==value`. */
export function parseRequestItems(words: readonly CommandWord[], at: Place): RequestItems {
  const [first, ...others] = words;
  const isMethod = first !== undefined && others.length > 0 && isMethodWord(first, others);
  const [url, ...items] = isMethod ? others : words;
  const headers: RequestItems['headers'][number][] = [];
  const query: Value[] = [];
  const fields: Field[] = [];
  let isOpen = false;
  for (const word of items) {
    const item = itemOf(word);
    if (item === undefined) isOpen = true;
    else if (item.separator === ':')
      headers.push({ name: item.name, value: { kind: 'text', parts: item.value }, at: word.at });
    else if (item.separator === '==')
      query.push({ kind: 'text', parts: [{ kind: 'text', text: `${item.name}=`, at: word.at }, ...item.value] });
    else fields.push({ ...item, at: word.at });
  }
  const body = fields.length === 0 ? (isOpen ? atRunTime(at) : undefined) : isOpen ? atRunTime(at) : jsonOf(fields, at);
  return { method: isMethod ? first.value : undefined, url: isLocal(url) ? undefined : url, headers, query, body };
}

/** The JSON body of words of the form `name=value`. */
export function bodyOfFields(words: readonly CommandWord[], at: Place): Value {
  const fields = words.flatMap((word): readonly Field[] => {
    const item = itemOf(word);
    return item === undefined ? [] : [{ ...item, at: word.at }];
  });
  return fields.length < words.length ? atRunTime(at) : jsonOf(fields, at);
}

/** Whether the first of several words is the method: it is a verb, or the next word is the URL. */
function isMethodWord(first: CommandWord, [second]: readonly CommandWord[]): boolean {
  const text = plainWord(first);
  if (text !== undefined) return HTTP_METHODS.some((method) => method === text.toUpperCase());
  const start = second === undefined ? undefined : singleText(second)?.[0];
  return start?.kind === 'text' && /^(?:https?:|\/|:)/.test(start.text);
}

function plainWord(word: CommandWord): string | undefined {
  const [single, ...extra] = singleText(word) ?? [];
  return single?.kind === 'text' && extra.length === 0 ? single.text : undefined;
}

/** Whether a URL is local: `:3000/bells` and `/bells`. */
function isLocal(url: CommandWord | undefined): boolean {
  const start = url === undefined ? undefined : singleText(url)?.[0];
  return start?.kind === 'text' && /^(?::\d*(?:\/|$)|\/)/.test(start.text);
}

interface Item {
  readonly name: string;
  readonly separator: ':' | '==' | '=' | ':=' | 'file';
  readonly value: Parts;
}

interface Field extends Item {
  readonly at: Place;
}

function itemOf(word: CommandWord): Item | undefined {
  const parts = singleText(word);
  const [first] = parts ?? [];
  if (parts === undefined || first?.kind !== 'text') return undefined;
  const [matched, name = '', symbol = ''] = /^([^:=@]+)(:=@|=@|:=|==|=|:|@)/.exec(first.text) ?? [];
  if (matched === undefined) return undefined;
  const separator = symbol.includes('@') ? 'file' : symbol === ':=' || symbol === '==' || symbol === '=' ? symbol : ':';
  return { name, separator, value: withoutStart(parts, matched.length) };
}

/** Nested field, such as `data[proto]=_tcp`. */
interface FieldNode {
  readonly fields: Map<string, FieldNode>;
  value?: readonly Part[];
}

/** The body of some fields, as JSON. */
function jsonOf(fields: readonly Field[], at: Place): Value {
  const root: FieldNode = { fields: new Map() };
  for (const field of fields) {
    const [first = '', ...innerKeys] = field.name.split(/\]?\[|\]/).filter((key) => key !== '');
    let node = root;
    for (const key of [first, ...innerKeys]) {
      const child = node.fields.get(key) ?? { fields: new Map() };
      node.fields.set(key, child);
      node = child;
    }
    node.value = valueOf(field);
  }
  return fromTexts(concatTexts([[jsonParts(root, at)]]), at);
}

function valueOf({ separator, value, at }: Field): readonly Part[] {
  if (separator === 'file') return textParts('null', at);
  if (separator === ':=') return value;
  const escaped = value.map((part) =>
    part.kind === 'text' ? { ...part, text: JSON.stringify(part.text).slice(1, -1) } : part,
  );
  return [...textParts('"', at), ...escaped, ...textParts('"', at)];
}

function jsonParts({ fields, value }: FieldNode, at: Place): readonly Part[] {
  if (value !== undefined) return value;
  const members = [...fields].flatMap(([key, node], index) => [
    ...textParts(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`, at),
    ...jsonParts(node, at),
  ]);
  return [...textParts('{', at), ...members, ...textParts('}', at)];
}

function textParts(text: string, at: Place): readonly Part[] {
  return textValue(text, at).parts;
}
