import { join } from 'node:path';
import { lateLibrary } from '../lib/late-library.js';
import { asRecord, jsonRecord } from '../lib/json.js';
import type { JsonRecord } from '../lib/json.js';
import type { FileProbe } from './file-probe.js';

/** A kind of file that declares the packages of a workspace. */
interface WorkspaceFile {
  readonly name: string;
  /** Parses the text; undefined where it is broken. */
  readonly parse: (text: string) => JsonRecord | undefined;
  /** The value that lists folders, or globs of folders. */
  readonly folders: (content: JsonRecord) => unknown;
}

const FILES: readonly WorkspaceFile[] = [
  {
    name: 'package.json',
    parse: jsonRecord,
    folders: ({ workspaces }) => asRecord(workspaces)?.['packages'] ?? workspaces,
  },
  { name: 'lerna.json', parse: jsonRecord, folders: ({ packages }) => packages },
  { name: 'pnpm-workspace.yaml', parse: parseYaml, folders: ({ packages }) => packages },
  ...['deno.json', 'deno.jsonc'].map((name) => ({
    name,
    parse: withComments,
    folders: ({ workspace }: JsonRecord): unknown => asRecord(workspace)?.['members'] ?? workspace,
  })),
  {
    name: 'rush.json',
    parse: withComments,
    folders: ({ projects }) =>
      Array.isArray(projects) ? projects.map((project) => asRecord(project)?.['projectFolder']) : [],
  },
];

/** Names of the files that declare the packages of a workspace. */
export const WORKSPACE_FILES: readonly string[] = FILES.map(({ name }) => name);

export interface DeclaredGlob {
  /** Relative to the folder. */
  readonly glob: string;
  /** Absolute path of its file. */
  readonly file: string;
}

export interface DeclaredPackages {
  /** Folders, globs of such, and negated ones. */
  readonly globs: readonly DeclaredGlob[];
  /** Absolute paths of files that cannot be parsed. */
  readonly broken: readonly string[];
}

/** The packages that the files of one folder declare. */
export function declaredPackages(folder: string, probe: FileProbe): DeclaredPackages {
  const globs: DeclaredGlob[] = [];
  const broken: string[] = [];
  for (const { name, parse, folders } of FILES) {
    const path = join(folder, name);
    if (!probe.isFile(path)) continue;
    const content = contentOf(path, parse, probe);
    if (content === undefined) broken.push(path);
    else for (const glob of strings(folders(content))) globs.push({ glob, file: path });
  }
  return { globs, broken };
}

/** Plain JSON is a manifest, which others read as well. */
function contentOf(path: string, parse: WorkspaceFile['parse'], probe: FileProbe): JsonRecord | undefined {
  if (parse === jsonRecord) return probe.readJson(path);
  const text = probe.readText(path);
  return text === undefined ? undefined : parse(text);
}

/** The manifest of a Deno package, under either name; undefined where there is none that can be read. */
export function denoManifest(folder: string, probe: FileProbe): JsonRecord | undefined {
  const path = ['deno.json', 'deno.jsonc'].map((name) => join(folder, name)).find((file) => probe.isFile(file));
  const text = path === undefined ? undefined : probe.readText(path);
  return text === undefined ? undefined : withComments(text);
}

function withComments(text: string): JsonRecord | undefined {
  return jsonRecord(text, 'with-comments');
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** Limits for a file in YAML, one of its lines, and blanks before one: the library's time grows faster than these. */
const MAX_YAML = 200_000;
const MAX_LINE = 2000;
const MAX_INDENT = 100;

/** A line that opens many lists and keys in one another: `? ? ? …`. */
const MAX_OPENED = /^(?:\s*[?:-]\s){20}/;

/** An empty file declares nothing. Aliases are bounded by the library. */
function parseYaml(text: string): JsonRecord | undefined {
  const isLong = (line: string): boolean =>
    line.length > MAX_LINE || line.search(/\S/) > MAX_INDENT || MAX_OPENED.test(line);
  if (text.length > MAX_YAML || text.split('\n').some(isLong)) return undefined;
  const { parse } = lateLibrary('yaml');
  try {
    const content: unknown = parse(text, { merge: true, logLevel: 'error', uniqueKeys: false });
    return content === null || content === undefined ? {} : asRecord(content);
  } catch {
    return undefined;
  }
}
