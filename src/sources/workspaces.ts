import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ancestors } from './ancestors.js';
import { asRecord } from './file-probe.js';
import type { FileProbe } from './file-probe.js';
import { globSource } from './glob.js';

/** Folders of the packages of a workspace, by package name. */
export type Workspaces = ReadonlyMap<string, string>;

/** Reads the packages that package.json, pnpm-workspace.yaml or lerna.json declare, at the root or above it. */
export function findWorkspaces(root: string, probe: FileProbe): Workspaces {
  for (const top of ancestors(root)) {
    const globs = workspaceGlobs(top, probe);
    if (globs.length > 0) return readPackages(top, globs, probe);
  }
  return new Map();
}

function workspaceGlobs(folder: string, probe: FileProbe): readonly string[] {
  const declared = probe.readJson(join(folder, 'package.json'))?.['workspaces'];
  const listed = asRecord(declared)?.['packages'] ?? declared;
  const lerna = probe.readJson(join(folder, 'lerna.json'))?.['packages'];
  return [...strings(listed), ...strings(lerna), ...pnpmGlobs(join(folder, 'pnpm-workspace.yaml'), probe)];
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** The list under `packages:`; the rest of the file is of no interest. */
function pnpmGlobs(file: string, probe: FileProbe): readonly string[] {
  if (!probe.isFile(file)) return [];
  const lines = probe.readText(file)?.split(/\r?\n/) ?? [];
  const start = lines.findIndex((line) => /^packages:\s*(?:#.*)?$/.test(line));
  if (start < 0) return [];
  const globs: string[] = [];
  for (const line of lines.slice(start + 1)) {
    const item = /^\s*-\s*(['"]?)(.+?)\1\s*(?:#.*)?$/.exec(line);
    if (item?.[2] !== undefined) globs.push(item[2]);
    else if (/^\S/.test(line) && !line.startsWith('#')) break;
  }
  return globs;
}

function readPackages(top: string, globs: readonly string[], probe: FileProbe): Workspaces {
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => toRegExp(glob.slice(1)));
  const packages = new Map<string, string>();
  for (const glob of globs.filter((entry) => !entry.startsWith('!'))) {
    for (const folder of expandFolders(top, glob)) {
      if (excluded.some((test) => test.test(folder))) continue;
      const name = probe.readJson(join(top, folder, 'package.json'))?.['name'];
      if (typeof name === 'string' && !packages.has(name)) packages.set(name, join(top, folder));
    }
  }
  return packages;
}

function toRegExp(glob: string): RegExp {
  return new RegExp(`^${globSource(glob, { braces: 'expand' }).source}$`);
}

const MAX_DEPTH = 6;

/** Folders below `top` that a glob fits, relative to it. */
function expandFolders(top: string, glob: string): readonly string[] {
  const clean = glob.replace(/^\.\//, '').replace(/\/+$/, '');
  const fixed = /^[^*?{[]*(?=\/|$)/.exec(clean)?.[0] ?? '';
  if (!/[*?{[]/.test(clean)) return [clean];
  const test = toRegExp(clean);
  const depth = clean.includes('**') ? MAX_DEPTH : clean.split('/').length;
  const found: string[] = [];
  const visit = (folder: string, level: number): void => {
    if (folder !== '' && test.test(folder)) found.push(folder);
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
