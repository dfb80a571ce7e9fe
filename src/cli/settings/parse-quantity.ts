import { ConfigError } from '../../model/errors.js';

/** Reads `512mb`. @returns bytes. @throws ConfigError */
export function parseMemory(value: string): number {
  const bytes = parseBytes(value);
  if (!(bytes >= 1 && Number.isSafeInteger(bytes))) throw new ConfigError('Write a size such as 512mb or 2gb.');
  return bytes;
}

/** Reads `30s`. @returns milliseconds. @throws ConfigError */
export function parseDuration(value: string): number {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)\s*(ms|s|m|h)$/i.exec(value);
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[(match?.[2] ?? '').toLowerCase()];
  const time = unit === undefined ? 0 : Number(match?.[1]) * unit;
  if (!(time > 0)) throw new ConfigError('Write a duration such as 30s, 2m or 500ms.');
  return time;
}

/** Reads the size of a file. @returns bytes. @throws ConfigError */
export function parseSize(value: string): number {
  const bytes = parseBytes(value);
  if (!(bytes >= 1 && bytes <= 512 * 1024 * 1024))
    throw new ConfigError('Write a size from 1 to 512mb, such as 800kb or 5mb.');
  return bytes;
}

/** Reads `90` or `90d`. @returns days. @throws ConfigError */
export function parseDays(value: string): number {
  const match = /^(\d{1,5})d?$/.exec(value);
  if (match === null) throw new ConfigError('Write a number of days, such as 90d.');
  return Number(match[1]);
}

/** Word for an unlimited horizon. */
export const EVER = 'all';

/** Reads `90`, `90d` or `all`. @returns days, infinite for all. @throws ConfigError */
export function parseHorizon(value: string): number {
  if (value === EVER) return Infinity;
  const match = /^(\d{1,5})d?$/.exec(value);
  if (match === null) throw new ConfigError(`Write a number of days, such as 90d, or ${EVER}.`);
  return Number(match[1]);
}

function parseBytes(value: string): number {
  const match = /^(\d{1,15}(?:\.\d{1,9})?)\s*(b|kb|mb|gb)?$/i.exec(value);
  const unit = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 }[(match?.[2] ?? 'b').toLowerCase()] ?? 1;
  return Math.floor(Number(match?.[1]) * unit);
}
