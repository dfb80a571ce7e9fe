import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogueFiles } from '../../../knowledge/catalogue/catalogue-files.js';
import { identityFrom } from '../../../core/lib/identity.js';
import { readTool } from '../../../core/package-files.js';

/** Changes with this program, and with newer catalogues beside it. */
export function programDigest(): string {
  return identityFrom([readTool(), ownFiles(), catalogueFiles().digest]);
}

/** Names and sizes of the files of this program: local builds have one version for many states. */
function ownFiles(): readonly string[] {
  const folder = dirname(fileURLToPath(import.meta.url));
  return readdirSync(folder).map((name) => `${name} ${String(statSync(join(folder, name)).size)}`);
}
