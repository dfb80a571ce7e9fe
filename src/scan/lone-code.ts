import { CLIENT_MODELS } from '../clients/index.js';
import { SET_UP } from '../clients/set-up.js';
import { isSpan } from '../facts/record-places.js';
import type { FileVersion } from '../facts/record-places.js';
import { visitExprs } from '../facts/visit-exprs.js';
import type { CallFact, ExprFact, FileFacts } from '../model/facts.js';
import type { Span } from '../model/span.js';

/** The part of two texts that differs, in whole lines without the blanks around it: where it is in each. */
export function differingStretch(before: string, now: string): { readonly before: Span; readonly now: Span } {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start += 1;
  start = before.lastIndexOf('\n', start - 1) + 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  const isLine = (text: string): boolean => text.length === end || text.at(-1 - end) === '\n';
  if (!isLine(before) || !isLine(now)) {
    const line = before.indexOf('\n', before.length - end);
    end = line < 0 ? 0 : before.length - line;
  }
  return { before: trimmed(before, [start, before.length - end]), now: trimmed(now, [start, now.length - end]) };
}

function trimmed(text: string, [start, end]: Span): Span {
  const [from, to] = [start, Math.max(start, end)];
  const inside = text.slice(from, to);
  return [to - inside.trimStart().length, from + inside.trimEnd().length];
}

/** Clients that are functions which every program has. */
const SENDERS: ReadonlySet<string> = new Set(
  CLIENT_MODELS.filter(({ requests }) => requests.some(({ member }) => member === '')).flatMap(({ origins }) =>
    origins.flatMap((origin) => ('global' in origin && origin.language === undefined ? [origin.global] : [])),
  ),
);

/** Names that every program has and that change nothing. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['Array', 'Boolean', 'Date', 'Error', 'JSON', 'Math', 'Number', 'Promise', 'String', 'console', 'undefined'],
  ...['decodeURIComponent', 'encodeURIComponent', 'isNaN', 'parseFloat', 'parseInt'],
]);

/**
 * Whether whole statements of a module, which are parsed by themselves as well, stand alone: they name nothing of the
 * module, which names nothing of them, and others get nothing of them but functions that send what they say themselves,
 * and values that no request can have a piece of.
 */
export function standsAlone(module: FileVersion, span: Span, stretch: FileVersion): boolean {
  const { facts } = stretch;
  const { imports, assignments, classes, deletions, opens = [], tooDeep } = facts;
  if (stretch.text === '') return true;
  const others = [imports, assignments, classes, deletions, opens];
  if (tooDeep === true || others.some((part) => part.length > 0)) return false;
  return isWhole(module, span, stretch) && isApart(module.facts, span, facts) && new Lone(facts).isLone();
}

/** Whether a range of a module is what it is by itself: nothing reaches across its ends, and the module alone is around it. */
function isWhole({ facts, text }: FileVersion, [start, end]: Span, stretch: FileVersion): boolean {
  let inside = 0;
  for (const { key, span } of spansIn(facts)) {
    const [from, to] = span;
    if (to <= start || from >= end) continue;
    if (from >= start && to <= end && !isOfModule(key, span, text)) inside += 1;
    else if (!isOfModule(key, span, text)) return false;
  }
  const own = [...spansIn(stretch.facts)].filter(({ key, span }) => !isOfModule(key, span, stretch.text));
  return inside === own.length;
}

/** Whether a span is the scope of what is declared, or the block of what is run, in no function. */
function isOfModule(key: string, [from, to]: Span, text: string): boolean {
  return (key === 'scope' || key === 'block') && from === 0 && to >= text.trimEnd().length;
}

function* spansIn(value: unknown, key = ''): Iterable<{ readonly key: string; readonly span: Span }> {
  if (isSpan(value)) yield { key, span: value };
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) yield* spansIn(part, name);
}

/** Whether the names of a range are its own: the rest of the module has none of them, and it none of the rest. */
function isApart(module: FileFacts, [start, end]: Span, own: FileFacts): boolean {
  const isInside = ({ at }: { readonly at: Span }): boolean => at[0] >= start && at[1] <= end;
  const around = module.bindings.filter((binding) => !isInside(binding));
  const isBound = (name: string, at: Span): boolean =>
    around.some((binding) => binding.name === name && binding.scope[0] <= at[0] && at[1] <= binding.scope[1]);
  const declared = new Set(own.bindings.map(({ name }) => name));
  if ([...declared].some((name) => isBound(name, [start, end]))) return false;
  let isFree = true;
  const visit = (expr: ExprFact): void => {
    if (expr.kind !== 'name' || isInside(expr) || !declared.has(expr.name)) return;
    isFree &&= isBound(expr.name, expr.at);
  };
  visitExprs(module, visit);
  for (const read of module.reads) {
    let root = read;
    while (root.kind === 'member' || root.kind === 'element') root = root.object;
    visit(root);
  }
  for (const { value, among } of module.comparisons) [value, ...among].forEach(visit);
  visitExprs(own, (expr) => {
    if (expr.kind !== 'name' || declared.has(expr.name)) return;
    isFree &&= (SENDERS.has(expr.name) || PLAIN.has(expr.name)) && !isBound(expr.name, [start, end]);
  });
  return isFree;
}

/** Code of which nothing is named elsewhere, and that names nothing of elsewhere. */
class Lone {
  readonly #facts: FileFacts;
  /** Functions that are written as an argument, which nobody else calls. */
  readonly #callbacks: ReadonlySet<number>;

  constructor(facts: FileFacts) {
    this.#facts = facts;
    this.#callbacks = new Set(
      facts.calls.flatMap(({ args }) => args.flatMap((arg) => (arg.kind === 'function' ? [arg.function] : []))),
    );
  }

  /** Whether others get nothing of it by which one of their requests, or what they are given, could become another. */
  isLone(): boolean {
    const { bindings, calls, exports, functions } = this.#facts;
    const foreign: ExprFact[] = [];
    visitExprs(this.#facts, (expr) => {
      const isSetUp = expr.kind === 'member' && SET_UP.has(expr.property);
      if (isSetUp || expr.kind === 'this' || expr.kind === 'super' || expr.kind === 'imported') foreign.push(expr);
    });
    return (
      foreign.length === 0 &&
      exports.every((fact) => fact.kind === 'local' && this.#isInert(fact.value)) &&
      bindings.every(({ kind, value }) => kind === 'parameter' || value === undefined || this.#isInert(value)) &&
      functions.every(
        ({ returns, yields = [] }) => yields.length === 0 && returns.every((value) => this.#isInert(value)),
      ) &&
      calls.every((call) => this.#isKnown(call))
    );
  }

  /** Whether nothing can be made of a value that a request is made of. */
  #isInert(value: ExprFact): boolean {
    switch (value.kind) {
      case 'literal':
        return typeof value.value !== 'string';
      case 'array':
        return value.elements.every((element) => this.#isInert(element));
      case 'function':
        return true;
      case 'name':
        return this.#isResponse(value) || this.#isFunction(value.name);
      case 'call':
      case 'member':
        return this.#isResponse(value);
      default:
        return false;
    }
  }

  /** Whether a value is of what a request was answered with. */
  #isResponse(value: ExprFact): boolean {
    if (value.kind === 'member') return this.#isResponse(value.object);
    if (value.kind === 'name') return this.#isGiven(value.name);
    if (value.kind !== 'call') return false;
    const { callee, form } = this.#facts.calls[value.call] ?? {};
    if (callee === undefined || form === 'tag') return false;
    return callee.kind === 'name' && SENDERS.has(callee.name) ? !this.#declares(callee.name) : this.#isResponse(callee);
  }

  /** Whether a call is one of a client, of what it answers with, of a plain function, or of one that is declared here. */
  #isKnown({ callee }: CallFact): boolean {
    if (callee.kind === 'name')
      return this.#declares(callee.name)
        ? this.#isFunction(callee.name)
        : SENDERS.has(callee.name) || PLAIN.has(callee.name);
    if (callee.kind !== 'member') return false;
    const { object } = callee;
    return (
      this.#isResponse(object) || (object.kind === 'name' && PLAIN.has(object.name) && !this.#declares(object.name))
    );
  }

  #declares(name: string): boolean {
    return this.#facts.bindings.some((binding) => binding.name === name);
  }

  /** Whether a name is that of a function, and of nothing else. */
  #isFunction(name: string): boolean {
    const own = this.#facts.bindings.filter((binding) => binding.name === name);
    return own.length > 0 && own.every(({ value }) => value?.kind === 'function');
  }

  /** Whether a name is that of what a callback of a client is given, or of what was made of an answer, and of nothing else. */
  #isGiven(name: string): boolean {
    const own = this.#facts.bindings.filter((binding) => binding.name === name);
    return (
      own.length > 0 &&
      own.every(({ kind, value }) =>
        kind === 'parameter'
          ? value?.kind === 'parameter' && this.#callbacks.has(value.function)
          : value !== undefined && value.kind !== 'name' && this.#isResponse(value),
      )
    );
  }
}

/** The names that statements export. */
export function exportedNames({ exports }: FileFacts): ReadonlySet<string> {
  return new Set(exports.flatMap((fact) => (fact.kind === 'local' ? [fact.name] : [])));
}
