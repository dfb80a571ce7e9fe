import { escapeRegExp } from '../../core/lib/escape.js';
import type { BindingFact, CallFact, FileFacts } from '../../core/model/facts.js';
import type { LanguageId } from '../../core/model/language.js';
import { contains } from '../../core/model/span.js';
import type { Place, Span } from '../../core/model/span.js';

/** A literal to change, and the requests whose findings need the same change. */
export interface Claim {
  readonly place: Place;
  /** Calls that send these requests, or call a function that does. */
  readonly senders: readonly Place[];
}

/** Largest number of names between a literal and its request: `const PATH = …; const url = BASE + PATH`. */
const MAX_NAMES = 4;

/**
 * Whether a literal is used only by the requests that claim it: the literal is in their calls, or all uses of its
 * constant or function are, in other files as well. False if this cannot be proven.
 */
export function isOwned({ place, senders }: Claim, file: FixFile, sources: FixSources): boolean {
  return isReachedOnlyBy(place.span, file, { senders, sources }, MAX_NAMES);
}

interface OwnershipQuery {
  readonly senders: readonly Place[];
  readonly sources: FixSources;
}

function isReachedOnlyBy(span: Span, file: FixFile, query: OwnershipQuery, remainingNames: number): boolean {
  if (query.senders.some((sender) => sender.file === file.name && contains(sender.span, span))) return true;
  const facts = remainingNames === 0 ? undefined : file.facts();
  const binding = facts && bindingAround(span, facts);
  if (facts === undefined || binding === undefined) return false;
  const elsewhere = isExported(binding, facts) ? usesElsewhere(binding, file, query) : [];
  if (elsewhere === undefined) return false;
  const key = propertyKeyOf(binding, span, facts);
  const here = usesOf(binding, file.text).map((use): Use => ({ file, span: use }));
  const uses = [...here, ...elsewhere].filter((use) => !readsOtherKey(use.file.text, use.span, key));
  return uses.length > 0 && uses.every((use) => isReachedOnlyBy(use.span, use.file, query, remainingNames - 1));
}

interface Use {
  readonly file: FixFile;
  readonly span: Span;
}

function usesElsewhere({ at }: BindingFact, file: FixFile, { sources }: OwnershipQuery): readonly Use[] | undefined {
  const uses = sources.usesElsewhere?.(file.name, at)?.map((use) => {
    const other = fixFile(use.file, file.language, sources);
    return other && { file: other, span: use.span };
  });
  return uses?.every((use) => use !== undefined) === true ? uses : undefined;
}

/** Innermost constant or function whose value contains the literal unchanged. */
function bindingAround(span: Span, facts: FileFacts): BindingFact | undefined {
  const binding = facts.bindings
    .filter(({ value }) => value !== undefined && contains(value.at, span))
    .reduce<BindingFact | undefined>(
      (inner, candidate) =>
        inner?.value && candidate.value && contains(candidate.value.at, inner.value.at) ? inner : candidate,
      undefined,
    );
  const value = binding?.value;
  if (binding === undefined || value === undefined) return undefined;
  if (binding.kind !== 'const' && binding.kind !== 'function') return undefined;
  const isBetween = (at: Span): boolean => contains(value.at, at) && contains(at, span);
  if (facts.assignments.some(({ at }) => isBetween(at)) || facts.classes.some(({ at }) => isBetween(at)))
    return undefined;
  if (facts.calls.some((call) => isBetween(call.at) && !isBuilderCall(call))) return undefined;
  const functionsBetween = facts.functions.filter(({ at }) => isBetween(at));
  if (functionsBetween.length === 0) return binding;
  // A function that is the value must return the literal.
  const returnedExprs =
    functionsBetween.length === 1 && value.kind === 'function' ? functionsBetween[0]?.returns : undefined;
  return returnedExprs?.some(({ at }) => contains(at, span)) === true ? binding : undefined;
}

/** Names of functions that only convert their arguments. */
const BUILDER_NAMES = new Set(
  'concat freeze join resolve replace replaceAll toString trim format stringify URL String encodeURI raw'.split(' '),
);

function isBuilderCall({ callee }: CallFact): boolean {
  return BUILDER_NAMES.has(callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '');
}

function isExported({ name, at, value }: BindingFact, { exports }: FileFacts): boolean {
  return exports.some((fact) => {
    if (fact.kind === 'from' || fact.kind === 'all') return false;
    if (fact.kind === 'local' && fact.name === name) return true;
    if (fact.value.kind === 'name') return fact.value.name === name;
    return contains(fact.value.at, at) || (value !== undefined && contains(fact.value.at, value.at));
  });
}

/** Key of the property that contains the literal, if the value is an object literal. */
function propertyKeyOf({ value }: BindingFact, span: Span, { objects }: FileFacts): string | undefined {
  if (value?.kind !== 'object') return undefined;
  const property = objects[value.object]?.properties.find((candidate) => contains(candidate.value.at, span));
  return property?.kind === 'property' ? property.key : undefined;
}

/** All occurrences of the name in its scope, in comments and texts as well, except its declaration. */
function usesOf({ name, at, scope }: BindingFact, text: string): readonly Span[] {
  const word = new RegExp(`(?<![\\p{ID_Continue}$#]|(?<!\\.\\.)\\.)${escapeRegExp(name)}(?![\\p{ID_Continue}$])`, 'gu');
  return [...text.slice(...scope).matchAll(word)]
    .map(({ index }): Span => [scope[0] + index, scope[0] + index + name.length])
    .filter(([start]) => start !== at[0]);
}

/** Whether a use reads another property, such as `PATHS.other`. */
function readsOtherKey(text: string, [, end]: Span, key: string | undefined): boolean {
  if (key === undefined) return false;
  const [, property] = /^\.([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(text.slice(end, end + 200)) ?? [];
  return property !== undefined && property !== key;
}

/** A file that a fix changes, in its analysed state. */
export interface FixFile {
  readonly name: string;
  readonly language: LanguageId;
  readonly text: string;
  /** Returns the facts; called only where the text alone does not decide. */
  readonly facts: () => FileFacts | undefined;
}

/** Access of fixes to the files of a host. */
export interface FixSources {
  readonly textOf: (file: string) => string | undefined;
  readonly factsOf: (file: string, language: LanguageId) => FileFacts | undefined;
  /**
   * Uses of an export in other files; `at` is the name in its declaration. Undefined where not all uses are known;
   * absent for a host without access to other files.
   */
  readonly usesElsewhere?: (file: string, at: Span) => readonly Place[] | undefined;
}

/** Returns a file for the fixes of findings in a language; undefined if its text is not available. */
export function fixFile(name: string, language: LanguageId, sources: FixSources): FixFile | undefined {
  const text = sources.textOf(name);
  if (text === undefined) return undefined;
  return { name, language, text, facts: () => sources.factsOf(name, language) };
}
