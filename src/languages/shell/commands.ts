import type {
  AndOr,
  Assignment,
  CommandArgument,
  CompoundList,
  PipelineNode,
  Redirection,
  Statement,
  Word,
} from 'unbash';

/** A command without wrappers such as `sudo`. */
export interface PlainCommand {
  /** Name of the command; undefined if built at run time. */
  readonly name: string | undefined;
  readonly word: Word;
  readonly args: readonly (Word | Assignment)[];
  /** Set if `xargs` adds words of its input to the arguments: at the end, or in place of a mark. */
  readonly lineInput?: { readonly mark: string | undefined };
}

/** Programs that run the command in their arguments, with a pattern of their options that take a value. */
const WRAPPER_COMMANDS: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ughpCTRDt]$|^--(?:user|group|host|prompt|chdir|role|type)$/,
  doas: /^-[uC]$/,
  env: /^-[uCS]$|^--(?:unset|chdir)$/,
  command: /^$/,
  builtin: /^$/,
  exec: /^-a$/,
  nohup: /^$/,
  setsid: /^$/,
  time: /^-[fo]$|^--(?:format|output)$/,
  nice: /^-n$|^--adjustment$/,
  ionice: /^-[cnp]$/,
  stdbuf: /^-[ioe]$/,
  chronic: /^$/,
  timeout: /^-[ks]$|^--(?:kill-after|signal)$/,
  gtimeout: /^-[ks]$|^--(?:kill-after|signal)$/,
  flock: /^-[wEc]$|^--(?:timeout|wait|conflict-exit-code)$/,
  torsocks: /^$/,
  proxychains: /^-f$/,
  proxychains4: /^-f$/,
};

/** Number of words between options and command: a duration, a file. */
const WORDS_BEFORE_COMMAND: Readonly<Record<string, number>> = { timeout: 1, gtimeout: 1, flock: 1 };

/** Options of `xargs` with a value. */
const XARGS_VALUE_OPTIONS =
  /^-[adEeIiLlnPs]$|^--(?:arg-file|delimiter|max-args|max-procs|max-lines|max-chars|replace)$/;

/** The command that finally runs: `sudo env A=b timeout 10 curl …` is `curl …`. */
export function plainCommand(word: Word, args: readonly CommandArgument[]): PlainCommand {
  let command: InnerCommand = { name: nameOf(word), word, argumentsFrom: 0 };
  for (let inner = innerCommandOf(args, command); inner !== undefined; inner = innerCommandOf(args, command))
    command = inner;
  const { argumentsFrom, ...fields } = command;
  return { ...fields, args: args.slice(argumentsFrom) };
}

/** A command among the arguments of another; its own arguments begin at `argumentsFrom`. */
interface InnerCommand extends Omit<PlainCommand, 'args'> {
  readonly argumentsFrom: number;
}

function innerCommandOf(
  args: readonly CommandArgument[],
  { name, argumentsFrom, lineInput }: InnerCommand,
): InnerCommand | undefined {
  if (name === 'xargs' || name === 'gxargs') return xargsCommand(args, argumentsFrom);
  const valueOptions =
    name === undefined || !Object.hasOwn(WRAPPER_COMMANDS, name) ? undefined : WRAPPER_COMMANDS[name];
  if (name === undefined || valueOptions === undefined) return undefined;
  const lookupOptions = name === 'command' ? /^-[vV]/ : undefined;
  let at = argumentsFrom;
  for (let text = textAt(args, at); text !== undefined && text.startsWith('-'); text = textAt(args, at)) {
    if (lookupOptions?.test(text) === true) return undefined;
    at += valueOptions.test(text) ? 2 : 1;
    if (text === '--') break;
  }
  at += WORDS_BEFORE_COMMAND[name] ?? 0;
  while (name === 'env' || name === 'sudo' ? isVariableSetting(args[at]) : false) at++;
  return commandAt(args, at, lineInput);
}

function xargsCommand(args: readonly CommandArgument[], start: number): InnerCommand | undefined {
  let at = start;
  let mark: string | undefined;
  for (let text = textAt(args, at); text !== undefined && text.startsWith('-'); text = textAt(args, at)) {
    const [, attachedMark] = /^(?:-I|--replace=)(.+)$/.exec(text) ?? [];
    if (attachedMark !== undefined) mark = attachedMark;
    else if (text === '-I') mark = textAt(args, at + 1);
    else if (text === '-i' || text === '--replace') mark = '{}';
    at += XARGS_VALUE_OPTIONS.test(text) && text !== '-i' && text !== '--replace' ? 2 : 1;
  }
  return commandAt(args, at, { mark });
}

function commandAt(
  args: readonly CommandArgument[],
  at: number,
  fed: PlainCommand['lineInput'],
): InnerCommand | undefined {
  const word = args[at];
  if (word?.type !== 'Word') return undefined;
  const command: InnerCommand = { name: nameOf(word), word, argumentsFrom: at + 1 };
  return fed === undefined ? command : { ...command, lineInput: fed };
}

function isVariableSetting(arg: Word | Assignment | undefined): boolean {
  return arg?.type === 'Assignment' || (arg?.type === 'Word' && /^\w+=/.test(arg.value));
}

function textAt(args: readonly (Word | Assignment)[], at: number): string | undefined {
  const arg = args[at];
  return arg?.type === 'Word' ? arg.value : undefined;
}

/** Command name in a word: the last part of its path, without `.exe`. */
export function nameOf(word: Word): string | undefined {
  if (!isKnown(word)) return undefined;
  const name = word.value.slice(word.value.lastIndexOf('/') + 1);
  return name === '' || (word.value.startsWith('.') && word.value !== '.') ? undefined : name.replace(/\.exe$/, '');
}

/** Whether a word is the same at any point of the script. */
export function isKnown({ parts }: Word): boolean {
  return (parts ?? []).every(
    (part) =>
      part.type === 'Literal' ||
      part.type === 'SingleQuoted' ||
      part.type === 'AnsiCQuoted' ||
      (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal')),
  );
}

/** Whether the output of a command is redirected to a file or to standard error. */
export function redirectsOutput(redirects: readonly Redirection[]): boolean {
  return redirects.some((redirect) => {
    if (redirect.type !== 'Redirect' || !redirect.operator.includes('>')) return false;
    const { descriptor, operator } = redirect;
    return (
      operator.startsWith('&') ||
      descriptor === undefined ||
      (descriptor.type === 'FileDescriptor' && descriptor.value === 1)
    );
  });
}

/** Programs whose arguments describe a request. */
const CLIENTS = new Set(['curl', 'wget', 'wget2', 'http', 'https', 'xh', 'xhs', 'curlie', 'gh']);

export function isClient(name: string): boolean {
  return CLIENTS.has(name);
}

/** The variable with the host that a program requests. */
const HOST_VARIABLES = new Map([['gh', 'GH_HOST']]);

export function hostVariable(name: string): string | undefined {
  return HOST_VARIABLES.get(name);
}

/** Commands that only mention other commands: they print, look up or install them. */
const MENTIONING_COMMANDS =
  /^(?:echo|printf|print|which|whereis|type|hash|man|help|info|alias|unalias|complete|compgen|apt|apt-get|apk|yum|dnf|brew|pacman|zypper|snap|port|pkg|choco|scoop|winget|npm|pip|pip3|asdf|mise|nix-env|dpkg|rpm|grep|egrep|rg|sed|awk|pgrep|pkill|killall|ps|test|\[|\[\[|for|have|has|exists|require\w*|need\w*|check\w*|ensure\w*|assert\w*|install\w*|log\w*|warn\w*|err\w*|die|fail|msg|note|say|success|debug|usage|command_exists|has_command|is_installed)$/i;

export function onlyMentions(name: string): boolean {
  return MENTIONING_COMMANDS.test(name);
}

/** Commands that print nothing, or nothing that matters. */
const SILENT_COMMANDS =
  /^(?:\[|\[\[|test|cd|:|true|false|return|exit|break|continue|shift|set|unset|read|sleep|wait|trap|kill|mkdir|rm|rmdir|mv|cp|ln|touch|chmod|chown|local|export|declare|typeset|readonly|source|\.|shopt|umask|ulimit|pushd|popd|exec|getopts|mapfile|readarray|let|alias|hash|bind|disown)$/;

/** Functions that print messages to people, judging by their names. */
const PRINTING_FUNCTIONS =
  /^_*(?:log|info|warn|warning|error|err|debug|die|fail|success|note|msg|notice|fatal|abort|verbose)(?:_\w+)?$/i;

/** Commands that compare, print, search or transform text. */
const TEXT_COMMANDS =
  /^(?:\[|\[\[|test|e?grep|fgrep|rg|sed|awk|jq|tr|cut|echo|printf|print|say|usage|basename|dirname)$/;

/** Whether a command outside the script sends nothing, whatever its arguments. */
export function sendsNothing(name: string): boolean {
  return TEXT_COMMANDS.test(name) || PRINTING_FUNCTIONS.test(name);
}

/** Whether a command outside the script has no relevant output. */
export function isSilent(name: string): boolean {
  return SILENT_COMMANDS.test(name) || PRINTING_FUNCTIONS.test(name);
}

type Node = PipelineNode | AndOr | CompoundList;

/** Test of equality: `[ "$a" = b ]`, `[[ $a != b ]]`, `test a = b`. */
export interface Equality {
  readonly left: Word;
  readonly right: Word;
  readonly isEqual: boolean;
  /** Place of the test in the script. */
  readonly node: { readonly pos: number; readonly end: number };
}

/** The comparison in a condition; undefined for other tests, such as a pattern. */
export function equalityOf(node: Node): Equality | undefined {
  const only = singleCommand(node);
  if (only?.type === 'TestCommand') {
    const { expression } = only;
    if (expression.type !== 'TestBinary') return undefined;
    const { left, operator, right } = expression;
    return isPattern(right) ? undefined : equality(left, operator, right, only);
  }
  if (only?.type !== 'Command' || only.name === undefined) return undefined;
  const name = nameOf(only.name);
  if (name !== '[' && name !== 'test') return undefined;
  const words = only.args.flatMap((arg) => (arg.type === 'Word' ? [arg] : []));
  if (words.length !== only.args.length || words.length !== (name === '[' ? 4 : 3)) return undefined;
  const [left, operator, right] = words;
  return left === undefined || operator === undefined || right === undefined
    ? undefined
    : equality(left, operator.value, right, only);
}

function equality(left: Word, operator: string, right: Word, node: Equality['node']): Equality | undefined {
  const isEqual = operator === '=' || operator === '==';
  return isEqual || operator === '!=' ? { left, right, isEqual: isEqual, node } : undefined;
}

/** Whether a word is a pattern: `*` and similar characters without quotes match other texts in `[[ … ]]`. */
function isPattern({ text }: Word): boolean {
  return /[*?[(]/.test(text) && !/^(?:'[^']*'|"[^"]*")$/.test(text);
}

/** Whether the last command of a node leaves the surrounding list. */
function leavesList(node: Node): boolean {
  const last = node.type === 'CompoundList' ? node.commands.at(-1)?.command : node;
  if (last?.type === 'BraceGroup') return leavesList(last.body);
  if (last?.type !== 'Command' || last.name === undefined) return false;
  return LEAVING_COMMANDS.has(nameOf(last.name) ?? '');
}

const LEAVING_COMMANDS: ReadonlySet<string> = new Set(['break', 'continue', 'exit', 'return']);

/** A statement that leaves the list if its condition is true, or false: `test && continue`, `if test; then exit`. */
export function leavingCondition({ command }: Statement): { readonly test: Node; readonly met: boolean } | undefined {
  if (command.type === 'If')
    return command.elif.length === 0 && command.else === undefined && leavesList(command.then)
      ? { test: command.clause, met: true }
      : undefined;
  if (command.type !== 'AndOr') return undefined;
  const [test, then, ...others] = command.commands;
  if (test === undefined || then === undefined || others.length > 0 || !leavesList(then)) return undefined;
  return { test, met: command.operators[0] === '&&' };
}

function singleCommand(node: Node): Exclude<Node, CompoundList> | undefined {
  if (node.type !== 'CompoundList') return node;
  const [only, ...others] = node.commands;
  return others.length > 0 ? undefined : only?.command;
}
