import { dirname, join } from 'node:path';
import { escapeRegExp } from '../../core/lib/escape.js';
import type { Resolution } from '../../core/model/module-reader.js';
import type { ImportClause, ImportTexts } from '../language-texts.js';
import { ancestors } from '../../files/file-name.js';
import type { FileProbe } from '../../files/file-probe.js';
import { readOnce } from '../../files/package-version.js';
import type { ParsedFiles } from '../../files/package-version.js';
import type { Resolver } from '../language.js';

/** Pattern of `import a.b as c, d` and `from a.b import (c as d, e)`, at the beginning of a line or after a `;`. */
const IMPORT_STATEMENT =
  /(?:^|[;\n:])[ \t]*(?:from[ \t]+(\.+(?:[ \t]*\w[\w.]*)?|\w[\w.]*)[ \t]+import[ \t]*(\([^()]{0,20000}\)|[^\n;#(]{1,2000})|import[ \t]+([^\n;#]{1,2000}))/g;

/** Pattern of a name in an import statement: `name`, `name as alias`, `*`. */
const IMPORT_ITEM = /^([\w.]+|\*)(?:\s+as\s+(\w+))?$/;

interface ImportItem {
  readonly name: string;
  readonly local: string;
}

function itemsOf(list: string): readonly ImportItem[] {
  return list
    .replace(/#[^\n]*/g, '')
    .replace(/[()\\]/g, ' ')
    .split(',')
    .flatMap((part) => {
      const [, name, alias] = IMPORT_ITEM.exec(part.trim()) ?? [];
      return name === undefined ? [] : [{ name, local: alias ?? name }];
    });
}

/** Specifier of an imported name, which may be a submodule. */
function submoduleSpecifier(specifier: string, name: string): string {
  return specifier.endsWith('.') ? `${specifier}${name}` : `${specifier}.${name}`;
}

function clausesIn(text: string): readonly ImportClause[] {
  return Array.from(text.matchAll(IMPORT_STATEMENT)).flatMap(
    ([, module, names = '', modules]): readonly ImportClause[] => {
      if (modules !== undefined) return itemsOf(modules).map(({ name }) => wholeModule(name));
      if (module === undefined) return [];
      const specifier = copyOf(module.replace(/\s+/g, ''));
      const items = itemsOf(names);
      if (items.some(({ name }) => name === '*')) return [{ specifier, names: 'all', reExports: [], passesAll: true }];
      const namePairs = items.map(({ name, local }) => [copyOf(name), copyOf(local)] as const);
      const clause = { specifier, names: namePairs.map(([name]) => name), reExports: namePairs, passesAll: false };
      return [clause, ...items.map(({ name }) => wholeModule(submoduleSpecifier(specifier, name)))];
    },
  );
}

function wholeModule(specifier: string): ImportClause {
  return { specifier: copyOf(specifier), names: 'all', reExports: [], passesAll: false };
}

/** Copies a substring, which would otherwise keep its text in memory. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
}

/** Import key of a package itself, for specifiers such as `.` and `..`. */
const PACKAGE_KEY = '.';

function lastSegment(specifier: string): string {
  const name = specifier.slice(specifier.lastIndexOf('.') + 1);
  return name === '' ? PACKAGE_KEY : name;
}

function fileKeys(file: string): readonly string[] {
  const parts = file.replace(/\.pyw?$/i, '').split('/');
  const name = parts.at(-1) ?? '';
  return name === '__init__' ? [parts.at(-2) ?? PACKAGE_KEY, PACKAGE_KEY] : [name];
}

/** Python's imports. */
export const PYTHON_IMPORTS: ImportTexts = {
  specifiersIn: (text) => clausesIn(text).map(({ specifier }) => specifier),
  clausesIn,
  isBare: () => false,
  importKey: lastSegment,
  fileKeys,
};

/** Resolves module names to files: relative ones from the file's package, others from its ancestor folders. */
export class PythonResolver implements Resolver {
  readonly broken: readonly string[] = [];
  readonly #files: ReadonlySet<string>;
  /** Folders that are packages: their names are part of the names of their modules. */
  readonly #packages: ReadonlySet<string>;
  /** First segments of module names that can resolve to a file. */
  readonly #firstNames = new Set<string>();
  readonly #resolutions = new Map<string, Resolution>();

  constructor(files: readonly string[]) {
    this.#files = new Set(files);
    this.#packages = new Set(files.filter((file) => /(?:^|\/)__init__\.py$/.test(file)).map(folderOf));
    for (const file of files) for (const part of file.split('/')) this.#firstNames.add(part.replace(/\.pyw?$/, ''));
  }

  resolve(fromFile: string, specifier: string): Resolution {
    const folder = folderOf(fromFile);
    const key = `${folder}\u0000${specifier}`;
    let resolution = this.#resolutions.get(key);
    if (resolution === undefined) this.#resolutions.set(key, (resolution = this.#resolveFrom(folder, specifier)));
    return resolution;
  }

  #resolveFrom(folder: string, specifier: string): Resolution {
    const [, dots = '', path = ''] = /^(\.*)([^]*)/.exec(specifier) ?? [];
    const names = path === '' ? [] : path.split('.');
    if (dots !== '') {
      const start = ancestorsOf(folder)[dots.length - 1];
      const file = start === undefined ? undefined : this.#fileOf(start, names);
      return file === undefined ? { kind: 'unresolved', reason: 'no such module' } : { kind: 'file', file };
    }
    const [firstName] = names;
    if (firstName === undefined || !this.#firstNames.has(firstName)) return { kind: 'package', name: specifier };
    const folders = ancestorsOf(folder);
    const outsidePackages = folders.filter((candidate) => !this.#packages.has(candidate));
    const roots = [
      ...outsidePackages.flatMap((root) => [root, ...SOURCE_FOLDERS.map((name) => joinPath(root, name))]),
      ...folders,
    ];
    for (const root of roots) {
      const file = this.#fileOf(root, names);
      if (file !== undefined) return { kind: 'file', file };
    }
    return { kind: 'package', name: specifier };
  }

  #fileOf(folder: string, names: readonly string[]): string | undefined {
    const path = names.reduce(joinPath, folder);
    const candidates = names.length === 0 ? [] : [`${path}.py`, `${path}.pyw`];
    return [...candidates, joinPath(path, '__init__.py')].find((candidate) => this.#files.has(candidate));
  }
}

/** Common folders for the modules of a project. */
const SOURCE_FOLDERS = ['src', 'lib', 'python', 'app'];

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** A folder and its ancestors, up to the root. */
function ancestorsOf(folder: string): readonly string[] {
  const found = [folder];
  for (let current = folder; current !== '';) {
    current = folderOf(current);
    found.push(current);
  }
  return found;
}

/** Names of lock files, which have exact versions. */
const LOCK_FILES = ['poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock'];
const MANIFESTS = [
  'requirements.txt',
  'requirements/base.txt',
  'requirements-dev.txt',
  'requirements/dev.txt',
  'pyproject.toml',
  'Pipfile',
  'setup.py',
  'setup.cfg',
];

/** Version of a package for a file: from the nearest lock file, else the range in the nearest manifest. */
export function pythonPackageVersion(probe: FileProbe, path: string, name: string): string | undefined {
  let declaredRange: string | undefined;
  for (const folder of ancestors(dirname(path))) {
    const lockedVersion = firstVersion(probe, folder, LOCK_FILES, lockedVersionPattern(name));
    if (lockedVersion !== undefined) return lockedVersion;
    declaredRange ??= firstVersion(probe, folder, MANIFESTS, declaredRangePattern(name));
  }
  return declaredRange;
}

const FILE_TEXTS: ParsedFiles<string> = new WeakMap();

function firstVersion(probe: FileProbe, folder: string, files: readonly string[], pattern: RegExp): string | undefined {
  for (const file of files) {
    const text = readOnce(FILE_TEXTS, probe, join(folder, file), (contents) => contents);
    const groups = text === undefined ? undefined : pattern.exec(text)?.slice(1);
    const version = groups?.find((group: string | undefined) => group !== undefined);
    if (version !== undefined) return simplifyRange(version);
  }
  return undefined;
}

/** Pattern of a locked version: `name = "x"` before the line of the version; `"x": { … "version": "==2.0.0" }`. */
function lockedVersionPattern(name: string): RegExp {
  const packagePattern = packageNamePattern(name);
  return new RegExp(
    `(?:^name = "${packagePattern}"\\r?\\n(?:[^\\n]*\\n)?version = |^[ \\t]*"${packagePattern}": \\{[^{}]{0,20000}?"version": )"(=*\\d[^"]*)"`,
    'im',
  );
}

/** Pattern of a declared range: `x==2.0`, `x[extra]>=2.0,<3`, `x = "^2.0"`, `x = {version = "^2.0"}`. */
function declaredRangePattern(name: string): RegExp {
  const packagePattern = packageNamePattern(name);
  const range = `([\\^~=!<>]{1,3}\\s*\\d[\\d.*\\w]*(?:\\s*,\\s*[<>=!~]{1,2}\\s*\\d[\\d.*\\w]*)*)`;
  return new RegExp(
    `^[ \\t]*["']?${packagePattern}(?:\\[[^\\]]*\\])?\\s*(?:${range}|=\\s*(?:\\{[^}\\n]*version\\s*=\\s*)?["']([\\^~=<>]*\\d[^"']*)["'])|["']${packagePattern}(?:\\[[^\\]]*\\])?\\s*${range}["']`,
    'im',
  );
}

/** Pattern of a package name, in any case, and with any of `-`, `_` and `.`. */
function packageNamePattern(name: string): string {
  return name
    .split(/[-_.]+/)
    .map(escapeRegExp)
    .join('[-_.]+');
}

/** Simplifies `>=2.0,<3` to the equivalent `^2.0`, and any other list of ranges to its first one. */
function simplifyRange(declaration: string): string {
  const range = declaration.replaceAll(/\s+/g, '');
  const [, lowerBound, major] = /^>=((\d+)(?:\.[\d.]*)?),<=?(\d+)/.exec(range) ?? [];
  const upperBound = /,<(\d+)/.exec(range)?.[1];
  if (lowerBound !== undefined && major !== undefined && upperBound === String(Number(major) + 1))
    return `^${lowerBound}`;
  return range.split(',')[0] ?? range;
}
