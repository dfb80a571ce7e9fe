import { didYouMean } from '../../core/lib/wording.js';
import { ConfigError } from '../../core/model/errors.js';
import { isIsoDate } from '../../core/lib/iso-date.js';
import { maskKnownSecrets } from '../../core/lib/mask-secrets.js';
import { parseJson } from '../../core/lib/json.js';
import { MEGABYTE, readRegularFile } from '../../core/lib/read-file.js';
import type { ReadOptions } from '../../core/lib/read-file.js';
import { knownKeys, pathOf, stepsOf, validatorOf } from '../../core/lib/validators.js';
import type { SchemaError } from '../../core/lib/validators.js';
import { compareEntries } from './entry.js';
import type { BaselineEntry } from './entry.js';

export const BASELINE_NAME = 'sunset-baseline.json';

const VERSION = 1;
const REQUIRED = ['file', 'deprecation', 'method', 'path', 'url', 'accepted'] as const;
const OPTIONAL = ['reason', 'owner', 'until'] as const;

/** Keys of an entry that people write; the others come from a finding, which has no secrets. */
const FREE_TEXT_KEYS: ReadonlySet<string> = new Set(['reason', 'owner']);

/** Largest size of a baseline: some 80,000 entries, more than any project accepts. */
const MAX_BASELINE = 20 * MEGABYTE;

/** Source of the name of a baseline: `any` for the command line, which may name a pipe; `within` for a default. */
export type BaselineSource = Pick<ReadOptions, 'kinds' | 'within'>;

/**
 * Reads a baseline; undefined where there is no such file.
 *
 * @throws ConfigError for an unusable baseline, which is never treated as empty.
 */
export function readBaseline(file: string, source: BaselineSource = {}): readonly BaselineEntry[] | undefined {
  const content = readRegularFile(file, { ...source, limit: MAX_BASELINE });
  if (content.kind === 'absent') return undefined;
  if (content.kind === 'refused') throw unusable(file, content.why);
  return parseBaseline(file, content.text);
}

/** Parses a baseline. @throws ConfigError with the place of the error. */
export function parseBaseline(file: string, text: string): readonly BaselineEntry[] {
  const parsed = parseJson(text);
  if (parsed.kind === 'problem') {
    const { line, column, what } = parsed.problem;
    const conflict = /^(?:<{7}|={7}|>{7})/m.test(text) ? ' It has merge conflict markers.' : '';
    throw unusable(file, `it is not JSON: line ${line}, column ${column}: ${what}.${conflict}`);
  }
  const { value } = parsed;
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  const error = firstError(value);
  if (error !== undefined) throw unusable(file, describe(error, version));
  const { findings } = value as { readonly findings: readonly BaselineEntry[] };
  for (const [index, { accepted }] of findings.entries())
    if (!isIsoDate(accepted))
      throw unusable(file, `$.findings[${index}].accepted is '${accepted}', not a date (YYYY-MM-DD)`);
  return findings;
}

/**
 * The text of a baseline, with secrets masked. Same entries, same bytes.
 *
 * @throws ConfigError where the text is too large to be read again.
 */
export function formatBaseline(entries: readonly BaselineEntry[]): string {
  const findings = [...entries].sort(compareEntries).map((entry) =>
    Object.fromEntries(
      [...REQUIRED, ...OPTIONAL].flatMap((key) => {
        const { [key]: text } = entry;
        if (text === undefined) return [];
        return [[key, FREE_TEXT_KEYS.has(key) ? maskKnownSecrets(text) : text]];
      }),
    ),
  );
  const text = `${JSON.stringify({ version: VERSION, findings }, null, 2)}\n`;
  if (Buffer.byteLength(text) > MAX_BASELINE)
    throw new ConfigError(
      `a baseline of ${findings.length} findings is larger than the ${MAX_BASELINE / MEGABYTE} MB that are read. Nothing was written. Scan fewer files, or leave some out with --ignore-files.`,
    );
  return text;
}

/** Number of entries validated at a time: the validator reports all errors, and memory is limited. */
const BATCH = 1000;

/** Returns the most informative schema error, from the first piece of a baseline that has any. */
function firstError(value: unknown): SchemaError | undefined {
  const validate = validatorOf('baseline');
  const all = typeof value === 'object' && value !== null && 'findings' in value ? value.findings : undefined;
  const findings: readonly unknown[] = Array.isArray(all) ? all : [];
  for (let start = 0; start === 0 || start < findings.length; start += BATCH) {
    const isOneBatch = findings.length <= BATCH;
    const errors = validate(
      isOneBatch ? value : { ...(value as object), findings: findings.slice(start, start + BATCH) },
    );
    // Another version explains all other errors; a mistyped key is more informative than a missing one.
    const error =
      errors.find(isOfVersion) ?? errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];
    if (error !== undefined)
      return {
        ...error,
        instancePath: error.instancePath.replace(/(?<=^\/findings\/)\d+/, (at) => String(Number(at) + start)),
      };
  }
  return undefined;
}

function isOfVersion({ instancePath, params }: SchemaError): boolean {
  return instancePath === '/version' || params['missingProperty'] === 'version';
}

function describe(error: SchemaError, version: unknown): string {
  const { keyword, params, instancePath } = error;
  const { additionalProperty, missingProperty, type } = params;
  if (isOfVersion(error))
    return `its version is ${version === undefined || typeof version === 'number' ? String(version) : 'not a number'}, this program reads version ${VERSION}`;
  if (instancePath === '' && type === 'object') return 'it is not an object';
  const where = `$${pathOf(stepsOf(instancePath))}`;
  if (typeof additionalProperty === 'string')
    return `${where} has an unknown key '${additionalProperty}'${didYouMean(additionalProperty, knownKeys(error))}`;
  if (typeof missingProperty === 'string') return `${where}.${missingProperty} is missing`;
  if (keyword === 'pattern') return `${where} is '${String(error.data)}', not a date (YYYY-MM-DD)`;
  return `${where} is not ${type === 'array' ? 'a list' : type === 'string' ? 'a text' : 'an object'}`;
}

function unusable(file: string, problem: string): ConfigError {
  return new ConfigError(
    `the baseline '${file}' cannot be used: ${problem.replace(/[.?]?$/, (end) => (end === '?' ? end : '.'))} Nothing was written. Correct it, or restore it from version control.`,
  );
}
