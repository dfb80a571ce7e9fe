import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { Effort } from '../../lib/effort.js';
import type { FileProbe } from '../file-probe.js';
import { packageVersion } from '../package-version.js';
import { resolveFile } from '../resolve-file.js';
import { replaced } from './alias.js';
import type { Alias } from './alias.js';
import { CONFIG_FOLDERS, isBundlerConfig } from './config-names.js';
import { conventionalAliases } from './conventions.js';
import { findAliases } from './find-aliases.js';
import { StaticFile } from './static-file.js';

/** Configurations of one folder and those beside its manifest; and files that one of them may import. */
const MAX_CONFIGS = 50;
const MAX_OPENED = 10;
/** Characters of a configuration, and steps in which it and what it imports is read. */
const MAX_TEXT = 200_000;
const MAX_STEPS = 20_000;

/** The aliases of one configuration. */
interface Configured {
  /** Absolute path of the folder that relative targets start from. */
  readonly project: string;
  readonly aliases: readonly Alias[];
  /** Absolute. */
  readonly roots: readonly string[];
}

/** Where a specifier may lead, best first. */
export interface AliasTargets {
  /** Absolute paths, without extension resolution. */
  readonly paths: readonly string[];
  /** Other specifiers. */
  readonly specifiers: readonly string[];
  /** An alias of the project names it, and leads to a path. */
  readonly isNamed: boolean;
}

const NOWHERE: AliasTargets = { paths: [], specifiers: [], isNamed: false };

/**
 * Follows aliases of bundlers and frameworks. Their configurations are programs: they are read as texts and never run,
 * and what cannot be told from the text alone is no alias.
 */
export class BundlerAliases {
  readonly #probe: FileProbe;
  readonly #around = new Map<string, readonly Configured[]>();

  constructor(probe: FileProbe) {
    this.#probe = probe;
  }

  targets(folder: string, specifier: string): AliasTargets {
    const paths: string[] = [];
    const specifiers: string[] = [];
    let isNamed = false;
    for (const { project, aliases, roots } of this.#configsAround(folder)) {
      for (const alias of aliases) {
        const target = replaced(alias, specifier);
        if (target === undefined) continue;
        paths.push(...pathsOf(target, project));
        if (!isName(target)) isNamed = true;
        else if (target !== specifier) specifiers.push(target);
      }
      if (isName(specifier)) paths.push(...roots.map((root) => join(root, specifier)));
    }
    // Test runners alias packages to test doubles; an installed package keeps its meaning.
    return paths.length > 0 && this.#isInstalled(folder, specifier) ? NOWHERE : { paths, specifiers, isNamed };
  }

  #isInstalled(folder: string, specifier: string): boolean {
    const [name] = /^(?:@[\w.-]+\/)?\w[\w.-]*(?=\/|$)/.exec(specifier) ?? [];
    return name !== undefined && packageVersion(this.#probe, join(folder, 'index.js'), name) !== undefined;
  }

  /** From the inside out, up to the top of the repository. */
  #configsAround(folder: string): readonly Configured[] {
    let configs = this.#around.get(folder);
    if (configs === undefined) {
      const isTop = dirname(folder) === folder || existsSync(join(folder, '.git'));
      configs = [...this.#read(folder), ...(isTop ? [] : this.#configsAround(dirname(folder)))];
      this.#around.set(folder, configs);
    }
    return configs;
  }

  #read(project: string): readonly Configured[] {
    const names = this.#probe.decidersIn(project);
    const isPackage = names.includes('package.json');
    const beside = isPackage
      ? CONFIG_FOLDERS.flatMap((name) => this.#probe.decidersIn(join(project, name)).map((file) => join(name, file)))
      : [];
    const files = [...names, ...beside].filter((name) => isBundlerConfig(basename(name)));
    return [
      ...files.slice(0, MAX_CONFIGS).flatMap((name) => this.#configured(join(project, name), project)),
      ...(isPackage ? this.#ofManifest(project) : []),
    ];
  }

  #configured(file: string, project: string): readonly Configured[] {
    const text = this.#probe.readText(file) ?? '';
    return this.#configuredBy(/rc$|\.json$/.test(file) ? `(${text})` : text, file, project);
  }

  /** Settings of Babel, Jest and Parcel in the manifest. */
  #ofManifest(project: string): readonly Configured[] {
    const file = join(project, 'package.json');
    const { babel, jest, alias } = this.#probe.readJson(file) ?? {};
    if (babel === undefined && jest === undefined && alias === undefined) return [];
    return this.#configuredBy(`(${JSON.stringify({ babel, jest, alias })})`, file, project);
  }

  #configuredBy(text: string, file: string, project: string): readonly Configured[] {
    const name = basename(file);
    const isWritten = /\balias|Alias\b|moduleNameMapper|module-resolver|\bmodules\b|\bsrcDir\b|\blib\b/.test(text);
    const known = { aliases: [], roots: [], folders: new Map<string, string>() };
    const { aliases, roots, folders } =
      isWritten && text.length <= MAX_TEXT ? findAliases(this.#open(text, file, project)) : known;
    const all = [...aliases, ...conventionalAliases(name, text, { project, folders })];
    if (all.length + roots.length === 0) return [];
    return [
      {
        project,
        aliases: all,
        roots: roots.map((root) => resolve(project, root)),
      },
    ];
  }

  #open(text: string, file: string, project: string): StaticFile {
    const effort = new Effort(MAX_STEPS);
    const opened = new Map<string, StaticFile | undefined>();
    const open = (path: string): StaticFile | undefined => {
      const found = resolveFile(this.#probe, path);
      if (found === undefined || found === file) return undefined;
      if (!opened.has(found) && opened.size < MAX_OPENED) {
        const imported = this.#probe.readText(found);
        opened.set(found, undefined);
        if (imported !== undefined && imported.length <= MAX_TEXT)
          opened.set(found, new StaticFile(imported, { file: found, project, effort, open }));
      }
      return opened.get(found);
    };
    return new StaticFile(text, { file, project, effort, open });
  }
}

/** A path from the root of a site is one of the project, as a rule. */
function pathsOf(target: string, project: string): readonly string[] {
  const path = target.replace(/^<rootDir>/, project);
  if (path.startsWith('/')) return path.startsWith(project) ? [path] : [join(project, path), path];
  return [resolve(project, path)];
}

function isName(target: string): boolean {
  return !isAbsolute(target) && !/^[./<]/.test(target);
}
