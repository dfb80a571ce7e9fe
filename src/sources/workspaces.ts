import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ancestors } from './ancestors.js';
import type { FileProbe } from './file-probe.js';
import { folderTest } from './ignore-rules.js';
import { declaredPackages, denoManifest } from './workspace-files.js';

export interface Workspaces {
  /** Folders of the packages, absolute, by package name. */
  readonly packages: ReadonlyMap<string, string>;
  /** Absolute paths of files that may declare packages and cannot be understood. */
  readonly broken: readonly string[];
}

/** Finds the packages that a file of npm, Yarn, pnpm, Lerna, Deno or Rush declares, at the root or above it. */
export function findWorkspaces(root: string, probe: FileProbe): Workspaces {
  const broken: string[] = [];
  for (const top of ancestors(root)) {
    const declared = declaredPackages(top, probe);
    broken.push(...declared.broken);
    if (declared.globs.length > 0) return { packages: readPackages(top, declared.globs, probe), broken };
  }
  return { packages: new Map(), broken };
}

function readPackages(top: string, globs: readonly string[], probe: FileProbe): Workspaces['packages'] {
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => folderTest(clean(glob.slice(1))));
  const packages = new Map<string, string>();
  for (const glob of globs.filter((entry) => !entry.startsWith('!'))) {
    for (const folder of expandFolders(top, clean(glob))) {
      if (excluded.some((test) => test(folder))) continue;
      const name = packageName(join(top, folder), probe);
      if (name !== undefined && !packages.has(name)) packages.set(name, join(top, folder));
    }
  }
  return packages;
}

function packageName(folder: string, probe: FileProbe): string | undefined {
  const name = (probe.readJson(join(folder, 'package.json')) ?? denoManifest(folder, probe))?.['name'];
  return typeof name === 'string' ? name : undefined;
}

function clean(glob: string): string {
  return glob.replace(/^\.\//, '').replace(/\/+$/, '');
}

const MAX_DEPTH = 6;

/** Folders below `top` that a glob fits, relative to it. */
function expandFolders(top: string, glob: string): readonly string[] {
  if (!/[*?{[]/.test(glob)) return [glob];
  const fixed = /^[^*?{[]*(?=\/|$)/.exec(glob)?.[0] ?? '';
  const test = folderTest(glob);
  const depth = glob.includes('**') ? MAX_DEPTH : glob.split('/').length;
  const found: string[] = [];
  const visit = (folder: string, level: number): void => {
    if (test(folder)) found.push(folder);
    if (level >= depth) return;
    for (const name of subfolders(join(top, folder))) visit(folder === '' ? name : `${folder}/${name}`, level + 1);
  };
  visit(fixed, fixed === '' ? 0 : fixed.split('/').length);
  return found.sort();
}

function subfolders(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}
