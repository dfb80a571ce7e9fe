import type { SunsetConfig } from './setting-table.js';
import type { CombinationRule, SettingRow } from './setting-row.js';
import { CONFIG_KEYS, SETTINGS, settingsThatAffect } from './setting-table.js';

type ConfigValue = SunsetConfig[keyof SunsetConfig];
type Larger = (a: string | undefined, b: string | undefined) => string | undefined;

/**
 * Combines the configurations after (`now`) and before (`base`) a change, so that the gate hides no more findings than
 * with either of them. The row of a setting has the rule for its combination. Globs of files and settings of the
 * analysis have no stricter form: the value of `now` applies. `larger`: returns the larger of two file sizes; undefined
 * is the default size.
 */
export function strictestConfig(now: SunsetConfig, base: SunsetConfig, larger: Larger): SunsetConfig {
  const combined = CONFIG_KEYS.map((key) => {
    const row: SettingRow = SETTINGS[key];
    return [key, COMBINERS[row.combine](now[key], base[key], row, larger)] as const;
  });
  return Object.fromEntries(combined.filter(([, value]) => value !== undefined));
}

/** Functions that combine two values of a setting, of which either may be missing, by the rule of its row. */
const COMBINERS: Readonly<
  Record<CombinationRule, (now: ConfigValue, base: ConfigValue, row: SettingRow, larger: Larger) => unknown>
> = {
  later: (now) => now,
  any: (now, base) => now === true || base === true,
  all: (now, base) => now === true && base === true,
  first: (now, base, { choices = [], default: missing }) =>
    choices.find((choice) => choice === (now ?? missing) || choice === (base ?? missing)),
  least: (now, base, { absent }) => Math.min(Number(now ?? absent), Number(base ?? absent)),
  largest: (now, base, _row, larger) => larger(textOf(now), textOf(base)),
  furthest: (now, base, { absent }) => (daysOf(base ?? absent) > daysOf(now ?? absent) ? (base ?? absent) : now),
  union: (now, base, { absent }) => {
    const [a, b] = [now ?? absent, base ?? absent];
    return isTextList(a) && isTextList(b) ? [...new Set([...a, ...b])] : undefined;
  },
  common: (now, base) =>
    isTextList(now) && isTextList(base) ? now.filter((item) => new Set<string>(base).has(item)) : [],
};

/** Number of days of a horizon; infinite for any other value, such as `all`. */
function daysOf(value: ConfigValue | number): number {
  const days = typeof value === 'string' ? Number.parseInt(value, 10) : NaN;
  return Number.isNaN(days) ? Infinity : days;
}

function textOf(value: ConfigValue): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Keys for the appearance and destination of reports, without effect on findings and their counts. */
const APPEARANCE: ReadonlySet<string> = new Set(['$schema', ...settingsThatAffect('report')]);

/** Describes the differences of two configurations, except the appearance of reports: `adds 'x' to ignoreFiles`. */
export function configEdits(base: SunsetConfig, now: SunsetConfig): readonly string[] {
  const keys = [...new Set([...Object.keys(base), ...Object.keys(now)])] as (keyof SunsetConfig)[];
  return keys
    .filter(
      (key) =>
        !APPEARANCE.has(key) && JSON.stringify(effectiveValue(base, key)) !== JSON.stringify(effectiveValue(now, key)),
    )
    .sort()
    .flatMap((key) => describeEdit(key, base[key], now[key]));
}

/** Returns the effective value of a key, which is a default if the configuration lacks the key. */
function effectiveValue(config: SunsetConfig, key: keyof SunsetConfig): ConfigValue | number {
  if (key === '$schema') return config.$schema;
  const { default: fallback, absent }: SettingRow = SETTINGS[key];
  return config[key] ?? fallback ?? absent;
}

function describeEdit(key: string, before: ConfigValue, after: ConfigValue): readonly string[] {
  const [oldValue, newValue] = [before ?? [], after ?? []];
  if (isTextList(oldValue) && isTextList(newValue)) return describeListEdits(key, oldValue, newValue);
  if (typeof oldValue === 'object' && typeof newValue === 'object') return [`changes ${key}`];
  if (after === undefined) return [`removes ${key} (${quoted(before)})`];
  return [`sets ${key} to ${quoted(after)}${before === undefined ? '' : ` (${quoted(before)} before)`}`];
}

function describeListEdits(key: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.filter((text) => !before.includes(text));
  const removed = before.filter((text) => !after.includes(text));
  if (added.length === 0 && removed.length === 0) return [`reorders ${key}`];
  return [
    ...(added.length === 0 ? [] : [`adds ${quotedList(added)} to ${key}`]),
    ...(removed.length === 0 ? [] : [`removes ${quotedList(removed)} from ${key}`]),
  ];
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Number of added or removed entries of a list that are shown. */
const MAX_LISTED = 10;

function quotedList(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_LISTED).map(quoted).join(', ');
  return texts.length > MAX_LISTED ? `${shown} and ${texts.length - MAX_LISTED} more` : shown;
}

function quoted(value: ConfigValue): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}
