import { posix } from 'node:path';
import { packageSource } from '../api/known-apis.js';
import { asRecord } from '../lib/is-record.js';
import { addTo } from '../lib/multimap.js';
import type { Api } from '../model/deprecation.js';
import type { InventorySdk } from '../report/inventory.js';
import { FileProbe } from '../sources/file-probe.js';
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
  const probe = new FileProbe();
  const tests = wanted.map(({ api, packages }) => ({
    id: api.id,
    test: new RegExp(`^(?:${packages.map(packageSource).join('|') || '(?!)'})$`),
  }));
  const found = new Map<string, InventorySdk[]>();
  for (const folder of foldersOf(list.files)) {
    for (const { name, version, manifest } of declaredIn(probe, store.root, folder))
      for (const { id, test } of tests)
        if (!name.startsWith('@types/') && test.test(name)) addTo(found, id, { name, version, manifest });
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

function* declaredIn(probe: FileProbe, root: string, folder: string): Iterable<InventorySdk> {
  const manifest = posix.join(folder, 'package.json');
  const json = probe.readJson(posix.join(root, manifest));
  for (const group of GROUPS)
    for (const [name, version] of Object.entries(asRecord(json?.[group]) ?? {}))
      yield { name, version: typeof version === 'string' ? version : null, manifest };
  for (const file of OF_PYTHON) {
    const path = posix.join(root, folder, file);
    if (!probe.isFile(path)) continue;
    for (const [, name = '', version = ''] of (probe.readText(path) ?? '').matchAll(REQUIREMENT))
      yield {
        name: name.toLowerCase().replaceAll(/[-_.]+/g, '-'),
        version: version.trim() === '' ? null : version.trim().replace(/^=\s*["']?([^"']*)["']?$/, '$1'),
        manifest: posix.join(folder, file),
      };
  }
}

/** `name`, `name[extra]>=1,<2`, `"name==1"`, `name = "^1"`: a line, or a text of a list. */
const REQUIREMENT =
  /(?:^|["'])[ \t]*([A-Za-z][\w.-]*)(?:\[[\w\s,-]*\])?[ \t]*((?:[~^=!<>]=?|===)[ \t]*["']?[\^~=<>!]*[ \t]*[\w.*]+(?:[ \t]*,[ \t]*[~=!<>]{1,2}[ \t]*[\w.*]+)*["']?)?[ \t]*(?=$|["';#])/gm;
