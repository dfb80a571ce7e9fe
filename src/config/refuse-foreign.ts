import { realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../model/errors.js';

/** Bit of the mode: everybody may write. */
const WRITABLE_BY_ALL = 0o002;

/**
 * Refuses to run a program that somebody else could have written, as git refuses their repositories: it and its folder
 * must belong to us or to root, and not be open to everybody. Where it is a link, that holds for what it leads to.
 * Windows tells no owners; there nothing is refused.
 *
 * @throws ConfigError that says who, and what to do.
 */
export function refuseForeign(file: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  const real = realpathSync.native(file);
  for (const path of new Set([dirname(file), dirname(real), real])) {
    const why = whyForeign(statSync(path), user);
    if (why !== undefined)
      throw new ConfigError(
        `'${file}' is a program and is not run: ${path === real ? 'it' : `its folder '${path}'`} ${why}. Name it with --config where you trust it, or write the configuration as sunset-lint.config.json.`,
      );
  }
}

function whyForeign({ uid, mode }: Stats, user: number): string | undefined {
  if (uid !== user && uid !== 0) return `belongs to another user (${String(uid)})`;
  return (mode & WRITABLE_BY_ALL) === 0 ? undefined : 'may be written by everybody';
}
