import type { LanguageId } from '../../model/language.js';
import type { Code, Held, HoldingKind } from './held.js';
import { assigned } from './assignments.js';
import { PlacedText } from './placed-text.js';
import { hashComments, readYaml, yamlAt, yamlEntries, yamlText } from './yaml-file.js';
import type { Yaml } from './yaml-file.js';

const WORKFLOW = /(?:^|\/)(?:\.(?:github|gitea|forgejo)\/(?:workflows\/[^/]+|actions\/.+)|action)\.ya?ml$/;

/** The action that runs a script and passes it a client. */
const SCRIPT = 'actions/github-script';

/** Workflows and actions of GitHub, and of services with the same format. */
export const actions: HoldingKind = {
  name: 'a workflow',
  languages: ['shell', 'javascript', 'python'],
  isHolder: (path) => WORKFLOW.test(path),
  read: readWorkflow,
  commentsOf: hashComments,
  counts: 'mention',
  hands: [SCRIPT],
};

type Environment = ReadonlyMap<string, PlacedText>;

function readWorkflow(text: string): Held {
  const { roots, broken, limit } = readYaml(text);
  return { codes: roots.flatMap(codesOf), broken, limit };
}

function codesOf(root: Yaml): readonly Code[] {
  const outer = extended(new Map(), yamlAt(root, 'env'));
  const shell = yamlText(root, 'defaults', 'run', 'shell');
  const jobs = [...yamlEntries(yamlAt(root, 'jobs')).map(([, job]) => job), yamlAt(root, 'runs')];
  const seen = new Set<Yaml>();
  return jobs.flatMap((job) => {
    const environment = extended(outer, yamlAt(job, 'env'));
    const ownShell = yamlText(job, 'defaults', 'run', 'shell') ?? shell;
    return yamlEntries(yamlAt(job, 'steps')).flatMap(([, step]) => {
      // A step with several aliases is read at its first occurrence.
      if (seen.has(step)) return [];
      seen.add(step);
      return codesOfStep(step, extended(environment, yamlAt(step, 'env')), ownShell);
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

/** The client among the parameters of a script. */
const GIVEN = "const github = require('@actions/github').getOctokit('');\n";

function scriptOf(text: PlacedText, environment: Environment): Code {
  const code = filledIn(text, environment);
  const given = code.text.includes('github.') ? GIVEN : '';
  const before = new PlacedText().put(given, code.placeOf(0));
  return { ...before.copy(code).fragment(code), language: 'javascript', dialect: 'js' };
}

function codeOf(language: LanguageId, text: PlacedText, environment: Environment): Code {
  const code = filledIn(text, environment);
  const before = language === 'shell' ? assigned(environment, code) : new PlacedText();
  return { ...before.copy(code).fragment(code), language, ...(language === 'javascript' ? { dialect: 'js' } : {}) };
}

/** The environment with additions. */
function extended(outer: Environment, added: Yaml | undefined): Environment {
  const entries = yamlEntries(added).flatMap(([name, value]) =>
    value.kind === 'text' && /^\w+$/.test(name) ? [[name, filledIn(value.text, outer)] as const] : [],
  );
  return entries.length === 0 ? outer : new Map([...outer, ...entries]);
}

/** Expressions for environment variables, which are replaced before a shell sees them; others stay holes. */
const EXPRESSION = /\$\{\{\s*env\.(\w+)\s*\}\}/g;

/** Longest text after replacing variables, which can refer to each other. */
const MAX_FILLED = 1_000_000;

function filledIn(written: PlacedText, environment: Environment): PlacedText {
  const { text } = written;
  if (!text.includes('env.')) return written;
  const filled = new PlacedText();
  let end = 0;
  for (const { 0: expression, 1: name = '', index } of text.matchAll(EXPRESSION)) {
    const value = environment.get(name);
    if (value === undefined || filled.text.length > MAX_FILLED) continue;
    filled.copy(written, end, index).put(value.text, written.placeOf(index));
    end = index + expression.length;
  }
  return filled.copy(written, end);
}
