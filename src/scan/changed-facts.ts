import { differingFacts, isSpan } from '../languages/facts/differing-facts.js';
import type { FileVersion } from '../languages/facts/differing-facts.js';
import type { ClientModel } from '../core/model/client-model.js';
import type { FileFacts, CallFact, ExprFact } from '../core/model/facts.js';
import type { LanguageId } from '../core/model/language.js';
import type { ModuleReader } from '../core/model/module-reader.js';
import type { Span } from '../core/model/span.js';
import { mayContainDirective } from './directives/directive.js';
import type { FileKind, Parsers } from '../languages/table.js';
import type { Catalogue } from '../core/model/deprecation.js';
import { mentionedApis } from '../select/text-mentions.js';
import { mentionsOf } from '../select/mentions.js';
import { isMinified } from '../select/select-file.js';
import type { IndependenceTest, ScanDependencies } from './open-scan.js';
import type { SourceStore } from './source-store.js';
import type { Steps } from './steps.js';
import { areNeverRead } from './unread-facts.js';
import { CLIENT_MODELS } from '../knowledge/clients/index.js';
import { CLIENT_SETUP_MEMBERS } from '../knowledge/clients/verbs.js';
import { visitExprs } from '../languages/facts/expressions.js';

/** The texts of both states of a change. */
export interface BothStates {
  readonly before: SourceStore;
  readonly now: SourceStore;
}

/** Largest number of characters to compare; beyond it, a scan is faster than parsing both states of each file. */
const MAX_TEXT = 1_000_000;

/**
 * Returns the files of a change that may affect findings: their facts differ in parts that an analysis reads, or their
 * texts in parts that the selection reads. The other files add or remove no finding in any file.
 */
export function* changedFacts(
  files: readonly string[],
  states: BothStates,
  catalogue: Catalogue,
  { loadIndependence, clients }: IndependenceOptions = {},
): Steps<readonly string[]> {
  const comparable = files.filter((file) => isSameForSelection(file, states, catalogue));
  const characters = comparable.reduce((sum, file) => sum + (states.before.text(file)?.length ?? 0), 0);
  if (characters > MAX_TEXT) return files;
  const languages = comparable.flatMap((file) => kindsOf(file, states.now).map(({ language }) => language.id));
  for (const store of [states.before, states.now]) yield store.parsers.load(languages);
  const harmlessFiles = new Set<string>();
  for (const file of comparable) {
    yield;
    if (kindsOf(file, states.now).every(({ language }) => hasEqualFacts(file, language.id, states, catalogue)))
      harmlessFiles.add(file);
  }
  const statementChanges =
    loadIndependence === undefined
      ? []
      : comparable.filter((file) => !harmlessFiles.has(file)).flatMap((file) => differingStatements(file, states));
  if (statementChanges.length > 0 && loadIndependence !== undefined) {
    let isIndependentCode: ((statements: StatementRange) => boolean) | undefined;
    yield loadIndependence().then((code) => void (isIndependentCode = independenceTest(code, clients)));
    for (const { file, ranges } of statementChanges)
      if (ranges.every((statements) => isIndependentCode?.(statements) === true)) harmlessFiles.add(file);
  }
  return files.filter((file) => !harmlessFiles.has(file));
}

interface IndependenceOptions {
  readonly loadIndependence?: ScanDependencies['loadIndependence'];
  readonly clients?: readonly ClientModel[] | undefined;
}

/** Standalone statements of one state of a file, parsed by themselves. */
interface StatementRange {
  readonly text: string;
  readonly facts: FileFacts;
}

/** Returns the standalone statements in which the two states of a file differ; none if they differ in other code. */
function differingStatements(
  file: string,
  { before, now }: BothStates,
): readonly { readonly file: string; readonly ranges: readonly StatementRange[] }[] {
  const [kind, ...otherKinds] = kindsOf(file, now);
  if (kind?.language.id !== 'javascript' || kind.hostFile !== undefined || otherKinds.length > 0) return [];
  const [old, current] = [before, now].map((store) => ({ text: store.text(file) ?? '', facts: store.facts(file) }));
  if (
    old?.facts === undefined ||
    current?.facts === undefined ||
    before.hasSyntaxErrors(file) ||
    now.hasSyntaxErrors(file)
  )
    return [];
  const spans = differingRange(old.text, current.text);
  const [removed, inserted] = [
    independentStatements(file, { text: old.text, facts: old.facts }, spans.before, before.parsers),
    independentStatements(file, { text: current.text, facts: current.facts }, spans.now, now.parsers),
  ];
  if (removed === undefined || inserted === undefined) return [];
  const [oldNames, newNames] = [exportedNames(removed.facts), exportedNames(inserted.facts)];
  // A re-exported module may have a name that this module no longer exports, or now shadows.
  const isShadowing = current.facts.exports.some(({ kind }) => kind === 'all' || kind === 'assigned');
  const hasAllExports =
    [...oldNames].every((name) => newNames.has(name)) && (!isShadowing || newNames.size === oldNames.size);
  return hasAllExports ? [{ file, ranges: [removed, inserted] }] : [];
}

function independentStatements(
  file: string,
  module: FileVersion,
  place: Span,
  parsers: Parsers,
): StatementRange | undefined {
  const text = module.text.slice(...place);
  try {
    const { facts, syntaxErrors } = parsers.of('javascript').parse(file, text);
    return syntaxErrors === 0 && isIndependent(module, place, { text, facts }) ? { text, facts } : undefined;
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

/** Returns a test for statements that other code cannot use in a request to an API of any catalogue. */
function independenceTest(
  { catalogues: [appliedCatalogue, possibleCatalogue], createTest }: IndependenceTest,
  clients: readonly ClientModel[] | undefined,
): (statements: StatementRange) => boolean {
  const { of: mentionOf, wordKindIn, hasMember } = mentionsOf(possibleCatalogue);
  return ({ text, facts }) => {
    if (mentionOf(text) !== undefined || wordKindIn(text) !== 'none' || hasMember(text)) return false;
    const modules: ModuleReader = {
      resolve: () => ({ kind: 'unresolved', reason: 'it imports nothing' }),
      facts: (file) => (file === facts.file ? facts : undefined),
      mentionsApi: () => [],
      importers: () => [],
    };
    const parts = { modules, ...(clients === undefined ? {} : { clients }) };
    return (
      createTest({ ...parts, catalogue: appliedCatalogue, ownOrigin: 'asked' })(facts.file) &&
      createTest({ ...parts, catalogue: possibleCatalogue, ownOrigin: 'left out' })(facts.file)
    );
  };
}

function kindsOf(file: string, store: SourceStore): readonly FileKind[] {
  return store.kinds.readFirstLine(file, store.text(file) ?? '');
}

/** Whether the tests that select files give the same answers for both texts of a file. */
function isSameForSelection(file: string, { before, now }: BothStates, catalogue: Catalogue): boolean {
  const texts = [before.text(file), now.text(file)];
  // Directives are not compared: a file that may have one counts as different.
  if (texts.some((text) => text === undefined || mayContainDirective(text))) return false;
  const [old, current] = [before, now].map((store) => kindsOf(file, store));
  if (
    current === undefined ||
    current.length === 0 ||
    !isSamePair([old, current].map((kinds) => kinds?.map(({ language }) => language.id)))
  )
    return false;
  return isSamePair(
    texts.map((text = '') => [
      mentionedApis(text, catalogue),
      isMinified(text),
      ...current.map(({ language: { imports, forms } }) => {
        const mentions = mentionsOf(catalogue, forms);
        return [mentions.of(text), mentions.hasContext(text), mentions.wordKindIn(text), imports.clausesIn(text)];
      }),
    ]),
  );
}

function isSamePair([first, second]: readonly unknown[]): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function hasEqualFacts(file: string, language: LanguageId, { before, now }: BothStates, catalogue: Catalogue): boolean {
  const versions = [before, now].map((store) => ({ text: store.text(file) ?? '', facts: store.facts(file, language) }));
  const [old, current] = versions;
  if (old?.facts === undefined || current?.facts === undefined) return false;
  // The facts of code with syntax errors depend on all code around it.
  if (before.hasSyntaxErrors(file) || now.hasSyntaxErrors(file)) return false;
  const differing = differingFacts({ text: old.text, facts: old.facts }, { text: current.text, facts: current.facts });
  if (Object.keys(differing).length === 0) return true;
  const { forms } = now.kinds.of(file).find((kind) => kind.language.id === language)?.language ?? {};
  const { of: mentionOf } = mentionsOf(catalogue, forms);
  if (language !== 'javascript') return false;
  return areNeverRead(differing, [old.text, current.text], (piece) => mentionOf(piece) !== undefined);
}

/** Returns the ranges in which two texts differ, extended to full lines and without surrounding whitespace. */
function differingRange(before: string, now: string): { readonly before: Span; readonly now: Span } {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start += 1;
  start = before.lastIndexOf('\n', start - 1) + 1;
  let suffixLength = 0;
  while (suffixLength < shorter - start && before.at(-1 - suffixLength) === now.at(-1 - suffixLength))
    suffixLength += 1;
  const isLineStart = (text: string): boolean => text.length === suffixLength || text.at(-1 - suffixLength) === '\n';
  if (!isLineStart(before) || !isLineStart(now)) {
    const lineEnd = before.indexOf('\n', before.length - suffixLength);
    suffixLength = lineEnd < 0 ? 0 : before.length - lineEnd;
  }
  return {
    before: trimmedSpan(before, [start, before.length - suffixLength]),
    now: trimmedSpan(now, [start, now.length - suffixLength]),
  };
}

function trimmedSpan(text: string, [start, end]: Span): Span {
  const [from, to] = [start, Math.max(start, end)];
  const inside = text.slice(from, to);
  return [to - inside.trimStart().length, from + inside.trimEnd().length];
}

/** Clients that are global functions. */
const GLOBAL_CLIENTS: ReadonlySet<string> = new Set(
  CLIENT_MODELS.filter(({ requests }) => requests.some(({ member }) => member === '')).flatMap(({ origins }) =>
    origins.flatMap((origin) => ('global' in origin && origin.language === undefined ? [origin.global] : [])),
  ),
);

/** Global names without side effects. */
const PURE_GLOBALS: ReadonlySet<string> = new Set([
  ...['Array', 'Boolean', 'Date', 'Error', 'JSON', 'Math', 'Number', 'Promise', 'String', 'console', 'undefined'],
  ...['decodeURIComponent', 'encodeURIComponent', 'isNaN', 'parseFloat', 'parseInt'],
]);

/**
 * Whether statements of a module are independent: they share no names with the rest of the module, and pass to
 * other code only functions that send complete requests, and values that cannot be part of a request.
 */
function isIndependent(module: FileVersion, span: Span, statements: FileVersion): boolean {
  const { facts } = statements;
  const { imports, assignments, classes, deletions, opens = [], tooDeep } = facts;
  if (statements.text === '') return true;
  const excluded = [imports, assignments, classes, deletions, opens];
  if (tooDeep === true || excluded.some((part) => part.length > 0)) return false;
  return (
    isSelfContained(module, span, statements) &&
    sharesNoNames(module.facts, span, facts) &&
    new IsolatedCode(facts).isIsolated()
  );
}

/**
 * Whether a range of a module has the same facts when parsed alone: no node crosses its ends, and only the module
 * encloses it.
 */
function isSelfContained({ facts, text }: FileVersion, [start, end]: Span, statements: FileVersion): boolean {
  let spansInside = 0;
  for (const { key, span } of spansIn(facts)) {
    const [from, to] = span;
    if (to <= start || from >= end) continue;
    if (from >= start && to <= end && !isModuleScope(key, span, text)) spansInside += 1;
    else if (!isModuleScope(key, span, text)) return false;
  }
  const ownSpans = [...spansIn(statements.facts)].filter(({ key, span }) => !isModuleScope(key, span, statements.text));
  return spansInside === ownSpans.length;
}

/** Whether a span is the scope of a declaration, or the block of a statement, outside of all functions. */
function isModuleScope(key: string, [from, to]: Span, text: string): boolean {
  return (key === 'scope' || key === 'block') && from === 0 && to >= text.trimEnd().length;
}

function* spansIn(value: unknown, key = ''): Iterable<{ readonly key: string; readonly span: Span }> {
  if (isSpan(value)) yield { key, span: value };
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) yield* spansIn(part, name);
}

/** Whether a range and the rest of the module have no names in common. */
function sharesNoNames(module: FileFacts, [start, end]: Span, statements: FileFacts): boolean {
  const isInside = ({ at }: { readonly at: Span }): boolean => at[0] >= start && at[1] <= end;
  const outerBindings = module.bindings.filter((binding) => !isInside(binding));
  const isBound = (name: string, at: Span): boolean =>
    outerBindings.some((binding) => binding.name === name && binding.scope[0] <= at[0] && at[1] <= binding.scope[1]);
  const declaredNames = new Set(statements.bindings.map(({ name }) => name));
  if ([...declaredNames].some((name) => isBound(name, [start, end]))) return false;
  let hasNoSharedName = true;
  const checkOuterName = (expr: ExprFact): void => {
    if (expr.kind !== 'name' || isInside(expr) || !declaredNames.has(expr.name)) return;
    hasNoSharedName &&= isBound(expr.name, expr.at);
  };
  visitExprs(module, checkOuterName);
  for (const read of module.reads) {
    let root = read;
    while (root.kind === 'member' || root.kind === 'element') root = root.object;
    checkOuterName(root);
  }
  for (const { value, among } of module.comparisons) [value, ...among].forEach(checkOuterName);
  visitExprs(statements, (expr) => {
    if (expr.kind !== 'name' || declaredNames.has(expr.name)) return;
    hasNoSharedName &&=
      (GLOBAL_CLIENTS.has(expr.name) || PURE_GLOBALS.has(expr.name)) && !isBound(expr.name, [start, end]);
  });
  return hasNoSharedName;
}

/** Code that shares no names with other code. */
class IsolatedCode {
  readonly #facts: FileFacts;
  /** Function literals in arguments, which have no caller but the callee. */
  readonly #callbacks: ReadonlySet<number>;

  constructor(facts: FileFacts) {
    this.#facts = facts;
    this.#callbacks = new Set(
      facts.calls.flatMap(({ args }) => args.flatMap((arg) => (arg.kind === 'function' ? [arg.function] : []))),
    );
  }

  /** Whether this code passes no value to other code that could change requests or their arguments. */
  isIsolated(): boolean {
    const { bindings, calls, exports, functions } = this.#facts;
    const foreignExprs: ExprFact[] = [];
    visitExprs(this.#facts, (expr) => {
      const isSetUp = expr.kind === 'member' && CLIENT_SETUP_MEMBERS.has(expr.property);
      if (isSetUp || expr.kind === 'this' || expr.kind === 'super' || expr.kind === 'imported') foreignExprs.push(expr);
    });
    return (
      foreignExprs.length === 0 &&
      exports.every((fact) => fact.kind === 'local' && this.#isInert(fact.value)) &&
      bindings.every(({ kind, value }) => kind === 'parameter' || value === undefined || this.#isInert(value)) &&
      functions.every(
        ({ returns, yields = [] }) => yields.length === 0 && returns.every((value) => this.#isInert(value)),
      ) &&
      calls.every((call) => this.#isKnownCallee(call))
    );
  }

  /** Whether a value cannot be part of a request. */
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

  /** Whether a value is part of a response. */
  #isResponse(value: ExprFact): boolean {
    if (value.kind === 'member') return this.#isResponse(value.object);
    if (value.kind === 'name') return this.#isResponseName(value.name);
    if (value.kind !== 'call') return false;
    const { callee, form } = this.#facts.calls[value.call] ?? {};
    if (callee === undefined || form === 'tag') return false;
    return callee.kind === 'name' && GLOBAL_CLIENTS.has(callee.name)
      ? !this.#declares(callee.name)
      : this.#isResponse(callee);
  }

  /** Whether the callee is a client, a method of its response, a pure global function, or declared in this code. */
  #isKnownCallee({ callee }: CallFact): boolean {
    if (callee.kind === 'name')
      return this.#declares(callee.name)
        ? this.#isFunction(callee.name)
        : GLOBAL_CLIENTS.has(callee.name) || PURE_GLOBALS.has(callee.name);
    if (callee.kind !== 'member') return false;
    const { object } = callee;
    return (
      this.#isResponse(object) ||
      (object.kind === 'name' && PURE_GLOBALS.has(object.name) && !this.#declares(object.name))
    );
  }

  #declares(name: string): boolean {
    return this.#facts.bindings.some((binding) => binding.name === name);
  }

  /** Whether a name is bound only to functions. */
  #isFunction(name: string): boolean {
    const bindings = this.#facts.bindings.filter((binding) => binding.name === name);
    return bindings.length > 0 && bindings.every(({ value }) => value?.kind === 'function');
  }

  /** Whether a name is bound only to parameters of callbacks, or to values computed from a response. */
  #isResponseName(name: string): boolean {
    const bindings = this.#facts.bindings.filter((binding) => binding.name === name);
    return (
      bindings.length > 0 &&
      bindings.every(({ kind, value }) =>
        kind === 'parameter'
          ? value?.kind === 'parameter' && this.#callbacks.has(value.function)
          : value !== undefined && value.kind !== 'name' && this.#isResponse(value),
      )
    );
  }
}

/** The names that statements export. */
function exportedNames({ exports }: FileFacts): ReadonlySet<string> {
  return new Set(exports.flatMap((fact) => (fact.kind === 'local' ? [fact.name] : [])));
}
