import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { ScanError } from '../../model/errors.js';
import type { ScanSettings } from '../settings/settings.js';

/** How often the watched folders are looked for, in milliseconds: no event tells that a folder was replaced. */
const LOOK_AGAIN = 1000;

/** Who hears of changes. Names are relative to the root, with `/`. */
export interface FolderListener {
  /** Whether a file is worth watching. */
  readonly wants: (file: string) => boolean;
  /** Whether a folder is worth looking into. */
  readonly enters: (folder: string) => boolean;
  readonly onChange: (file: string) => void;
  /** Called once no more changes can be seen, with the reason. */
  readonly onEnd: (reason: string) => void;
}

/**
 * Watches the folder of a scan. From when the promise is kept on no change is missed, also not of files that are
 * replaced, as editors and git do.
 *
 * @throws ScanError where it cannot be watched.
 */
export async function watchFolder(
  { root, paths }: Pick<ScanSettings, 'root' | 'paths'>,
  { wants, enters, onChange, onEnd }: FolderListener,
): Promise<{ readonly close: () => void }> {
  // Loaded by those who watch alone.
  const { watch } = await import('chokidar');
  const nameOf = (path: string): string => relative(root, path).split(sep).join('/');
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (path, stats) => {
      const name = nameOf(path);
      return name !== '' && (!enters(name) || (stats?.isFile() === true && !wants(name)));
    },
  });
  try {
    await new Promise<void>((ready, failed) => watcher.once('ready', ready).once('error', failed));
  } catch (error) {
    await watcher.close();
    throw new ScanError(`cannot watch '${root}': ${reasonOf(error)}.`);
  }
  watcher.on('all', (_event, path) => onChange(nameOf(path)));
  watcher.on('error', (error) => onEnd(`stopped watching '${root}': ${reasonOf(error)}.`));
  const timer = watchPresence([root, ...paths.map((path) => resolve(root, path))], onEnd);
  return {
    close: () => {
      clearInterval(timer);
      void watcher.close();
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Looks again and again whether folders are still there; the first of them must also be the same one. */
function watchPresence(
  [root, ...others]: readonly [string, ...string[]],
  onEnd: (reason: string) => void,
): NodeJS.Timeout {
  const folders = [root, ...others].filter((path) => identityOf(path) !== undefined);
  const first = identityOf(root);
  let wasGone: string | undefined;
  return setInterval(() => {
    // A checkout takes folders away for a moment; a watcher does not come back to a new root.
    const gone =
      folders.find((path) => identityOf(path) === undefined) ?? (identityOf(root) === first ? undefined : root);
    if (gone !== undefined && gone === wasGone) onEnd(`the watched folder '${gone}' was removed or replaced.`);
    wasGone = gone;
  }, LOOK_AGAIN);
}

/** Distinguishes a folder from another one of its name; undefined where there is none. */
function identityOf(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true ? stat.ino : undefined;
}
