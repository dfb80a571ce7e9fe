import { memberExpression, nameExpression, unknownExpression, literalExpression } from '../facts/expressions.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import type { Assignment, Command, Word, ArrayValue } from 'unbash';
import {
  hostVariable,
  isClient,
  isKnown,
  isSilent,
  nameOf,
  onlyHandles,
  onlySpeaks,
  plainCommand,
  printsAway,
} from './commands.js';
import type { Plain } from './commands.js';
import { formatted, printedBy } from './printed.js';
import { sourcedSpecifier } from './imports.js';
import type { ShellState } from './state.js';
import { argumentExpr, subscriptOf, textExpr, wordExpr } from './words.js';

/** Runs one command: its assignments, its call, its output. */
export function runCommand(state: ShellState, node: Command): void {
  const { name, prefix, args, redirects } = node;
  if (name === undefined) {
    for (const part of prefix) if (part.type === 'Assignment') assign(state, part);
    return;
  }
  for (const part of prefix) if (part.type === 'Assignment' && part.value.type === 'Word') wordExpr(state, part.value);
  const plain = plainCommand(name, args);
  const at = state.span(node.pos, node.end);
  if (builtIn(state, plain, at)) return;
  const printed = plain.name === undefined ? undefined : printedBy(state, plain.name, plain.args, at);
  if (printed !== undefined) recordPrinted(state, printed, at);
  const value = printed ?? recordCall(state, plain, at, prefix);
  const prints = printed !== undefined || plain.name === undefined || !printsNothing(state, plain.name);
  if (prints && !printsAway(redirects)) state.flow.print(value);
}

/** Records printed text as a call of `echo`, so that a message to people does not count as a request. */
function recordPrinted({ builder }: ShellState, printed: ExprFact, at: Span): void {
  builder.call(nameExpression('echo', at), [printed], at);
}

function printsNothing(state: ShellState, name: string): boolean {
  return state.names.isFunction(name) ? state.names.isSilent(name) : isSilent(name);
}

/**
 * Records a call of a function or program, and calls of the programs that it runs with its words; returns its result.
 */
function recordCall(state: ShellState, plain: Plain, at: Span, prefix: Command['prefix'] = []): ExprFact {
  const { builder, names } = state;
  const { word, args, fed } = plain;
  const stored = plain.name === undefined ? storedCommand(state, word) : undefined;
  const name = plain.name ?? stored?.name;
  const isOwn = name !== undefined && names.isFunction(name);
  const isSplit = name !== undefined && isClient(name) && !isOwn;
  const call = builder.openCall(at, 'call');
  const wordAt = state.span(word.pos, word.end);
  const callee = name === undefined ? unknownCallee(state, word) : calleeOf(name, isOwn, wordAt);
  const input = fed === undefined ? undefined : { ...fed, line: lineRead(state.stdin, at) };
  const values = args.map((arg) => argumentOf(state, arg, isSplit, input));
  if (fed !== undefined && fed.mark === undefined)
    values.push({ kind: 'spread', value: state.stdin ?? unknownExpression('hole', at), at });
  const host = name === undefined || isOwn ? undefined : hostAsked(state, name, prefix, at);
  const result = builder.finishCall(call, callee, [...(stored?.words ?? []), ...values], inputOf(state, host, at));
  if (isOwn) names.called(name, at);
  if (name === undefined || !(isClient(name) || onlySpeaks(name))) runInnerCommand(state, args, at);
  return result;
}

/** The fact of a callee, by whose name the engine identifies programs that send nothing. */
function calleeOf(name: string, isOwn: boolean, at: Span): ExprFact {
  if (isOwn || !onlyHandles(name)) return nameExpression(name, at);
  return memberExpression(nameExpression('console', at), 'log', at, at);
}

/** The program, and the words after it, in a variable: `$CURL …`, `"${CURL[@]}" …`. */
function storedCommand(
  state: ShellState,
  { parts, pos, end }: Word,
): { readonly name: string; readonly words: readonly ExprFact[] } | undefined {
  const [part, ...others] = parts ?? [];
  const inner = part?.type === 'DoubleQuoted' && part.parts.length === 1 ? part.parts[0] : part;
  if (inner === undefined || others.length > 0) return undefined;
  const variable =
    inner.type === 'SimpleExpansion'
      ? inner.text.slice(1)
      : inner.type === 'ParameterExpansion' && inner.operation === undefined
        ? inner.parameter
        : '';
  const [program, ...words] = state.names.commandIn(variable) ?? [];
  if (program === undefined) return undefined;
  const at = state.span(pos, end);
  return { name: program, words: words.map((text) => textExpr(state, text, at)) };
}

function unknownCallee(state: ShellState, word: Word): ExprFact {
  const value = wordExpr(state, word);
  return value.kind === 'name' ? value : unknownExpression('other', value.at);
}

/** The host that a variable makes a program request: set before the command, or earlier in the script. */
function hostAsked(state: ShellState, name: string, prefix: Command['prefix'], at: Span): ExprFact | undefined {
  const variable = hostVariable(name);
  if (variable === undefined) return undefined;
  for (const part of prefix)
    if (part.type === 'Assignment' && part.name === variable && part.value.type === 'Word')
      return wordExpr(state, part.value);
  return state.names.isKnown(variable) ? state.names.variable(variable, at) : undefined;
}

/** Standard input of a command and its requested host, as named arguments. */
function inputOf({ builder, stdin }: ShellState, host: ExprFact | undefined, at: Span): ExprFact | undefined {
  if (stdin === undefined && host === undefined) return undefined;
  const object = builder.openObject(at);
  for (const [key, value] of Object.entries({ stdin, host }))
    if (value !== undefined) builder.property(object, { kind: 'property', key, keyAt: at, value });
  return { kind: 'object', object, at };
}

function argumentOf(state: ShellState, arg: Word | Assignment, split: boolean, fed: FedCommand | undefined): ExprFact {
  const at = state.span(arg.pos, arg.end);
  if (arg.type === 'Assignment')
    return arg.value.type === 'Word'
      ? state.builder.concat(
          [textExpr(state, `${arg.name}${arg.append === true ? '+' : ''}=`, at), wordExpr(state, arg.value)],
          at,
        )
      : unknownExpression('other', at);
  const value = argumentExpr(state, arg, split);
  if (fed === undefined || !hasMark(fed, arg.value)) return value;
  const [only, ...others] = filled(value, fed);
  return only === undefined ? value : others.length === 0 ? only : state.builder.concat([only, ...others], at);
}

/** Runs the program among the words of another command: `retry 3 curl …`, `docker exec web curl …`. */
function runInnerCommand(state: ShellState, args: readonly (Word | Assignment)[], at: Span): void {
  const index = args.findIndex(
    (arg) => arg.type === 'Word' && isKnown(arg) && isBare(arg) && isClient(nameOf(arg) ?? ''),
  );
  const word = args[index];
  if (word?.type !== 'Word' || index === args.length - 1) return;
  recordCall(state, plainCommand(word, args.slice(index + 1)), [state.span(word.pos, word.end)[0], at[1]]);
}

function isBare({ parts, value }: Word): boolean {
  return parts === undefined && /^[\w./-]+$/.test(value);
}

/** Runs a shell built-in that changes names, or ends a script. */
function builtIn(state: ShellState, { name, args }: Plain, at: Span): boolean {
  switch (name) {
    case 'local':
    case 'declare':
    case 'typeset':
    case 'export':
    case 'readonly':
      declareVariables(state, name, args);
      return true;
    case 'set':
      setArguments(state, args, at);
      return true;
    case 'shift': {
      const [count] = args;
      const number = count === undefined ? 1 : Number(count.type === 'Word' ? count.value : NaN);
      state.positional.shift(Number.isInteger(number) ? number : undefined);
      return true;
    }
    case 'source':
    case '.':
      sourced(state, args[0], at);
      return true;
    case 'return':
    case 'exit':
      state.flow.end();
      return true;
    case 'read':
    case 'mapfile':
    case 'readarray':
    case 'getopts':
      for (const arg of args)
        if (arg.type === 'Word' && !arg.value.startsWith('-')) assignUnknown(state, arg.value, arg);
      return true;
    case 'printf':
      return printedInto(state, args, at);
    default:
      return false;
  }
}

/** Lowers `local a=1 b`; a flag may make it a variable of the script, or an alias of one. */
function declareVariables(state: ShellState, name: string, args: readonly (Word | Assignment)[]): void {
  const flags = args.flatMap((arg) => (arg.type === 'Word' && /^-\w+$/.test(arg.value) ? [arg.value] : [])).join('');
  const isLocal = name !== 'export' && name !== 'readonly' && !flags.includes('g');
  for (const arg of args) {
    const at = state.span(arg.pos, arg.end);
    if (flags.includes('n')) {
      const alias = arg.type === 'Assignment' ? arg.name : arg.value;
      if (!alias.startsWith('-')) state.names.declare(alias, unknownExpression('other', at), at);
    } else if (arg.type === 'Assignment') assign(state, arg, isLocal);
    else if (isLocal && /^[A-Za-z_]\w*$/.test(arg.value)) state.names.declare(arg.value, undefined, at);
  }
}

/** Lowers `set -- a b`; options alone change nothing here. */
function setArguments(state: ShellState, args: readonly (Word | Assignment)[], at: Span): void {
  const from = args.findIndex((arg) => arg.type === 'Word' && (arg.value === '--' || !/^[-+]/.test(arg.value)));
  const first = args[from];
  if (first === undefined) return;
  const rest = args.slice(first.type === 'Word' && first.value === '--' ? from + 1 : from);
  if (
    args.slice(0, from).some((arg) => arg.type === 'Word' && arg.value.endsWith('o')) &&
    first.type === 'Word' &&
    first.value !== '--'
  )
    return;
  state.positional.set({ kind: 'array', elements: rest.map((arg) => argumentOf(state, arg, true, undefined)), at });
}

/** Lowers `source ./lib.sh`: the two scripts share all names. */
function sourced(state: ShellState, word: Word | Assignment | undefined, at: Span): void {
  if (word?.type !== 'Word') return;
  const specifier = sourcedSpecifier(state.source.slice(word.pos, word.end).replace(/["']/g, ''));
  if (specifier !== undefined) state.builder.open(specifier, at, true);
}

/** Lowers `printf -v name format …`. */
function printedInto(state: ShellState, [flag, target, ...words]: readonly (Word | Assignment)[], at: Span): boolean {
  if (flag?.type !== 'Word' || flag.value !== '-v' || target?.type !== 'Word') return false;
  const value = formatted(
    state,
    words.filter((word) => word.type === 'Word'),
    at,
  );
  if (/^[A-Za-z_]\w*$/.test(target.value)) state.names.assign({ name: target.value, operator: '=', value, at });
  return true;
}

/** Lowers `name=value`, `name+=value`, `name[key]=value` or `name=(a b)`; `local`: as a declaration of the function. */
function assign(state: ShellState, node: Assignment, local = false): void {
  const { names } = state;
  const { name, append, index } = node;
  const at = state.span(node.pos, node.end);
  const value = names.valueOf(name, () => valueOf(state, node));
  if (index !== undefined) {
    const key = subscriptOf(index, (word) => wordExpr(state, word));
    names.assignElement(names.variable(name, at), key, value, at);
    return;
  }
  if (append === true && node.value.type === 'ArrayValue') {
    if (!names.isKnown(name)) declareAs(state, name, { kind: 'array', elements: [], at }, local, node);
    const elements = value.kind === 'array' ? value.elements : [value];
    state.builder.callMethod(names.variable(name, at), 'push', elements, at);
    return;
  }
  if (append === true) {
    if (local && !names.isKnown(name)) names.declare(name, literalExpression('', at), at);
    names.assign({ name, operator: '+=', value, at });
  } else declareAs(state, name, value, local, node);
}

function declareAs(state: ShellState, name: string, value: ExprFact, local: boolean, node: Assignment): void {
  const at = state.span(node.pos, node.end);
  if (local) state.names.declare(name, value, at);
  else state.names.assign({ name, operator: '=', value, at });
}

function valueOf(state: ShellState, { name, value }: Assignment): ExprFact {
  if (value.type === 'Word') return wordExpr(state, value);
  return state.names.isTable(name) ? tableOf(state, value) : elementsOf(state, value);
}

function elementsOf(state: ShellState, { pos, end, elements }: ArrayValue): ExprFact {
  return { kind: 'array', elements: elements.map((word) => argumentExpr(state, word, true)), at: state.span(pos, end) };
}

/** The fact of a table `([a]=1 [b]=2)`. */
function tableOf(state: ShellState, { pos, end, elements }: ArrayValue): ExprFact {
  const at = state.span(pos, end);
  const object = state.builder.openObject(at);
  for (const word of elements) {
    const keyAt = state.span(word.pos, word.end);
    const { key, value } = entryOf(state, word);
    if (key === undefined) state.builder.property(object, { kind: 'spread', value: unknownExpression('other', keyAt) });
    else state.builder.property(object, { kind: 'property', key, keyAt, value });
  }
  return { kind: 'object', object, at };
}

/** Splits `[key]=value` into its key and its value. */
function entryOf(state: ShellState, word: Word): { readonly key?: string; readonly value: ExprFact } {
  const at = state.span(word.pos, word.end);
  const whole = wordExpr(state, word);
  const parts = whole.kind === 'concat' ? whole.parts : [whole];
  const [first, ...rest] = parts;
  const text = first?.kind === 'literal' && typeof first.value === 'string' ? first.value : '';
  const [head, key] = /^\[([^\]]+)\]=/.exec(text) ?? [];
  if (head === undefined || key === undefined) return { value: whole };
  const value = text.slice(head.length);
  const pieces: readonly ExprFact[] = [...(value === '' ? [] : [literalExpression(value, first?.at ?? at)]), ...rest];
  const [only, ...others] = pieces;
  if (only === undefined) return { key, value: literalExpression('', at) };
  return { key, value: others.length === 0 ? only : state.builder.concat(pieces, at) };
}

/** Assigns an unknown value, as for `local -n name=other`, an alias of another variable. */
function assignUnknown(state: ShellState, name: string, node: { readonly pos: number; readonly end: number }): void {
  const at = state.span(node.pos, node.end);
  if (/^[A-Za-z_]\w*$/.test(name))
    state.names.assign({ name, operator: '=', value: unknownExpression('other', at), at });
}

/** A command that runs with words from elsewhere: `xargs -I{} curl {}`. */
interface FedCommand {
  /** Placeholder of an input line; absent if the words are appended. */
  readonly mark: string | undefined;
  /** Any line of the input. */
  readonly line: ExprFact;
}

function hasMark({ mark }: FedCommand, text: string): boolean {
  return mark !== undefined && mark !== '' && text.includes(mark);
}

/** An argument with an input line in place of each mark. */
function filled(value: ExprFact, { mark = '', line }: FedCommand): readonly ExprFact[] {
  const parts = value.kind === 'concat' ? value.parts : [value];
  return parts.flatMap((part): readonly ExprFact[] => {
    const { at } = part;
    if (part.kind !== 'literal' || typeof part.value !== 'string') return [part];
    return part.value
      .split(mark)
      .flatMap((piece, index): readonly ExprFact[] => [
        ...(index === 0 ? [] : [line]),
        ...(piece === '' ? [] : [{ kind: 'literal', value: piece, at } as const]),
      ]);
  });
}

/** Any line of a command's input, as far as known. */
function lineRead(stdin: ExprFact | undefined, at: Span): ExprFact {
  if (stdin === undefined || stdin.kind === 'unknown') return unknownExpression('hole', at);
  const lines = linesOf(stdin);
  const [only, ...others] = lines;
  if (only === undefined) return unknownExpression('hole', at);
  return others.length === 0 ? only : { kind: 'each', value: { kind: 'array', elements: lines, at }, at };
}

/** The non-empty lines of a text; an unknown piece counts as a part of a line. */
function linesOf(text: ExprFact): readonly ExprFact[] {
  const lines: ExprFact[][] = [[]];
  for (const part of text.kind === 'concat' ? text.parts : [text]) {
    if (part.kind !== 'literal' || typeof part.value !== 'string') {
      lines.at(-1)?.push(part);
      continue;
    }
    for (const [index, piece] of part.value.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ kind: 'literal', value: piece, at: part.at });
    }
  }
  return lines.flatMap((parts): readonly ExprFact[] => {
    const [only, ...others] = parts;
    if (only === undefined) return [];
    return others.length === 0 ? [only] : [{ kind: 'concat', parts, at: text.at }];
  });
}
