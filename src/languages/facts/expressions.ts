import type { ExprFact, FileFacts, UnknownSyntax } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';

/** The fact of an expression with an unknown value. */
export function unknownExpression(reason: UnknownSyntax, at: Span): ExprFact {
  return { kind: 'unknown', reason, at };
}

/** The fact of a literal. */
export function literalExpression(value: string | number | boolean | null, at: Span): ExprFact {
  return { kind: 'literal', value: typeof value === 'string' ? interned(value) : value, at };
}

/** The fact of a name. */
export function nameExpression(name: string, at: Span): ExprFact {
  return { kind: 'name', name: interned(name), at };
}

/** The fact of an exported name: importers see its current value, also after later assignments. */
export function liveNameExpression(name: string, at: Span): ExprFact {
  return { kind: 'name', name: interned(name), live: true, at };
}

/** The fact of a choice between two values, with nested choices by the same operator flattened. */
export function choiceExpression(operator: '||' | '??', first: ExprFact, second: ExprFact, at: Span): ExprFact {
  return { kind: 'choice', operator, options: [...optionsOf(operator, first), ...optionsOf(operator, second)], at };
}

/**
 * Returns a function that adds the links of a chain such as `a || b || c` one by one. All links share one list of
 * options, so that a long chain is not copied for each link.
 */
export function createChoiceChain(): typeof choiceExpression {
  let sharedOptions: ExprFact[] = [];
  return (operator, first, second, at) => {
    if (first.kind !== 'choice' || first.operator !== operator || first.options !== sharedOptions)
      sharedOptions = [...optionsOf(operator, first)];
    for (const option of optionsOf(operator, second)) sharedOptions.push(option);
    return { kind: 'choice', operator, options: sharedOptions, at };
  };
}

/** The fact of a value that may be absent: `a && b` in a spread. */
export function maybeExpression(value: ExprFact, at: Span): ExprFact {
  const test = unknownExpression('other', at);
  return { kind: 'choice', operator: '?:', options: [literalExpression(null, at), value], tests: [test], at };
}

/** The fact of `object.property`. */
export function memberExpression(object: ExprFact, property: string, propertyAt: Span, at: Span): ExprFact {
  return { kind: 'member', object, property: interned(property), propertyAt, at };
}

/** The fact of `object[index]`, for an index that is not a string literal. */
export function elementExpression(object: ExprFact, index: ExprFact, at: Span): ExprFact {
  return { kind: 'element', object, index, at };
}

/** The fact of an object's value at a key: a member if the key is a literal text. */
export function entryExpression(object: ExprFact, key: ExprFact, at: Span): ExprFact {
  return key.kind === 'literal' && typeof key.value === 'string'
    ? memberExpression(object, key.value, key.at, at)
    : elementExpression(object, key, at);
}

/** The fact of a value with a fallback, or of the value alone. */
export function withFallback(value: ExprFact, fallback: ExprFact | undefined, at: Span): ExprFact {
  return fallback === undefined ? value : { kind: 'default', value, fallback, at };
}

function optionsOf(operator: '||' | '??', value: ExprFact): readonly ExprFact[] {
  return value.kind === 'choice' && value.operator === operator ? value.options : [value];
}

/** Nodes, each recursively replaced by its `elementsOf`, unless these are undefined. */
export function flattenSpreads<Node>(
  nodes: readonly Node[],
  elementsOf: (node: Node) => readonly Node[] | undefined,
): readonly Node[] {
  if (!nodes.some((node) => elementsOf(node) !== undefined)) return nodes;
  const flattened: Node[] = [];
  const workList = [...nodes].reverse();
  for (let node = workList.pop(); node !== undefined; node = workList.pop()) {
    const elements = elementsOf(node);
    if (elements === undefined) flattened.push(node);
    for (const element of [...(elements ?? [])].reverse()) workList.push(element);
  }
  return flattened;
}

const SHOWN_ATTRIBUTE = /^(?:href|to|cite|title|alt|placeholder|label|description|content|children|aria-.*)$/;

/** Whether an attribute is a text or link for people, so that no request is sent because of it. */
export function isShownAttribute(name: string): boolean {
  return SHOWN_ATTRIBUTE.test(name);
}

/** Whether the content of an element is shown to people, as in `<code>{address}</code>`; components may send theirs. */
export function showsChildren(tag: string | undefined): boolean {
  return tag !== undefined && /^[a-z][a-z\d]*$/.test(tag) && tag !== 'script';
}

/** Whether an attribute is the address of a server for requests: a form's `action`, a component's `endpoint`. */
export function isServerAddress(name: string, text: string): boolean {
  return /^https?:\/\/(?:[^&]|&(?!#|\w+;))*$/.test(text) && !isShownAttribute(name);
}

/** Maximum number of memoised texts; most repetitions in programs are close together. */
const MAX_TEXTS = 50_000;

/** Maximum length of a memoised text: longer texts rarely repeat. */
const MAX_LENGTH = 60;

const internedTexts = new Map<string, string>();

/** A shared copy of a text: a substring in V8 keeps its complete source text alive. */
export function interned(text: string): string {
  if (text.length > MAX_LENGTH) return flatCopy(text);
  let copy = internedTexts.get(text);
  if (copy === undefined) {
    if (internedTexts.size >= MAX_TEXTS) internedTexts.clear();
    copy = flatCopy(text);
    internedTexts.set(copy, copy);
  }
  return copy;
}

function flatCopy(text: string): string {
  return text.length < MIN_SLICED_LENGTH || !/^[\x00-\x7f]*$/.test(text)
    ? text
    : Buffer.from(text, 'latin1').toString('latin1');
}

/** Minimum length of a substring that keeps its source text alive; V8 copies shorter ones. */
const MIN_SLICED_LENGTH = 13;

/** Calls `visit` for every expression in the facts of a file, each once. */
export function visitExprs(facts: FileFacts, visit: (expr: ExprFact) => void): void {
  const seen = new Set<ExprFact>();
  const stack: ExprFact[] = [];
  const push = (expr: ExprFact | undefined): void => {
    if (expr !== undefined && !seen.has(expr)) {
      seen.add(expr);
      stack.push(expr);
    }
  };
  for (const { value } of facts.bindings) push(value);
  for (const { value } of facts.assignments) push(value);
  for (const call of facts.calls)
    [call.callee, ...call.args, ...(call.named === undefined ? [] : [call.named])].forEach(push);
  for (const { returns, yields } of facts.functions) {
    returns.forEach(push);
    yields?.forEach(push);
  }
  for (const { properties } of facts.objects) for (const { value } of properties) push(value);
  for (const { members } of facts.classes) for (const { value } of members) push(value);
  for (const fact of facts.exports) if (fact.kind === 'local' || fact.kind === 'assigned') push(fact.value);
  facts.texts.forEach(push);
  for (let expr = stack.pop(); expr !== undefined; expr = stack.pop()) {
    visit(expr);
    partsOf(expr).forEach(push);
  }
}

/** The direct parts of an expression, in source order. */
export function partsOf(expr: ExprFact): readonly ExprFact[] {
  switch (expr.kind) {
    case 'concat':
      return expr.parts;
    case 'choice':
      return expr.options;
    case 'array':
      return expr.elements;
    case 'member':
      return [expr.object];
    case 'element':
      return [expr.object, expr.index];
    case 'spread':
    case 'each':
    case 'each-key':
    case 'rest':
      return [expr.value];
    case 'default':
      return [expr.value, expr.fallback];
    default:
      return [];
  }
}

/** A short name for an unknown expression. */
export function describeExpr(expr: ExprFact): string {
  switch (expr.kind) {
    case 'name':
      return expr.name;
    case 'this':
      return 'this';
    case 'member':
      return `${describeExpr(expr.object)}.${expr.property}`;
    case 'element':
      return `${describeExpr(expr.object)}[…]`;
    default:
      return '…';
  }
}
