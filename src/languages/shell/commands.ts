import type { Assignment, CommandArgument, Redirection, Word } from 'unbash';

/** A command without wrappers such as `sudo`. */
export interface Plain {
  /** Name of the command; undefined if built at run time. */
  readonly name: string | undefined;
  readonly word: Word;
  readonly args: readonly (Word | Assignment)[];
  /** It runs repeatedly with words from elsewhere: after its own, or in place of a mark. */
  readonly fed?: { readonly mark: string | undefined };
}

/** Programs that run the command after them, and their options with a value. */
const RUNNERS: Readonly<Record<string, RegExp>> = {
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

/** Number of their own words between options and command: a duration, a file. */
const OWN_WORDS: Readonly<Record<string, number>> = { timeout: 1, gtimeout: 1, flock: 1 };

/** Options of `xargs` with a value. */
const XARGS_VALUED = /^-[adEeIiLlnPs]$|^--(?:arg-file|delimiter|max-args|max-procs|max-lines|max-chars|replace)$/;

/** The command that finally runs: `sudo env A=b timeout 10 curl …` is `curl …`. */
export function plainCommand(word: Word, args: readonly CommandArgument[]): Plain {
  let run: Run = { name: nameOf(word), word, from: 0 };
  for (let inner = innerCommand(args, run); inner !== undefined; inner = innerCommand(args, run)) run = inner;
  const { from, ...plain } = run;
  return { ...plain, args: args.slice(from) };
}

/** A command among the words of another: its own begin at `from`. */
interface Run extends Omit<Plain, 'args'> {
  readonly from: number;
}

function innerCommand(args: readonly CommandArgument[], { name, from, fed }: Run): Run | undefined {
  if (name === 'xargs' || name === 'gxargs') return fedCommand(args, from);
  const valued = name === undefined || !Object.hasOwn(RUNNERS, name) ? undefined : RUNNERS[name];
  if (name === undefined || valued === undefined) return undefined;
  const options = name === 'command' ? /^-[vV]/ : undefined;
  let at = from;
  for (let text = textAt(args, at); text !== undefined && text.startsWith('-'); text = textAt(args, at)) {
    if (options?.test(text) === true) return undefined;
    at += valued.test(text) ? 2 : 1;
    if (text === '--') break;
  }
  at += OWN_WORDS[name] ?? 0;
  while (name === 'env' || name === 'sudo' ? isSetting(args[at]) : false) at++;
  return behind(args, at, fed);
}

function fedCommand(args: readonly CommandArgument[], from: number): Run | undefined {
  let at = from;
  let mark: string | undefined;
  for (let text = textAt(args, at); text !== undefined && text.startsWith('-'); text = textAt(args, at)) {
    const [, attached] = /^(?:-I|--replace=)(.+)$/.exec(text) ?? [];
    if (attached !== undefined) mark = attached;
    else if (text === '-I') mark = textAt(args, at + 1);
    else if (text === '-i' || text === '--replace') mark = '{}';
    at += XARGS_VALUED.test(text) && text !== '-i' && text !== '--replace' ? 2 : 1;
  }
  return behind(args, at, { mark });
}

function behind(args: readonly CommandArgument[], at: number, fed: Plain['fed']): Run | undefined {
  const word = args[at];
  if (word?.type !== 'Word') return undefined;
  const run: Run = { name: nameOf(word), word, from: at + 1 };
  return fed === undefined ? run : { ...run, fed };
}

function isSetting(arg: Word | Assignment | undefined): boolean {
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

/** Whether the output of a command is redirected: to a file, to the errors. */
export function printsAway(redirects: readonly Redirection[]): boolean {
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
