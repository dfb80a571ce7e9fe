import { dirname } from 'node:path';
import { checkShape, shown } from '../config/check-shape.js';
import type { SunsetConfig } from '../config/config.js';
import { findDataConfig } from '../config/load-config.js';
import { pathFrom } from '../config/place.js';
import type { Place } from '../config/place.js';
import type { SharedWithEslint } from '../config/setting-table.js';
import { settingsOf } from '../config/settings.js';
import type { SharedSettings } from '../config/settings.js';
import { BoundedMap } from '../lib/collections.js';
import { isIsoDate } from '../lib/iso-date.js';
import type { IsoDate } from '../model/deprecation.js';
import { ConfigError } from '../model/errors.js';
import type { Confidence } from '../model/evidence.js';
import { MAX_AGE } from './disk-imports.js';

/** Settings of the rules, checked and with their defaults. */
export interface Settings extends SharedSettings {
  readonly minConfidence: Confidence;
  readonly followImports: boolean;
  /** Whether resources are reported where the version of their package is not known, too. */
  readonly resources: boolean;
  /** The day on which exceptions with a date are judged; without it, today. */
  readonly asOf: IsoDate | undefined;
  /** The folder that the configuration is for: its own, or the working directory. */
  readonly home: string;
  /** The file of accepted findings, where one is named; false: none counts. */
  readonly baseline: string | false | undefined;
}

/** `rules/eslint-settings.schema.json` describes it. */
interface WrittenSettings extends Pick<SunsetConfig, SharedWithEslint> {
  readonly followImports?: boolean;
  readonly asOf?: string;
  readonly baseline?: string | false;
}

const place = pathFrom('settings.sunset');
const byObject = new WeakMap<object, Settings>();
const byText = new Map<string, Settings>();

/**
 * Reads `settings.sunset` of a configuration of ESLint; without it, the nearest configuration of the command line that
 * is data. Checked once for each settings object; for a host that makes a new object for each file (as oxlint does),
 * once for each text of it.
 *
 * @throws ConfigError for a setting that cannot be used, CatalogueError for such a catalogue.
 */
export function readSettings(all: Readonly<Record<string, unknown>>, cwd: string): Settings {
  const written = all['sunset'];
  if (written === undefined) return settingsOfProject(cwd);
  const known = written !== null && typeof written === 'object' ? byObject.get(written) : undefined;
  if (known !== undefined) return known;
  const settings = settingsFor(`${cwd}\0${JSON.stringify(written)}`, () =>
    checkSettings(checkShape<WrittenSettings>(written, 'eslint-settings', place), { place, folder: cwd }),
  );
  if (written !== null && typeof written === 'object') byObject.set(written, settings);
  return settings;
}

/** Folders whose configurations are cached. */
const MAX_FOLDERS = 1000;

const byFolder = new BoundedMap<{ readonly settings: Settings; readonly checked: number }>(MAX_FOLDERS);

function settingsOfProject(cwd: string): Settings {
  const now = performance.now();
  const known = byFolder.get(cwd);
  if (known !== undefined && now - known.checked < MAX_AGE) return known.settings;
  const found = findDataConfig(cwd);
  const settings = settingsFor(`${cwd}\0${found?.file ?? ''}\0${JSON.stringify(found?.config ?? {})}`, () =>
    found === undefined
      ? checkSettings({}, { place, folder: cwd })
      : checkSettings(found.config, { place: found.place, folder: dirname(found.file) }),
  );
  byFolder.set(cwd, { settings, checked: now }, 1);
  return settings;
}

/** The same object for the same text: analyses are memoised by their settings. */
function settingsFor(key: string, make: () => Settings): Settings {
  let settings = byText.get(key);
  if (settings === undefined) byText.set(key, (settings = make()));
  return settings;
}

function checkSettings(written: WrittenSettings, at: { readonly place: Place; readonly folder: string }): Settings {
  const { minConfidence = 'probable', followImports = true, alsoReport = [], asOf, baseline } = written;
  if (asOf !== undefined && !isIsoDate(asOf))
    throw new ConfigError(`${place(['asOf'])} is ${shown(asOf)}, not a calendar date. Write it like '2026-12-31'.`);
  const shared = settingsOf(written, { ...at, ...(asOf === undefined ? {} : { asOf }) });
  return {
    ...shared,
    minConfidence,
    followImports,
    resources: alsoReport.includes('resources'),
    asOf,
    home: at.folder,
    baseline,
  };
}
