import type { Deprecation, Dispute, Layer } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';
import { shownEnd } from '../../lib/iso-date.js';

/**
 * When something ends, who says so, and what another edition says against it, in one sentence: `The end of life of …
 * is …; the vendor moved it to … .` With a finding, only what holds for its operation.
 */
export function describeEnd(deprecation: Deprecation, finding?: Pick<Finding, 'operation'>): string {
  const clauses = [decidedBy(deprecation), ...disputesOf(deprecation, finding).map(describeDispute)];
  return `${[statement(deprecation), ...clauses].filter((clause) => clause !== '').join('; ')}.`;
}

function statement({ feature, endOfLife, endOfLifeMonth, deprecated, layers }: Deprecation): string {
  if (endOfLife === null) {
    const since = deprecated === undefined ? '' : ` since ${marked(deprecated)}`;
    return `${code(feature)} is deprecated${since}; no end of life is announced`;
  }
  const decider = deciderOf(layers);
  const by = decider === undefined ? '' : ` by your ${code(decider.by.name)}`;
  return `The end of life of ${code(feature)} ${isOn(endOfLifeMonth ?? endOfLife)}${by}`;
}

/** `is `, and the day or month as a sentence has it: reports put behind it how far it is. */
export function isOn(shown: string): string {
  return `is ${marked(shown)}`;
}

/** What the catalogue says, where a layer of the user says something else. */
function decidedBy({ layers }: Deprecation): string {
  const below = deciderOf(layers)?.below;
  if (below === undefined) return '';
  return below === null ? 'the catalogue has none' : `the catalogue says ${marked(below)}`;
}

/** The layer of the user whose end of life counts, and what those below it say; undefined where they say the same. */
function deciderOf(layers: readonly Layer[]): { readonly by: Layer; readonly below: string | null } | undefined {
  const said = layers.filter(({ endOfLife }) => endOfLife !== undefined);
  const by = said.at(-1);
  const below = said.at(-2)?.endOfLife;
  if (by === undefined || below === undefined || below === by.endOfLife || by.kind === 'edition') return undefined;
  return { by, below };
}

/**
 * The disputes that a reader of a finding should know: of operations in use again only where it is of one of them. What
 * the edition in use says is told with who changed it.
 */
export function disputesOf(
  { disputes = [], layers: [first] }: Deprecation,
  finding?: Pick<Finding, 'operation'>,
): readonly Dispute[] {
  return disputes.filter((dispute) => {
    if (dispute.kind === 'moved') return first?.kind !== 'edition' || first.name !== dispute.edition;
    return dispute.kind === 'withdrawn' || finding === undefined || isAmong(finding.operation, dispute.operations);
  });
}

function isAmong(operation: Finding['operation'], operations: readonly string[]): boolean {
  if (operation === undefined) return false;
  const shape = shapeOf(`${operation.method} ${operation.path}`);
  return operations.some((text) => shapeOf(text) === shape);
}

/** One clause, with day and source: `the vendor withdrew it on 2024-06-17 (…)`. */
export function describeDispute(dispute: Dispute): string {
  // The older edition knows less, and is no news of the vendor's.
  if (dispute.kind === 'moved' && dispute.edition === 'specification')
    return `the specification says ${dispute.endOfLife === null ? 'nothing of an end' : marked(dispute.endOfLife)}`;
  const when = dispute.since === undefined ? '' : ` ${dated(dispute.since, dispute.kind)}`;
  return `${said(dispute)}${when} (${dispute.source})`;
}

function said(dispute: Dispute): string {
  switch (dispute.kind) {
    case 'withdrawn':
      return 'the vendor withdrew it';
    case 'revived':
      return 'the operation is in use again';
    case 'moved':
      return dispute.endOfLife === null
        ? 'the vendor announces no end any more'
        : `the vendor moved it to ${marked(dispute.endOfLife)}`;
  }
}

function dated(since: string, kind: Dispute['kind']): string {
  if (kind === 'revived') return `since ${spoken(since)}`;
  return `${since.length === 'YYYY-MM-DD'.length ? 'on' : 'in'} ${spoken(since)}`;
}

/** Parameters have other names in other sources. */
function shapeOf(operation: string): string {
  return operation.replaceAll(/\{[^}]*\}/g, '{}');
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** A month in words, `January 2026`; days and years stay as they are. */
export function spoken(date: string): string {
  const [year = '', month = '', day] = date.split('-');
  const name = day === undefined ? MONTHS[Number(month) - 1] : undefined;
  return name === undefined ? date : `${name} ${year}`;
}

/** A day is marked as code, as the catalogue writes it; a month is a word. */
function marked(date: string): string {
  const text = spoken(date);
  return text === date ? code(date) : text;
}

/** The end of life in words for a cell or a title: a day, a month in words, or that there is none. */
export function spokenEnd(end: Pick<Deprecation, 'endOfLife' | 'endOfLifeMonth'>): string {
  const shown = shownEnd(end);
  return shown === null ? 'none announced' : spoken(shown);
}

function code(text: string): string {
  return text.includes('`') ? text : `\`${text}\``;
}
