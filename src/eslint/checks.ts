import { closest } from '../lib/did-you-mean.js';
import { ConfigError } from '../model/errors.js';
import { isIsoDate } from '../lib/iso-date.js';

/** The error for a setting that cannot be used: where it is, what is wrong, what to do now. */
export function settingError(where: string, problem: string, now: string): ConfigError {
  return new ConfigError(`${where} ${problem}. ${now}`);
}

/** The value as an object. @throws ConfigError where it is none. */
export function checkObject(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw settingError(where, `is ${describe(value)}, not an object`, 'Write an object there.');
}

/** @throws ConfigError where the object has a property of another name. */
export function checkKeys(value: Readonly<Record<string, unknown>>, where: string, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    throw settingError(where, `has no property '${key}'`, `${hint(key, known)}The properties are ${known.join(', ')}.`);
  }
}

/** The value as a list. @throws ConfigError where it is none. */
export function checkList(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw settingError(where, `is ${describe(value)}, not a list`, 'Write a list there, also for one item.');
}

/** The value as a text that is not empty. @throws ConfigError where it is none. */
export function checkText(value: unknown, where: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw settingError(where, `is ${describe(value)}, not a text`, 'Write a text that is not empty.');
}

/** The value as true or false. @throws ConfigError where it is neither. */
export function checkBoolean(value: unknown, where: string): boolean {
  if (typeof value === 'boolean') return value;
  throw settingError(where, `is ${describe(value)}`, 'Write true or false.');
}

/** The value as a calendar date. @throws ConfigError where it is none. */
export function checkDate(value: unknown, where: string): string {
  if (typeof value === 'string' && isIsoDate(value)) return value;
  throw settingError(where, `is ${describe(value)}, not a calendar date`, "Write it as 'YYYY-MM-DD'.");
}

/** The value as a position in a list of arguments. @throws ConfigError where it is none. */
export function checkIndex(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw settingError(
    where,
    `is ${describe(value)}, not the position of an argument`,
    'Write 0 for the first argument.',
  );
}

/** The value as one of a few words. @throws ConfigError, with the nearest of them, where it is none. */
export function checkOneOf<T extends string>(value: unknown, where: string, known: readonly T[]): T {
  const found = known.find((word) => word === value);
  if (found !== undefined) return found;
  throw settingError(where, `is ${describe(value)}`, `${hint(value, known)}Use one of ${known.join(', ')}.`);
}

/** `Did you mean 'x'? `, or nothing where no word is near. */
export function hint(value: unknown, known: Iterable<string>): string {
  const guess = typeof value === 'string' ? closest(value, known) : undefined;
  return guess === undefined ? '' : `Did you mean '${guess}'? `;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
