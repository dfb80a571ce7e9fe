import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SdkFamily, SdkPackage } from './sdk-package.js';

/**
 * The versions of an SDK that lie unpacked in a folder: it is one itself, or its folders are. In the order of their
 * folders; one without a file that the family reads is left out.
 *
 * @throws Error of the file system where the folder cannot be read, SyntaxError where a manifest is no JSON
 */
export function readPackages(folder: string, family: SdkFamily): readonly SdkPackage[] {
  const names = readdirSync(folder);
  const folders = names.includes('package.json') ? [folder] : names.sort().map((name) => join(folder, name));
  return folders.flatMap((root) => {
    const manifest = readManifest(root);
    const files = new Map(
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => family.reads(path))
        .sort()
        .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
    );
    return manifest === undefined || files.size === 0 ? [] : [{ ...manifest, files }];
  });
}

function readManifest(root: string): Pick<SdkPackage, 'name' | 'version'> | undefined {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
}
