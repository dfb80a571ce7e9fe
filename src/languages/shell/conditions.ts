import type { AndOr, CompoundList, PipelineNode, Statement, Word } from 'unbash';
import { nameOf } from './commands.js';

type Node = PipelineNode | AndOr | CompoundList;

/** `[ "$a" = b ]`, `[[ $a != b ]]`, `test a = b`. */
export interface Equality {
  readonly left: Word;
  readonly right: Word;
  readonly equal: boolean;
  /** Its place in the script. */
  readonly node: { readonly pos: number; readonly end: number };
}

/** The comparison that is a condition; undefined for other tests, such as a pattern. */
export function equalityOf(node: Node): Equality | undefined {
  const only = onlyCommand(node);
  if (only?.type === 'TestCommand') {
    const { expression } = only;
    if (expression.type !== 'TestBinary') return undefined;
    const { left, operator, right } = expression;
    return isPattern(right) ? undefined : compared(left, operator, right, only);
  }
  if (only?.type !== 'Command' || only.name === undefined) return undefined;
  const name = nameOf(only.name);
  if (name !== '[' && name !== 'test') return undefined;
  const words = only.args.flatMap((arg) => (arg.type === 'Word' ? [arg] : []));
  if (words.length !== only.args.length || words.length !== (name === '[' ? 4 : 3)) return undefined;
  const [left, operator, right] = words;
  return left === undefined || operator === undefined || right === undefined
    ? undefined
    : compared(left, operator.value, right, only);
}

function compared(left: Word, operator: string, right: Word, node: Equality['node']): Equality | undefined {
  const isEqual = operator === '=' || operator === '==';
  return isEqual || operator === '!=' ? { left, right, equal: isEqual, node } : undefined;
}

/** Without quotes, `*` and similar characters match other texts in `[[ … ]]`. */
function isPattern({ text }: Word): boolean {
  return /[*?[(]/.test(text) && !/^(?:'[^']*'|"[^"]*")$/.test(text);
}

/** Whether the last command of a part leaves the surrounding list. */
function leadsAway(node: Node): boolean {
  const last = node.type === 'CompoundList' ? node.commands.at(-1)?.command : node;
  if (last?.type === 'BraceGroup') return leadsAway(last.body);
  if (last?.type !== 'Command' || last.name === undefined) return false;
  return LEAVING.has(nameOf(last.name) ?? '');
}

const LEAVING: ReadonlySet<string> = new Set(['break', 'continue', 'exit', 'return']);

/** A statement that leaves the list if its condition is met, or not: `test && continue`, `if test; then exit; fi`. */
export function leavingIf({ command }: Statement): { readonly test: Node; readonly met: boolean } | undefined {
  if (command.type === 'If')
    return command.elif.length === 0 && command.else === undefined && leadsAway(command.then)
      ? { test: command.clause, met: true }
      : undefined;
  if (command.type !== 'AndOr') return undefined;
  const [test, then, ...others] = command.commands;
  if (test === undefined || then === undefined || others.length > 0 || !leadsAway(then)) return undefined;
  return { test, met: command.operators[0] === '&&' };
}

function onlyCommand(node: Node): Exclude<Node, CompoundList> | undefined {
  if (node.type !== 'CompoundList') return node;
  const [only, ...others] = node.commands;
  return others.length > 0 ? undefined : only?.command;
}
