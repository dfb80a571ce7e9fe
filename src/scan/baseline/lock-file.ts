import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readRegularFile } from '../../core/lib/read-file.js';
import { ConfigError, errorCode } from '../../core/model/errors.js';

/** Maximum wait for one holder, in milliseconds: while it is alive if that can be checked, shorter otherwise. */
const PATIENCE = { alive: 60_000, unknown: 4000 } as const;
const PAUSE = 20;

/** The lock was removed while it was held, as may happen where two runs remove a stale one at once. */
class LostError extends Error {}

/**
 * Runs `work` on a file while no other run of this program does, so that the file is unchanged between read and write.
 * The lock is a file beside it, which names its holder. A lock of a dead holder is taken over; one of a live holder is
 * waited for.
 *
 * `work` is restarted where its `refuseLost`, which it calls before it writes, finds the lock gone.
 *
 * @throws ConfigError where the lock cannot be had, the system's own errors where it cannot be created, and any error
 * of `work`.
 */
export function withLock<T>(file: string, work: (refuseLost: () => void) => T): T {
  const lock = join(dirname(file), `.${basename(file)}.lock`);
  const own = `${String(process.pid)} ${hostname()} ${randomUUID()}\n`;
  for (;;) {
    acquire(lock, own, file);
    try {
      return work(() => {
        if (holderOf(lock) !== own) throw new LostError();
      });
    } catch (error) {
      if (!(error instanceof LostError)) throw error;
    } finally {
      if (holderOf(lock) === own) rmSync(lock, { force: true });
    }
  }
}

function acquire(lock: string, own: string, file: string): void {
  let seen: { readonly holder: string; readonly since: number } | undefined;
  while (!tryAcquire(lock, own)) {
    const holder = holderOf(lock);
    // Deleted since.
    if (holder === undefined) continue;
    if (seen?.holder !== holder) seen = { holder, since: performance.now() };
    const state = stateOf(holder);
    if (state === 'dead') takeAway(lock, holder);
    else if (performance.now() - seen.since > PATIENCE[state])
      throw new ConfigError(
        `'${file}' is not written: another run seems to be writing it. If there is none, remove '${lock}' and run again.`,
      );
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}

/** Takes the lock, unless another run holds it. A run that is killed here leaves no lock without a holder. */
function tryAcquire(lock: string, own: string): boolean {
  const whole = `${lock}.${randomUUID()}.tmp`;
  try {
    writeFileSync(whole, own, { flag: 'wx', mode: 0o644 });
    linkSync(whole, lock);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // The disk has no hard links, or cannot be written.
    return tryWrite(lock, own);
  } finally {
    rmSync(whole, { force: true });
  }
}

/** Creates the file and then writes it: a reader, or a kill, between the two leaves an empty one. */
function tryWrite(lock: string, own: string): boolean {
  try {
    writeFileSync(lock, own, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    rmSync(lock, { force: true });
    throw error;
  }
}

/** Returns the content of a lock file: empty if it cannot be read, undefined if there is none. */
function holderOf(lock: string): string | undefined {
  const content = readRegularFile(lock, { limit: 1024, within: dirname(lock) });
  if (content.kind === 'absent') return undefined;
  return content.kind === 'text' ? content.text : '';
}

/** Whether the process that holds a lock is alive, where it is one of this machine. */
function stateOf(holder: string): 'alive' | 'dead' | 'unknown' {
  const [process_, host] = holder.trim().split(' ');
  const id = Number(process_);
  if (host !== hostname() || !Number.isSafeInteger(id) || id <= 0) return 'unknown';
  try {
    process.kill(id, 0);
    return 'alive';
  } catch (error) {
    // A process of another user is alive as well.
    return errorCode(error) === 'ESRCH' ? 'dead' : 'alive';
  }
}

/** Removes the lock of a dead holder. A lock that another run has taken in the meantime is put back. */
function takeAway(lock: string, holder: string): void {
  const aside = `${lock}.${randomUUID()}.tmp`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  try {
    if (holderOf(aside) !== holder) linkSync(aside, lock);
  } catch {
    // A third run has it by now: the second finds that out before it writes.
  } finally {
    rmSync(aside, { force: true });
  }
}
