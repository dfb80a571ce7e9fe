import { dirname, resolve as resolvePath } from 'node:path';
import type { FileFacts } from '../model/facts.js';
import type { ModuleReader, Resolution } from '../model/module-reader.js';
import { FileProbe } from '../sources/file-probe.js';
import { packageVersion } from '../sources/package-version.js';
import { resolveFile } from '../sources/resolve-file.js';
import type { FileCache } from './file-cache.js';
import { nameOf } from './file-names.js';
import type { ModuleParser } from './parse-module.js';

export interface ModuleReaderOptions {
  readonly cwd: string;
  /** The linted file, which may differ from what is on disk. */
  readonly own: FileFacts;
  readonly ownMentionsApi: readonly string[];
  readonly files: FileCache;
  /** The parser object that `parse` stands for. */
  readonly parser: unknown;
  /** Absent where imports are not to be followed, or cannot be. */
  readonly parse: ModuleParser | undefined;
  /** Whether there is no time left to look into further modules. */
  readonly isLate: () => boolean;
}

/** Imports between the linted file and one that is followed. */
const MAX_DEPTH = 8;
/** Files followed for one linted file. */
const MAX_FILES = 200;

const NOT_FOLLOWED: Resolution = { kind: 'unresolved', reason: 'import not followed' };

/**
 * The engine's view of other files from within a linter: relative imports, read from disk with the
 * linter's own parser. One reader serves one run over one file.
 */
export function createModuleReader(options: ModuleReaderOptions): ModuleReader {
  const { cwd, own, files, isLate, parse } = options;
  const probe = new FileProbe();
  const depths = new Map([[own.file, 0]]);
  return {
    resolve(fromFile, specifier) {
      const written = specifier.replace(/\?.*$/, '');
      if (!/^\.{1,2}(?:\/|$)/.test(written))
        return /^(?:[#~/]|@\/)/.test(written) ? NOT_FOLLOWED : { kind: 'package', name: specifier };
      if (parse === undefined) return NOT_FOLLOWED;
      const path = resolveFile(probe, resolvePath(cwd, dirname(fromFile), written));
      if (path === undefined || /[\\/]node_modules[\\/]/.test(path)) return NOT_FOLLOWED;
      const file = nameOf(cwd, path);
      const depth = (depths.get(fromFile) ?? 0) + 1;
      if (!depths.has(file)) {
        if (depth > MAX_DEPTH || depths.size > MAX_FILES) return NOT_FOLLOWED;
        depths.set(file, depth);
      }
      return { kind: 'file', file };
    },
    facts(file) {
      if (file === own.file) return own;
      return parse === undefined || isLate()
        ? undefined
        : files.facts(resolvePath(cwd, file), file, options.parser, parse);
    },
    mentionsApi(file) {
      if (file === own.file) return options.ownMentionsApi;
      return files.text(resolvePath(cwd, file), 0)?.mentionsApi;
    },
    importers: () => [],
    packageVersion: (fromFile, name) => packageVersion(probe, resolvePath(cwd, fromFile), name),
  };
}
