import { ConfigError } from '../../model/errors.js';
import type { FlagsOf } from '../settings/flags.js';

/** Flags that --fix cannot go with, and what to do about it. */
const APART = {
  staged:
    'the staged content may differ from the files. Run `sunset-lint scan --fix`, look at the changes and stage them',
  changedSince: 'only some findings are examined. Name the files or folders to fix instead',
  shard: 'the shards would change the same files. Fix on one machine, without it',
  watch: 'files would change while you edit them. Run `sunset-lint scan --fix` when you are done',
} as const;

type Other = keyof typeof APART;

/** @throws ConfigError for flags that make no sense together. */
export function refuseFixWith(flags: FlagsOf<'fix'> & Readonly<Partial<Record<Other, unknown>>>): void {
  if (!flags.fix && !flags.fixDryRun) return;
  const name = flags.fix ? '--fix' : '--fix-dry-run';
  if (flags.fix && flags.fixDryRun) throw new ConfigError('--fix writes and --fix-dry-run does not: choose one.');
  for (const [other, why] of Object.entries(APART)) {
    const value = flags[other as Other];
    if (value === undefined || value === false) continue;
    const flag = `--${other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new ConfigError(`${name} and ${flag} cannot be combined: ${why}.`);
  }
}
