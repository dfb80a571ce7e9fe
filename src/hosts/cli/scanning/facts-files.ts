import { randomBytes } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseStored } from '../../../cache/stored.js';
import type { Seal, StoredScan } from '../../../cache/stored.js';
import { escapeText } from '../../../core/lib/escape.js';
import { makeFolder, readOurs } from '../../../core/lib/own-cache.js';
import { MEGABYTE, readRegularFile } from '../../../core/lib/read-file.js';
import { ConfigError, errorCode } from '../../../core/model/errors.js';
import type { ScanSettings } from '../settings/settings.js';
import type { CliIo } from '../shared/io.js';
import { userFolder } from '../shared/repository.js';
import { factsKey } from './cache-place.js';

/** The variable with a secret that several machines share. */
const KEY_VARIABLE = 'SUNSET_LINT_KEY';

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
function signingKey(roots: readonly string[], env: CliIo['env']): Buffer {
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

const MAX_FACTS = 512 * MEGABYTE;

/** Cache key and signing key of the facts of a scan with these settings. @throws ConfigError without a key. */
export function factsSeal(settings: ScanSettings, { env }: Pick<CliIo, 'env'>): Seal {
  return { key: factsKey(settings), secret: signingKey([settings.root], env) };
}

/**
 * Reads the files that `facts` wrote. Those with another signature, version, catalogue or flags are listed and left
 * out, and their sources are analysed again.
 *
 * @throws ConfigError where one cannot be read, and where two cover the same file.
 */
export function readFacts(settings: ScanSettings, io: Pick<CliIo, 'cwd' | 'err' | 'env'>): readonly StoredScan[] {
  const { facts = [] } = settings;
  if (facts.length === 0) return [];
  const seal = factsSeal(settings, io);
  const told = new Map<string, string>();
  return facts.flatMap((name) => {
    const content = readRegularFile(resolve(io.cwd, name), { limit: MAX_FACTS });
    if (content.kind !== 'text') {
      const why = content.kind === 'absent' ? 'the file does not exist' : content.why;
      throw new ConfigError(`cannot read the facts '${name}': ${why}. Name files that 'sunset-lint facts' wrote.`);
    }
    const stored = parseStored(content.text, seal);
    if (typeof stored === 'string') {
      io.err(
        `warning: the facts '${escapeText(name)}' are not used: ${UNUSED[stored]}. Its files are analysed again.\n`,
      );
      return [];
    }
    refuseSecond(told, name, stored);
    return [stored];
  });
}

const UNUSED = {
  foreign: `they are damaged, or signed with another key than the one here (set ${KEY_VARIABLE} to the same secret wherever facts are written and linked)`,
  other: 'they were written by another version, or with another catalogue or other flags',
} as const;

/** Refuses a second facts file that covers the same source file: neither can be preferred. */
function refuseSecond(told: Map<string, string>, name: string, { programs }: StoredScan): void {
  for (const [language, { analyses }] of programs)
    for (const [file] of analyses) {
      const place = `${language} ${file}`;
      const other = told.get(place);
      if (other !== undefined)
        throw new ConfigError(
          `the facts '${other}' and '${name}' both cover '${file}'. Name the facts of each package once.`,
        );
      told.set(place, name);
    }
}
