import { errorAt, errorIn } from './input-error.js';
import type { InputText } from './input-error.js';
import { isRecord } from '../../lib/is-record.js';
import { INPUT_KINDS, isSingle, recogniseKind } from './input-kinds.js';
import type { InputKind } from './input-kinds.js';
import { parseJsonInput } from './parse-json.js';
import { validateKind, validateZone } from './validate-export.js';
import type { ZoneExport } from './zone-export.js';

/** A file, and what it holds where the user said so (`--as`). */
export interface ZoneInput extends InputText {
  readonly kind?: InputKind;
}

/** Zone data of one input file, with the length of the whole list if the API gives it. */
export interface ParsedInput {
  readonly input: ZoneInput;
  readonly zone: Partial<ZoneExport>;
  readonly kind?: InputKind;
  /** `result_info.total_count` of a list that comes in pages. */
  readonly total?: number;
}

const MAX_QUOTED = 300;

/**
 * Parses one file: a zone configuration, the envelope of an answer (section 2, "Response envelope"), or
 * the bare list or object that its `result` was. Throws a ConfigError with file and place.
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
  if (input.kind !== undefined || recogniseBare(value) !== undefined) return parseResult(input, value, []);
  return { input, zone: validateZone(value, input) };
}

/** An object without its envelope; a zone configuration has `rules` too, but neither of these. */
function recogniseBare(value: Readonly<Record<string, unknown>>): InputKind | undefined {
  if ('compatible' in value || 'id' in value || ('name' in value && 'rules' in value)) return recogniseKind(value);
  return undefined;
}

function parseEnvelope(input: ZoneInput, envelope: Readonly<Record<string, unknown>>): ParsedInput {
  // The fields of an entry of `errors` are not specified (section 7), so they are quoted as they are.
  if (envelope.success === false)
    throw errorAt(input, ['success'], `the API answered with an error: ${quote(envelope.errors)}`);
  if (envelope.success !== undefined && envelope.success !== true)
    throw errorAt(input, ['success'], 'must be true or false');
  if (envelope.result === undefined || envelope.result === null)
    throw errorAt(input, ['result'], 'the answer has no result');
  const info = isRecord(envelope.result_info) ? envelope.result_info.total_count : undefined;
  return { ...parseResult(input, envelope.result, ['result']), ...(typeof info === 'number' ? { total: info } : {}) };
}

function parseResult(input: ZoneInput, result: unknown, path: readonly string[]): ParsedInput {
  const kind = input.kind ?? recogniseKind(result);
  if (kind === undefined) {
    const what =
      Array.isArray(result) && result.length === 0
        ? 'an empty list does not tell what it is a list of'
        : 'cannot tell what this holds';
    throw errorAt(
      input,
      path,
      `${what}; say so with --as <kind>=${input.file}, where the kind is one of ${INPUT_KINDS.join(', ')}`,
    );
  }
  if (!isSingle(kind) && !Array.isArray(result))
    throw errorAt(input, path, `must be a list of ${kind}; save the answer of the list operation`);
  const other = recogniseKind(result);
  if (other !== undefined && other !== kind) throw errorIn(input.file, `was named ${kind}, but looks like ${other}`);
  return { input, kind, zone: validateKind(result, kind, input, path) };
}

function quote(errors: unknown): string {
  const text = errors === undefined ? 'no errors listed' : JSON.stringify(errors);
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}
