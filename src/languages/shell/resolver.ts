import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Resolution } from '../../model/module-reader.js';
import type { LanguageTree, Resolver } from '../language.js';

/** Resolves `source`: beside the script, then in each folder above it up to the root. */
export function createShellResolver({ root, probe }: LanguageTree): Resolver {
  return {
    broken: [],
    resolve(fromFile, specifier): Resolution {
      if (isAbsolute(specifier) || specifier.startsWith('~'))
        return { kind: 'unresolved', reason: 'it is a file of the machine' };
      for (const folder of foldersAbove(fromFile)) {
        const path = join(root, folder, specifier);
        const file = relative(root, path).replaceAll('\\', '/');
        if (!file.startsWith('../') && probe.isFile(path)) return { kind: 'file', file };
      }
      return { kind: 'unresolved', reason: 'the file does not exist' };
    },
  };
}

/** The folder of a file, and those above it, relative to the root. */
function foldersAbove(file: string): readonly string[] {
  const folders = [dirname(file)];
  for (let folder = folders[0] ?? '.'; folder !== '.' && folder !== '/' && folder !== ''; folder = dirname(folder))
    folders.push(dirname(folder));
  return folders;
}
