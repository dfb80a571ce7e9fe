import { jsonTree, nodeAt, parseJson, propertyOf } from '../core/lib/json.js';
import type { JsonForm } from '../core/lib/json.js';
import { LineIndex } from '../core/lib/line-index.js';
import { knownKeys, pathOf, stepsOf, validatorOf } from '../core/lib/validators.js';
import type { SchemaError } from '../core/lib/validators.js';
import { closest } from '../core/lib/wording.js';
import { ConfigError } from '../core/model/errors.js';

/** Text of a JSON file, and its name in messages. */
export interface JsonText {
  /** Name in messages. */
  readonly file: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly form: JsonForm;
}

/** Parses a JSON text. @throws ConfigError with line and column if it is not JSON. */
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
    const offset = (property?.key ?? node)?.offset;
    return `${file}${offset === undefined ? '' : positionIn(text, offset)}: ${path(steps)}`;
  };
}

/** Line and column of an offset: `:12:3`. */
function positionIn(text: string, offset: number): string {
  const { line, column } = new LineIndex(text).position(offset);
  return `:${line}:${column}`;
}

/** Returns the place of a value, for messages. `key`: a key of that value, if the message is about the key itself. */
export type Place = (steps: readonly string[], key?: string) => string;

/** Places as paths from a root, without line and column: `$.clients[0].name`. */
export function pathFrom(root: string): Place {
  return (steps) => root + pathOf(steps);
}

/** Maximum number of keys that a message lists; longer lists are in the schema. */
const MAX_WORDS = 14;
const MAX_SHOWN = 80;

/**
 * Checks a value against its schema, and returns it with the type that the schema describes.
 *
 * @throws ConfigError with the place of the most informative error, the error and its correction.
 */
export function checkShape<T>(value: unknown, schema: 'config' | 'eslint-settings', place: Place): T {
  const errors = validatorOf(schema)(value);
  // A mistyped key is more informative than another missing one, and a choice more than the errors of its parts.
  const error =
    errors.find(({ keyword }) => keyword === 'additionalProperties') ??
    errors.find(({ keyword }) => keyword !== 'required' && keyword !== 'not') ??
    errors[0];
  if (error === undefined) return value as T;
  const { additionalProperty: key } = error.params;
  const where = place(stepsOf(error.instancePath), typeof key === 'string' ? key : undefined);
  throw new ConfigError(`${where} ${describeError(error)}`);
}

/** `Did you mean 'x'? `, or an empty text if no word is near. */
export function hint(word: unknown, known: Iterable<string>): string {
  const guess = typeof word === 'string' ? closest(word, known) : undefined;
  return guess === undefined ? '' : `Did you mean '${guess}'? `;
}

/** A value as messages show it. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return value.length > MAX_SHOWN ? `'${value.slice(0, MAX_SHOWN)}…'` : `'${value}'`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Describes a schema error and its correction. */
function describeError(error: SchemaError): string {
  const { keyword, params, data, parentSchema } = error;
  const { additionalProperty, allowedValues, missingProperty, type } = params;
  if (typeof additionalProperty === 'string') {
    const keys = knownKeys(error);
    const suggestion = hint(additionalProperty, keys).trimEnd();
    const allKeys =
      keys.length > MAX_WORDS ? "'sunset-lint schema config' lists the keys." : `The keys are ${keys.join(', ')}.`;
    return `has an unknown key '${additionalProperty}'. ${suggestion === '' ? allKeys : suggestion}`;
  }
  if (typeof missingProperty === 'string') return `lacks '${missingProperty}'. Add it.`;
  if (Array.isArray(allowedValues)) {
    const words = allowedValues.map(String);
    return `is ${shownValue(data)}. ${hint(data, words)}Use ${words.length === 1 ? '' : 'one of '}${words.join(', ')}.`;
  }
  const { title, examples } = parentSchema ?? {};
  if (typeof title === 'string' && Array.isArray(examples))
    return `is ${shownValue(data)}, not ${title}. Write it like ${shownValue(examples[0])}.`;
  if (type === 'boolean') return `is ${shownValue(data)}. Write true or false.`;
  if (keyword === 'minItems') return 'is empty. Write at least one item.';
  const [name, advice] = EXPECTATIONS[typeof type === 'string' ? type : keyword] ?? [];
  if (name !== undefined && advice !== undefined) return `is ${shownValue(data)}, not ${name}. ${advice}`;
  if (keyword === 'oneOf') return `must have 'module' and 'export', or 'global', or 'type' and 'module'.`;
  return `${error.message ?? 'does not match its schema'}.`;
}

const TEXT_EXPECTATION = ['a text', 'Write a text that is not empty.'] as const;
const NUMBER_EXPECTATION = ['a whole number', 'Write 0 or more.'] as const;

/** Expected forms by the violated type or keyword. */
const EXPECTATIONS: Readonly<Record<string, readonly [name: string, advice: string]>> = {
  array: ['a list', 'Write a list there, also for one item.'],
  object: ['an object', 'Write an object there.'],
  string: TEXT_EXPECTATION,
  minLength: TEXT_EXPECTATION,
  integer: NUMBER_EXPECTATION,
  minimum: NUMBER_EXPECTATION,
  const: ['true', 'Leave it out otherwise.'],
};
