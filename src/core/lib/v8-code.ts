import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { isTrustedFolder, keepNewest, makeFolder, readOwnFileUncounted } from './user-cache.js';

/**
 * Offsets of the fields before the cached code of a file: identity of the file, checksum of the code, `filesLoaded`.
 */
const [IDENTITY_AT, CHECKSUM_AT, LOADED_AT] = [0, 24, 32];
const HEADER_SIZE = 40;

/** Installed packages and versions of Node whose code is cached; the oldest are removed. */
const MAX_KEPT = 16;

const NAME = /^[0-9a-f]{1,8}-v[\w.-]+$/;

interface Loaded {
  readonly script: Script;
  readonly identity: Buffer;
  /** Number of files that the caching run had loaded; 0 if nothing was cached. */
  readonly filesLoaded: number;
}

/**
 * Runs CommonJS files of this package, which then cannot call `import()`, and caches the code that V8 compiled for the
 * next run, in a folder of the user: by the versions and flags of V8, and by digest, path and time of the file. V8
 * trusts cached code, so damaged code, code that another user could have written, and code of another copy of the
 * package are rejected.
 */
export class CompiledCodeCache {
  readonly #package: string;
  readonly #cache: string;
  readonly #folder: string;
  readonly #isTrusted: boolean;
  readonly #modules = new Map<string, { exports: unknown }>();
  readonly #loaded = new Map<string, Loaded>();

  /** Creates a cache for the files in `folder`. `cache`: folder for the code of all copies of the package. */
  constructor(folder: string, cache: string) {
    this.#package = folder + sep;
    this.#cache = cache;
    const tag = cachedDataVersionTag().toString(16);
    this.#folder = join(cache, `${crc32(folder).toString(16)}-${process.version}-${process.arch}-${tag}`);
    this.#isTrusted = isOwnFolder(this.#folder);
  }

  /** Exports of a file, which runs on first use. */
  load(file: string): unknown {
    const known = this.#modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    this.#modules.set(file, module);
    const require = createRequire(file);
    const load = (name: string): unknown => {
      if (!name.startsWith('.')) return require(name);
      const path = join(dirname(file), name);
      return require.cache[path]?.exports ?? this.load(path);
    };
    const run = this.#compile(file).runInThisContext() as (...parts: readonly unknown[]) => void;
    run.call(module.exports, module.exports, load, module, file, dirname(file));
    return module.exports;
  }

  /**
   * Caches the code compiled in this run, unless a run that loaded as many files has done so. The first run only
   * creates the folder: a machine that runs the program once spends no time on a cache for a second run.
   */
  keep(): void {
    const uncached = [...this.#loaded].filter(([, { filesLoaded }]) => filesLoaded < this.#loaded.size);
    try {
      if (uncached.length === 0) return;
      if (makeFolder(this.#folder)) {
        keepNewest(this.#cache, (path, name) => NAME.test(name) && isOwnFolder(path), MAX_KEPT);
        return;
      }
      if (!this.#isTrusted) return;
      for (const [file, { script, identity }] of uncached) {
        const code = withUsualFlags(() => script.createCachedData());
        const rest = encodeNumbers(crc32(code), this.#loaded.size);
        writeAtomically(this.#pathOf(file), Buffer.concat([identity, rest, code]));
      }
    } catch {
      // An unwritable folder disables the cache.
    }
  }

  #compile(file: string): Script {
    const { ino, ctimeMs } = statSync(file);
    const text = readFileSync(file);
    const identity = encodeNumbers(crc32(text), ino, ctimeMs);
    const cached = this.#read(this.#pathOf(file));
    const cachedData =
      cached?.subarray(IDENTITY_AT, CHECKSUM_AT).equals(identity) === true ? cached.subarray(HEADER_SIZE) : undefined;
    const code = `(function (exports, require, module, __filename, __dirname) {${text.toString('utf8')}\n})`;
    const options = { filename: file, ...(cachedData === undefined ? {} : { cachedData }) };
    const script = withUsualFlags(() => new Script(code, options));
    // The property is undefined if there was no cached code.
    const isUsed = script.cachedDataRejected === false;
    this.#loaded.set(file, { script, identity, filesLoaded: isUsed ? (cached?.readDoubleLE(LOADED_AT) ?? 0) : 0 });
    return script;
  }

  #pathOf(file: string): string {
    return join(this.#folder, file.slice(this.#package.length).replaceAll(sep, '-'));
  }

  /**
   * Cached code at a path; undefined if it is damaged, or another user can have written it. It does not count as a file
   * that is read.
   */
  #read(path: string): Buffer | undefined {
    if (!this.#isTrusted) return undefined;
    try {
      const cached = readOwnFileUncounted(path, Infinity);
      return cached !== undefined &&
        cached.length > HEADER_SIZE &&
        cached.readDoubleLE(CHECKSUM_AT) === crc32(cached.subarray(HEADER_SIZE))
        ? cached
        : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Whether a folder can be trusted: not if it cannot be read, or is below a file. */
function isOwnFolder(path: string): boolean {
  try {
    return isTrustedFolder(path);
  } catch {
    return false;
  }
}

function encodeNumbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeDoubleLE(value, index * 8);
  return bytes;
}

/** Writes a file atomically for other processes. */
function writeAtomically(path: string, content: Buffer): void {
  const temporary = `${path}.${String(process.pid)}`;
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

interface Threshold {
  readonly flag: string;
  readonly usual: number;
  readonly late: number;
}

/**
 * Amount of work of a function before V8 compiles it to its fastest code, by the major version of Node. Most runs end
 * within seconds, and by V8's own measure up to a third of their processor time goes into optimised code that never
 * pays off; longer runs still get it. Node 24 has a compiler between the two, which makes this needless.
 */
const THRESHOLDS: Readonly<Partial<Record<string, readonly Threshold[]>>> = {
  20: [{ flag: '--interrupt-budget', usual: 67_584, late: 400_000 }],
  22: [
    { flag: '--invocation-count-for-turbofan', usual: 3000, late: 12_000 },
    { flag: '--invocation-count-for-osr', usual: 800, late: 3200 },
  ],
};

let isLate = false;

/** Lets V8 wait longer before it optimizes, until the process ends. */
export function optimizeLate(): void {
  isLate = true;
  setThresholds('late');
}

/**
 * Runs a function with the usual flags: cached code, like Node's own, is valid only for the flags with which it was
 * compiled.
 */
function withUsualFlags<T>(make: () => T): T {
  if (!isLate) return make();
  setThresholds('usual');
  try {
    return make();
  } finally {
    setThresholds('late');
  }
}

function setThresholds(when: 'usual' | 'late'): void {
  const [major = ''] = process.versions.node.split('.');
  for (const threshold of THRESHOLDS[major] ?? []) setFlagsFromString(`${threshold.flag}=${String(threshold[when])}`);
}
