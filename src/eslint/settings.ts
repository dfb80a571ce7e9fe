import { checkShape, shown } from '../config/check-shape.js';
import type { SunsetConfig } from '../config/config.js';
import { pathFrom } from '../config/place.js';
import type { SharedWithEslint } from '../config/setting-table.js';
import { settingsOf } from '../config/settings.js';
import type { SharedSettings } from '../config/settings.js';
import { isIsoDate } from '../lib/iso-date.js';
import type { IsoDate } from '../model/deprecation.js';
import { ConfigError } from '../model/errors.js';
import type { Confidence } from '../model/evidence.js';

/** What `settings.sunset` says, checked and with its defaults. */
export interface Settings extends SharedSettings {
  readonly minConfidence: Confidence;
  readonly followImports: boolean;
  /** Resources are reported where the version of their package is not known, too. */
  readonly resources: boolean;
  /** The day on which exceptions with a date are judged; without it, today. */
  readonly asOf: IsoDate | undefined;
}

/** `rules/eslint-settings.schema.json` describes it. */
interface WrittenSettings extends Pick<SunsetConfig, SharedWithEslint> {
  readonly followImports?: boolean;
  readonly asOf?: string;
}

const place = pathFrom('settings.sunset');
const byObject = new WeakMap<object, Settings>();
const byText = new Map<string, Settings>();
const NONE: Readonly<Record<string, unknown>> = {};

/**
 * Reads `settings.sunset` of a configuration. Checked once for each settings object; a host that makes
 * a new object for each file (oxlint does) is answered by the text of it.
 *
 * @throws ConfigError for a setting that cannot be used, CatalogueError for such a catalogue.
 */
export function readSettings(all: Readonly<Record<string, unknown>>, cwd: string): Settings {
  const written = all['sunset'] ?? NONE;
  const known = typeof written === 'object' ? byObject.get(written) : undefined;
  if (known !== undefined) return known;
  const key = `${cwd}\0${JSON.stringify(written)}`;
  let settings = byText.get(key);
  if (settings === undefined) {
    settings = checkSettings(written, cwd);
    byText.set(key, settings);
  }
  if (typeof written === 'object') byObject.set(written, settings);
  return settings;
}

function checkSettings(value: unknown, cwd: string): Settings {
  // Most have none, and need no validator.
  const written = value === NONE ? {} : checkShape<WrittenSettings>(value, 'eslint-settings', place);
  const { minConfidence = 'probable', followImports = true, alsoReport = [], asOf } = written;
  if (asOf !== undefined && !isIsoDate(asOf))
    throw new ConfigError(`${place(['asOf'])} is ${shown(asOf)}, not a calendar date. Write it like '2026-12-31'.`);
  const shared = settingsOf(written, { place, folder: cwd, ...(asOf === undefined ? {} : { asOf }) });
  return { ...shared, minConfidence, followImports, resources: alsoReport.includes('resources'), asOf };
}
