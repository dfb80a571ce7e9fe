import { resolve } from 'node:path';
import { parseStored } from '../cache/stored.js';
import type { StoredScan } from '../cache/stored.js';
import { escapeText } from '../lib/escape-text.js';
import { MEGABYTE, readRegularFile } from '../lib/read-regular-file.js';
import { ConfigError } from '../model/errors.js';
import { factsKey } from './cache-place.js';
import type { CliIo } from './io.js';
import type { ScanSettings } from './settings.js';

const MAX_FACTS = 512 * MEGABYTE;

/**
 * What the files tell that `facts` wrote. Those of another version, catalogue or flags are told and left out: what they
 * say is found anew.
 *
 * @throws ConfigError where one cannot be read.
 */
export function readFacts(settings: ScanSettings, io: Pick<CliIo, 'cwd' | 'err'>): readonly StoredScan[] {
  const { facts = [] } = settings;
  const key = facts.length === 0 ? '' : factsKey(settings);
  return facts.flatMap((name) => {
    const content = readRegularFile(resolve(io.cwd, name), { limit: MAX_FACTS });
    if (content.kind !== 'text') {
      const why = content.kind === 'absent' ? 'the file does not exist' : content.why;
      throw new ConfigError(`cannot read the facts '${name}': ${why}. Name files that 'sunset-lint facts' wrote.`);
    }
    const stored = parseStored(content.text, key);
    if (stored !== undefined) return [stored];
    io.err(
      `warning: the facts '${escapeText(name)}' were written by another version, or with another catalogue or other flags, or are damaged: they are not used.\n`,
    );
    return [];
  });
}
