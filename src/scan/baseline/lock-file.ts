import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readRegularFile } from '../../core/lib/read-file.js';
import { ConfigError, errorCode } from '../../core/model/errors.js';

/** Maximum wait for one holder, shorter where its state cannot be checked. */
const PATIENCE_MS = { alive: 60_000, unknown: 4000 } as const;
const RETRY_PAUSE_MS = 20;

/** Error for a lock that was removed while it was held, as when two runs remove a stale lock at once. */
class LostLockError extends Error {}

/**
 * Runs `work` on a file while no other run of this program does, so that the file is unchanged between read and write.
 * The lock is a second file, which names its holder. The lock of a dead holder is removed, that of a live one awaited.
 *
 * `work` calls `refuseLost` before it writes, and is restarted if the lock was removed.
 *
 * @throws ConfigError if the lock cannot be acquired, an error of the system if it cannot be created, and any error of
 * `work`.
 */
export function withLock<T>(file: string, work: (refuseLost: () => void) => T): T {
  const lock = join(dirname(file), `.${basename(file)}.lock`);
  const ownHolder = `${String(process.pid)} ${hostname()} ${randomUUID()}\n`;
  for (;;) {
    acquire(lock, ownHolder, file);
    try {
      return work(() => {
        if (holderOf(lock) !== ownHolder) throw new LostLockError();
      });
    } catch (error) {
      if (!(error instanceof LostLockError)) throw error;
    } finally {
      if (holderOf(lock) === ownHolder) rmSync(lock, { force: true });
    }
  }
}

function acquire(lock: string, ownHolder: string, file: string): void {
  let observed: { readonly holder: string; readonly since: number } | undefined;
  while (!tryAcquire(lock, ownHolder)) {
    const holder = holderOf(lock);
    // The holder has deleted the lock in the meantime.
    if (holder === undefined) continue;
    if (observed?.holder !== holder) observed = { holder, since: performance.now() };
    const state = stateOf(holder);
    if (state === 'dead') removeDead(lock, holder);
    else if (performance.now() - observed.since > PATIENCE_MS[state])
      throw new ConfigError(
        `'${file}' is not written: another run seems to be writing it. If there is none, remove '${lock}' and run again.`,
      );
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_PAUSE_MS);
  }
}

/** Acquires the lock, unless another run holds it. A kill during the call leaves no lock without a holder. */
function tryAcquire(lock: string, ownHolder: string): boolean {
  const temporary = `${lock}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, ownHolder, { flag: 'wx', mode: 0o644 });
    linkSync(temporary, lock);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // The disk has no hard links, or cannot be written.
    return tryWrite(lock, ownHolder);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Creates the lock file and then writes it; in between, a reader sees an empty file, and a kill leaves one. */
function tryWrite(lock: string, ownHolder: string): boolean {
  try {
    writeFileSync(lock, ownHolder, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    rmSync(lock, { force: true });
    throw error;
  }
}

/** Returns the content of a lock file, which names its holder: empty if unreadable, undefined if there is no file. */
function holderOf(lock: string): string | undefined {
  const content = readRegularFile(lock, { limit: 1024, within: dirname(lock) });
  if (content.kind === 'absent') return undefined;
  return content.kind === 'text' ? content.text : '';
}

/** State of the process that holds a lock; unknown for a process of another machine. */
function stateOf(holder: string): 'alive' | 'dead' | 'unknown' {
  const [pidText, host] = holder.trim().split(' ');
  const pid = Number(pidText);
  if (host !== hostname() || !Number.isSafeInteger(pid) || pid <= 0) return 'unknown';
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    // A process of another user is alive as well.
    return errorCode(error) === 'ESRCH' ? 'dead' : 'alive';
  }
}

/** Removes the lock of a dead holder. A lock that another run has taken in the meantime is put back. */
function removeDead(lock: string, holder: string): void {
  const temporary = `${lock}.${randomUUID()}.tmp`;
  try {
    renameSync(lock, temporary);
  } catch {
    return;
  }
  try {
    if (holderOf(temporary) !== holder) linkSync(temporary, lock);
  } catch {
    // A third run already has the lock; the second run notices before it writes.
  } finally {
    rmSync(temporary, { force: true });
  }
}
