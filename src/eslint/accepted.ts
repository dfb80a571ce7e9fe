import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BASELINE_NAME, readBaseline } from '../baseline/baseline-file.js';
import type { BaselineEntry } from '../baseline/entry.js';
import { expiryOf, identifyEntry, identifyUnreported } from '../baseline/entry.js';
import { matchItems } from '../baseline/match.js';
import { groupBy } from '../lib/multimap.js';
import { ConfigError } from '../model/errors.js';
import type { IsoDate } from '../model/deprecation.js';
import type { Finding } from '../model/finding.js';
import { dayOf } from './day.js';
import { MAX_AGE } from './disk-imports.js';
import { nameOf } from './file-names.js';
import type { Settings } from './settings.js';
import { stampOf } from './stamps.js';

/**
 * Returns the findings of a linted file that the baseline accepts, as the gate of the command line does. Entries follow
 * no renamed file here.
 *
 * @throws ConfigError for a baseline that cannot be used, or that the settings name and that is not there.
 */
export function acceptedIn(
  findings: readonly Finding[],
  { path, cwd, settings }: { readonly path: string; readonly cwd: string; readonly settings: Settings },
): ReadonlySet<Finding> {
  if (findings.length === 0 || settings.baseline === false) return NONE;
  const file = baselineOf(settings, cwd);
  const name = nameOf(dirname(file), path);
  const entries = entriesOf(file, settings.baseline !== undefined).get(name) ?? [];
  if (entries.length === 0) return NONE;
  const day = dayOf(settings);
  const known = matched.get(findings);
  if (known?.entries === entries && known.day === day) return known.accepted;
  const { pairs } = matchItems(
    entries.filter((entry) => expiryOf(entry, day) === undefined).map(identifyEntry),
    findings.map((finding) => identifyUnreported(finding, name)),
    () => true,
  );
  const accepted = new Set([...pairs.keys()].map(({ of }) => of));
  matched.set(findings, { entries, day, accepted });
  return accepted;
}

interface Matched {
  readonly entries: readonly BaselineEntry[];
  readonly day: IsoDate;
  readonly accepted: ReadonlySet<Finding>;
}

/** Accepted findings, matched once for all rules. */
const matched = new WeakMap<readonly Finding[], Matched>();

const NONE: ReadonlySet<Finding> = new Set();

function baselineOf({ baseline, home }: Settings, cwd: string): string {
  if (typeof baseline === 'string') return resolve(home, baseline);
  const found = [home, cwd].find((folder) => existsSync(join(folder, BASELINE_NAME))) ?? home;
  return join(found, BASELINE_NAME);
}

interface ReadEntries {
  readonly file: string;
  readonly stamp: string;
  readonly checked: number;
  readonly byFile: ReadonlyMap<string, readonly BaselineEntry[]>;
}

let latest: ReadEntries | undefined;

/** Entries of a baseline, by the names of their files. */
function entriesOf(file: string, isNamed: boolean): ReadEntries['byFile'] {
  const now = performance.now();
  if (latest?.file === file && now - latest.checked < MAX_AGE) return latest.byFile;
  const stamp = stampOf(file);
  if (latest?.file !== file || latest.stamp !== stamp) {
    const entries = readBaseline(file, { within: dirname(file) });
    if (entries === undefined && isNamed)
      throw new ConfigError(`there is no baseline '${file}'. Create it with npx sunset-lint --update-baseline.`);
    latest = { file, stamp, checked: now, byFile: groupBy(entries ?? [], (entry) => entry.file) };
  } else latest = { ...latest, checked: now };
  return latest.byFile;
}
