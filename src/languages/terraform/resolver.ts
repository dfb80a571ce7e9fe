import { join, posix } from 'node:path';
import type { Resolution } from '../../model/module-reader.js';
import type { LanguageTree, Resolver } from '../language.js';
import { filesIn, filesOf } from './folders.js';
import { providerAddress } from './providers.js';
import { providerIn, SIBLING } from './specifiers.js';

/** Resolves a module's providers, its other files, and the modules of the tree that it calls. */
export function terraformResolver(tree: LanguageTree): Resolver {
  const { root, probe, files } = tree;
  const declaring = new Map<string, string | undefined>();

  /** The file of a module that declares its variables. */
  const entryOf = (folder: string): string | undefined => {
    if (!declaring.has(folder)) {
      const all = filesIn(files, folder);
      const usual = all.find((file) => /(?:^|\/)var(?:iable)?s\.(?:tf|tofu)$/.test(file));
      const found = usual ?? all.find((file) => /^[ \t]*variable\s+"/m.test(probe.readText(join(root, file)) ?? ''));
      declaring.set(folder, found ?? all[0]);
    }
    return declaring.get(folder);
  };

  return {
    broken: [],
    resolve(fromFile, specifier): Resolution {
      const provider = providerIn(specifier);
      if (provider !== undefined) return { kind: 'package', name: providerAddress(tree, fromFile, provider) };
      const target =
        specifier === SIBLING
          ? nextOf(filesOf(tree, fromFile), fromFile)
          : entryOf(posix.normalize(posix.join(posix.dirname(fromFile), specifier)).replace(/\/$/, ''));
      return target === undefined ? { kind: 'unresolved', reason: 'no such file' } : { kind: 'file', file: target };
    },
  };
}

/** The file after another, the first after the last; none if it is the only one. */
function nextOf(files: readonly string[], file: string): string | undefined {
  const next = files[(files.indexOf(file) + 1) % files.length];
  return next === file ? undefined : next;
}
