import { readFileSync } from 'node:fs';

/** Name and version of this package, from its own manifest. */
export function readTool(): { readonly name: string; readonly version: string } {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    name: string;
    version: string;
  };
  return { name: manifest.name, version: manifest.version };
}
