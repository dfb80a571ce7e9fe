import { dirname, join } from 'node:path';
import type { Rule } from 'eslint';
import type { AutomaticApis } from '../config/settings.js';
import { BoundedMap, remembered, rememberedText } from '../lib/collections.js';
import { isInside, MEGABYTE, readRegularFile } from '../lib/read-file.js';
import type { ApiSigns } from '../select/seen-apis.js';
import { MAX_AGE } from './disk-imports.js';
import { pathOf } from './file-names.js';
import { readSettings } from './settings.js';
import type { Settings } from './settings.js';

/**
 * The settings for a file: `settings.sunset`, with packaged catalogues of the APIs that the file uses, or that a
 * `package.json` above it depends on.
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
    ...new Set([...automatic.signs.usedIn(text), ...depended(automatic, cwd, pathOf(cwd, physicalFilename))]),
  ];
  const found = ids.length === 0 ? written : withApis(written)(ids.sort().join(' '));
  latest = { text, path: physicalFilename, written, settings: found };
  return found;
}

/** The answer for the latest file, memoised for all rules. */
let latest:
  { readonly text: string; readonly path: string; readonly written: Settings; readonly settings: Settings } | undefined;

const withApis = remembered((settings: Settings) =>
  rememberedText((ids): Settings => ({ ...settings, ...settings.automatic?.with(ids.split(' ')) })),
);

/** Ids of the APIs whose SDK a manifest depends on, from the folder of a file up to the working directory. */
function depended({ signs }: AutomaticApis, cwd: string, path: string): readonly string[] {
  const ids: string[] = [];
  for (let folder = dirname(path); isInside(cwd, folder); folder = dirname(folder)) {
    ids.push(...manifestIn(folder, signs));
    if (folder === dirname(folder)) break;
  }
  return ids;
}

/** Folders whose manifests are cached. */
const MAX_FOLDERS = 10_000;

const manifestsFor = remembered(
  (_signs: ApiSigns) => new BoundedMap<{ readonly ids: readonly string[]; readonly checked: number }>(MAX_FOLDERS),
);

function manifestIn(folder: string, signs: ApiSigns): readonly string[] {
  const manifests = manifestsFor(signs);
  const now = performance.now();
  const known = manifests.get(folder);
  if (known !== undefined && now - known.checked < MAX_AGE) return known.ids;
  const manifest = readRegularFile(join(folder, 'package.json'), { limit: MEGABYTE, malformed: 'replace' });
  const ids = manifest.kind === 'text' ? signs.dependedOn(manifest.text) : [];
  manifests.set(folder, { ids, checked: now }, 1);
  return ids;
}
