import { randomBytes } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseStored } from '../../../cache/stored.js';
import type { Seal, StoredScan } from '../../../cache/stored.js';
import { escapeText } from '../../../core/lib/escape.js';
import { makeFolder, readOwnFile } from '../../../core/lib/user-cache.js';
import { MEGABYTE, readRegularFile } from '../../../core/lib/read-file.js';
import { ConfigError, errorCode } from '../../../core/model/errors.js';
import type { ScanSettings } from '../settings/settings.js';
import type { CliIo } from '../shared/io.js';
import { userFolder } from '../shared/repository.js';
import { factsKey } from './cache-place.js';

/** Name of the environment variable with a secret that several machines share. */
const KEY_VARIABLE = 'SUNSET_LINT_KEY';

/** Bytes of a generated key. */
const KEY_BYTES = 32;

/** Minimum length of a secret from the environment, against brute force. */
const MIN_SECRET_LENGTH = 32;

/**
 * Returns the secret that signs facts: from the environment, or else the user's key, which is generated on first use in
 * a folder outside of repositories.
 *
 * @throws ConfigError if neither exists, or the secret is too short or easy to guess.
 */
function signingKey(roots: readonly string[], env: CliIo['env']): Buffer {
  const shared = env[KEY_VARIABLE];
  if (shared !== undefined && shared !== '') {
    if (shared.length < MIN_SECRET_LENGTH)
      throw new ConfigError(
        `${KEY_VARIABLE} has fewer than ${MIN_SECRET_LENGTH} characters. Use a longer random text.`,
      );
    if (isEasyToGuess(shared))
      throw new ConfigError(
        `${KEY_VARIABLE} is easy to guess. Use a random text, such as the output of 'openssl rand -hex 32'.`,
      );
    return Buffer.from(shared);
  }
  const folder = userFolder(roots, env);
  const key = folder === undefined ? undefined : userKey(folder);
  if (key !== undefined) return key;
  throw new ConfigError(
    `there is no key to sign facts with: set ${KEY_VARIABLE} to a random text of ${MIN_SECRET_LENGTH} characters or more, or HOME to a folder outside the repository that you can write to.`,
  );
}

/** Minimum numbers of distinct characters, and of distinct differences between adjacent ones, in a random text. */
const [MIN_DISTINCT_CHARACTERS, MIN_DISTINCT_DIFFERENCES] = [8, 9];

function isEasyToGuess(secret: string): boolean {
  const codes = Array.from(secret, (char) => char.codePointAt(0) ?? 0);
  const differences = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return new Set(codes).size < MIN_DISTINCT_CHARACTERS || new Set(differences).size < MIN_DISTINCT_DIFFERENCES;
}

function userKey(folder: string): Buffer | undefined {
  const file = join(folder, 'key');
  try {
    const key = readOwnFile(file, KEY_BYTES) ?? makeKey(folder, file);
    return key?.length === KEY_BYTES ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Generates a key atomically; returns the key of another run that created one first. */
function makeKey(folder: string, file: string): Buffer | undefined {
  makeFolder(folder);
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600 });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return readOwnFile(file, KEY_BYTES);
}

/** Bytes of the largest facts file that is read. */
const MAX_FACTS = 512 * MEGABYTE;

/** Cache key and signing key of the facts of a scan with these settings. @throws ConfigError without a key. */
export function factsSeal(settings: ScanSettings, { env }: Pick<CliIo, 'env'>): Seal {
  return { key: factsKey(settings), secret: signingKey([settings.root], env) };
}

/**
 * Reads the files that `facts` wrote. Files with another signature, version, catalogue or flags are reported
 * and not used; their sources are analysed again.
 *
 * @throws ConfigError if a file cannot be read, or two cover the same source file.
 */
export function readFacts(settings: ScanSettings, io: Pick<CliIo, 'cwd' | 'err' | 'env'>): readonly StoredScan[] {
  const { facts = [] } = settings;
  if (facts.length === 0) return [];
  const seal = factsSeal(settings, io);
  const covered = new Map<string, string>();
  return facts.flatMap((name) => {
    const content = readRegularFile(resolve(io.cwd, name), { limit: MAX_FACTS });
    if (content.kind !== 'text') {
      const why = content.kind === 'absent' ? 'the file does not exist' : content.why;
      throw new ConfigError(`cannot read the facts '${name}': ${why}. Name files that 'sunset-lint facts' wrote.`);
    }
    const stored = parseStored(content.text, seal);
    if (typeof stored === 'string') {
      io.err(
        `warning: the facts '${escapeText(name)}' are not used: ${REASONS_UNUSED[stored]}. Their files are analysed again.\n`,
      );
      return [];
    }
    refuseOverlap(covered, name, stored);
    return [stored];
  });
}

/** Reasons why a facts file is not used. */
const REASONS_UNUSED = {
  foreign: `they are damaged, or signed with another key than the one here (set ${KEY_VARIABLE} to the same secret wherever facts are written and linked)`,
  other: 'they were written by another version, or with another catalogue or other flags',
} as const;

/** Refuses a second facts file that covers the same source file, because neither of the two can be preferred. */
function refuseOverlap(covered: Map<string, string>, name: string, { programs }: StoredScan): void {
  for (const [language, { analyses }] of programs)
    for (const [file] of analyses) {
      const key = `${language} ${file}`;
      const other = covered.get(key);
      if (other !== undefined)
        throw new ConfigError(
          `the facts '${other}' and '${name}' both cover '${file}'. Name the facts of each package once.`,
        );
      covered.set(key, name);
    }
}
