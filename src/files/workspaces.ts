import { join, relative } from 'node:path';
import { StepBudget } from '../core/lib/bounds.js';
import { asRecord, jsonRecord } from '../core/lib/json.js';
import type { JsonRecord } from '../core/lib/json.js';
import { loadLibrary } from '../core/lib/late-library.js';
import { ancestors } from './file-name.js';
import type { FileProbe } from './file-probe.js';
import { folderTest } from './ignore-rules.js';
import type { FolderTest } from './ignore-rules.js';
import { patternProblem } from './path-pattern.js';

export interface Workspaces {
  /** Folders of the packages, absolute, by package name. */
  readonly packages: ReadonlyMap<string, string>;
  /** Absolute paths of files that may declare packages and cannot be parsed. */
  readonly broken: readonly string[];
}

/** Maximum number of globs of one workspace; further ones are ignored, and the probe records it. */
const MAX_GLOBS = 10_000;
/** Maximum number of folders visited for globs, counting repeated visits. */
const MAX_VISITS = 100_000;
/** Maximum number of comparisons of folders with globs. */
const MAX_STEPS = 20_000_000;
const MAX_DEPTH = 6;

/** Finds the packages that a file of npm, Yarn, pnpm, Lerna, Deno or Rush declares, in a folder or above it. */
export function findWorkspaces(root: string, probe: FileProbe): Workspaces {
  return probe.summarised(
    root,
    (innerProbe) => workspacesAbove(root, innerProbe),
    ({ packages, broken }) => [
      [...packages].map(([name, folder]) => [name, relative(root, folder)]),
      broken.map((file) => relative(root, file)),
    ],
  );
}

/** Manifests that packages without a workspace have too, and that are broken in many templates. */
const MANIFEST_PATH = /[\\/](?:package\.json|deno\.jsonc?)$/;

/** Whether a folder is the root of a workspace: its files declare packages, or might, if they could be parsed. */
export function isWorkspace(folder: string, probe: FileProbe): boolean {
  const { globs, broken } = declaredPackages(folder, probe);
  return globs.length > 0 || broken.some((file) => !MANIFEST_PATH.test(file));
}

function workspacesAbove(root: string, probe: FileProbe): Workspaces {
  const broken: string[] = [];
  for (const top of ancestors(root)) {
    const declared = declaredPackages(top, probe);
    broken.push(...declared.broken);
    if (declared.globs.length > 0) return { packages: new PackageFinder(top, probe).find(declared.globs), broken };
  }
  return { packages: new Map(), broken };
}

/** Finds the packages that the globs of one workspace name. */
class PackageFinder {
  readonly #top: string;
  readonly #probe: FileProbe;
  readonly #matchBudget = new StepBudget(MAX_STEPS);
  readonly #visitBudget = new StepBudget(MAX_VISITS);

  constructor(top: string, probe: FileProbe) {
    this.#top = top;
    this.#probe = probe;
  }

  find(declared: readonly DeclaredGlob[]): Workspaces['packages'] {
    const globs = declared.slice(0, MAX_GLOBS).flatMap(({ glob, file }) => {
      const isNegated = glob.startsWith('!');
      const pattern = trimGlob(isNegated ? glob.slice(1) : glob);
      const problem = patternProblem(pattern);
      if (problem === undefined) return [{ pattern, isNegated }];
      this.#probe.note({ file, what: `a pattern of its workspace ${problem}`, why: 'odd' });
      return [];
    });
    const exclusionTests = globs
      .filter(({ isNegated }) => isNegated)
      .map(({ pattern }) => folderTest(pattern, this.#matchBudget));
    const packages = new Map<string, string>();
    for (const { pattern, isNegated } of globs) {
      for (const folder of isNegated ? [] : this.#folders(pattern)) {
        if (exclusionTests.some((test) => test(folder))) continue;
        const path = join(this.#top, folder);
        const name = packageName(path, this.#probe);
        if (name !== undefined && !packages.has(name)) packages.set(name, path);
      }
    }
    if (declared.length > MAX_GLOBS || this.#matchBudget.isSpent || this.#visitBudget.isSpent)
      for (const file of new Set(declared.map((glob) => glob.file)))
        this.#probe.note({
          file,
          what: 'some patterns of its workspace were not used: there are too many.',
          why: 'much',
        });
    return packages;
  }

  /** Folders that a glob matches, relative to the top. */
  #folders(glob: string): readonly string[] {
    if (!/[*?{[]/.test(glob)) return [glob];
    const fixedPath = /^[^*?{[]*(?=\/|$)/.exec(glob)?.[0] ?? '';
    const matches: string[] = [];
    this.#visit(fixedPath, {
      test: folderTest(glob, this.#matchBudget),
      levels:
        (glob.includes('**') ? MAX_DEPTH : glob.split('/').length) -
        (fixedPath === '' ? 0 : fixedPath.split('/').length),
      matches,
    });
    return matches.sort();
  }

  #visit(
    folder: string,
    search: { readonly test: FolderTest; readonly levels: number; readonly matches: string[] },
  ): void {
    const { test, levels, matches } = search;
    if (test(folder)) matches.push(folder);
    if (levels <= 0) return;
    for (const name of this.#foldersIn(folder)) {
      if (!this.#visitBudget.take(1)) return;
      this.#visit(folder === '' ? name : `${folder}/${name}`, { test, levels: levels - 1, matches });
    }
  }

  #foldersIn(folder: string): readonly string[] {
    return this.#probe.foldersIn(join(this.#top, folder));
  }
}

function packageName(folder: string, probe: FileProbe): string | undefined {
  const name = (probe.readJson(join(folder, 'package.json')) ?? denoManifest(folder, probe))?.['name'];
  return typeof name === 'string' ? name : undefined;
}

function trimGlob(glob: string): string {
  const start = glob.startsWith('./') ? 2 : 0;
  let end = glob.length;
  while (glob[end - 1] === '/') end -= 1;
  return glob.slice(start, end);
}

/** A kind of file that declares the packages of a workspace. */
interface WorkspaceFile {
  readonly name: string;
  /** Parses the text; undefined if it is broken. */
  readonly parse: (text: string) => JsonRecord | undefined;
  /** Returns the value that lists folders, or globs of folders. */
  readonly folders: (content: JsonRecord) => unknown;
}

const WORKSPACE_FILE_KINDS: readonly WorkspaceFile[] = [
  {
    name: 'package.json',
    parse: jsonRecord,
    folders: ({ workspaces }) => asRecord(workspaces)?.['packages'] ?? workspaces,
  },
  { name: 'lerna.json', parse: jsonRecord, folders: ({ packages }) => packages },
  { name: 'pnpm-workspace.yaml', parse: parseYaml, folders: ({ packages }) => packages },
  ...['deno.json', 'deno.jsonc'].map((name) => ({
    name,
    parse: parseWithComments,
    folders: ({ workspace }: JsonRecord): unknown => asRecord(workspace)?.['members'] ?? workspace,
  })),
  {
    name: 'rush.json',
    parse: parseWithComments,
    folders: ({ projects }) =>
      Array.isArray(projects) ? projects.map((project) => asRecord(project)?.['projectFolder']) : [],
  },
];

/** Names of the files that declare the packages of a workspace. */
export const WORKSPACE_FILES: readonly string[] = WORKSPACE_FILE_KINDS.map(({ name }) => name);

interface DeclaredGlob {
  /** Relative to the folder. */
  readonly glob: string;
  /** Absolute path of its file. */
  readonly file: string;
}

export interface DeclaredPackages {
  /** Folders, globs of folders, and negated ones. */
  readonly globs: readonly DeclaredGlob[];
  /** Absolute paths of files that cannot be parsed. */
  readonly broken: readonly string[];
}

/** The packages that the files of one folder declare. */
export function declaredPackages(folder: string, probe: FileProbe): DeclaredPackages {
  const globs: DeclaredGlob[] = [];
  const broken: string[] = [];
  for (const { name, parse, folders } of WORKSPACE_FILE_KINDS) {
    const path = join(folder, name);
    if (!probe.isFile(path)) continue;
    const content = contentOf(path, parse, probe);
    if (content === undefined) broken.push(path);
    else for (const glob of textsIn(folders(content))) globs.push({ glob, file: path });
  }
  return { globs, broken };
}

/** Content of a file. A manifest is read through the probe's cache, because other code reads it as well. */
function contentOf(path: string, parse: WorkspaceFile['parse'], probe: FileProbe): JsonRecord | undefined {
  if (parse === jsonRecord) return probe.readJson(path);
  const text = probe.readText(path);
  return text === undefined ? undefined : parse(text);
}

/** The manifest of a Deno package, under either name; undefined if none can be read. */
export function denoManifest(folder: string, probe: FileProbe): JsonRecord | undefined {
  const path = ['deno.json', 'deno.jsonc'].map((name) => join(folder, name)).find((file) => probe.isFile(file));
  const text = path === undefined ? undefined : probe.readText(path);
  return text === undefined ? undefined : parseWithComments(text);
}

function parseWithComments(text: string): JsonRecord | undefined {
  return jsonRecord(text, 'with-comments');
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/**
 * Maximum lengths of a file in YAML, of a line, and of its indentation: the library's time is more than linear in them.
 */
const MAX_YAML = 200_000;
const MAX_LINE = 2000;
const MAX_INDENT = 100;

/** A line that opens many nested lists and keys: `? ? ? …`. */
const MAX_OPENED = /^(?:\s*[?:-]\s){20}/;

/** Parses YAML; an empty file declares nothing. The library limits aliases. */
function parseYaml(text: string): JsonRecord | undefined {
  const isLong = (line: string): boolean =>
    line.length > MAX_LINE || line.search(/\S/) > MAX_INDENT || MAX_OPENED.test(line);
  if (text.length > MAX_YAML || text.split('\n').some(isLong)) return undefined;
  const { parse } = loadLibrary('yaml');
  try {
    const content: unknown = parse(text, { merge: true, logLevel: 'error', uniqueKeys: false });
    return content === null || content === undefined ? {} : asRecord(content);
  } catch {
    return undefined;
  }
}
