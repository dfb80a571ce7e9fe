import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogueFiles } from '../../../knowledge/catalogue/catalogue-files.js';
import { identityFrom } from '../../../core/lib/identity.js';
import { readTool } from '../../../core/package-files.js';

/** Returns a digest of this program and of the installed catalogue package, for cache keys. */
export function programDigest(): string {
  return identityFrom([readTool(), describeProgramFiles(), catalogueFiles().digest]);
}

/** Lists names and sizes of this program's files, because local builds can differ without a new version. */
function describeProgramFiles(): readonly string[] {
  const folder = dirname(fileURLToPath(import.meta.url));
  return readdirSync(folder).map((name) => `${name} ${String(statSync(join(folder, name)).size)}`);
}
