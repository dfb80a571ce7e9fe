import { join, posix } from 'node:path';
import { packageSource } from '../api/known-apis.js';
import { asRecord } from '../lib/is-record.js';
import { jsonRecord } from '../lib/json.js';
import { addTo } from '../lib/multimap.js';
import { readRegularFile } from '../lib/read-regular-file.js';
import type { Api } from '../model/deprecation.js';
import type { InventorySdk } from '../report/inventory.js';
import { MAX_MANIFEST } from '../sources/file-probe.js';
import type { PreparedScan } from './prepare-scan.js';

interface Wanted {
  readonly api: Api;
  readonly packages: readonly string[];
}

const GROUPS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const OF_PYTHON = ['requirements.txt', 'requirements-dev.txt', 'pyproject.toml', 'Pipfile', 'setup.py', 'setup.cfg'];

/** The packages of SDKs that manifests beside the files of a scan ask for, by the id of the API. */
export function declaredSdks(
  { list, store }: PreparedScan,
  wanted: readonly Wanted[],
): ReadonlyMap<string, readonly InventorySdk[]> {
  const tests = wanted.map(({ api, packages }) => ({
    id: api.id,
    test: new RegExp(`^(?:${packages.map(packageSource).join('|') || '(?!)'})$`),
  }));
  const found = new Map<string, InventorySdk[]>();
  for (const folder of foldersOf(list.files)) {
    for (const { name, version, manifest } of declaredIn(store.root, folder))
      for (const { id, test } of tests)
        if (!name.startsWith('@types/') && (test.test(name) || test.test(name.replaceAll('-', '_'))))
          addTo(found, id, { name, version, manifest });
  }
  return found;
}

/** The folders of files, and those around them up to the root, in order. */
function foldersOf(files: readonly string[]): readonly string[] {
  const folders = new Set(['.']);
  for (const file of files)
    for (let folder = posix.dirname(file); !folders.has(folder); folder = posix.dirname(folder)) {
      if (folder.startsWith('..')) break;
      folders.add(folder);
    }
  return [...folders].sort();
}

function* declaredIn(root: string, folder: string): Iterable<InventorySdk> {
  const read = (manifest: string): string => {
    const content = readRegularFile(join(root, manifest), { limit: MAX_MANIFEST, within: root });
    return content.kind === 'text' ? content.text : '';
  };
  const manifest = posix.join(folder, 'package.json');
  const json = jsonRecord(read(manifest));
  for (const group of GROUPS)
    for (const [name, version] of Object.entries(asRecord(json?.[group]) ?? {}))
      yield { name, version: typeof version === 'string' ? version : null, manifest };
  for (const file of OF_PYTHON) {
    const manifest = posix.join(folder, file);
    for (const [, name = '', version = ''] of read(manifest).matchAll(REQUIREMENT))
      yield { name, version: versionOf(version), manifest };
  }
}

/** `^1.0` of `= "^1.0"`, `>=1,<2` as it is; null for nothing. */
function versionOf(written: string): string | null {
  const version = written.trim().replace(/^=\s*["']?([^\s"'=][^"']*)["']?$/, '$1');
  return version === '' ? null : version;
}

/** `name`, `name[extra]>=1,<2`, `"name==1"`, `name = "^1"`: a line, or a text of a list. */
const REQUIREMENT =
  /(?:^|["'])[ \t]*([A-Za-z][\w.-]*)(?:\[[\w\s,-]*\])?[ \t]*((?:[~^=!<>]=?|===)[ \t]*(?:["'][\^~=<>!]*[ \t]*|[\^~=<>!]+[ \t]*)?[\w.*]+(?:[ \t]*,[ \t]*[~=!<>]{1,2}[ \t]*[\w.*]+)*["']?[ \t]*)?(?=$|["';#])/gm;
