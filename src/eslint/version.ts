import { readFileSync } from 'node:fs';

let version: string | undefined;

/** Version of this package, from its own manifest. */
export function readVersion(): string {
  version ??= (
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
  ).version;
  return version;
}
