import { dirname, join } from 'node:path';
import { MEGABYTE, isInside, readRegularFile } from '../lib/read-file.js';
import { ConfigError } from '../model/errors.js';
import { isRecord } from '../lib/json.js';
import { parseJson } from './parse-json.js';
import { textIn } from './read-file.js';
import type { CatalogueSource, TextOf } from './read-file.js';

const NAME = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;
const MAX_MANIFEST = 10 * MEGABYTE;

/**
 * The catalogue of a package that is installed in a `node_modules` folder, from a folder upward: the file named by
 * `sunset` in its package.json, else its `catalogue.json`. Data alone: no code of a package is run.
 *
 * @throws ConfigError where it is not installed, or names no file of its own.
 */
export function packageCatalogue(name: string, folder: string, textOf?: TextOf): CatalogueSource {
  if (!NAME.test(name) || name.includes('..')) throw new ConfigError(`'${name}' is not the name of a package.`);
  for (let current = folder; ; current = dirname(current)) {
    const root = join(current, 'node_modules', name);
    const file = join(root, 'package.json');
    const manifest = textIn(textOf, file) ?? readRegularFile(file, { limit: MAX_MANIFEST });
    if (manifest.kind === 'refused')
      throw new ConfigError(`the package '${name}' cannot be used: ${file}: ${manifest.why}. Install it anew.`);
    if (manifest.kind === 'text') return { path: catalogueOf(name, root, { file, text: manifest.text }), name };
    if (dirname(current) === current) break;
  }
  throw new ConfigError(
    `the package '${name}' is not installed: no node_modules folder from ${folder} upward has it. Install it with your package manager.`,
  );
}

function catalogueOf(name: string, root: string, manifest: Parameters<typeof parseJson>[0]): string {
  const value = parseJson(manifest);
  const named = isRecord(value) && Object.hasOwn(value, 'sunset') ? value['sunset'] : 'catalogue.json';
  const path = typeof named === 'string' ? join(root, named) : root;
  if (typeof named === 'string' && named.endsWith('.json') && isInside(root, path)) return path;
  throw new ConfigError(
    `the package '${name}' cannot be used: "sunset" in ${manifest.file} must name a JSON file of the package.`,
  );
}
