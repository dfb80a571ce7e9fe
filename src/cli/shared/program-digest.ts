import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { identityFrom } from '../../lib/identity.js';
import { readTool } from '../../lib/package-files.js';

/** Changes with this program. */
export function programDigest(): string {
  return identityFrom([readTool(), ownFiles()]);
}

/** Names and sizes of the files of this program: those who build it themselves have one version for many. */
function ownFiles(): readonly string[] {
  const folder = dirname(fileURLToPath(import.meta.url));
  return readdirSync(folder).map((name) => `${name} ${String(statSync(join(folder, name)).size)}`);
}
