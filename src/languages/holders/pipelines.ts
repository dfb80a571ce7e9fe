import type { Code, Held, HoldingKind } from './held.js';
import { assigned } from './assignments.js';
import { PlacedText } from './placed-text.js';
import { hashComments, readYaml, yamlAt, yamlEntries, yamlText } from './yaml-file.js';
import type { Yaml } from './yaml-file.js';

const PIPELINE =
  /(?:^|\/)(?:\.gitlab\/.+|[^/]*\.gitlab-ci|\.circleci\/.+|bitbucket-pipelines|[^/]*azure-pipelines[^/]*|\.azure(?:-pipelines|-devops)?\/.+|\.travis|\.drone|\.woodpecker(?:\/.+)?|\.buildkite\/.+|cloudbuild|[Tt]askfile|lefthook|\.lefthook)\.ya?ml$/;

/** Commands in the files of CI services and task runners. */
export const pipelines: HoldingKind = {
  name: 'a pipeline',
  languages: ['shell'],
  isHolder: (path) => PIPELINE.test(path),
  read: readPipeline,
  commentsOf: hashComments,
  counts: 'mention',
};

/** Keys of commands: a list of them is one program. */
const COMMANDS = new Set([
  'script',
  'before_script',
  'bash',
  'after_script',
  'run',
  'command',
  'commands',
  'cmd',
  'cmds',
  'install',
  'before_install',
  'after_success',
  'after_failure',
]);

/** Commands that run in the same shell before `script`. */
const BEFORE = 'before_script';

const VARIABLES = new Set(['variables', 'environment', 'env', 'vars']);

type Variables = ReadonlyMap<string, PlacedText>;

function readPipeline(text: string): Held {
  const { roots, broken, limit } = readYaml(text);
  const readers = roots.map((root) => new PipelineReader(root));
  return { codes: readers.flatMap(({ codes }) => codes), broken: broken || readers.some(({ isCut }) => isCut), limit };
}

class PipelineReader {
  readonly codes: Code[] = [];
  /** Jobs or lists exceed the nesting or length that is followed. */
  isCut = false;
  readonly #root: Yaml;
  readonly #before: Yaml | undefined;
  /** Visited nodes: a YAML node with several aliases is read at its first occurrence only. */
  readonly #seen = new Set<Yaml>();

  constructor(root: Yaml) {
    this.#root = root;
    this.#before = yamlAt(root, BEFORE) ?? yamlAt(root, 'default', BEFORE);
    this.#read(root, new Map());
  }

  #read(value: Yaml, outer: Variables): void {
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    const entries = yamlEntries(value);
    const variables = value.kind === 'map' ? extended(outer, entries) : outer;
    for (const [key, inner] of entries) {
      const lines = value.kind === 'map' && COMMANDS.has(key) ? this.#linesOf(inner) : [];
      if (lines.length > 0) this.#add(key === 'script' ? this.#beforeOf(value) : [], lines, variables);
      // Commands of a list may be in separate maps.
      if (lines.length === 0 || inner.kind === 'list') this.#read(inner, variables);
    }
  }

  /**
   * Adds a program. Lines from elsewhere are mapped to its first own line; without one, the program keeps its own
   * place.
   */
  #add(before: readonly PlacedText[], lines: readonly Line[], variables: Variables): void {
    const own = lines.find(({ isOwn }) => isOwn);
    if (own === undefined) return;
    const begin = own.text.placeOf(0);
    const code = new PlacedText();
    for (const { text, isOwn } of lines) {
      if (isOwn) code.copy(text).put('\n', text.placeOf(text.text.length));
      else code.put(`${text.text}\n`, begin);
    }
    const program = assigned(variables, code);
    for (const { text } of before) if (DECLARES.test(text)) program.put(`${text}\n`, begin);
    this.codes.push({ ...program.copy(code).fragment(own.text), end: code.fragment().end, language: 'shell' });
  }

  /** The commands before a job's `script`: its own, or from a job that it extends, or the default of all jobs. */
  #beforeOf(job: Yaml, depth = 0): readonly PlacedText[] {
    const own = yamlAt(job, BEFORE);
    if (own !== undefined) return this.#textsOf(own);
    const bases = yamlAt(job, 'extends');
    const names = bases?.kind === 'list' ? bases.items : bases === undefined ? [] : [bases];
    for (const name of names.toReversed()) {
      const base = name.kind === 'text' ? yamlAt(this.#root, name.text.text) : undefined;
      if (base !== undefined && depth > MAX_DEPTH) this.isCut = true;
      const found = base === undefined || depth > MAX_DEPTH ? [] : this.#beforeOf(base, depth + 1);
      if (found.length > 0) return found;
    }
    return depth === 0 && this.#before !== undefined ? this.#textsOf(this.#before) : [];
  }

  #textsOf(value: Yaml): readonly PlacedText[] {
    return this.#linesOf(value).map(({ text }) => text);
  }

  /** The commands of a text, or of a list with nested lists and references. */
  #linesOf(value: Yaml, isOwn = true, depth = 0): readonly Line[] {
    if (value.kind === 'text') return [{ text: value.text, isOwn }];
    if (value.kind === 'map') return [];
    this.isCut ||= depth > MAX_DEPTH || value.items.length > MAX_LINES;
    if (depth > MAX_DEPTH) return [];
    if (value.tag === '!reference') {
      const path = value.items.flatMap((item) => (item.kind === 'text' ? [item.text.text] : []));
      const target = yamlAt(this.#root, ...path);
      return target === undefined ? [] : this.#linesOf(target, false, depth + 1);
    }
    return value.items
      .slice(0, MAX_LINES)
      .flatMap((item) => this.#linesOf(item, isOwn && !this.#seen.has(item), depth + 1));
  }
}

/** A command, and whether it is in the job that runs it. */
interface Line {
  readonly text: PlacedText;
  readonly isOwn: boolean;
}

/** Of the commands before, only declarations matter: the rest is a program of its own. */
const DECLARES = /^\s*(?:export\s|source\s|\.\s|function\s|[A-Za-z_]\w*(?:=|\s*\(\)))/;

/** Most jobs that extend each other, and most nested lists. */
const MAX_DEPTH = 4;
const MAX_LINES = 1000;

/** Variables of a map: texts by their names, texts with a description, or a list of both as pairs. */
function extended(outer: Variables, entries: readonly (readonly [name: string, value: Yaml])[]): Variables {
  const added = entries.flatMap(([key, value]) =>
    VARIABLES.has(key)
      ? yamlEntries(value).flatMap(([name, item]): readonly (readonly [string, PlacedText])[] => {
          const text = item.kind === 'text' ? item.text : yamlText(item, 'value');
          const named = yamlText(item, 'name')?.text ?? name;
          return text !== undefined && /^[A-Za-z_]\w*$/.test(named) ? [[named, text]] : [];
        })
      : [],
  );
  return added.length === 0 ? outer : new Map([...outer, ...added]);
}
