import { randomBytes } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, readOurs } from '../../lib/own-cache.js';
import { ConfigError, errorCode } from '../../model/errors.js';
import type { CliIo } from '../shared/io.js';
import { userFolder } from '../shared/user-folder.js';

/** The variable with a secret that several machines share. */
export const KEY_VARIABLE = 'SUNSET_LINT_KEY';

/** Bytes of a key that is made here. */
const SIZE = 32;

/** Least number of characters of a secret of the environment: fewer could be found by trial. */
const LEAST = 32;

/**
 * The secret that signs facts: that of the environment, else a key of the user, which is generated on first use in a
 * folder that no repository can contain.
 *
 * @throws ConfigError where there is neither, or the secret is too short or easy to guess.
 */
export function signingKey(roots: readonly string[], env: CliIo['env']): Buffer {
  const shared = env[KEY_VARIABLE];
  if (shared !== undefined && shared !== '') {
    if (shared.length < LEAST)
      throw new ConfigError(`${KEY_VARIABLE} has fewer than ${LEAST} characters. Use a longer random text.`);
    if (isEasy(shared))
      throw new ConfigError(`${KEY_VARIABLE} is easy to guess. Use a random text, such as of 'openssl rand -hex 32'.`);
    return Buffer.from(shared);
  }
  const folder = userFolder(roots, env);
  const key = folder === undefined ? undefined : ownKey(folder);
  if (key !== undefined) return key;
  throw new ConfigError(
    `there is no key to sign facts with: set ${KEY_VARIABLE} to a random text of ${LEAST} characters or more, or HOME to a folder outside the repository that you can write to.`,
  );
}

/** Least distinct characters, and distinct steps between neighbours, of a random text; a series or repetition has fewer. */
const [LEAST_CHARACTERS, LEAST_STEPS] = [8, 9];

function isEasy(secret: string): boolean {
  const codes = Array.from(secret, (char) => char.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return new Set(codes).size < LEAST_CHARACTERS || new Set(steps).size < LEAST_STEPS;
}

function ownKey(folder: string): Buffer | undefined {
  const file = join(folder, 'key');
  try {
    const key = readOurs(file, SIZE) ?? makeKey(folder, file);
    return key?.length === SIZE ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Generates a key atomically; where another run was quicker, returns that of the other. */
function makeKey(folder: string, file: string): Buffer | undefined {
  makeFolder(folder);
  const made = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(made, randomBytes(SIZE), { flag: 'wx', mode: 0o600 });
  try {
    linkSync(made, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(made, { force: true });
  }
  return readOurs(file, SIZE);
}
