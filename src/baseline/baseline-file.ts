import { readFileSync } from 'node:fs';
import { didYouMean } from '../lib/did-you-mean.js';
import { ConfigError } from '../model/errors.js';
import { isIsoDate } from '../lib/iso-date.js';
import { compareEntries } from './entry.js';
import type { BaselineEntry } from './entry.js';

export const BASELINE_NAME = 'sunset-baseline.json';

const VERSION = 1;
const REQUIRED = ['file', 'deprecation', 'method', 'path', 'url', 'accepted'] as const;
const OPTIONAL = ['reason', 'owner', 'until'] as const;
const KEYS: readonly string[] = [...REQUIRED, ...OPTIONAL];

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
  if (!isObject(value)) throw unusable(file, 'it holds no object');
  if (value['version'] !== VERSION)
    throw unusable(file, `its version is ${JSON.stringify(value['version'])}, this program reads version ${VERSION}`);
  refuseUnknown(file, '$', value, ['$schema', 'version', 'findings']);
  const { findings } = value;
  if (!Array.isArray(findings)) throw unusable(file, '$.findings is no list');
  return findings.map((entry: unknown, index) => checkEntry(file, `$.findings[${index}]`, entry));
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

function checkEntry(file: string, where: string, entry: unknown): BaselineEntry {
  if (!isObject(entry)) throw unusable(file, `${where} is no object`);
  refuseUnknown(file, where, entry, KEYS);
  for (const key of KEYS) {
    const value = entry[key];
    if (value === undefined && OPTIONAL.some((name) => name === key)) continue;
    if (typeof value !== 'string')
      throw unusable(file, `${where}.${key} is ${value === undefined ? 'missing' : 'no text'}`);
  }
  const checked = entry as unknown as BaselineEntry;
  if (!isIsoDate(checked.accepted))
    throw unusable(file, `${where}.accepted is '${checked.accepted}', no date (YYYY-MM-DD)`);
  return checked;
}

function refuseUnknown(
  file: string,
  where: string,
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw unusable(file, `${where} has an unknown key '${unknown}'${didYouMean(unknown, known)}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unusable(file: string, problem: string): ConfigError {
  return new ConfigError(
    `the baseline '${file}' cannot be used: ${problem.replace(/[.?]?$/, (end) => (end === '?' ? end : '.'))} Nothing was written. Correct it, or restore it from version control.`,
  );
}
