import { addDays, shownEnd } from '../../core/lib/iso-date.js';
import type { Catalogue, Deprecation, IsoDate, Api } from '../../core/model/deprecation.js';
import { datePhrase, lifecycleAt, shapeOf } from './describe-end.js';
import { dottedPath } from '../../core/lib/json.js';
import { addTo } from '../../core/lib/collections.js';
import type { Operation } from '../../core/model/endpoint.js';
import type { AlsoChange, Finding } from '../../core/model/finding.js';
import { asSentence, asCode } from './sentence.js';

/** Number of days before its end of life from which a value is no longer offered as a replacement. */
const NOTICE_DAYS = 30;

/** The parts of a catalogue that describe replacements. */
export type Known = Pick<Catalogue, 'apis' | 'deprecations'>;

/**
 * Returns the deprecation with a replacement that works on a day and for `NOTICE_DAYS` after it. A value that ends
 * before that is replaced by the replacement in its own entry of the catalogue. The value that the vendor named is
 * still shown, with its end of life.
 */
export function withLivingReplacement(deprecation: Deprecation, known: Known, asOf: IsoDate): Deprecation {
  const { replacement, api } = deprecation;
  if (replacement.kind !== 'product' || !MAY_BE_VALUES.test(replacement.name)) return deprecation;
  const entries = known.deprecations.filter((entry) => entry.api === api);
  const limit = addDays(asOf, NOTICE_DAYS);
  const choices = choicesOf(replacement.name);
  const endingChoices = choices.flatMap((name) => endingName(name, entries, limit) ?? []);
  if (endingChoices.length === 0) return deprecation;
  const unaffected = choices.filter((name) => !endingChoices.some((ending) => ending.choice === name));
  const usable = unaffected.length > 0 ? unaffected : usableChoices(choices, entries, limit, new Set([deprecation]));
  const vendor = known.apis.find(({ id }) => id === api)?.vendor ?? 'the vendor';
  // A value that works today, though not for long, is better than no replacement.
  const offered = usable.length > 0 ? usable : choices.filter((name) => stillWorks(name, entries, asOf));
  if (offered.length === 0) return { ...deprecation, replacement: { kind: 'unstated' } };
  return {
    ...deprecation,
    replacement: { kind: 'product', name: `${anyOf(offered)}; ${describeEnding(endingChoices, vendor, asOf)}` },
  };
}

/** Pattern of value names: words with a hyphen or a digit, without capitals. */
const MAY_BE_VALUES = /(?:^|[\s,])[a-z0-9][a-z0-9./:-]*[-0-9]/;

/** Choices in a text: `a, b or c` as `a`, `b` and `c`. */
export function choicesOf(name: string): readonly string[] {
  return name.split(/, or |, | or /).filter((choice) => choice !== '');
}

/** Whether a value has ended, or ends within the notice period of a day. */
export function endsSoon(choice: string, api: string, { deprecations }: Known, asOf: IsoDate): boolean {
  const entries = deprecations.filter((entry) => entry.api === api);
  return endingName(choice, entries, addDays(asOf, NOTICE_DAYS)) !== undefined;
}

interface EndingName {
  readonly choice: string;
  readonly name: string;
  readonly entry: Deprecation;
}

/** The value at the beginning of a choice, if an entry ends it before a day. */
function endingName(choice: string, entries: readonly Deprecation[], limit: IsoDate): EndingName | undefined {
  const [name = ''] = choice.split(' ');
  const entry = entries.find((deprecation) => covers(deprecation, name));
  return entry?.endOfLife == null || entry.endOfLife > limit ? undefined : { choice, name, entry };
}

/** Whether an entry covers a value, in a body or as a segment of its paths. */
function covers(entry: Deprecation, name: string): boolean {
  if (entry.kind === 'value') return entry.equals.includes(name);
  return (
    entry.kind === 'endpoint' &&
    name.includes('-') &&
    entry.endpoints.some(({ path }) => path.text.split('/').some((segment) => segment.split(':')[0] === name))
  );
}

/** Choices that end after a day; one that ends before is replaced by those of the replacement in its entry. */
function usableChoices(
  choices: readonly string[],
  entries: readonly Deprecation[],
  limit: IsoDate,
  seen: Set<Deprecation>,
): readonly string[] {
  const found = choices.flatMap((choice) => {
    const ending = endingName(choice, entries, limit);
    if (ending === undefined) return [choice];
    const { replacement } = ending.entry;
    if (seen.has(ending.entry) || replacement.kind !== 'product') return [];
    return usableChoices(choicesOf(replacement.name), entries, limit, new Set([...seen, ending.entry]));
  });
  return [...new Set(found)];
}

function stillWorks(choice: string, entries: readonly Deprecation[], asOf: IsoDate): boolean {
  const ending = endingName(choice, entries, '9999-12-31');
  return ending === undefined || lifecycleAt(ending.entry.endOfLife, asOf) !== 'sunset';
}

/** Choices as part of a sentence: `a, b or c`. */
function anyOf(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}

/** Clauses about choices that end: `a, which the vendor named, ended on 2025-10-08, and b ends on 2025-12-11`. */
function describeEnding(endings: readonly EndingName[], vendor: string, asOf: IsoDate): string {
  return endings
    .map(({ name, entry }, index) => {
      const end = shownEnd(entry);
      const verb = lifecycleAt(entry.endOfLife, asOf) === 'sunset' ? 'ended' : 'ends';
      return `${name}${index === 0 ? `, which ${vendor} named,` : ''} ${verb} ${end === null ? '' : datePhrase(end)}`;
    })
    .join(' and ');
}

/**
 * Returns the advice to print after a semicolon: the code to write if the catalogue has it, otherwise the whole
 * replacement.
 */
export function insteadOf(finding: Finding, deprecation: Deprecation): string {
  return codeInstead(finding, deprecation) ?? replacementOf(finding, deprecation);
}

/** Returns the code to write, if the catalogue has it. */
function codeInstead(finding: Finding, deprecation: Deprecation): string | undefined {
  if (deprecation.kind === 'segment')
    return `write ${asCode(deprecation.replacedBy)} instead of ${asCode(deprecation.segment)}`;
  if (deprecation.kind !== 'field') return undefined;
  const { operation, fields } = finding;
  const { instead, joinedInto, pointers } = deprecation;
  // A finding for a resource without listed arguments names one argument.
  const isOne = (fields === undefined && finding.about === 'resource') || (fields ?? pointers).length === 1;
  const target = joinedInto === undefined ? undefined : asCode(dottedPath(joinedInto));
  if (operation?.method === 'GET') return target === undefined ? undefined : `read ${target} instead`;
  if (target !== undefined) return `write ${isOne ? 'it' : 'them'} into ${target}`;
  return instead === undefined ? undefined : `write ${asCode(instead)} instead`;
}

function replacementOf(finding: Finding, deprecation: Deprecation): string {
  const { replacement } = deprecation;
  switch (replacement.kind) {
    case 'operation':
      return `use ${asCode(operationInstead(finding, deprecation, replacement.operation))}`;
    case 'product': {
      const use = `use ${replacement.name.replace(/^The /, 'the ')}`;
      return withChanges(use, changesWith(finding, deprecation));
    }
    case 'none':
      return 'there is no replacement';
    case 'unstated':
      return adviceInstead(finding, deprecation) ?? 'no replacement is named';
  }
}

/** Further changes that the found request needs with the replacements of its values. */
export function changesWith(
  { alsoChange = [] }: Pick<Finding, 'alsoChange'>,
  { replacement }: Pick<Deprecation, 'replacement'>,
): readonly AlsoChange[] {
  if (alsoChange.length === 0 || replacement.kind !== 'product') return [];
  const choices = choicesOf(replacement.name.split(';')[0] ?? '');
  return alsoChange.flatMap(({ names, ...change }) => {
    const named = names.filter((name) => choices.some((choice) => choice === name || choice.startsWith(`${name} `)));
    return named.length === 0 ? [] : [{ names: named, ...change }];
  });
}

/** Further changes that calls need with the replacements of an entry's values: one line for each operation. */
export function changeLines(deprecation: Deprecation, { successors = [] }: Pick<Api, 'successors'>): readonly string[] {
  const byOperation = new Map<string, AlsoChange[]>();
  for (const { names, source, changes } of successors)
    for (const { operations, fields, ...change } of changes)
      for (const operation of operations)
        for (const field of fields) addTo(byOperation, operation, { names, source, field, ...change });
  const endpoints = 'endpoints' in deprecation ? deprecation.endpoints : [];
  return [...byOperation].flatMap(([operation, alsoChange]) => {
    const isOwn = endpoints.some(({ methods, path }) =>
      methods.some((method) => operation === `${method} ${path.text}`),
    );
    const clauses = isOwn ? clausesOf(changesWith({ alsoChange }, deprecation)) : [];
    return clauses.map((clause) => `${operation}: ${clause}`);
  });
}

/** Advice to use a value, with its further changes: `use b, rename x to y, and drop z`. */
function withChanges(use: string, changes: readonly AlsoChange[]): string {
  const clauses = clausesOf(
    changes.filter(({ field, value }) => value === undefined || !use.includes(set(field, value))),
  );
  if (clauses.length === 0) return use;
  const isOne = !use.includes(';') && !use.includes(' or ');
  if (isOne) return series([use, ...clauses]);
  const names = [...new Set(changes.flatMap((change) => change.names))];
  return `${use}; with ${names.join(' or ')} ${series(clauses)}`;
}

function clausesOf(changes: readonly AlsoChange[]): readonly string[] {
  const dropped = new Map<string, string[]>();
  const others = changes.flatMap(({ field, becomes, needs, value, unless }) => {
    const name = asCode(dottedPath(field));
    if (becomes !== undefined) return [`rename ${name} to ${asCode(becomes)}`];
    if (value !== undefined) return [`set ${asCode(set(field, value))}`];
    if (needs !== undefined) return [`for ${name} ${needs.map(instruction).join(' or ')}`];
    const condition = unless === undefined ? '' : ` unless you set ${asCode(set(unless.pointer, unless.equals))}`;
    addTo(dropped, condition, name);
    return [];
  });
  const drops = [...dropped].map(([condition, names]) => `drop ${series([...new Set(names)])}${condition}`);
  return [...new Set([...others, ...drops])];
}

/** Formats a required change as an instruction: `call POST /bells` or `set chime: none`. */
function instruction(needed: string): string {
  return `${/^[A-Z]+ \//.test(needed) ? 'call' : 'set'} ${asCode(needed)}`;
}

function set(pointer: string, value: string): string {
  return `${dottedPath(pointer)}: ${value}`;
}

/** Joins items of a series: `a`, `a and b`, `a, b, and c`. */
function series(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  if (parts.length < 3) return parts.join(' and ');
  return `${parts.slice(0, -1).join(', ')}, and ${last}`;
}

/** The replacement of the found operation: the one for this operation if the catalogue has it, else the entry's. */
export function operationInstead(
  { operation }: Pick<Finding, 'operation'>,
  deprecation: Deprecation,
  { method, path }: Operation,
): string {
  const own = operation === undefined ? undefined : sameToday(deprecation, operation);
  return own ?? `${method} ${path.text}`;
}

/** Returns the catalogue's advice for cases where the vendor names no replacement. */
function adviceInstead(finding: Finding, { advice }: Deprecation): string | undefined {
  const terraform = finding.about === 'resource' ? advice?.terraform : undefined;
  const text = terraform ?? advice?.endpoint ?? sentencesOf(advice?.caution ?? '')[0];
  return text === undefined ? undefined : withoutStop(text);
}

/** Beginning of the line of advice that points to `explain` and to the notice of the vendor. */
export const POINTER = 'More: ';

/** Returns the next steps, one short sentence each, without anything that the message already says. */
export function adviceLines(finding: Finding, deprecation: Deprecation, message: string): readonly string[] {
  const { id, replacement, url } = deprecation;
  const instead = replacementFor(finding, deprecation);
  return [
    ...(replacement.kind === 'operation' && replacement.note !== undefined ? [asSentence(replacement.note)] : []),
    ...(instead === '' || lowerCased(message).includes(lowerCased(instead)) ? [] : [asSentence(`Instead: ${instead}`)]),
    // A URL is the end of its line: a full stop after it would be read as a part of it.
    url === undefined
      ? `${POINTER}${asCode(`sunset-lint explain ${id}`)}.`
      : `${POINTER}${asCode(`sunset-lint explain ${id}`)}, ${url}`,
  ];
}

/** The replacement to show with a finding: an operation for a program, an attribute for a resource. */
function replacementFor(finding: Finding, deprecation: Deprecation): string {
  const { advice, kind, replacement } = deprecation;
  if (finding.about === 'resource') return markUp(firstStatement(advice?.terraform ?? ''), /^[a-z0-9]+(?:_[a-z0-9]+)+/);
  if (kind === 'segment' || replacement.kind === 'operation') return '';
  const { operation } = finding;
  if (kind === 'field' && deprecation.instead !== undefined)
    return operation?.method === 'GET' ? '' : asCode(deprecation.instead);
  if (advice?.operations !== undefined) {
    const same = operation === undefined ? undefined : sameToday(deprecation, operation);
    return same === undefined ? '' : asCode(same);
  }
  const endpoint = markUp(firstStatement(advice?.endpoint ?? ''), /^(?:[A-Z]+(?:(?:\||, | and )[A-Z]+)* )?\/[^\s,:;]*/);
  return operation === undefined || coversMethod(endpoint, operation.method) ? endpoint : '';
}

/** The current operation for an old one: `GET /towers/{id}`. Parameters may have other names. */
export function sameToday(
  { advice }: Deprecation,
  { method, path }: { readonly method: string; readonly path: string },
): string | undefined {
  const { operations = {} } = advice ?? {};
  const shape = shapeOf(`${method} ${path}`);
  const [, own] = Object.entries(operations).find(([old]) => shapeOf(old) === shape) ?? [];
  return own ?? operations[method];
}

/** Whether advice covers a method: advice that begins with methods covers these alone. */
function coversMethod(advice: string, method: string): boolean {
  const [, methods] = /^`?([A-Z]+(?:(?:\||, | and )[A-Z]+)*) \//.exec(advice) ?? [];
  return methods === undefined || methods.split(/\||, | and /).includes(method);
}

/** The first statement of a text with advice; `explain` prints the whole text. */
function firstStatement(text: string): string {
  return text.split(/[;.:](?:\s|$)|, (?=with |and |whose |then )/)[0] ?? text;
}

/** Marks the value at the beginning of a text with advice as code; prose may follow. */
function markUp(text: string, value: RegExp): string {
  return text.includes('`') ? text : text.replace(value, asCode);
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?]) (?=[A-Z])/).filter((sentence) => sentence !== '');
}

function withoutStop(text: string): string {
  return text.replace(/[.]$/, '');
}

function lowerCased(text: string): string {
  return text.toLowerCase();
}
