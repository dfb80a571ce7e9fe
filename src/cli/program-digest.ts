import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTool } from '../lib/package-files.js';

/** The digest of plain data. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}

/** Changes with this program. */
export function programDigest(): string {
  return digestOf([readTool(), ownFiles()]);
}

/** Names and sizes of the files of this program: those who build it themselves have one version for many. */
function ownFiles(): readonly string[] {
  const folder = dirname(fileURLToPath(import.meta.url));
  return readdirSync(folder).map((name) => `${name} ${String(statSync(join(folder, name)).size)}`);
}
