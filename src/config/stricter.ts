import { CONFIDENCES } from '../model/evidence.js';
import type { SunsetConfig } from './config.js';

const FAIL_ON = ['deprecated', 'sunset', 'never'] as const;

/** Keys that say how a report looks and where it goes, not what is looked at, found and counted. */
const LOOKS: ReadonlySet<string> = new Set<keyof SunsetConfig>([
  '$schema',
  'warnWithin',
  'format',
  'category',
  'omitSuppressed',
  'evidence',
  'unresolved',
]);

/**
 * The later of two configurations, with a gate that hides no more than either of them. Globs of files, and what decides
 * what is found, have no stricter form: they stay those of the later one. `larger`: of two sizes of files, where undefined is the default.
 */
export function stricter(
  now: SunsetConfig,
  base: SunsetConfig,
  larger: (a: string | undefined, b: string | undefined) => string | undefined,
): SunsetConfig {
  const { maxFileSize: _size, languages: _languages, ...rest } = now;
  const maxFileSize = larger(now.maxFileSize, base.maxFileSize);
  return {
    ...rest,
    ...(maxFileSize === undefined ? {} : { maxFileSize }),
    ...(now.languages === undefined || base.languages === undefined
      ? {}
      : { languages: [...new Set([...now.languages, ...base.languages])] }),
    onlyChanged: (now.onlyChanged ?? []).filter((id) => base.onlyChanged?.includes(id) === true),
    excludeTests: now.excludeTests === true && base.excludeTests === true,
    resources: now.resources === true || base.resources === true,
    testDoubles: now.testDoubles === true || base.testDoubles === true,
    strictClock: now.strictClock === true || base.strictClock === true,
    failOn: first(FAIL_ON, now.failOn ?? 'deprecated', base.failOn ?? 'deprecated'),
    minConfidence: first(CONFIDENCES, now.minConfidence ?? 'probable', base.minConfidence ?? 'probable'),
    maxFindings: Math.min(now.maxFindings ?? 0, base.maxFindings ?? 0),
  };
}

/** The one of two that comes first in an order. */
function first<T>(order: readonly T[], a: T, b: T): T {
  return order.indexOf(a) < order.indexOf(b) ? a : b;
}

/** What turned one configuration into the other, but for the looks of reports: `adds 'x' to ignoreFiles`. */
export function configEdits(base: SunsetConfig, now: SunsetConfig): readonly string[] {
  const keys = [...new Set([...Object.keys(base), ...Object.keys(now)])] as (keyof SunsetConfig)[];
  return keys
    .filter((key) => !LOOKS.has(key) && JSON.stringify(inEffect(base, key)) !== JSON.stringify(inEffect(now, key)))
    .sort()
    .flatMap((key) => edit(key, base[key], now[key]));
}

/** What a configuration comes to where a key is missing. */
const DEFAULTS: SunsetConfig = {
  edition: 'specification',
  failOn: 'deprecated',
  minConfidence: 'probable',
  maxFindings: 0,
  builtin: true,
};

function inEffect(config: SunsetConfig, key: keyof SunsetConfig): ConfigValue {
  return config[key] ?? DEFAULTS[key];
}

type ConfigValue = SunsetConfig[keyof SunsetConfig];

function edit(key: string, before: ConfigValue, after: ConfigValue): readonly string[] {
  const [was, is] = [before ?? [], after ?? []];
  if (isTexts(was) && isTexts(is)) return listEdits(key, was, is);
  if (typeof was === 'object' && typeof is === 'object') return [`changes ${key}`];
  if (after === undefined) return [`removes ${key} (${quoted(before)})`];
  return [`sets ${key} to ${quoted(after)}${before === undefined ? '' : ` (${quoted(before)} before)`}`];
}

function listEdits(key: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.filter((text) => !before.includes(text));
  const gone = before.filter((text) => !after.includes(text));
  if (added.length === 0 && gone.length === 0) return [`reorders ${key}`];
  return [
    ...(added.length === 0 ? [] : [`adds ${listed(added)} to ${key}`]),
    ...(gone.length === 0 ? [] : [`removes ${listed(gone)} from ${key}`]),
  ];
}

function isTexts(value: ConfigValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

const MAX_LISTED = 10;

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_LISTED).map(quoted).join(', ');
  return texts.length > MAX_LISTED ? `${shown} and ${texts.length - MAX_LISTED} more` : shown;
}

function quoted(value: ConfigValue): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}
