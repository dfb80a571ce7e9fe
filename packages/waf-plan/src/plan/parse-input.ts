import { errorAt, errorIn } from './input-error.js';
import type { InputText } from './input-error.js';
import { isRecord, propertiesOf, jsonTree, parseJson } from '../../../../src/core/lib/json.js';
import { INPUT_KINDS, isSingleObject, recogniseKind } from './input-kinds.js';
import type { InputKind } from './input-kinds.js';
import type { ZoneExport } from './zone-export.js';
import { escapeText } from '../../../../src/core/lib/escape.js';
import { LineIndex } from '../../../../src/core/lib/line-index.js';
import { ConfigError } from '../../../../src/core/model/errors.js';
import { didYouMean } from '../../../../src/core/lib/wording.js';
import { knownKeys, stepsOf } from '../../../../src/core/lib/validators.js';
import type { SchemaError, Validator } from '../../../../src/core/lib/validators.js';
import { exportValidator } from '../validator.js';
import { planOfValue } from './plan-name.js';

/** File with its kind, if the user gave one (`--as`). */
export interface ZoneInput extends InputText {
  readonly kind?: InputKind;
}

/** Zone data of one input file, with the total length of the list if the answer has it. */
export interface ParsedInput {
  readonly input: ZoneInput;
  readonly zone: Partial<ZoneExport>;
  readonly kind?: InputKind;
  /** `result_info.total_count` of a paginated list. */
  readonly total?: number;
}

const MAX_QUOTED = 300;

/**
 * Parses one file: a zone configuration, the envelope of an answer (section 2, "Response envelope"), or only the list
 * or object of its `result`. Throws a ConfigError with file and place.
 */
export function parseInput(input: ZoneInput): ParsedInput {
  const value = parseJsonInput(input);
  if (Array.isArray(value)) return parseResult(input, value, []);
  if (!isRecord(value))
    throw errorAt(
      input,
      [],
      'must be an object: a zone configuration, or an answer of the API with result, success, errors and messages',
    );
  if ('success' in value || 'result' in value) return parseEnvelope(input, value);
  if (input.kind !== undefined || recogniseWithoutEnvelope(value) !== undefined) return parseResult(input, value, []);
  return { input, zone: validateZone(value, input) };
}

/** Recognises an answer without its envelope; a zone configuration may have `rules` too, but none of these fields. */
function recogniseWithoutEnvelope(value: Readonly<Record<string, unknown>>): InputKind | undefined {
  if ('compatible' in value || 'id' in value || ('name' in value && 'rules' in value)) return recogniseKind(value);
  return undefined;
}

function parseEnvelope(input: ZoneInput, envelope: Readonly<Record<string, unknown>>): ParsedInput {
  // The fields of an entry of `errors` are not specified (section 7), so they are quoted unchanged.
  if (envelope.success === false)
    throw errorAt(input, ['success'], `the API answered with an error: ${quote(envelope.errors)}`);
  if (envelope.success !== undefined && envelope.success !== true)
    throw errorAt(input, ['success'], 'must be true or false');
  if (envelope.result === undefined || envelope.result === null)
    throw errorAt(input, ['result'], 'the answer has no result');
  const totalCount = isRecord(envelope.result_info) ? envelope.result_info.total_count : undefined;
  return {
    ...parseResult(input, envelope.result, ['result']),
    ...(typeof totalCount === 'number' ? { total: totalCount } : {}),
  };
}

function parseResult(input: ZoneInput, result: unknown, path: readonly string[]): ParsedInput {
  const kind = input.kind ?? recogniseKind(result);
  if (kind === undefined) {
    const what =
      Array.isArray(result) && result.length === 0
        ? 'the kind of an empty list is unknown'
        : 'the kind of this content is unknown';
    throw errorAt(
      input,
      path,
      `${what}; name it with --as <kind>=${input.file}, where the kind is one of ${INPUT_KINDS.join(', ')}`,
    );
  }
  if (!isSingleObject(kind) && !Array.isArray(result))
    throw errorAt(input, path, `must be a list of ${kind}; save the answer of the list operation`);
  const recognisedKind = recogniseKind(result);
  if (recognisedKind !== undefined && recognisedKind !== kind)
    throw errorIn(input.file, `was named ${kind}, but looks like ${recognisedKind}`);
  return { input, kind, zone: validateKind(result, kind, input, path) };
}

function quote(errors: unknown): string {
  const text = errors === undefined ? 'no errors listed' : JSON.stringify(errors);
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** Maximum depth of a file; answers of the API are less deep, and deeper files could overflow the stack. */
const MAX_DEPTH = 200;

type JsonNode = NonNullable<ReturnType<typeof jsonTree>>;

/** Parses one file. Throws a ConfigError with line and column if it is not JSON, or has a duplicate key. */
function parseJsonInput(input: InputText): unknown {
  const { file, text } = input;
  if (text.trim() === '') throw errorIn(file, 'is empty. Save the whole answer of the API, or a zone configuration.');
  const parsed = parseJson(text);
  if (parsed.kind === 'problem') {
    const { line, column, what } = parsed.problem;
    throw new ConfigError(`${escapeText(file)}:${line}:${column}: not JSON: ${what}.${hint(text)}`);
  }
  const tree = jsonTree(text, 'plain');
  const repeatedKey = tree === undefined ? 'too deep' : findRepeatedKey(tree, 0);
  if (repeatedKey === 'too deep')
    throw errorIn(file, `is nested more than ${MAX_DEPTH} deep, unlike any answer of the API.`);
  if (repeatedKey !== undefined) {
    const { line, column } = new LineIndex(text).position(repeatedKey.offset);
    throw new ConfigError(
      `${escapeText(file)}:${line}:${column}: '${escapeText(String(repeatedKey.value))}' is a duplicate key, and only the last one would count. Keep one, or join the lists.`,
    );
  }
  return parsed.value;
}

/** Returns the first key that occurs twice in one object: `JSON.parse` keeps the last one without a warning. */
function findRepeatedKey(node: JsonNode, depth: number): JsonNode | 'too deep' | undefined {
  if (depth > MAX_DEPTH) return 'too deep';
  const properties = propertiesOf(node);
  const keys = new Set<unknown>();
  for (const { key } of properties) if (keys.size === keys.add(key.value).size) return key;
  const children = node.type === 'array' ? (node.children ?? []) : properties.map(({ value }) => value);
  for (const child of children) {
    const result = findRepeatedKey(child, depth + 1);
    if (result !== undefined) return result;
  }
  return undefined;
}

function hint(text: string): string {
  if (text.trimStart().startsWith('<')) return ' It looks like a web page; was the address of the API right?';
  if (text.includes('\u0000') || text.startsWith('\ufffd')) return ' It looks like UTF-16; save it as UTF-8.';
  if (/^(?:HTTP\/|[<>*] )/.test(text)) return ' It has headers before the body; call curl without -i and -v.';
  return '';
}

/** Checks a zone configuration. Throws a ConfigError with the place of the first error. */
function validateZone(value: unknown, input: InputText): Partial<ZoneExport> {
  const zone = withPlan(value);
  checkSchema(zone, exportValidator(), input, []);
  return zone as Partial<ZoneExport>;
}

/**
 * Checks the answer of the API for one kind; `path`: its place in the file. Throws a ConfigError with the place of the
 * first error.
 */
function validateKind(value: unknown, kind: InputKind, input: InputText, path: readonly string[]): Partial<ZoneExport> {
  if (kind === 'waf' || kind === 'zone') return readSetting(value, kind, input, path);
  checkSchema(value, exportValidator(kind), input, path);
  return { [kind]: value };
}

/** Replaces the API's name for the plan of a configuration by the name in the schema. */
function withPlan(value: unknown): unknown {
  const plan = isRecord(value) ? planOfValue(value.plan) : undefined;
  return plan === undefined || !isRecord(value) ? value : { ...value, plan };
}

/** Reads the answers that are not lists: the switch of the previous WAF, the id and plan of the zone. */
function readSetting(
  value: unknown,
  kind: 'waf' | 'zone',
  input: InputText,
  path: readonly string[],
): Partial<ZoneExport> {
  if (!isRecord(value)) throw errorAt(input, path, 'must be an object');
  if (kind === 'waf') {
    if (value.value !== 'on' && value.value !== 'off')
      throw errorAt(input, [...path, 'value'], 'must be one of on, off');
    return { waf: value.value };
  }
  const plan = planOfValue(value.plan);
  return {
    ...(typeof value.id === 'string' ? { zone_id: value.id } : {}),
    ...(plan === undefined ? {} : { plan }),
  };
}

function checkSchema(value: unknown, validate: Validator, input: InputText, path: readonly string[]): void {
  const [error] = validate(value);
  if (error !== undefined) throw errorAt(input, [...path, ...stepsOf(error.instancePath)], describeError(error));
}

function describeError(error: SchemaError): string {
  const { additionalProperty, allowedValues, type } = error.params;
  if (typeof additionalProperty === 'string')
    return `unknown property '${additionalProperty}'${didYouMean(additionalProperty, knownKeys(error))}`;
  if (Array.isArray(allowedValues))
    return `must be one of ${allowedValues.filter((value) => value !== null).join(', ')}`;
  if (error.keyword === 'minProperties') return 'holds nothing';
  if (Array.isArray(type)) return `must be ${type.join(' or ')}`;
  return error.message ?? 'does not match its schema';
}
