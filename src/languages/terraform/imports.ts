import { join, posix } from 'node:path';
import { escapeRegExp } from '../../core/lib/escape.js';
import type { Resolution } from '../../core/model/module-reader.js';
import type { ImportTexts } from '../language-texts.js';
import type { LanguageTree, Resolver } from '../language.js';
import { filesIn, filesOf, providerAddress } from './providers.js';

/** Specifier of the next file in the folder. The last file imports the first, so that all files are connected. */
export const SIBLING = '.';

const PROVIDER_PREFIX = 'provider:';

/** Specifier of a provider, by its name in a module. */
export function providerSpecifier(name: string): string {
  return `${PROVIDER_PREFIX}${name}`;
}

/** The provider name in a specifier; undefined for other specifiers. */
function providerIn(specifier: string): string | undefined {
  return specifier.startsWith(PROVIDER_PREFIX) ? specifier.slice(PROVIDER_PREFIX.length) : undefined;
}

/** Exported name of an argument that a caller passes to a variable of a module. */
export function argumentName(module: string, variable: string): string {
  return `module ${module}: ${variable}`;
}

/** Name of a module for its callers: its folder. */
export function moduleName(file: string): string {
  return file.split('/').at(-2) ?? '';
}

/** Pattern of `source = "./modules/bells"`, and of `"source": "./modules/bells"` in JSON. */
const MODULE_SOURCE = /\bsource"?\s*[=:]\s*"(\.\.?(?:\/[^"\n]{0,300})?)"/g;

function specifiersIn(text: string): readonly string[] {
  const sources = Array.from(text.matchAll(MODULE_SOURCE), ([, source = '']) => Buffer.from(source).toString());
  return [SIBLING, ...sources.map((source) => source.replace(/(?<!\/)\/+$/, ''))];
}

/** Creates a test of texts for the declaration of a name: `variable "x"`, a local `x = …`, an argument of a module. */
function declares(name: string): (text: string) => boolean {
  const [, module, argument = ''] = /^module (.*): ([^:]*)$/.exec(name) ?? [];
  const attribute = (key: string): string => `${escapeRegExp(key)}"?\\s*(?:[=:]|/\\*)`;
  if (module !== undefined) return matchesAll([`${escapeRegExp(module)}/*"`, attribute(argument)]);
  const [kind, declaredName = ''] = /^(local|var)\.(.*)$/s.exec(name)?.slice(1) ?? [];
  if (kind === undefined) return () => false;
  const word = escapeRegExp(declaredName);
  return matchesAll([kind === 'local' ? attribute(declaredName) : `"${word}"|\\bvariable\\s+${word}`]);
}

/** Creates a test of texts for all patterns. A text with escapes passes: it may spell the names differently. */
function matchesAll(sources: readonly string[]): (text: string) => boolean {
  const tests = sources.map((source) => new RegExp(source));
  return (text) => text.includes('\\u') || tests.every((test) => test.test(text));
}

/** Imports of Terraform: the files of a folder are one module, and share all names. */
export const TERRAFORM_IMPORTS: ImportTexts = {
  specifiersIn,
  mayDeclare: declares,
  clausesIn: (text) =>
    specifiersIn(text).map((specifier) => ({
      specifier,
      names: 'all',
      reExports: [],
      passesAll: specifier === SIBLING,
    })),
  isBare: () => true,
  importKey: (specifier) => specifier,
  fileKeys: () => [],
};

/** Resolves a module's providers, its other files, and the modules of the tree that it calls. */
export function terraformResolver(tree: LanguageTree): Resolver {
  const { root, probe, files } = tree;
  const entryFiles = new Map<string, string | undefined>();

  /** The file of a module that declares its variables, else its first file. */
  const entryOf = (folder: string): string | undefined => {
    if (!entryFiles.has(folder)) {
      const folderFiles = filesIn(files, folder);
      const variablesFile = folderFiles.find((file) => /(?:^|\/)var(?:iable)?s\.(?:tf|tofu)$/.test(file));
      const entryFile =
        variablesFile ??
        folderFiles.find((file) => /^[ \t]*variable\s+"/m.test(probe.readText(join(root, file)) ?? ''));
      entryFiles.set(folder, entryFile ?? folderFiles[0]);
    }
    return entryFiles.get(folder);
  };

  return {
    broken: [],
    resolve(fromFile, specifier): Resolution {
      const provider = providerIn(specifier);
      if (provider !== undefined) return { kind: 'package', name: providerAddress(tree, fromFile, provider) };
      const target =
        specifier === SIBLING
          ? fileAfter(filesOf(tree, fromFile), fromFile)
          : entryOf(posix.normalize(posix.join(posix.dirname(fromFile), specifier)).replace(/\/$/, ''));
      return target === undefined ? { kind: 'unresolved', reason: 'no such file' } : { kind: 'file', file: target };
    },
  };
}

/** The file after another, the first after the last; undefined if it is the only file. */
function fileAfter(files: readonly string[], file: string): string | undefined {
  const next = files[(files.indexOf(file) + 1) % files.length];
  return next === file ? undefined : next;
}
