import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { LoadedConfig, SunsetConfig } from '../../config/config.js';
import { isProgram } from '../../config/load-config.js';
import { pathFrom } from '../../config/place.js';
import { configEdits, stricter } from '../../config/stricter.js';
import type { TreeChange } from '../../sources/git/changes.js';
import { isPattern } from '../../sources/path-pattern.js';
import { DEFAULT_MAX_FILE_SIZE } from '../../sources/read-text.js';
import { parseSize } from './parse-quantity.js';
import { configBefore } from './open-change.js';

/** The configuration that a change is judged by. */
export interface JudgedConfig {
  readonly loaded: LoadedConfig | undefined;
  /** Globs of the earlier configuration, where they differ: what these take is looked at as well. */
  readonly also?: Required<Pick<SunsetConfig, 'include' | 'ignoreFiles'>>;
  /** Edits of the configuration by the change, in sentences. */
  readonly edits: readonly string[];
  /** The configuration before the change; undefined where there was none, or it is not known. */
  readonly earlier: LoadedConfig | undefined;
}

/**
 * A change is not judged by what it did to the configuration: the stricter gate of the two counts. An earlier one that is a
 * program is never run: that it cannot be compared is said, and one of data in its place counts as the first there is.
 *
 * `folder`: where the search for a configuration begins. `named`: the one that the command line names.
 */
export function judgeConfig(
  loaded: LoadedConfig | undefined,
  change: TreeChange,
  folder: string,
  named: string | undefined,
): JudgedConfig {
  const earlier = configBefore(change, folder, { now: loaded?.file, named });
  if (earlier.kind === 'same') return { loaded, edits: [], earlier: loaded };
  const shown = (file: string): string => `'${relative(folder, file)}'`;
  const unknown =
    earlier.kind === 'unknown'
      ? `This change edits the configuration ${shown(earlier.file)}, and the effect is unknown: before the change, ${earlier.why}.`
      : undefined;
  // Who may run a program may do whatever a stricter gate would keep from it.
  if (unknown !== undefined && loaded !== undefined && isProgram(loaded.file))
    return { loaded, earlier: loaded, edits: [unknown] };
  const now = loaded?.config ?? {};
  const base = earlier.kind === 'known' ? earlier.config : {};
  const before = earlier.kind === 'known' ? { ...earlier, place: pathFrom('$') } : undefined;
  const what = configEdits(base, now);
  if (what.length === 0) return { loaded, edits: unknown === undefined ? [] : [unknown], earlier: before };
  const file = loaded?.file ?? (earlier.kind === 'known' ? earlier.file : folder);
  const { include = [], ignoreFiles = [] } = base;
  const { paths: _paths, ...rest } = now;
  const sameGlobs = JSON.stringify([now.include, now.ignoreFiles]) === JSON.stringify([base.include, base.ignoreFiles]);
  return {
    loaded: {
      file,
      place: pathFrom('$'),
      ...loaded,
      config: { ...stricter(rest, base, larger), ...pathsOf(now, base, dirname(file)) },
    },
    ...(sameGlobs ? {} : { also: { include, ignoreFiles } }),
    edits: [
      ...(unknown === undefined ? [] : [unknown]),
      `This change edits the configuration ${shown(file)}: it ${what.join('; ')}. Findings of the old and of the new settings count, by the stricter gate of the two.`,
    ],
    earlier: before,
  };
}

/** The paths of both configurations, less paths of the earlier one that are gone; none if one of them names none. */
function pathsOf(now: SunsetConfig, base: SunsetConfig, folder: string): Pick<SunsetConfig, 'paths'> {
  if (now.paths === undefined || base.paths === undefined) return {};
  const left = base.paths.filter(
    (path) => !path.startsWith('!') && (isPattern(folder, path) || existsSync(resolve(folder, path))),
  );
  return { paths: [...new Set([...now.paths, ...left])] };
}

/** The larger of two sizes of files; undefined is the default. */
function larger(a: string | undefined, b: string | undefined): string | undefined {
  const bytes = (size: string | undefined): number => (size === undefined ? DEFAULT_MAX_FILE_SIZE : parseSize(size));
  return bytes(a) >= bytes(b) ? a : b;
}
