import type { LanguageId } from '../../core/model/language.js';
import type { Code, EmbeddedCode, HostFileKind } from './embedded-code.js';
import { PlacedText, assignmentLines } from './placed-text.js';
import { hashComments, readYaml, yamlAt, yamlEntries, yamlText } from './yaml-file.js';
import type { Yaml } from './yaml-file.js';

const PIPELINE =
  /(?:^|\/)(?:\.gitlab\/.+|[^/]*\.gitlab-ci|\.circleci\/.+|bitbucket-pipelines|[^/]*azure-pipelines[^/]*|\.azure(?:-pipelines|-devops)?\/.+|\.travis|\.drone|\.woodpecker(?:\/.+)?|\.buildkite\/.+|cloudbuild|[Tt]askfile|lefthook|\.lefthook)\.ya?ml$/;

/** Commands in the files of CI services and task runners. */
export const pipelines: HostFileKind = {
  name: 'a pipeline',
  languages: ['shell'],
  isHostFile: (path) => PIPELINE.test(path),
  read: readPipeline,
  commentsOf: hashComments,
  counts: 'mention',
};

/** Keys whose values are commands; a list of commands is one program. */
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

function readPipeline(text: string): EmbeddedCode {
  const { roots, broken, limit } = readYaml(text);
  const readers = roots.map((root) => new PipelineReader(root));
  return {
    codes: readers.flatMap(({ codes }) => codes),
    isBroken: broken || readers.some(({ isCut }) => isCut),
    limit,
  };
}

class PipelineReader {
  readonly codes: Code[] = [];
  /** Whether jobs or lists exceed the nesting or length that is followed. */
  isCut = false;
  readonly #root: Yaml;
  readonly #before: Yaml | undefined;
  /** Visited nodes: a YAML node with several aliases is read only at its first occurrence. */
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
    const variables = value.kind === 'map' ? withVariables(outer, entries) : outer;
    for (const [key, inner] of entries) {
      const lines = value.kind === 'map' && COMMANDS.has(key) ? this.#linesOf(inner) : [];
      if (lines.length > 0) this.#add(key === 'script' ? this.#commandsBefore(value) : [], lines, variables);
      // Commands of a list may be in separate maps.
      if (lines.length === 0 || inner.kind === 'list') this.#read(inner, variables);
    }
  }

  /**
   * Adds a program. Lines from elsewhere are mapped to the first line that is in the job itself. A program without such
   * a line is not added: its lines are added where they are.
   */
  #add(before: readonly PlacedText[], lines: readonly Line[], variables: Variables): void {
    const own = lines.find(({ isOwn }) => isOwn);
    if (own === undefined) return;
    const ownStart = own.text.placeOf(0);
    const code = new PlacedText();
    for (const { text, isOwn } of lines) {
      if (isOwn) code.copy(text).addAt('\n', text.placeOf(text.text.length));
      else code.addAt(`${text.text}\n`, ownStart);
    }
    const program = assignmentLines(variables, code);
    for (const { text } of before) if (DECLARES.test(text)) program.addAt(`${text}\n`, ownStart);
    this.codes.push({ ...program.copy(code).fragment(own.text), end: code.fragment().end, language: 'shell' });
  }

  /** The commands before the `script` of a job: its own, those of a job that it extends, or the default of all jobs. */
  #commandsBefore(job: Yaml, depth = 0): readonly PlacedText[] {
    const own = yamlAt(job, BEFORE);
    if (own !== undefined) return this.#textsOf(own);
    const bases = yamlAt(job, 'extends');
    const names = bases?.kind === 'list' ? bases.items : bases === undefined ? [] : [bases];
    for (const name of names.toReversed()) {
      const base = name.kind === 'text' ? yamlAt(this.#root, name.text.text) : undefined;
      if (base !== undefined && depth > MAX_DEPTH) this.isCut = true;
      const found = base === undefined || depth > MAX_DEPTH ? [] : this.#commandsBefore(base, depth + 1);
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

/** A command. `isOwn`: whether the command is in the job that runs it. */
interface Line {
  readonly text: PlacedText;
  readonly isOwn: boolean;
}

/** Pattern of declarations among the commands before a script: the other ones are separate programs. */
const DECLARES = /^\s*(?:export\s|source\s|\.\s|function\s|[A-Za-z_]\w*(?:=|\s*\(\)))/;

/** Maximum number of jobs that extend each other, and of nested lists. */
const MAX_DEPTH = 4;
const MAX_LINES = 1000;

/** Adds the variables of a map: texts by name, also with a description, or a list of pairs of a name and a text. */
function withVariables(outer: Variables, entries: readonly (readonly [name: string, value: Yaml])[]): Variables {
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

const WORKFLOW = /(?:^|\/)(?:\.(?:github|gitea|forgejo)\/(?:workflows\/[^/]+|actions\/.+)|action)\.ya?ml$/;

/** The action that runs a script and passes it a client. */
const SCRIPT = 'actions/github-script';

/** Workflows and actions of GitHub, and of services with the same format. */
export const actions: HostFileKind = {
  name: 'a workflow',
  languages: ['shell', 'javascript', 'python'],
  isHostFile: (path) => WORKFLOW.test(path),
  read: readWorkflow,
  commentsOf: hashComments,
  counts: 'mention',
  clientMarkers: [SCRIPT],
};

type Environment = ReadonlyMap<string, PlacedText>;

function readWorkflow(text: string): EmbeddedCode {
  const { roots, broken, limit } = readYaml(text);
  return { codes: roots.flatMap(codesOf), isBroken: broken, limit };
}

function codesOf(root: Yaml): readonly Code[] {
  const outer = withEnvironment(new Map(), yamlAt(root, 'env'));
  const shell = yamlText(root, 'defaults', 'run', 'shell');
  const jobs = [...yamlEntries(yamlAt(root, 'jobs')).map(([, job]) => job), yamlAt(root, 'runs')];
  const seen = new Set<Yaml>();
  return jobs.flatMap((job) => {
    const environment = withEnvironment(outer, yamlAt(job, 'env'));
    const ownShell = yamlText(job, 'defaults', 'run', 'shell') ?? shell;
    return yamlEntries(yamlAt(job, 'steps')).flatMap(([, step]) => {
      // A step with several aliases is read at its first occurrence.
      if (seen.has(step)) return [];
      seen.add(step);
      return codesOfStep(step, withEnvironment(environment, yamlAt(step, 'env')), ownShell);
    });
  });
}

/** Inputs that actions run as commands. */
const COMMAND_INPUTS = ['script', 'run', 'command', 'cmd', 'inlineScript'];

function codesOfStep(step: Yaml, environment: Environment, shell: PlacedText | undefined): readonly Code[] {
  const run = yamlText(step, 'run');
  const language = languageOf(yamlText(step, 'shell') ?? shell);
  if (run !== undefined) return language === undefined ? [] : [codeOf(language, run, environment)];
  const uses = yamlText(step, 'uses')?.text ?? '';
  return COMMAND_INPUTS.flatMap((input) => {
    const text = yamlText(step, 'with', input);
    if (text === undefined) return [];
    return [/^[^@]*/.exec(uses)?.[0] === SCRIPT ? scriptOf(text, environment) : codeOf('shell', text, environment)];
  });
}

function languageOf(shell: PlacedText | undefined): LanguageId | undefined {
  const [, program = ''] = /^\s*(?:\S*\/)?([\w.-]+)/.exec(shell?.text ?? 'bash') ?? [];
  if (/^(?:ba|da|z|k)?sh$/.test(program)) return 'shell';
  if (/^python[\d.]*$/.test(program)) return 'python';
  return /^(?:node|bun|deno)$/.test(program) ? 'javascript' : undefined;
}

/** Declaration of the client that a script receives as a parameter. */
const CLIENT_PRELUDE = "const github = require('@actions/github').getOctokit('');\n";

function scriptOf(text: PlacedText, environment: Environment): Code {
  const code = withExpressionNames(replaceVariables(text, environment));
  const prelude = code.text.includes('github.') ? CLIENT_PRELUDE : '';
  const before = new PlacedText().addAt(prelude, code.placeOf(0));
  return { ...before.copy(code).fragment(code), language: 'javascript', dialect: 'js' };
}

function codeOf(language: LanguageId, text: PlacedText, environment: Environment): Code {
  const code = replaceVariables(text, environment);
  if (language === 'javascript') return { ...withExpressionNames(code).fragment(), language, dialect: 'js' };
  const before = language === 'shell' ? assignmentLines(environment, code) : new PlacedText();
  return { ...before.copy(code).fragment(code), language };
}

/** Adds variables to an environment. */
function withEnvironment(outer: Environment, added: Yaml | undefined): Environment {
  const entries = yamlEntries(added).flatMap(([name, value]) =>
    value.kind === 'text' && /^\w+$/.test(name) ? [[name, replaceVariables(value.text, outer)] as const] : [],
  );
  return entries.length === 0 ? outer : new Map([...outer, ...entries]);
}

/** Expressions for environment variables, which are replaced before a shell sees them; others stay holes. */
const EXPRESSION = /\$\{\{\s*env\.(\w+)\s*\}\}/g;

/** Maximum length of a text after replacing variables, which can refer to each other. */
const MAX_FILLED = 1_000_000;

function replaceVariables(original: PlacedText, environment: Environment): PlacedText {
  const { text } = original;
  if (!text.includes('env.')) return original;
  const result = new PlacedText();
  let end = 0;
  for (const { 0: expression, 1: name = '', index } of text.matchAll(EXPRESSION)) {
    const value = environment.get(name);
    if (value === undefined || result.text.length > MAX_FILLED) continue;
    result.copy(original, end, index).addAt(value.text, original.placeOf(index));
    end = index + expression.length;
  }
  return result.copy(original, end);
}

/** Literals, comments and brackets of JavaScript outside of templates, and expressions of a workflow. */
const CODE_TOKEN =
  /'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|\$\{\{([^}\n]{0,300})\}\}|[`{}]/g;

/** Escapes and ends of a template, and expressions in it. */
const TEMPLATE_TOKEN = /\\[^]|\$\{\{([^}\n]{0,300})\}\}|`|\$\{/g;

/**
 * Replaces expressions of a workflow in a script by undefined names, because `${{ a.b }}` is no valid JavaScript in code
 * or in a template. Expressions in quotes stay.
 */
function withExpressionNames(original: PlacedText): PlacedText {
  const { text } = original;
  if (!text.includes('${{')) return original;
  const result = new PlacedText();
  const open: string[] = [];
  let [end, position] = [0, 0];
  for (;;) {
    const token = open.at(-1) === '`' ? TEMPLATE_TOKEN : CODE_TOKEN;
    token.lastIndex = position;
    const match = token.exec(text);
    if (match === null) return result.copy(original, end);
    position = token.lastIndex;
    const [written, expression] = match;
    if (written === '`' && token === CODE_TOKEN) open.push('`');
    else if (written === '{' || written === '${') open.push('{');
    else if (written === '`' || (written === '}' && open.at(-1) === '{')) open.pop();
    if (expression === undefined) continue;
    const name = `_${expression.trim().replace(/\W+/g, '_')}`;
    const code = token === TEMPLATE_TOKEN ? `\${${name}}` : name;
    result.copy(original, end, match.index).addAt(code, original.placeOf(match.index));
    end = position;
  }
}
