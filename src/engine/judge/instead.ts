import { dotted } from '../../lib/json-pointer.js';
import type { Deprecation } from '../../model/deprecation.js';
import type { Operation } from '../../model/endpoint.js';
import type { Finding } from '../../model/finding.js';
import { shapeOf } from './describe-end.js';
import { asSentence, code } from './sentence.js';

/** What to do, to stand behind a semicolon: what to write where the catalogue says it, else the whole replacement. */
export function insteadOf(finding: Finding, deprecation: Deprecation): string {
  return writtenInstead(finding, deprecation) ?? replacementOf(finding, deprecation);
}

/** What to write, where the catalogue says it. */
function writtenInstead(finding: Finding, deprecation: Deprecation): string | undefined {
  if (deprecation.kind === 'segment')
    return `write ${code(deprecation.replacedBy)} instead of ${code(deprecation.segment)}`;
  if (deprecation.kind !== 'field') return undefined;
  const { operation, fields } = finding;
  const { instead, joinedInto, pointers } = deprecation;
  // A resource without a list of arguments is found by one.
  const isOne = (fields === undefined && finding.about === 'resource') || (fields ?? pointers).length === 1;
  const target = joinedInto === undefined ? undefined : code(dotted(joinedInto));
  if (operation?.method === 'GET') return target === undefined ? undefined : `read ${target} instead`;
  if (target !== undefined) return `write ${isOne ? 'it' : 'them'} into ${target}`;
  return instead === undefined ? undefined : `write ${code(instead)} instead`;
}

function replacementOf(finding: Finding, deprecation: Deprecation): string {
  const { replacement } = deprecation;
  switch (replacement.kind) {
    case 'operation':
      return `use ${code(operationInstead(finding, deprecation, replacement.operation))}`;
    case 'product':
      return `use ${replacement.name.replace(/^The /, 'the ')}`;
    case 'none':
      return 'there is no replacement';
    case 'unstated':
      return adviceInstead(finding, deprecation) ?? 'no replacement is named';
  }
}

/** The operation to call instead of the one that was found: its own where the catalogue has one, else that of the entry. */
export function operationInstead(
  { operation }: Pick<Finding, 'operation'>,
  deprecation: Deprecation,
  { method, path }: Operation,
): string {
  const own = operation === undefined ? undefined : sameToday(deprecation, operation);
  return own ?? `${method} ${path.text}`;
}

/** What the catalogue advises where the vendor names no replacement. */
function adviceInstead(finding: Finding, { advice }: Deprecation): string | undefined {
  const terraform = finding.about === 'resource' ? advice?.terraform : undefined;
  const way = terraform ?? advice?.endpoint ?? sentencesOf(advice?.caution ?? '')[0];
  return way === undefined ? undefined : withoutStop(way);
}

/** How to go on, one short sentence each, without what the message says already. */
export function adviceLines(finding: Finding, deprecation: Deprecation, message: string): readonly string[] {
  const { id, replacement, url } = deprecation;
  const way = wayOf(finding, deprecation);
  return [
    ...(replacement.kind === 'operation' && replacement.note !== undefined ? [asSentence(replacement.note)] : []),
    ...(way === '' || lowered(message).includes(lowered(way)) ? [] : [asSentence(`Instead: ${way}`)]),
    // An address ends where the line does: a full stop behind it would be taken for a part of it.
    url === undefined
      ? `More: ${code(`sunset-lint explain ${id}`)}.`
      : `More: ${code(`sunset-lint explain ${id}`)}, ${url}`,
  ];
}

/** The way that fits where it was found: a program calls an operation, a resource has an attribute. */
function wayOf(finding: Finding, deprecation: Deprecation): string {
  const { advice, kind, replacement } = deprecation;
  if (finding.about === 'resource') return markUp(brief(advice?.terraform ?? ''), /^[a-z0-9]+(?:_[a-z0-9]+)+/);
  if (kind === 'segment' || replacement.kind === 'operation') return '';
  const { operation } = finding;
  if (kind === 'field' && deprecation.instead !== undefined)
    return operation?.method === 'GET' ? '' : code(deprecation.instead);
  if (advice?.operations !== undefined) {
    const same = operation === undefined ? undefined : sameToday(deprecation, operation);
    return same === undefined ? '' : code(same);
  }
  const way = markUp(brief(advice?.endpoint ?? ''), /^(?:[A-Z]+(?:(?:\||, | and )[A-Z]+)* )?\/[^\s,:;]*/);
  return operation === undefined || isFor(way, operation.method) ? way : '';
}

/** The operation that does today what an old one did: `GET /towers/{id}`. Parameters may have other names. */
export function sameToday(
  { advice }: Deprecation,
  { method, path }: { readonly method: string; readonly path: string },
): string | undefined {
  const { operations = {} } = advice ?? {};
  const shape = shapeOf(`${method} ${path}`);
  const [, own] = Object.entries(operations).find(([old]) => shapeOf(old) === shape) ?? [];
  return own ?? operations[method];
}

/** Whether an advice speaks of this method: it does where it begins with others only, no more than with none. */
function isFor(way: string, method: string): boolean {
  const [, named] = /^`?([A-Z]+(?:(?:\||, | and )[A-Z]+)*) \//.exec(way) ?? [];
  return named === undefined || named.split(/\||, | and /).includes(method);
}

/** The first statement of an advice; the rest is left to `explain`. */
function brief(text: string): string {
  return text.split(/[;.:](?:\s|$)|, (?=with |and |whose |then )/)[0] ?? text;
}

/** Advice begins with a value as a rule and may go on in prose. */
function markUp(text: string, value: RegExp): string {
  return text.includes('`') ? text : text.replace(value, code);
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?]) (?=[A-Z])/).filter((sentence) => sentence !== '');
}

function withoutStop(text: string): string {
  return text.replace(/[.]$/, '');
}

function lowered(text: string): string {
  return text.toLowerCase();
}
