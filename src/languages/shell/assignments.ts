import { literalExpression, unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { ArrayValue, Assignment, Word } from 'unbash';
import { subscriptOf } from './expansions.js';
import type { ShellState } from './state.js';
import { argumentExpr, wordExpr } from './words.js';

/** `name=value`, `name+=value`, `name[key]=value`, `name=(a b)`; `local`: as a declaration of the function's own. */
export function assign(state: ShellState, node: Assignment, local = false): void {
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

/** `([a]=1 [b]=2)`. */
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

/** `local -n name=other`: it is another variable under this name. */
export function assignUnknown(
  state: ShellState,
  name: string,
  node: { readonly pos: number; readonly end: number },
): void {
  const at = state.span(node.pos, node.end);
  if (/^[A-Za-z_]\w*$/.test(name))
    state.names.assign({ name, operator: '=', value: unknownExpression('other', at), at });
}
