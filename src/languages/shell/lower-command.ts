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
  sendsNothing,
  onlyMentions,
  plainCommand,
  redirectsOutput,
} from './commands.js';
import type { PlainCommand } from './commands.js';
import { formatOutput, outputOf } from './printed.js';
import { sourcedSpecifier } from './imports.js';
import type { ShellState } from './state.js';
import { argumentExpr, subscriptOf, textExpr, wordExpr } from './words.js';

/** Lowers one command: its assignments, its call, its output. */
export function lowerCommand(state: ShellState, node: Command): void {
  const { name, prefix, args, redirects } = node;
  if (name === undefined) {
    for (const part of prefix) if (part.type === 'Assignment') assignVariable(state, part);
    return;
  }
  for (const part of prefix) if (part.type === 'Assignment' && part.value.type === 'Word') wordExpr(state, part.value);
  const command = plainCommand(name, args);
  const at = state.span(node.pos, node.end);
  if (lowerBuiltIn(state, command, at)) return;
  const output = command.name === undefined ? undefined : outputOf(state, command.name, command.args, at);
  if (output !== undefined) recordOutput(state, output, at);
  const value = output ?? recordCall(state, command, at, prefix);
  const hasOutput = output !== undefined || command.name === undefined || !isSilentCommand(state, command.name);
  if (hasOutput && !redirectsOutput(redirects)) state.output.print(value);
}

/** Records printed text as a call of `echo`, so that a message to people does not count as a request. */
function recordOutput({ builder }: ShellState, output: ExprFact, at: Span): void {
  builder.recordCall(nameExpression('echo', at), [output], at);
}

function isSilentCommand(state: ShellState, name: string): boolean {
  return state.names.isFunction(name) ? state.names.isSilent(name) : isSilent(name);
}

/** Records a call of a function or program, and of a program among its arguments; returns its result. */
function recordCall(state: ShellState, command: PlainCommand, at: Span, prefix: Command['prefix'] = []): ExprFact {
  const { builder, names } = state;
  const { word, args } = command;
  const storedProgram = command.name === undefined ? commandInVariable(state, word) : undefined;
  const name = command.name ?? storedProgram?.name;
  const isFunction = name !== undefined && names.isFunction(name);
  const isRequestProgram = name !== undefined && isClient(name) && !isFunction;
  const call = builder.openCall(at, 'call');
  const wordAt = state.span(word.pos, word.end);
  const callee = name === undefined ? unknownCallee(state, word) : calleeOf(name, isFunction, wordAt);
  const lineInput = command.lineInput && { ...command.lineInput, line: inputLine(state.stdin, at) };
  const values = args.map((arg) => argumentOf(state, arg, isRequestProgram, lineInput));
  if (lineInput !== undefined && lineInput.mark === undefined)
    values.push({ kind: 'spread', value: state.stdin ?? unknownExpression('hole', at), at });
  const host = name === undefined || isFunction ? undefined : requestedHost(state, name, prefix, at);
  const result = builder.finishCall(
    call,
    callee,
    [...(storedProgram?.words ?? []), ...values],
    namedInputs(state, host, at),
  );
  if (isFunction) names.applyFunctionCall(name, at);
  if (name === undefined || !(isClient(name) || onlyMentions(name))) runInnerCommand(state, args, at);
  return result;
}

/** The fact of a callee; programs that send nothing are `console.log`, which the engine ignores. */
function calleeOf(name: string, isFunction: boolean, at: Span): ExprFact {
  if (isFunction || !sendsNothing(name)) return nameExpression(name, at);
  return memberExpression(nameExpression('console', at), 'log', at, at);
}

/** The program and its first arguments in a variable: `$CURL …`, `"${CURL[@]}" …`. */
function commandInVariable(
  state: ShellState,
  { parts, pos, end }: Word,
): { readonly name: string; readonly words: readonly ExprFact[] } | undefined {
  const [part, ...others] = parts ?? [];
  const innerPart = part?.type === 'DoubleQuoted' && part.parts.length === 1 ? part.parts[0] : part;
  if (innerPart === undefined || others.length > 0) return undefined;
  const variable =
    innerPart.type === 'SimpleExpansion'
      ? innerPart.text.slice(1)
      : innerPart.type === 'ParameterExpansion' && innerPart.operation === undefined
        ? innerPart.parameter
        : '';
  const [program, ...words] = state.names.storedCommand(variable) ?? [];
  if (program === undefined) return undefined;
  const at = state.span(pos, end);
  return { name: program, words: words.map((text) => textExpr(state, text, at)) };
}

function unknownCallee(state: ShellState, word: Word): ExprFact {
  const value = wordExpr(state, word);
  return value.kind === 'name' ? value : unknownExpression('other', value.at);
}

/** The host that a variable sets for a program: before the command, or earlier in the script. */
function requestedHost(state: ShellState, name: string, prefix: Command['prefix'], at: Span): ExprFact | undefined {
  const variable = hostVariable(name);
  if (variable === undefined) return undefined;
  for (const part of prefix)
    if (part.type === 'Assignment' && part.name === variable && part.value.type === 'Word')
      return wordExpr(state, part.value);
  return state.names.isKnown(variable) ? state.names.variable(variable, at) : undefined;
}

/** The standard input and the host of a command, as an object of named arguments. */
function namedInputs({ builder, stdin }: ShellState, host: ExprFact | undefined, at: Span): ExprFact | undefined {
  if (stdin === undefined && host === undefined) return undefined;
  const object = builder.openObject(at);
  for (const [key, value] of Object.entries({ stdin, host }))
    if (value !== undefined) builder.recordProperty(object, { kind: 'property', key, keyAt: at, value });
  return { kind: 'object', object, at };
}

function argumentOf(state: ShellState, arg: Word | Assignment, isSplit: boolean, input?: LineInput): ExprFact {
  const at = state.span(arg.pos, arg.end);
  if (arg.type === 'Assignment')
    return arg.value.type === 'Word'
      ? state.builder.concatFact(
          [textExpr(state, `${arg.name}${arg.append === true ? '+' : ''}=`, at), wordExpr(state, arg.value)],
          at,
        )
      : unknownExpression('other', at);
  const value = argumentExpr(state, arg, isSplit);
  if (input === undefined || !hasMark(input, arg.value)) return value;
  const [only, ...others] = replaceMarks(value, input);
  return only === undefined ? value : others.length === 0 ? only : state.builder.concatFact([only, ...others], at);
}

/** Records the call of a program among the arguments of a command: `retry 3 curl …`, `docker exec web curl …`. */
function runInnerCommand(state: ShellState, args: readonly (Word | Assignment)[], at: Span): void {
  const index = args.findIndex(
    (arg) => arg.type === 'Word' && isKnown(arg) && isUnquoted(arg) && isClient(nameOf(arg) ?? ''),
  );
  const word = args[index];
  if (word?.type !== 'Word' || index === args.length - 1) return;
  recordCall(state, plainCommand(word, args.slice(index + 1)), [state.span(word.pos, word.end)[0], at[1]]);
}

function isUnquoted({ parts, value }: Word): boolean {
  return parts === undefined && /^[\w./-]+$/.test(value);
}

/** Lowers a built-in that changes variables or ends the script; returns false for any other command. */
function lowerBuiltIn(state: ShellState, { name, args }: PlainCommand, at: Span): boolean {
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
      sourceScript(state, args[0], at);
      return true;
    case 'return':
    case 'exit':
      state.output.end();
      return true;
    case 'read':
    case 'mapfile':
    case 'readarray':
    case 'getopts':
      for (const arg of args)
        if (arg.type === 'Word' && !arg.value.startsWith('-')) assignUnknown(state, arg.value, arg);
      return true;
    case 'printf':
      return printInto(state, args, at);
    default:
      return false;
  }
}

/** Lowers `local a=1 b`; with the flag `-g` a variable is one of the script, with `-n` an alias. */
function declareVariables(state: ShellState, name: string, args: readonly (Word | Assignment)[]): void {
  const flags = args.flatMap((arg) => (arg.type === 'Word' && /^-\w+$/.test(arg.value) ? [arg.value] : [])).join('');
  const isLocal = name !== 'export' && name !== 'readonly' && !flags.includes('g');
  for (const arg of args) {
    const at = state.span(arg.pos, arg.end);
    if (flags.includes('n')) {
      const alias = arg.type === 'Assignment' ? arg.name : arg.value;
      if (!alias.startsWith('-')) state.names.declare(alias, unknownExpression('other', at), at);
    } else if (arg.type === 'Assignment') assignVariable(state, arg, isLocal);
    else if (isLocal && /^[A-Za-z_]\w*$/.test(arg.value)) state.names.declare(arg.value, undefined, at);
  }
}

/** Lowers `set -- a b`; options such as `set -e` are ignored. */
function setArguments(state: ShellState, args: readonly (Word | Assignment)[], at: Span): void {
  const start = args.findIndex((arg) => arg.type === 'Word' && (arg.value === '--' || !/^[-+]/.test(arg.value)));
  const firstArgument = args[start];
  if (firstArgument === undefined) return;
  const values = args.slice(firstArgument.type === 'Word' && firstArgument.value === '--' ? start + 1 : start);
  if (
    args.slice(0, start).some((arg) => arg.type === 'Word' && arg.value.endsWith('o')) &&
    firstArgument.type === 'Word' &&
    firstArgument.value !== '--'
  )
    return;
  state.positional.set({ kind: 'array', elements: values.map((arg) => argumentOf(state, arg, true)), at });
}

/** Lowers `source ./lib.sh`: the two scripts share all names. */
function sourceScript(state: ShellState, word: Word | Assignment | undefined, at: Span): void {
  if (word?.type !== 'Word') return;
  const specifier = sourcedSpecifier(state.source.slice(word.pos, word.end).replace(/["']/g, ''));
  if (specifier !== undefined) state.builder.recordOpenImport(specifier, at, true);
}

/** Lowers `printf -v name format …`. */
function printInto(state: ShellState, [flag, target, ...words]: readonly (Word | Assignment)[], at: Span): boolean {
  if (flag?.type !== 'Word' || flag.value !== '-v' || target?.type !== 'Word') return false;
  const value = formatOutput(
    state,
    words.filter((word) => word.type === 'Word'),
    at,
  );
  if (/^[A-Za-z_]\w*$/.test(target.value)) state.names.assign({ name: target.value, operator: '=', value, at });
  return true;
}

/** Lowers `name=value`, `name+=value`, `name[key]=value` or `name=(a b)`; `isLocal`: declares a local variable. */
function assignVariable(state: ShellState, node: Assignment, isLocal = false): void {
  const { names } = state;
  const { name, append, index } = node;
  const at = state.span(node.pos, node.end);
  const value = names.lowerValue(name, () => valueOf(state, node));
  if (index !== undefined) {
    const key = subscriptOf(index, (word) => wordExpr(state, word));
    names.assignElement(names.variable(name, at), key, value, at);
    return;
  }
  if (append === true && node.value.type === 'ArrayValue') {
    if (!names.isKnown(name)) declareOrAssign(state, name, { kind: 'array', elements: [], at }, isLocal, node);
    const elements = value.kind === 'array' ? value.elements : [value];
    state.builder.recordMethodCall(names.variable(name, at), 'push', elements, at);
    return;
  }
  if (append === true) {
    if (isLocal && !names.isKnown(name)) names.declare(name, literalExpression('', at), at);
    names.assign({ name, operator: '+=', value, at });
  } else declareOrAssign(state, name, value, isLocal, node);
}

function declareOrAssign(state: ShellState, name: string, value: ExprFact, isLocal: boolean, node: Assignment): void {
  const at = state.span(node.pos, node.end);
  if (isLocal) state.names.declare(name, value, at);
  else state.names.assign({ name, operator: '=', value, at });
}

function valueOf(state: ShellState, { name, value }: Assignment): ExprFact {
  if (value.type === 'Word') return wordExpr(state, value);
  return state.names.isTable(name) ? tableOf(state, value) : arrayOf(state, value);
}

function arrayOf(state: ShellState, { pos, end, elements }: ArrayValue): ExprFact {
  return { kind: 'array', elements: elements.map((word) => argumentExpr(state, word, true)), at: state.span(pos, end) };
}

/** The fact of an associative array `([a]=1 [b]=2)`. */
function tableOf(state: ShellState, { pos, end, elements }: ArrayValue): ExprFact {
  const at = state.span(pos, end);
  const object = state.builder.openObject(at);
  for (const word of elements) {
    const keyAt = state.span(word.pos, word.end);
    const { key, value } = entryOf(state, word);
    if (key === undefined)
      state.builder.recordProperty(object, { kind: 'spread', value: unknownExpression('other', keyAt) });
    else state.builder.recordProperty(object, { kind: 'property', key, keyAt, value });
  }
  return { kind: 'object', object, at };
}

/** Splits `[key]=value` into its key and its value. */
function entryOf(state: ShellState, word: Word): { readonly key?: string; readonly value: ExprFact } {
  const at = state.span(word.pos, word.end);
  const wordValue = wordExpr(state, word);
  const parts = wordValue.kind === 'concat' ? wordValue.parts : [wordValue];
  const [first, ...tail] = parts;
  const text = first?.kind === 'literal' && typeof first.value === 'string' ? first.value : '';
  const [keyPart, key] = /^\[([^\]]+)\]=/.exec(text) ?? [];
  if (keyPart === undefined || key === undefined) return { value: wordValue };
  const value = text.slice(keyPart.length);
  const pieces: readonly ExprFact[] = [...(value === '' ? [] : [literalExpression(value, first?.at ?? at)]), ...tail];
  const [only, ...others] = pieces;
  if (only === undefined) return { key, value: literalExpression('', at) };
  return { key, value: others.length === 0 ? only : state.builder.concatFact(pieces, at) };
}

/** Assigns an unknown value to a variable, as of `read name`. */
function assignUnknown(state: ShellState, name: string, node: { readonly pos: number; readonly end: number }): void {
  const at = state.span(node.pos, node.end);
  if (/^[A-Za-z_]\w*$/.test(name))
    state.names.assign({ name, operator: '=', value: unknownExpression('other', at), at });
}

/** Lines of the input as arguments of a command: `xargs -I{} curl {}`. */
interface LineInput {
  /** Placeholder of an input line; absent if the words are appended. */
  readonly mark: string | undefined;
  /** Any line of the input. */
  readonly line: ExprFact;
}

function hasMark({ mark }: LineInput, text: string): boolean {
  return mark !== undefined && mark !== '' && text.includes(mark);
}

/** Replaces each mark in an argument by the input line. */
function replaceMarks(value: ExprFact, { mark = '', line }: LineInput): readonly ExprFact[] {
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

/** A value that represents each line of a command's input. */
function inputLine(stdin: ExprFact | undefined, at: Span): ExprFact {
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
