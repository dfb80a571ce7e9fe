import { dirname, join, relative } from 'node:path';
import { ancestors } from './ancestors.js';
import { escapeRegExp } from '../lib/escape-reg-exp.js';
import { asRecord } from '../lib/is-record.js';
import type { FileProbe } from './file-probe.js';

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Version of a package as a file of the project sees it: the installed one, else that of a lock file,
 * else the range that a manifest declares. The nearest folder counts.
 */
export function packageVersion(probe: FileProbe, path: string, name: string): string | undefined {
  let declared: Declared | undefined;
  const folders = ancestors(dirname(path));
  for (const [index, folder] of folders.entries()) {
    const range = declared === undefined ? declaredRange(probe, folder, name) : undefined;
    if (range !== undefined) declared = { folder, range };
    const exact =
      installedVersion(probe, folder, name) ??
      locked(probe, folder, name, { declared, inside: folders.slice(0, index) });
    if (exact !== undefined) return exact;
  }
  return declared !== undefined && IS_VERSION.test(declared.range) ? declared.range : undefined;
}

/** The range that the nearest manifest asks for. */
interface Declared {
  readonly folder: string;
  readonly range: string;
}

/** Who asks a lock file: a package of its workspace has versions of its own. */
interface Asker {
  readonly declared: Declared | undefined;
  /** Folders between the file and that of the lock file, from the inside out. */
  readonly inside: readonly string[];
}

function installedVersion(probe: FileProbe, folder: string, name: string): string | undefined {
  return asText(probe.readJson(join(folder, 'node_modules', name, 'package.json'))?.['version']);
}

function locked(probe: FileProbe, folder: string, name: string, { declared, inside }: Asker): string | undefined {
  const lock = probe.readJson(join(folder, 'package-lock.json'));
  if (lock !== undefined) {
    const packages = asRecord(lock['packages']);
    const own = inside.map((one) => asRecord(packages?.[`${within(folder, one)}/node_modules/${name}`]));
    const entry =
      own.find((one) => one !== undefined) ??
      asRecord(packages?.[`node_modules/${name}`]) ??
      asRecord(asRecord(lock['dependencies'])?.[name]);
    const version = asText(entry?.['version']);
    if (version !== undefined) return version;
  }
  const known = LOCKED.get(probe) ?? new Map<string, string | undefined>();
  LOCKED.set(probe, known);
  const key = [folder, declared?.folder, name].join('\0');
  if (!known.has(key)) known.set(key, lockedInText(probe, folder, name, declared));
  return known.get(key);
}

/** Versions of the other lock files, which are long: they are asked once for each manifest that asks for the package. */
const LOCKED = new WeakMap<FileProbe, Map<string, string | undefined>>();

function lockedInText(
  probe: FileProbe,
  folder: string,
  name: string,
  declared: Declared | undefined,
): string | undefined {
  return (
    pnpmVersion(probe, folder, name, declared) ??
    textLock(probe, join(folder, 'pnpm-lock.yaml'), `/?${escapeRegExp(name)}[@/]`) ??
    yarnVersion(probe, folder, name, declared) ??
    textLock(probe, join(folder, 'yarn.lock'), `"?${escapeRegExp(name)}@[^\\n]*:\\r?\\n[ \\t]+version:? "?`)
  );
}

/** `packages/a`; `.` for the folder itself. */
function within(folder: string, inner: string): string {
  return relative(folder, inner).replaceAll('\\', '/') || '.';
}

/** Version that the manifest of a package of a workspace is given: `importers: packages/a: dependencies: NAME: version: 4.1.0`. */
function pnpmVersion(
  probe: FileProbe,
  folder: string,
  name: string,
  declared: Declared | undefined,
): string | undefined {
  const text = declared === undefined ? undefined : textOf(probe, join(folder, 'pnpm-lock.yaml'));
  if (declared === undefined || text === undefined) return undefined;
  const lines = sectionOf(text, 'importers:', `  ${within(folder, declared.folder)}:`);
  for (const [index, line] of lines.entries()) {
    if (!isKey(line.trim(), name)) continue;
    const own = /:\s*'?(\d+\.\d+\.\d+)(?!\d)[^:]*$/.exec(line)?.[1];
    const below = lines.slice(index + 1, index + 3).find((one) => /^\s+version:/.test(one)) ?? '';
    const version = own ?? (line.trimEnd().endsWith(':') ? /(?<!\d)(\d+\.\d+\.\d+)/.exec(below)?.[1] : undefined);
    if (version !== undefined) return version;
  }
  return undefined;
}

/** The lines below a heading in the part of a text that begins with another one. */
function sectionOf(text: string, part: string, heading: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const begin = lines.indexOf(part);
  if (begin < 0) return [];
  const head = lines.findIndex((line, index) => index > begin && line.replaceAll("'", '') === heading);
  if (head < 0) return [];
  const end = lines.findIndex((line, index) => index > head && /^ {0,2}\S/.test(line));
  return lines.slice(head + 1, end < 0 ? undefined : end);
}

function isKey(line: string, name: string): boolean {
  return line.replaceAll("'", '').startsWith(`${name}:`);
}

/** The entry for the range that is asked for: `NAME@^4.0.0:`, `"NAME@npm:^4.0.0, NAME@npm:4.x":`. */
function yarnVersion(
  probe: FileProbe,
  folder: string,
  name: string,
  declared: Declared | undefined,
): string | undefined {
  const text = declared === undefined ? undefined : textOf(probe, join(folder, 'yarn.lock'));
  if (declared === undefined || text === undefined) return undefined;
  const lines = text.split(/\r?\n/);
  const asked = new Set([`${name}@${declared.range}`, `${name}@npm:${declared.range}`]);
  const at = lines.findIndex(
    (line) =>
      line.includes(`${name}@`) &&
      line
        .replaceAll('"', '')
        .replace(/:$/, '')
        .split(', ')
        .some((one) => asked.has(one)),
  );
  return at < 0 ? undefined : /^\s+version:? "?(\d+\.\d+\.\d+)/.exec(lines[at + 1] ?? '')?.[1];
}

function textOf(probe: FileProbe, path: string): string | undefined {
  return probe.isFile(path) ? probe.readText(path) : undefined;
}

function textLock(probe: FileProbe, path: string, before: string): string | undefined {
  return new RegExp(`^[ \\t]*'?${before}(\\d+\\.\\d+\\.\\d+)`, 'm').exec(textOf(probe, path) ?? '')?.[1];
}

const IS_VERSION = /^[\^~>=v\s]*\d|^(?:\*|latest|workspace:.*)$/;

function declaredRange(probe: FileProbe, folder: string, name: string): string | undefined {
  const manifest = probe.readJson(join(folder, 'package.json'));
  return DEPENDENCIES.map((kind) => asText(asRecord(manifest?.[kind])?.[name])).find((text) => text !== undefined);
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
