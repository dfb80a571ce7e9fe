import { dirname, join, posix, relative } from 'node:path';
import { addTo } from '../../core/lib/collections.js';
import { asRecord, jsonRecord } from '../../core/lib/json.js';
import { ancestors } from '../../files/file-name.js';
import type { FileProbe } from '../../files/file-probe.js';
import type { LanguageTree } from '../language.js';

/** Provider requirement in a module, or in one file of it. */
interface Requirement {
  readonly source: string | undefined;
  readonly version: string | undefined;
}

type Requirements = ReadonlyMap<string, Requirement>;

/**
 * Address of the provider with a name in a module, without the host: `acme/bells`. If the module has none, the lock
 * file's counts; else the publisher has the provider's name, as before addresses existed.
 */
export function providerAddress(tree: LanguageTree, file: string, name: string): string {
  const declared = requirementsOf(tree, file).find(({ local, source }) => local === name && source !== undefined);
  if (declared?.source !== undefined) return canonicalAddress(declared.source);
  const locked = [...(lockOf(tree, file)?.keys() ?? [])].find((address) => address.endsWith(`/${name}`));
  return locked ?? `${name}/${name}`;
}

/** The locked version of a provider, else all requirements of the module: `~> 4.0, < 4.50`. */
export function providerVersion(tree: LanguageTree, file: string, address: string): string | undefined {
  const locked = lockOf(tree, file)?.get(address);
  if (locked !== undefined) return locked;
  const demands = requirementsOf(tree, file).filter(
    ({ local, version }) => version !== undefined && providerAddress(tree, file, local) === address,
  );
  return demands.length === 0 ? undefined : demands.map(({ version }) => version).join(', ');
}

/** Canonical form of an address: `registry.example.com/acme/bells` and `acme/bells` are the same. */
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

/** Versions by address, of the nearest lock file in the ancestors. */
function lockOf({ root, probe }: LanguageTree, file: string): ReadonlyMap<string, string> | undefined {
  for (const folder of ancestors(dirname(join(root, file)))) {
    const path = join(folder, '.terraform.lock.hcl');
    if (probe.isFile(path)) return readOnce(probe, path, lockedIn);
    if (relative(root, folder) === '') break;
  }
  return undefined;
}

type Reader<Result> = (text: string, path: string, probe: FileProbe) => Result;

const READ = new WeakMap<FileProbe, Map<string, unknown>>();

/** Parses a file once; all files beside it share the result. */
function readOnce<Result>(probe: FileProbe, path: string, read: Reader<Result>): Result {
  const known = READ.get(probe) ?? new Map<string, unknown>();
  READ.set(probe, known);
  if (!known.has(path)) known.set(path, read(probe.readText(path) ?? '', path, probe));
  return known.get(path) as Result;
}

function lockedIn(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/\bprovider\s+"([^"\n]+)"\s*\{[^{}]*?\bversion\s*=\s*"([^"\n]+)"/g);
  return new Map(Array.from(found, ([, address = '', version = '']) => [canonicalAddress(address), version]));
}

/** Maximum length of a block of requirements that is read, in characters. */
const MAX_BLOCK = 20_000;

function requirementsIn(text: string, path: string, probe: FileProbe): Requirements {
  const found = new Map<string, Requirement>();
  const add = (local: string, source: string | undefined, version: string | undefined): void => {
    const known = found.get(local);
    const versions = [known?.version, version].filter((range) => range !== undefined);
    found.set(local, {
      source: known?.source ?? source,
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
    return found;
  }
  for (const { 0: head, index } of text.matchAll(/\brequired_providers\s*\{/g)) {
    const block = withoutComments(blockFrom(text, index + head.length, noteCut));
    for (const [, local = '', body, short] of block.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:\{([^{}]*)\}|"([^"\n]*)")/g))
      add(local, valueIn(body ?? '', 'source'), short ?? valueIn(body ?? '', 'version'));
  }
  for (const { 0: head, 1: local = '', index } of text.matchAll(/^[ \t]*provider\s+"?([\w-]+)"?\s*\{/gm)) {
    const block = withoutComments(blockFrom(text, index + head.length, noteCut)).replace(/\{[^{}]*\}/g, '');
    add(local, undefined, valueIn(block, 'version'));
  }
  return found;
}

function addJson(text: string, add: (local: string, source?: string, version?: string) => void): void {
  const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
  for (const block of listed(jsonRecord(text)?.['terraform']))
    for (const required of listed(asRecord(block)?.['required_providers']))
      for (const [local, requirement] of Object.entries(asRecord(required) ?? {})) {
        const { source, version } = asRecord(requirement) ?? { version: requirement };
        add(local, asText(source), asText(version));
      }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The text from an opening brace to its closing brace. */
function blockFrom(text: string, start: number, onCut: () => void): string {
  let depth = 1;
  const marks = /[{}]/g;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark !== null && mark.index < start + MAX_BLOCK; mark = marks.exec(text)) {
    depth += mark[0] === '{' ? 1 : -1;
    if (depth === 0) return text.slice(start, mark.index);
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

/** Files by folder; a scan adds files to its list until it has read them all. */
const FOLDERS = new WeakMap<readonly string[], { readonly size: number; readonly files: Map<string, string[]> }>();

/** The files of a module, sorted by name: those in the folder of one of them. */
export function filesOf({ files }: LanguageTree, file: string): readonly string[] {
  return filesIn(files, posix.dirname(file));
}

/** The files in a folder, by its path relative to the root. */
export function filesIn(files: readonly string[], folder: string): readonly string[] {
  let known = FOLDERS.get(files);
  if (known?.size !== files.length) {
    known = { size: files.length, files: new Map() };
    for (const file of [...files].sort()) addTo(known.files, posix.dirname(file), file);
    FOLDERS.set(files, known);
  }
  return known.files.get(folder) ?? [];
}
