import type { Deprecation, Dispute, IsoDate } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';
import { shownEnd } from '../../lib/iso-date.js';
import { lifecycleAt } from './lifecycle.js';
import { asSentence } from './sentence.js';

/** When something ends, to stand behind what ends: `ended on 2024-05-01`, `is deprecated since 2022`. */
export function describeEnd(
  deprecation: Pick<Deprecation, 'endOfLife' | 'endOfLifeMonth' | 'deprecated'>,
  asOf: IsoDate,
): string {
  const { endOfLife, endOfLifeMonth, deprecated } = deprecation;
  if (endOfLife === null) return `is deprecated${deprecated === undefined ? '' : ` since ${spoken(deprecated)}`}`;
  const verb = lifecycleAt(endOfLife, asOf) === 'sunset' ? 'ended' : 'ends';
  return endOfLifeMonth === undefined ? `${verb} on ${endOfLife}` : `${verb} in ${spoken(endOfLifeMonth)}`;
}

/** What others say against the end of life, one sentence each. With a finding, only what holds for its operation. */
export function disputeLines(deprecation: Deprecation, finding?: Pick<Finding, 'operation'>): readonly string[] {
  return [...decidedBy(deprecation), ...disputesOf(deprecation, finding).map(said)].map(asSentence);
}

/** That a layer of the user decides, where those below it say something else. */
function decidedBy({ layers }: Deprecation): readonly string[] {
  const said = layers.filter(({ endOfLife }) => endOfLife !== undefined);
  const by = said.at(-1);
  const below = said.at(-2)?.endOfLife;
  if (by === undefined || below === undefined || below === by.endOfLife || by.kind === 'edition') return [];
  return [`the day is from your ${by.name}; the catalogue ${below === null ? 'has none' : `says ${spoken(below)}`}`];
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

/** One clause, with its source: `the vendor withdrew it on 2024-06-17 (…)`. */
export function describeDispute(dispute: Dispute): string {
  // The older edition knows less, and is no news of the vendor's.
  return isOlder(dispute) ? said(dispute) : `${said(dispute)} (${dispute.source})`;
}

function isOlder(dispute: Dispute): boolean {
  return dispute.kind === 'moved' && dispute.edition === 'specification';
}

function said(dispute: Dispute): string {
  const when = dispute.since === undefined ? '' : ` ${dated(dispute.since, dispute.kind)}`;
  switch (dispute.kind) {
    case 'withdrawn':
      return `the vendor withdrew it${when}`;
    case 'revived':
      return `the operation is in use again${when}`;
    case 'moved': {
      const end = dispute.endOfLife;
      if (isOlder(dispute)) return `the specification says ${end === null ? 'nothing of an end' : spoken(end)}`;
      return end === null
        ? `the vendor announces no end any more${when}`
        : `the vendor moved it to ${spoken(end)}${when}`;
    }
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

/** The end of life in words for a cell or a title: a day, a month in words, or that there is none. */
export function spokenEnd(end: Pick<Deprecation, 'endOfLife' | 'endOfLifeMonth'>): string {
  const shown = shownEnd(end);
  return shown === null ? 'none announced' : spoken(shown);
}
