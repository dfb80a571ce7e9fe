import { dirname, join, posix, relative } from 'node:path';
import { addTo } from '../../core/lib/collections.js';
import { asRecord, jsonRecord } from '../../core/lib/json.js';
import { ancestors } from '../../files/file-name.js';
import type { FileProbe } from '../../files/file-probe.js';
import type { LanguageTree } from '../language.js';

/** Requirement of a provider, in a module or in one of its files. */
interface Requirement {
  readonly source: string | undefined;
  readonly version: string | undefined;
}

type Requirements = ReadonlyMap<string, Requirement>;

/**
 * Address, without the host, of the provider that a module calls `name`: `acme/bells`. Without a requirement in the
 * module, the address is from the lock file, else `name/name`, as before addresses existed.
 */
export function providerAddress(tree: LanguageTree, file: string, name: string): string {
  const requirement = requirementsOf(tree, file).find(({ local, source }) => local === name && source !== undefined);
  if (requirement?.source !== undefined) return canonicalAddress(requirement.source);
  const lockedAddress = [...(lockedVersions(tree, file)?.keys() ?? [])].find((address) => address.endsWith(`/${name}`));
  return lockedAddress ?? `${name}/${name}`;
}

/** The locked version of a provider, else all requirements of the module: `~> 4.0, < 4.50`. */
export function providerVersion(tree: LanguageTree, file: string, address: string): string | undefined {
  const lockedVersion = lockedVersions(tree, file)?.get(address);
  if (lockedVersion !== undefined) return lockedVersion;
  const requirements = requirementsOf(tree, file).filter(
    ({ local, version }) => version !== undefined && providerAddress(tree, file, local) === address,
  );
  return requirements.length === 0 ? undefined : requirements.map(({ version }) => version).join(', ');
}

/** Canonical form of an address: `acme/bells` for `registry.example.com/acme/bells`. */
function canonicalAddress(source: string): string {
  const parts = source.toLowerCase().split('/');
  const [namespace = '', name = ''] = parts.length > 2 && /[.:]/.test(parts[0] ?? '') ? parts.slice(1) : parts;
  return name === '' || namespace === '-' ? `${name || namespace}/${name || namespace}` : `${namespace}/${name}`;
}

function requirementsOf(tree: LanguageTree, file: string): readonly (Requirement & { readonly local: string })[] {
  return filesOf(tree, file).flatMap((sibling) =>
    [...readOnce(tree.probe, join(tree.root, sibling), requirementsIn)].map(([local, requirement]) => ({
      local,
      ...requirement,
    })),
  );
}

/** Versions by address, from the nearest lock file. */
function lockedVersions({ root, probe }: LanguageTree, file: string): ReadonlyMap<string, string> | undefined {
  for (const folder of ancestors(dirname(join(root, file)))) {
    const path = join(folder, '.terraform.lock.hcl');
    if (probe.isFile(path)) return readOnce(probe, path, versionsIn);
    if (relative(root, folder) === '') break;
  }
  return undefined;
}

type Reader<Result> = (text: string, path: string, probe: FileProbe) => Result;

const FILE_RESULTS = new WeakMap<FileProbe, Map<string, unknown>>();

/** Parses a file once for all files that need the result. */
function readOnce<Result>(probe: FileProbe, path: string, parse: Reader<Result>): Result {
  const results = FILE_RESULTS.get(probe) ?? new Map<string, unknown>();
  FILE_RESULTS.set(probe, results);
  if (!results.has(path)) results.set(path, parse(probe.readText(path) ?? '', path, probe));
  return results.get(path) as Result;
}

function versionsIn(text: string): ReadonlyMap<string, string> {
  const matches = text.matchAll(/\bprovider\s+"([^"\n]+)"\s*\{[^{}]*?\bversion\s*=\s*"([^"\n]+)"/g);
  return new Map(Array.from(matches, ([, address = '', version = '']) => [canonicalAddress(address), version]));
}

/** Maximum length of a block of requirements, in characters; the rest is not read. */
const MAX_BLOCK = 20_000;

function requirementsIn(text: string, path: string, probe: FileProbe): Requirements {
  const requirements = new Map<string, Requirement>();
  const add = (local: string, source: string | undefined, version: string | undefined): void => {
    const previous = requirements.get(local);
    const versions = [previous?.version, version].filter((range) => range !== undefined);
    requirements.set(local, {
      source: previous?.source ?? source,
      version: versions.length === 0 ? undefined : versions.join(', '),
    });
  };
  const noteCut = (): void => {
    probe.note({
      file: path,
      what: `a block of providers has more than ${String(MAX_BLOCK)} characters: the rest of it was not read.`,
      why: 'much',
    });
  };
  if (path.endsWith('.json')) {
    addJson(text, add);
    return requirements;
  }
  for (const { 0: head, index } of text.matchAll(/\brequired_providers\s*\{/g)) {
    const block = withoutComments(blockText(text, index + head.length, noteCut));
    for (const [, local = '', body, shortVersion] of block.matchAll(
      /(?<![\w-])([\w-]+)\s*=\s*(?:\{([^{}]*)\}|"([^"\n]*)")/g,
    ))
      add(local, valueIn(body ?? '', 'source'), shortVersion ?? valueIn(body ?? '', 'version'));
  }
  for (const { 0: head, 1: local = '', index } of text.matchAll(/^[ \t]*provider\s+"?([\w-]+)"?\s*\{/gm)) {
    const block = withoutComments(blockText(text, index + head.length, noteCut)).replace(/\{[^{}]*\}/g, '');
    add(local, undefined, valueIn(block, 'version'));
  }
  return requirements;
}

function addJson(text: string, add: (local: string, source?: string, version?: string) => void): void {
  const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
  for (const block of asList(jsonRecord(text)?.['terraform']))
    for (const requirements of asList(asRecord(block)?.['required_providers']))
      for (const [local, requirement] of Object.entries(asRecord(requirements) ?? {})) {
        const { source, version } = asRecord(requirement) ?? { version: requirement };
        add(local, asText(source), asText(version));
      }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The text from an opening brace to its closing brace. */
function blockText(text: string, start: number, onCut: () => void): string {
  let depth = 1;
  const braces = /[{}]/g;
  braces.lastIndex = start;
  for (let brace = braces.exec(text); brace !== null && brace.index < start + MAX_BLOCK; brace = braces.exec(text)) {
    depth += brace[0] === '{' ? 1 : -1;
    if (depth === 0) return text.slice(start, brace.index);
  }
  if (text.length > start + MAX_BLOCK) onCut();
  return text.slice(start, start + MAX_BLOCK);
}

function withoutComments(block: string): string {
  return block.replace(/("[^"\n]*")|#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, text: string | undefined) => text ?? '');
}

function valueIn(block: string, name: string): string | undefined {
  return new RegExp(`(?:^|[\\s,{])"?${name}"?\\s*[=:]\\s*"([^"\\n]*)"`).exec(block)?.[1];
}

/** Files by folder, for each list of files; a different `size` shows that a scan has added files to the list. */
const FILES_BY_FOLDER = new WeakMap<
  readonly string[],
  { readonly size: number; readonly files: Map<string, string[]> }
>();

/** The files of a module, sorted by name: all files in the folder of `file`. */
export function filesOf({ files }: LanguageTree, file: string): readonly string[] {
  return filesIn(files, posix.dirname(file));
}

/** The files in a folder, by its path relative to the root. */
export function filesIn(files: readonly string[], folder: string): readonly string[] {
  let folders = FILES_BY_FOLDER.get(files);
  if (folders?.size !== files.length) {
    folders = { size: files.length, files: new Map() };
    for (const file of [...files].sort()) addTo(folders.files, posix.dirname(file), file);
    FILES_BY_FOLDER.set(files, folders);
  }
  return folders.files.get(folder) ?? [];
}
