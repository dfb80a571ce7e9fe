import { resolve } from 'node:path';
import type { PlainKinds, SettingKind } from '../../../config/setting-row.js';
import { isIsoDate } from '../../../core/lib/iso-date.js';
import { ConfigError } from '../../../core/model/errors.js';
import { parseFormat } from '../../../report/formats.js';
import type { FormatRequest } from '../../../report/formats.js';

/** Parses a size such as `512mb`. @returns bytes. @throws ConfigError */
function parseMemory(value: string): number {
  const bytes = parseBytes(value);
  if (!(bytes >= 1 && Number.isSafeInteger(bytes))) throw new ConfigError('Write a size such as 512mb or 2gb.');
  return bytes;
}

/** Parses a duration such as `30s`. @returns milliseconds. @throws ConfigError */
function parseDuration(value: string): number {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)\s*(ms|s|m|h)$/i.exec(value);
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[(match?.[2] ?? '').toLowerCase()];
  const milliseconds = unit === undefined ? 0 : Number(match?.[1]) * unit;
  if (!(milliseconds > 0)) throw new ConfigError('Write a duration such as 30s, 2m or 500ms.');
  return milliseconds;
}

/** Parses the maximum size of a file. @returns bytes. @throws ConfigError */
export function parseSize(value: string): number {
  const bytes = parseBytes(value);
  if (!(bytes >= 1 && bytes <= 512 * 1024 * 1024))
    throw new ConfigError('Write a size from 1 to 512mb, such as 800kb or 5mb.');
  return bytes;
}

/** Parses `90` or `90d`. @returns days. @throws ConfigError */
function parseDays(value: string): number {
  const match = /^(\d{1,5})d?$/.exec(value);
  if (match === null) throw new ConfigError('Write a number of days, such as 90d.');
  return Number(match[1]);
}

/** Text of an unlimited horizon. */
const UNLIMITED = 'all';

/** Parses `90`, `90d` or `all`. @returns days, infinite for all. @throws ConfigError */
function parseHorizon(value: string): number {
  if (value === UNLIMITED) return Infinity;
  const match = /^(\d{1,5})d?$/.exec(value);
  if (match === null) throw new ConfigError(`Write a number of days, such as 90d, or ${UNLIMITED}.`);
  return Number(match[1]);
}

function parseBytes(value: string): number {
  const match = /^(\d{1,15}(?:\.\d{1,9})?)\s*(b|kb|mb|gb)?$/i.exec(value);
  const unit = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 }[(match?.[2] ?? 'b').toLowerCase()] ?? 1;
  return Math.floor(Number(match?.[1]) * unit);
}

/** Types of flag values by kind. */
export interface FlagKinds extends PlainKinds {
  readonly formats: readonly FormatRequest[];
  /** Bytes. */
  readonly size: number;
  /** Bytes. */
  readonly memory: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly days: number;
  /** Days; infinite for all. */
  readonly horizon: number;
  readonly date: string;
  readonly shard: { readonly index: number; readonly count: number };
  readonly catalogues: readonly string[];
}

interface FlagKind<Flag, ConfigValue> {
  /** Parses the value of the flag. @throws ConfigError for an invalid value. */
  readonly parse: (text: string, previous: Flag | undefined) => Flag;
  /** Converts the value of a configuration in `folder` to a flag. @throws ConfigError for an invalid value. */
  readonly fromConfig: (value: ConfigValue, folder: string) => Flag;
  /** Converts the flag to the form of the configuration. */
  readonly print: (flag: Flag) => unknown;
}

const identity = <T>(value: T): T => value;

/** Creates a kind whose values have the same form as flags and in a configuration. */
function plainKind<Flag>(parse: FlagKind<Flag, Flag>['parse']): FlagKind<Flag, Flag> {
  return { parse, fromConfig: identity, print: identity };
}

/** Creates a kind of quantities with a unit, whose texts are the same as flags and in a configuration. */
function quantityKind(parse: (text: string) => number, unit: string): FlagKind<number, string> {
  return { parse, fromConfig: parse, print: (value) => `${value}${unit}` };
}

const LIST_KIND = plainKind<readonly string[]>((text, previous = []) => {
  if (text === '') throw new ConfigError('It is empty.');
  return [...previous, text];
});

/** Conversions of the kinds whose flags differ from their texts or configured values. */
export const FLAG_CONVERSIONS = {
  path: { ...plainKind<string>(identity), fromConfig: (name: string, folder: string) => resolve(folder, name) },
  globs: LIST_KIND,
  ids: LIST_KIND,
  catalogues: LIST_KIND,
  formats: {
    parse: (text, previous = []) => [...previous, parseFormat(text)],
    fromConfig: (formats, folder) =>
      formats
        .map(parseFormat)
        .map((request) =>
          request.file === undefined ? request : { ...request, file: resolve(folder, request.file), within: folder },
        ),
    print: (requests) => requests.map(({ format, file }) => (file === undefined ? format : `${format}=${file}`)),
  } satisfies FlagKind<readonly FormatRequest[], readonly string[]>,
  size: quantityKind(parseSize, 'b'),
  memory: quantityKind(parseMemory, 'b'),
  duration: quantityKind(parseDuration, 'ms'),
  days: quantityKind(parseDays, 'd'),
  horizon: {
    parse: parseHorizon,
    fromConfig: parseHorizon,
    print: (days) => (days === Infinity ? UNLIMITED : `${days}d`),
  } satisfies FlagKind<number, string>,
  date: plainKind<string>((text) => {
    if (!isIsoDate(text)) throw new ConfigError('Write a calendar date as YYYY-MM-DD.');
    return text;
  }),
  shard: plainKind<FlagKinds['shard']>((text) => {
    const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text);
    const [index, count] = [Number(match?.[1]), Number(match?.[2])];
    if (!(index >= 1 && index <= count))
      throw new ConfigError('Write the number of the part and of all parts, such as 2/8.');
    return { index, count };
  }),
} as const satisfies Partial<Readonly<Record<SettingKind, object>>>;

/**
 * Converts a value of a configuration in `folder` to the flag of its kind.
 *
 * @throws ConfigError with the place of an invalid value.
 */
export function toFlagValue(kind: SettingKind, value: unknown, folder: string, place: () => string): unknown {
  if (!(kind in FLAG_CONVERSIONS)) return value;
  const fromConfig: (value: never, folder: string) => unknown =
    FLAG_CONVERSIONS[kind as keyof typeof FLAG_CONVERSIONS].fromConfig;
  try {
    return fromConfig(value as never, folder);
  } catch (error) {
    throw new ConfigError(`${place()}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Converts the flag of a kind to the form of the configuration. */
export function toConfigValue(kind: SettingKind, value: unknown): unknown {
  if (!(kind in FLAG_CONVERSIONS) || value === undefined || value === false) return value;
  const print: (value: never) => unknown = FLAG_CONVERSIONS[kind as keyof typeof FLAG_CONVERSIONS].print;
  return print(value as never);
}
