import { dirname } from 'node:path';
import { languageOf } from '../languages/table.js';
import type { Place, Span } from '../model/span.js';
import { Importers } from '../select/importers.js';
import type { ScanModuleReader } from '../select/modules.js';
import { exportUses } from '../sources/export-uses.js';
import { toName } from '../sources/file-name.js';
import { FileProbe } from '../sources/file-probe.js';
import { filesBelow } from '../sources/files-below.js';
import { isScript } from '../sources/script-name.js';
import { importedFile } from './imported-file.js';
import type { PreparedScan } from './prepare-scan.js';

const JAVASCRIPT = languageOf('javascript');

/** Names and importers in the folder of all files that may import. */
interface Around {
  readonly names: ReadonlySet<string>;
  /** Files that import without being scanned. */
  readonly outside: Importers;
}

/**
 * Where other files use what a file of the scan exports under a name: `at` is the name where it is declared. Undefined
 * where somebody else may use it: a file below `top` that was not scanned, a page or component that imports it, whoever
 * installs the package.
 */
export function usesElsewhere(
  { programs, store, list }: PreparedScan,
  top: string,
): (file: string, at: Span) => readonly Place[] | undefined {
  const modules = programs.find(({ language }) => language === JAVASCRIPT)?.modules;
  const resolve = (from: string, specifier: string): string | undefined => importedFile({ programs }, from, specifier);
  const probe = new FileProbe();
  let around: Around | undefined;
  return (file, at) => {
    if (modules === undefined || !isScript(file)) return undefined;
    around ??= lookAround(modules);
    // A scan through a link gives files other names.
    if (!around.names.has(file) || around.outside.of(file).length > 0 || isInstalled(file)) return undefined;
    const importers = modules.importers(file);
    if (importers.some((name) => !isScript(name) || store.isBroken(name))) return undefined;
    const texts = new Map([file, ...importers].map((name) => [name, store.text(name) ?? '']));
    return exportUses({ file, texts, resolve }, at);
  };

  function lookAround(reader: ScanModuleReader): Around {
    const names = (filesBelow(top) ?? []).map((path) => toName(store.root, path));
    const scanned = new Set([...list.files, ...list.perhaps]);
    const holdsCode = (name: string): boolean => store.kinds.of(name).some(({ language }) => language === JAVASCRIPT);
    const outside = new Importers({
      files: names.filter((name) => !scanned.has(name) && holdsCode(name)),
      textOf: (name) => store.peek(name),
      resolve: (from, specifier) => reader.resolve(from, specifier),
      texts: JAVASCRIPT.imports,
    });
    return { names: new Set(names), outside };
  }

  /** Whether others may import it from a package that is published. */
  function isInstalled(file: string): boolean {
    for (let folder = dirname(store.pathOf(file)); ; folder = dirname(folder)) {
      const manifest = probe.readJson(`${folder}/package.json`);
      if (manifest !== undefined)
        return manifest['private'] !== true && ['exports', 'main', 'module', 'types'].some((key) => key in manifest);
      if (folder === top || folder === dirname(folder)) return false;
    }
  }
}
