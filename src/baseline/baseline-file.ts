import { readFileSync } from 'node:fs';
import { didYouMean } from '../lib/did-you-mean.js';
import { ConfigError } from '../model/errors.js';
import { isIsoDate } from '../lib/iso-date.js';
import { knownKeys, pathOf, stepsOf, validatorOf } from '../lib/validators.js';
import type { SchemaError } from '../lib/validators.js';
import { compareEntries } from './entry.js';
import type { BaselineEntry } from './entry.js';

export const BASELINE_NAME = 'sunset-baseline.json';

const VERSION = 1;
const REQUIRED = ['file', 'deprecation', 'method', 'path', 'url', 'accepted'] as const;
const OPTIONAL = ['reason', 'owner', 'until'] as const;

/**
 * Reads a baseline; undefined where there is no such file.
 *
 * @throws ConfigError for one that cannot be used: it is never taken for an empty one.
 */
export function readBaseline(file: string): readonly BaselineEntry[] | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unusable(file, `it cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseBaseline(file, text);
}

/** @throws ConfigError that names the place of what is wrong. */
export function parseBaseline(file: string, text: string): readonly BaselineEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const conflict = /^(?:<{7}|={7}|>{7})/m.test(text) ? ' It has merge conflict markers.' : '';
    throw unusable(file, `it is no JSON: ${error instanceof Error ? error.message : String(error)}.${conflict}`);
  }
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  const errors = validatorOf('baseline')(value);
  // Another version explains the rest; a mistyped key says more than that another one is missing.
  const error =
    errors.find(isOfVersion) ?? errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];
  if (error !== undefined) throw unusable(file, describe(error, version));
  const { findings } = value as { readonly findings: readonly BaselineEntry[] };
  for (const [index, { accepted }] of findings.entries())
    if (!isIsoDate(accepted))
      throw unusable(file, `$.findings[${index}].accepted is '${accepted}', no date (YYYY-MM-DD)`);
  return findings;
}

/** Same entries, same bytes. */
export function formatBaseline(entries: readonly BaselineEntry[]): string {
  const findings = [...entries]
    .sort(compareEntries)
    .map((entry) =>
      Object.fromEntries(
        [...REQUIRED, ...OPTIONAL].flatMap((key) => (entry[key] === undefined ? [] : [[key, entry[key]]])),
      ),
    );
  return `${JSON.stringify({ version: VERSION, findings }, null, 2)}\n`;
}

function isOfVersion({ instancePath, params }: SchemaError): boolean {
  return instancePath === '/version' || params['missingProperty'] === 'version';
}

function describe(error: SchemaError, version: unknown): string {
  const { keyword, params, instancePath } = error;
  const { additionalProperty, missingProperty, type } = params;
  if (isOfVersion(error)) return `its version is ${JSON.stringify(version)}, this program reads version ${VERSION}`;
  if (instancePath === '' && type === 'object') return 'it holds no object';
  const where = `$${pathOf(stepsOf(instancePath))}`;
  if (typeof additionalProperty === 'string')
    return `${where} has an unknown key '${additionalProperty}'${didYouMean(additionalProperty, knownKeys(error))}`;
  if (typeof missingProperty === 'string') return `${where}.${missingProperty} is missing`;
  if (keyword === 'pattern') return `${where} is '${String(error.data)}', no date (YYYY-MM-DD)`;
  return `${where} is no ${type === 'array' ? 'list' : type === 'string' ? 'text' : 'object'}`;
}

function unusable(file: string, problem: string): ConfigError {
  return new ConfigError(
    `the baseline '${file}' cannot be used: ${problem.replace(/[.?]?$/, (end) => (end === '?' ? end : '.'))} Nothing was written. Correct it, or restore it from version control.`,
  );
}
