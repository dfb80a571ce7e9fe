import { resolve } from 'node:path';
import { parseStored } from '../../cache/stored.js';
import type { Seal, StoredScan } from '../../cache/stored.js';
import { escapeText } from '../../lib/escape.js';
import { MEGABYTE, readRegularFile } from '../../lib/read-file.js';
import { ConfigError } from '../../model/errors.js';
import { factsKey } from './cache-place.js';
import type { CliIo } from '../shared/io.js';
import type { ScanSettings } from '../settings/settings.js';
import { KEY_VARIABLE, signingKey } from './signing-key.js';

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
