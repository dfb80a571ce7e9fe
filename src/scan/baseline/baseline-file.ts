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

const BASELINE_VERSION = 1;
const REQUIRED_KEYS = ['file', 'deprecation', 'method', 'path', 'url', 'accepted'] as const;
const OPTIONAL_KEYS = ['reason', 'owner', 'until'] as const;

/** Keys of an entry with text that people write; the others come from a finding, which has no secrets. */
const FREE_TEXT_KEYS: ReadonlySet<string> = new Set(['reason', 'owner']);

/** Largest size of a baseline: some 80,000 entries, more than any project accepts. */
const MAX_BASELINE = 20 * MEGABYTE;

/** Read options by the origin of the file name: `kinds` for one from the command line, `within` for the default one. */
export type BaselineSource = Pick<ReadOptions, 'kinds' | 'within'>;

/**
 * Reads a baseline; undefined if the file does not exist.
 *
 * @throws ConfigError for an unusable baseline, which is never treated as empty.
 */
export function readBaseline(file: string, source: BaselineSource = {}): readonly BaselineEntry[] | undefined {
  const content = readRegularFile(file, { ...source, limit: MAX_BASELINE });
  if (content.kind === 'absent') return undefined;
  if (content.kind === 'refused') throw unusableError(file, content.why);
  return parseBaseline(file, content.text);
}

/** Parses a baseline. @throws ConfigError with the place of the error. */
export function parseBaseline(file: string, text: string): readonly BaselineEntry[] {
  const parsed = parseJson(text);
  if (parsed.kind === 'problem') {
    const { line, column, what } = parsed.problem;
    const conflict = /^(?:<{7}|={7}|>{7})/m.test(text) ? ' It has merge conflict markers.' : '';
    throw unusableError(file, `it is not JSON: line ${line}, column ${column}: ${what}.${conflict}`);
  }
  const { value } = parsed;
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  const error = firstError(value);
  if (error !== undefined) throw unusableError(file, describeError(error, version));
  const { findings } = value as { readonly findings: readonly BaselineEntry[] };
  for (const [index, { accepted }] of findings.entries())
    if (!isIsoDate(accepted))
      throw unusableError(file, `$.findings[${index}].accepted is '${accepted}', not a date (YYYY-MM-DD)`);
  return findings;
}

/**
 * Returns the text of a baseline, with secrets masked. Equal entries give equal bytes.
 *
 * @throws ConfigError if the text is too large to be read again.
 */
export function formatBaseline(entries: readonly BaselineEntry[]): string {
  const findings = [...entries].sort(compareEntries).map((entry) =>
    Object.fromEntries(
      [...REQUIRED_KEYS, ...OPTIONAL_KEYS].flatMap((key) => {
        const { [key]: text } = entry;
        if (text === undefined) return [];
        return [[key, FREE_TEXT_KEYS.has(key) ? maskKnownSecrets(text) : text]];
      }),
    ),
  );
  const text = `${JSON.stringify({ version: BASELINE_VERSION, findings }, null, 2)}\n`;
  if (Buffer.byteLength(text) > MAX_BASELINE)
    throw new ConfigError(
      `a baseline of ${findings.length} findings is larger than the ${MAX_BASELINE / MEGABYTE} MB that are read. Nothing was written. Scan fewer files, or leave some out with --ignore-files.`,
    );
  return text;
}

/** Number of entries validated at a time: the validator reports all errors, and memory is limited. */
const BATCH_SIZE = 1000;

/** Returns the most informative schema error of the first batch of entries with errors. */
function firstError(value: unknown): SchemaError | undefined {
  const validate = validatorOf('baseline');
  const entries = typeof value === 'object' && value !== null && 'findings' in value ? value.findings : undefined;
  const findings: readonly unknown[] = Array.isArray(entries) ? entries : [];
  for (let start = 0; start === 0 || start < findings.length; start += BATCH_SIZE) {
    const isOneBatch = findings.length <= BATCH_SIZE;
    const errors = validate(
      isOneBatch ? value : { ...(value as object), findings: findings.slice(start, start + BATCH_SIZE) },
    );
    // Another version explains all other errors; a mistyped key is more informative than a missing one.
    const error =
      errors.find(isVersionError) ?? errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];
    if (error !== undefined)
      return {
        ...error,
        instancePath: error.instancePath.replace(/(?<=^\/findings\/)\d+/, (at) => String(Number(at) + start)),
      };
  }
  return undefined;
}

function isVersionError({ instancePath, params }: SchemaError): boolean {
  return instancePath === '/version' || params['missingProperty'] === 'version';
}

function describeError(error: SchemaError, version: unknown): string {
  const { keyword, params, instancePath } = error;
  const { additionalProperty, missingProperty, type } = params;
  if (isVersionError(error))
    return `its version is ${version === undefined || typeof version === 'number' ? String(version) : 'not a number'}, this program reads version ${BASELINE_VERSION}`;
  if (instancePath === '' && type === 'object') return 'it is not an object';
  const keyPath = `$${pathOf(stepsOf(instancePath))}`;
  if (typeof additionalProperty === 'string')
    return `${keyPath} has an unknown key '${additionalProperty}'${didYouMean(additionalProperty, knownKeys(error))}`;
  if (typeof missingProperty === 'string') return `${keyPath}.${missingProperty} is missing`;
  if (keyword === 'pattern') return `${keyPath} is '${String(error.data)}', not a date (YYYY-MM-DD)`;
  return `${keyPath} is not ${type === 'array' ? 'a list' : type === 'string' ? 'a text' : 'an object'}`;
}

function unusableError(file: string, problem: string): ConfigError {
  return new ConfigError(
    `the baseline '${file}' cannot be used: ${problem.replace(/[.?]?$/, (end) => (end === '?' ? end : '.'))} Nothing was written. Correct it, or restore it from version control.`,
  );
}
