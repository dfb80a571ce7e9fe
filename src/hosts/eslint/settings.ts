import { dirname, join } from 'node:path';
import type { Rule } from 'eslint';
import { checkShape, pathFrom, shownValue } from '../../config/checked-json.js';
import type { SharedWithEslint, SunsetConfig } from '../../config/setting-table.js';
import { findDataConfig } from '../../config/load-config.js';
import type { Place } from '../../config/checked-json.js';
import { settingsOf } from '../../config/settings.js';
import type { AutomaticApis, SharedSettings } from '../../config/settings.js';
import { BoundedMap, memoByObject, memoByText } from '../../core/lib/collections.js';
import { isIsoDate } from '../../core/lib/iso-date.js';
import { MEGABYTE, isInside, readRegularFile } from '../../core/lib/read-file.js';
import type { IsoDate } from '../../core/model/deprecation.js';
import { ConfigError } from '../../core/model/errors.js';
import type { Confidence } from '../../core/model/evidence.js';
import type { ApiSigns } from '../../select/api-signs.js';
import { MAX_AGE } from './disk-imports.js';
import { pathOf } from './disk.js';

/** Validated settings of the rules, with defaults for missing ones. */
export interface Settings extends SharedSettings {
  readonly minConfidence: Confidence;
  readonly followImports: boolean;
  /** Whether resources are also reported if the version of their package is unknown. */
  readonly resources: boolean;
  /** Date for which exceptions with an end date are judged; default: today. */
  readonly asOf: IsoDate | undefined;
  /** Folder to which the configuration applies: the folder of its file, or the working directory. */
  readonly home: string;
  /** Configured baseline file; false: no baseline is used. */
  readonly baseline: string | false | undefined;
}

/** `settings.sunset` as written, described by `rules/eslint-settings.schema.json`. */
interface WrittenSettings extends Pick<SunsetConfig, SharedWithEslint> {
  readonly followImports?: boolean;
  readonly asOf?: string;
  readonly baseline?: string | false;
}

const place = pathFrom('settings.sunset');
const byObject = new WeakMap<object, Settings>();
const byText = new Map<string, Settings>();

/**
 * Reads `settings.sunset` of an ESLint configuration; without this key, the nearest configuration of the command line
 * that is not a program. The validated settings are memoised by the settings object, and by its JSON for hosts that
 * create an object per file (oxlint).
 *
 * @throws ConfigError for an invalid setting, CatalogueError for an invalid catalogue.
 */
export function readSettings(all: Readonly<Record<string, unknown>>, cwd: string): Settings {
  const written = all['sunset'];
  if (written === undefined) return settingsOfProject(cwd);
  const cached = written !== null && typeof written === 'object' ? byObject.get(written) : undefined;
  if (cached !== undefined) return cached;
  const settings = settingsFor(`${cwd}\0${JSON.stringify(written)}`, () =>
    checkSettings(checkShape<WrittenSettings>(written, 'eslint-settings', place), { place, folder: cwd }),
  );
  if (written !== null && typeof written === 'object') byObject.set(written, settings);
  return settings;
}

/** Number of folders whose configurations are cached. */
const MAX_FOLDERS = 1000;

const byFolder = new BoundedMap<{ readonly settings: Settings; readonly checkedAt: number }>(MAX_FOLDERS);

function settingsOfProject(cwd: string): Settings {
  const now = performance.now();
  const cached = byFolder.get(cwd);
  if (cached !== undefined && now - cached.checkedAt < MAX_AGE) return cached.settings;
  const found = findDataConfig(cwd);
  const settings = settingsFor(`${cwd}\0${found?.file ?? ''}\0${JSON.stringify(found?.config ?? {})}`, () =>
    found === undefined
      ? checkSettings({}, { place, folder: cwd })
      : checkSettings(found.config, { place: found.place, folder: dirname(found.file) }),
  );
  byFolder.set(cwd, { settings, checkedAt: now }, 1);
  return settings;
}

/** Returns the same settings object for the same cache key, because analyses are memoised by this object. */
function settingsFor(key: string, create: () => Settings): Settings {
  let settings = byText.get(key);
  if (settings === undefined) byText.set(key, (settings = create()));
  return settings;
}

function checkSettings(written: WrittenSettings, origin: { readonly place: Place; readonly folder: string }): Settings {
  const { minConfidence = 'probable', followImports = true, alsoReport = [], asOf, baseline } = written;
  if (asOf !== undefined && !isIsoDate(asOf))
    throw new ConfigError(
      `${place(['asOf'])} is ${shownValue(asOf)}, not a calendar date. Write it like '2026-12-31'.`,
    );
  const shared = settingsOf(written, { ...origin, ...(asOf === undefined ? {} : { asOf }) });
  return {
    ...shared,
    minConfidence,
    followImports,
    resources: alsoReport.includes('resources'),
    asOf,
    home: origin.folder,
    baseline,
  };
}

/**
 * Returns the settings for a file: those of the configuration, with the packaged catalogues of the APIs that the file
 * uses, or whose SDK a `package.json` above the file depends on.
 *
 * @throws ConfigError, CatalogueError as `readSettings` does.
 */
export function settingsOfFile({ settings, cwd, sourceCode, physicalFilename }: Rule.RuleContext): Settings {
  const written = readSettings(settings, cwd);
  const { automatic } = written;
  if (automatic === undefined) return written;
  const { text } = sourceCode;
  if (latest?.text === text && latest.path === physicalFilename && latest.written === written) return latest.settings;
  const ids = [
    ...new Set([...automatic.signs.usedIn(text), ...apisOfManifests(automatic, cwd, pathOf(cwd, physicalFilename))]),
  ];
  const completed = ids.length === 0 ? written : withApis(written)(ids.sort().join(' '));
  latest = { text, path: physicalFilename, written, settings: completed };
  return completed;
}

/** Settings of the latest file, so that they are determined once for all rules. */
let latest:
  { readonly text: string; readonly path: string; readonly written: Settings; readonly settings: Settings } | undefined;

const withApis = memoByObject((settings: Settings) =>
  memoByText((ids): Settings => ({ ...settings, ...settings.automatic?.with(ids.split(' ')) })),
);

/** Lists ids of APIs whose SDK is a dependency in a manifest, from the folder of a file up to the working directory. */
function apisOfManifests({ signs }: AutomaticApis, cwd: string, path: string): readonly string[] {
  const ids: string[] = [];
  for (let folder = dirname(path); isInside(cwd, folder); folder = dirname(folder)) {
    ids.push(...apisOfManifest(folder, signs));
    if (folder === dirname(folder)) break;
  }
  return ids;
}

/** Number of folders whose manifests are cached. */
const MAX_SIGNED_FOLDERS = 10_000;

const manifestsFor = memoByObject(
  (_signs: ApiSigns) =>
    new BoundedMap<{ readonly ids: readonly string[]; readonly checkedAt: number }>(MAX_SIGNED_FOLDERS),
);

function apisOfManifest(folder: string, signs: ApiSigns): readonly string[] {
  const manifests = manifestsFor(signs);
  const now = performance.now();
  const cached = manifests.get(folder);
  if (cached !== undefined && now - cached.checkedAt < MAX_AGE) return cached.ids;
  const manifest = readRegularFile(join(folder, 'package.json'), { limit: MEGABYTE, malformed: 'replace' });
  const ids = manifest.kind === 'text' ? signs.dependedOn(manifest.text) : [];
  manifests.set(folder, { ids, checkedAt: now }, 1);
  return ids;
}
