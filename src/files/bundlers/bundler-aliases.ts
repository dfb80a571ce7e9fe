import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { StepBudget } from '../../core/lib/bounds.js';
import type { FileProbe } from '../file-probe.js';
import { packageVersion } from '../package-version.js';
import { resolveFile } from '../resolve-file.js';
import { CONFIG_FOLDERS, isBundlerConfig } from './config-names.js';
import { childrenOf, propertyKey, propertyValue } from './program-syntax.js';
import { StaticFile, rowOf, textOf } from './static-file.js';
import type { SyntaxNode } from '@lezer/common';
import type { StaticValue } from './static-file.js';

/**
 * Maximum numbers of configurations in one folder and beside its manifest, and of files that one of them may import.
 */
const MAX_CONFIGS = 50;
const MAX_OPENED = 10;
/** Maximum numbers of characters of a configuration, and of steps to read it with its imports. */
const MAX_TEXT = 200_000;
const MAX_STEPS = 20_000;

/** The aliases of one configuration. */
interface ConfiguredAliases {
  /** Absolute path of the folder to which relative targets refer. */
  readonly project: string;
  readonly aliases: readonly Alias[];
  /** Absolute paths of folders in which modules are searched. */
  readonly roots: readonly string[];
}

/** Possible targets of a specifier, best first. */
export interface AliasTargets {
  /** Absolute paths, without extension resolution. */
  readonly paths: readonly string[];
  /** Other specifiers. */
  readonly specifiers: readonly string[];
  /** Whether an alias with a path as its target matches the specifier. */
  readonly isNamed: boolean;
}

const NO_TARGETS: AliasTargets = { paths: [], specifiers: [], isNamed: false };

/**
 * Follows aliases of bundlers and frameworks. Their configurations are programs: they are read as texts and never run,
 * and computed aliases are ignored.
 */
export class BundlerAliases {
  readonly #probe: FileProbe;
  readonly #configsByFolder = new Map<string, readonly ConfiguredAliases[]>();

  constructor(probe: FileProbe) {
    this.#probe = probe;
  }

  targets(folder: string, specifier: string): AliasTargets {
    const paths: string[] = [];
    const specifiers: string[] = [];
    let isNamed = false;
    for (const { project, aliases, roots } of this.#configsAround(folder)) {
      for (const alias of aliases) {
        const target = replaceAlias(alias, specifier);
        if (target === undefined) continue;
        paths.push(...pathsOf(target, project));
        if (!isModuleName(target)) isNamed = true;
        else if (target !== specifier) specifiers.push(target);
      }
      if (isModuleName(specifier)) paths.push(...roots.map((root) => join(root, specifier)));
    }
    // Test runners alias packages to test doubles: the alias of an installed package is ignored.
    return paths.length > 0 && this.#isInstalled(folder, specifier) ? NO_TARGETS : { paths, specifiers, isNamed };
  }

  #isInstalled(folder: string, specifier: string): boolean {
    const [name] = /^(?:@[\w.-]+\/)?\w[\w.-]*(?=\/|$)/.exec(specifier) ?? [];
    return name !== undefined && packageVersion(this.#probe, join(folder, 'index.js'), name) !== undefined;
  }

  /** Configurations from the inside out, up to the root of the repository. */
  #configsAround(folder: string): readonly ConfiguredAliases[] {
    let configs = this.#configsByFolder.get(folder);
    if (configs === undefined) {
      const isTop = dirname(folder) === folder || existsSync(join(folder, '.git'));
      configs = [...this.#readConfigs(folder), ...(isTop ? [] : this.#configsAround(dirname(folder)))];
      this.#configsByFolder.set(folder, configs);
    }
    return configs;
  }

  #readConfigs(project: string): readonly ConfiguredAliases[] {
    const deciders = this.#probe.decidersIn(project);
    const isPackage = deciders.includes('package.json');
    const inConfigFolders = isPackage
      ? CONFIG_FOLDERS.flatMap((name) => this.#probe.decidersIn(join(project, name)).map((file) => join(name, file)))
      : [];
    const files = [...deciders, ...inConfigFolders].filter((name) => isBundlerConfig(basename(name)));
    return [
      ...files.slice(0, MAX_CONFIGS).flatMap((name) => this.#aliasesInFile(join(project, name), project)),
      ...(isPackage ? this.#aliasesInManifest(project) : []),
    ];
  }

  #aliasesInFile(file: string, project: string): readonly ConfiguredAliases[] {
    const text = this.#probe.readText(file) ?? '';
    return this.#aliasesInText(/rc$|\.json$/.test(file) ? `(${text})` : text, file, project);
  }

  /** Settings of Babel, Jest and Parcel in the manifest. */
  #aliasesInManifest(project: string): readonly ConfiguredAliases[] {
    const file = join(project, 'package.json');
    const { babel, jest, alias } = this.#probe.readJson(file) ?? {};
    if (babel === undefined && jest === undefined && alias === undefined) return [];
    return this.#aliasesInText(`(${JSON.stringify({ babel, jest, alias })})`, file, project);
  }

  #aliasesInText(text: string, file: string, project: string): readonly ConfiguredAliases[] {
    const name = basename(file);
    const mayHaveAliases = /\balias|Alias\b|moduleNameMapper|module-resolver|\bmodules\b|\bsrcDir\b|\blib\b/.test(text);
    const noAliases = { aliases: [], roots: [], folders: new Map<string, string>() };
    const { aliases, roots, folders } =
      mayHaveAliases && text.length <= MAX_TEXT ? findAliases(this.#openFile(text, file, project)) : noAliases;
    const allAliases = [...aliases, ...conventionalAliases(name, text, { project, folders })];
    if (allAliases.length + roots.length === 0) return [];
    return [
      {
        project,
        aliases: allAliases,
        roots: roots.map((root) => resolve(project, root)),
      },
    ];
  }

  #openFile(text: string, file: string, project: string): StaticFile {
    const budget = new StepBudget(MAX_STEPS);
    const openedFiles = new Map<string, StaticFile | undefined>();
    const open = (path: string): StaticFile | undefined => {
      const importedFile = resolveFile(this.#probe, path);
      if (importedFile === undefined || importedFile === file) return undefined;
      if (!openedFiles.has(importedFile) && openedFiles.size < MAX_OPENED) {
        const importedText = this.#probe.readText(importedFile);
        openedFiles.set(importedFile, undefined);
        if (importedText !== undefined && importedText.length <= MAX_TEXT)
          openedFiles.set(importedFile, new StaticFile(importedText, { file: importedFile, project, budget, open }));
      }
      return openedFiles.get(importedFile);
    };
    return new StaticFile(text, { file, project, budget, open });
  }
}

/** Possible paths of a target. A path from the root of a site usually is one from the root of the project. */
function pathsOf(target: string, project: string): readonly string[] {
  const path = target.replace(/^<rootDir>/, project);
  if (path.startsWith('/')) return path.startsWith(project) ? [path] : [join(project, path), path];
  return [resolve(project, path)];
}

function isModuleName(target: string): boolean {
  return !isAbsolute(target) && !/^[./<]/.test(target);
}

interface Convention {
  /** Name of the configuration. */
  readonly config: RegExp;
  /** Pattern that its text must match. */
  readonly text?: RegExp;
  readonly aliases: (folders: DeclaredAliases['folders']) => readonly (readonly [name: string, folder: string])[];
}

const nuxtAliases: Convention['aliases'] = (folders) => {
  const sources = folders.get('srcDir');
  // Since version 4 the sources are in the folder `app`, if it exists.
  const sourceFolders = sources === undefined ? ['app', '.'] : [sources];
  return [
    ...['~', '@'].flatMap((name) => sourceFolders.map((place) => [name, place] as const)),
    ['~~', '.'],
    ['@@', '.'],
    ['#shared', 'shared'],
  ];
};

const svelteKitAliases: Convention['aliases'] = (folders) => [['$lib', folders.get('lib') ?? 'src/lib']];
const sourceAliases: Convention['aliases'] = () => [['@', 'src']];

/** Aliases that frameworks define by default. */
const CONVENTIONS: readonly Convention[] = [
  { config: /^svelte\.config/, aliases: svelteKitAliases },
  { config: /^vite\.config/, text: /@sveltejs\/kit/, aliases: svelteKitAliases },
  { config: /^vite\.config/, text: /laravel-vite-plugin/, aliases: () => [['@', 'resources/js']] },
  { config: /^nuxt\.config/, aliases: nuxtAliases },
  { config: /^wxt\.config/, aliases: nuxtAliases },
  { config: /^vue\.config/, aliases: sourceAliases },
  { config: /^\.umirc/, aliases: sourceAliases },
  { config: /^docusaurus\.config/, aliases: () => [['@site', '.']] },
  {
    config: /^quasar\.config/,
    aliases: () => [
      ['src', 'src'],
      ['app', '.'],
      ...['components', 'layouts', 'pages', 'boot', 'stores'].map((name) => [name, `src/${name}`] as const),
    ],
  },
];

/** Aliases that the framework of a configuration defines, with absolute targets. */
function conventionalAliases(
  config: string,
  text: string,
  { project, folders }: { readonly project: string; readonly folders: DeclaredAliases['folders'] },
): readonly Alias[] {
  return CONVENTIONS.filter((row) => row.config.test(config) && (row.text?.test(text) ?? true)).flatMap((row) =>
    row.aliases(folders).map(([find, folder]): Alias => ({ find, matchedPart: 'name', target: join(project, folder) })),
  );
}

/** Settings of a configuration that resolve imports by name. */
interface DeclaredAliases {
  /** In source order. */
  readonly aliases: readonly Alias[];
  /** Folders in which modules are searched by path. */
  readonly roots: readonly string[];
  /** Folders that a framework's configuration names, by key: `srcDir`, `lib`. */
  readonly folders: ReadonlyMap<string, string>;
}

/** Maximum number of aliases of one configuration; further ones are ignored. */
const MAX_ALIASES = 500;

const ALIAS_TABLE_KEY = /^(?:alias|resolveAlias|moduleNameMapper)$/;

/** `config.resolve.alias` of a function with the configuration as a parameter. */
const ALIAS_MEMBER = /(?:^|[.\s])alias\s*$/;

/** All aliases in any part of the configuration: tools differ in the position of the table, but not in its form. */
function findAliases(file: StaticFile): DeclaredAliases {
  const collector = new AliasCollector();
  file.visitNodes(/^(?:Property|AssignmentExpression|CallExpression)$/, (node) => {
    if (node.name === 'Property') collectFromProperty(file, node, collector);
    else if (node.name === 'AssignmentExpression') collectFromAssignment(file, node, collector);
    else if (node.name === 'CallExpression') collectFromCall(file, node, collector);
  });
  return { aliases: collector.aliases.slice(0, MAX_ALIASES), roots: collector.roots, folders: collector.folders };
}

class AliasCollector {
  readonly aliases: Alias[] = [];
  readonly roots: string[] = [];
  readonly folders = new Map<string, string>();

  add(key: string | undefined, value: StaticValue | undefined, isPattern: boolean): void {
    // Of several targets, the first is used.
    const target = textOf(value?.kind === 'list' ? value.items[0] : value);
    if (key === undefined || target === undefined) return;
    const alias = isPattern ? patternAlias(key, target) : namedAlias(key, target);
    if (alias !== undefined) this.aliases.push(alias);
  }

  /** A table, or a list of `{ find, replacement }`. */
  addAll(value: StaticValue, isPattern: boolean): void {
    if (value.kind === 'table')
      for (const [key, target] of value.rows) this.add(key, target, isPattern || key.startsWith('^'));
    if (value.kind !== 'list') return;
    for (const item of value.items) {
      const find = rowOf(item, 'find');
      const target = rowOf(item, 'replacement');
      if (find?.kind === 'pattern') this.add(find.source, target, true);
      else this.add(textOf(find), target, false);
    }
  }

  addRoots(value: StaticValue): void {
    for (const item of value.kind === 'list' ? value.items : [value]) {
      const root = textOf(item);
      if (root !== undefined && root !== 'node_modules') this.roots.push(root);
    }
  }
}

function collectFromProperty(file: StaticFile, node: SyntaxNode, collector: AliasCollector): void {
  const key = propertyKey(file.text, node);
  if (key === undefined) return;
  if (ALIAS_TABLE_KEY.test(key)) collector.addAll(file.value(propertyValue(node)), key === 'moduleNameMapper');
  else if (key === 'entries' && isInArgumentOf(file, node, 'alias'))
    collector.addAll(file.value(propertyValue(node)), false);
  else if (key === 'modules' && outerKey(file, node) === 'resolve') collector.addRoots(file.value(propertyValue(node)));
  else if (key === 'root' && isResolverOption(file, node)) collector.addRoots(file.value(propertyValue(node)));
  else if (key === 'srcDir' || (key === 'lib' && outerKey(file, node) === 'files')) {
    const folder = textOf(file.value(propertyValue(node)));
    if (folder !== undefined) collector.folders.set(key, folder);
  }
}

/** Adds `config.resolve.alias = {…}`, `config.resolve.alias.name = …` and `config.resolve.alias['name'] = …`. */
function collectFromAssignment(file: StaticFile, node: SyntaxNode, collector: AliasCollector): void {
  const target = node.firstChild;
  if (target?.name !== 'MemberExpression') return;
  if (ALIAS_MEMBER.test(file.sourceOf(target))) collector.addAll(file.value(node.lastChild), false);
  if (!ALIAS_MEMBER.test(file.sourceOf(target.firstChild))) return;
  const name =
    target.getChild('[') === null ? file.sourceOf(target.lastChild) : textOf(file.value(childrenOf(target)[1] ?? null));
  collector.add(name, file.value(node.lastChild), false);
}

/** Adds `config.resolve.alias.set('name', …)`, also chained, and `Object.assign(config.resolve.alias, {…})`. */
function collectFromCall(file: StaticFile, node: SyntaxNode, collector: AliasCollector): void {
  const callee = node.firstChild;
  const args = childrenOf(node.getChild('ArgList'));
  if (file.sourceOf(callee) === 'Object.assign' && ALIAS_MEMBER.test(file.sourceOf(args[0] ?? null)))
    for (const table of args.slice(1)) collector.addAll(file.value(table), false);
  if (callee?.name !== 'MemberExpression' || file.sourceOf(callee.getChild('PropertyName')) !== 'set') return;
  if (!/[.\s]alias\s*(?:\.|$)/.test(file.sourceOf(callee.firstChild))) return;
  const [name, target] = args;
  collector.add(textOf(file.value(name ?? null)), file.value(target ?? null), false);
}

/** Key of the property whose object contains a property. */
function outerKey(file: StaticFile, node: SyntaxNode): string | undefined {
  const outerProperty = node.parent?.parent;
  return outerProperty?.name === 'Property' ? propertyKey(file.text, outerProperty) : undefined;
}

function isInArgumentOf(file: StaticFile, node: SyntaxNode, name: string): boolean {
  const call = node.parent?.parent?.parent;
  return call?.name === 'CallExpression' && file.sourceOf(call.firstChild) === name;
}

/** Whether a property is an option of `['module-resolver', { root: ['./src'] }]` of Babel. */
function isResolverOption(file: StaticFile, node: SyntaxNode): boolean {
  const list = node.parent?.parent;
  return list?.name === 'ArrayExpression' && /^\[\s*(['"])[^'"]*module-resolver\1/.test(file.sourceOf(list));
}

/** Replacement for a part of a specifier. */
interface Alias {
  readonly find: string;
  /**
   * Matched part: `name`: the specifier, or its part before a slash. `start`: a prefix. `whole`: the entire specifier.
   */
  readonly matchedPart: 'name' | 'start' | 'whole';
  /** As written: an absolute path, one relative to the project, or another specifier. */
  readonly target: string;
}

/** A specifier with its alias replaced; undefined if the alias does not match. */
function replaceAlias({ find, matchedPart, target }: Alias, specifier: string): string | undefined {
  if (!specifier.startsWith(find)) return undefined;
  const remainder = specifier.slice(find.length);
  if (remainder === '') return target;
  if (matchedPart === 'whole' || (matchedPart === 'name' && !remainder.startsWith('/'))) return undefined;
  return target + remainder;
}

/**
 * An alias in the syntax of bundlers. A name matches itself and paths below it, also with a slash or a star at its end;
 * a `$` at the end restricts it to the name itself (`vue$`).
 */
function namedAlias(key: string, value: string): Alias | undefined {
  if (key === '' || key === '/') return undefined;
  if (key.length > 1 && key.endsWith('$')) return { find: key.slice(0, -1), matchedPart: 'whole', target: value };
  const find = key.replace(/\/\*{0,2}$/, '');
  return find.includes('*') ? undefined : { find, matchedPart: 'name', target: value.replace(/(?<=.)\/\*{0,2}$/, '') };
}

/**
 * A prefix of a specifier, and the pattern after it. Nothing else is supported: regular expressions of a configuration
 * are never run.
 */
const SIMPLE_PATTERN = /^\^((?:[\w@~#/-]|\\[/$.@~#-])*)(\$|\(\.[*+]\)\$?|\(\[\^[^\]]*\][*+]\)\$?|\.\*\$?)?$/;

/** An alias whose key is a regular expression for a prefix of a specifier: `^@/(.*)$`. */
function patternAlias(source: string, value: string): Alias | undefined {
  const [, prefix, ending = ''] = SIMPLE_PATTERN.exec(source) ?? [];
  if (prefix === undefined) return undefined;
  const find = prefix.replaceAll('\\', '');
  if (find === '' || find === '.') return undefined;
  const [target = '', afterGroup] = value.split('$1');
  // The rest of the specifier must be at the end of the target.
  if (afterGroup !== undefined && afterGroup !== '') return undefined;
  if (ending === '$') return { find, matchedPart: 'whole', target };
  // A pattern for any rest, and a target without a group: one file for many specifiers.
  return ending !== '' && afterGroup === undefined ? undefined : { find, matchedPart: 'start', target };
}
