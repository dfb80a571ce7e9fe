import type { IsoDate, AfterEnd, Deprecation, Dispute } from '../../core/model/deprecation.js';
import { isIsoDate, lastDayOf, shownEnd } from '../../core/lib/iso-date.js';
import { isPlural } from '../../core/lib/wording.js';
import { afterEnd } from '../../core/model/deprecation.js';
import type { Finding } from '../../core/model/finding.js';
import { asSentence, joinWords } from './sentence.js';

/** Grammatical number of the subject that a clause follows. */
export type SubjectNumber = 'singular' | 'plural';

/** Returns the grammatical number of a feature, or of another noun phrase. */
export function numberOf(subject: string): SubjectNumber {
  return isPlural(subject) ? 'plural' : 'singular';
}

/** `deprecated` up to and including the end-of-life date, `sunset` from the next day on. */
export type Lifecycle = 'deprecated' | 'sunset';

/**
 * Returns the lifecycle state of an API on a given day. Dates are calendar dates, compared as text; an API without an
 * end is never past it.
 */
export function lifecycleAt(endOfLife: IsoDate | null, asOf: IsoDate): Lifecycle {
  assertIsoDate(asOf);
  if (endOfLife === null) return 'deprecated';
  assertIsoDate(endOfLife);
  return asOf > endOfLife ? 'sunset' : 'deprecated';
}

/** Calendar days from one date to another; negative when `to` is the earlier one. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return (dayNumber(to) - dayNumber(from)) / MS_PER_DAY;
}

const MS_PER_DAY = 24 * 60 * 60 * 1000;

function dayNumber(date: IsoDate): number {
  assertIsoDate(date);
  return Date.parse(`${date}T00:00:00Z`);
}

function assertIsoDate(date: string): void {
  if (!isIsoDate(date)) throw new RangeError(`'${date}' is not a calendar date (YYYY-MM-DD)`);
}

/** Clauses that describe the effect of an end of life. */
export const END_EFFECT_CLAUSES: Readonly<Record<AfterEnd, string>> = {
  error: 'the request fails',
  'falls-forward': 'another version answers the request',
  delisted: 'it is no longer listed, and may still work',
  unsupported: 'it is no longer supported, and may still work',
};

/** Describes the effect of an end of life in a clause; undefined if the catalogue has none. */
export function describeAfterEnd(deprecation: Deprecation): string | undefined {
  const effect = afterEnd(deprecation);
  return effect === undefined ? undefined : END_EFFECT_CLAUSES[effect];
}

/** Clauses for the effect of an end of life, in a sentence that already has the date. */
const EFFECT_CLAUSES: Readonly<Record<SubjectNumber, Readonly<Record<AfterEnd, string>>>> = {
  singular: {
    error: 'requests fail from then on',
    'falls-forward': 'from then on a newer version answers',
    delisted: 'it may still work, but is no longer listed',
    unsupported: 'it may still work, without support',
  },
  plural: {
    error: 'requests fail from then on',
    'falls-forward': 'from then on newer versions answer',
    delisted: 'they may still work, but are no longer listed',
    unsupported: 'they may still work, without support',
  },
};

/** Describes the effect of the end in a clause with the date; undefined if the catalogue lacks one of the two. */
export function effectFromEnd(deprecation: Deprecation, number: SubjectNumber = 'singular'): string | undefined {
  const effect = deprecation.endOfLife === null ? undefined : afterEnd(deprecation);
  return effect === undefined ? undefined : EFFECT_CLAUSES[number][effect];
}

/** End date as a clause after the subject: `ended on 2024-05-01`, `is deprecated since 2022`. */
export function describeEnd(
  deprecation: Pick<Deprecation, 'endOfLife' | 'endOfLifeMonth' | 'deprecated' | 'appliesTo'>,
  asOf: IsoDate,
  number: SubjectNumber = 'singular',
): string {
  const { deprecated, appliesTo } = deprecation;
  const end = shownEnd(deprecation);
  const users = appliesTo === undefined ? '' : ` for ${appliesTo}`;
  const [be, ends] = number === 'plural' ? ['are', 'end'] : ['is', 'ends'];
  if (end === null)
    return `${be} deprecated${deprecated === undefined ? '' : ` since ${formatDate(deprecated)}`}${users}`;
  return `${lifecycleAt(deprecation.endOfLife, asOf) === 'sunset' ? 'ended' : ends} ${datePhrase(end)}${users}`;
}

/** Sentences on when an entry ends, and on the later decisions of the vendor. */
export function describeEntry(deprecation: Deprecation, asOf: IsoDate): string {
  const { feature } = deprecation;
  const number = numberOf(feature);
  const decision = vendorDecision(deprecation, undefined, asOf, number);
  if (decision !== undefined) return `${feature} ${describeEditionEnd(deprecation, number)}; ${decision}.`;
  return [
    `${feature} ${describeEnd(deprecation, asOf, number)}.`,
    ...(isDecidedByUser(deprecation) ? disputeSentences(deprecation) : []),
  ].join(' ');
}

/** Clause with the end and its source if the vendor disagrees: `… ends on 2025-01-06 by the published table`. */
export function describeEditionEnd(deprecation: Deprecation, number: SubjectNumber = 'singular'): string {
  const author = isOfSpecification(deprecation) ? 'the published end-of-life table' : 'this edition of the catalogue';
  const end = shownEnd(deprecation);
  return joinWords(number === 'plural' ? 'end' : 'ends', end === null ? undefined : datePhrase(end), 'by', author);
}

/** Whether an entry comes from the specification, with or without later changes. */
export function isOfSpecification({ layers: [first] }: Deprecation): boolean {
  return first?.kind === 'edition' && first.name === 'specification';
}

/**
 * Returns the objections of other sources to the end of life, one sentence each. With a finding, only those to its
 * operation.
 */
export function disputeSentences(deprecation: Deprecation, finding?: Pick<Finding, 'operation'>): readonly string[] {
  return [...userDecision(deprecation), ...disputesOf(deprecation, finding).map(disputeClause)].map(asSentence);
}

/**
 * Clause after `… ends on 2025-01-06 by …` saying that the vendor has overruled the end in the edition; undefined if
 * the two agree, or a layer of the user decides.
 */
export function vendorDecision(
  deprecation: Deprecation,
  finding: Pick<Finding, 'operation'> | undefined,
  asOf: IsoDate,
  number: SubjectNumber = 'singular',
): string | undefined {
  if (deprecation.endOfLife === null || isDecidedByUser(deprecation)) return undefined;
  const [decisive] = disputesOf(deprecation, finding).filter(
    // Without a finding the clause is about the whole entry, and not the few operations that are supported again.
    (dispute) =>
      (finding !== undefined || dispute.kind !== 'revived') && changesState(dispute, deprecation.endOfLife, asOf),
  );
  return decisive === undefined ? undefined : decisionClause(decisive, asOf, number);
}

function changesState(dispute: Dispute, endOfLife: IsoDate | null, asOf: IsoDate): boolean {
  return dispute.kind !== 'moved' || lifecycleOf(dispute.endOfLife, asOf) !== lifecycleAt(endOfLife, asOf);
}

/** Returns the state for an end: a day, or a month, which ends with its last day. */
function lifecycleOf(end: string | null, asOf: IsoDate): Lifecycle {
  return lifecycleAt(end === null ? null : lastDayOf(end), asOf);
}

function decisionClause(dispute: Dispute, asOf: IsoDate, number: SubjectNumber): string {
  const { vendor = 'the vendor', since } = dispute;
  const [it, stillWorks] = number === 'plural' ? ['them', 'they still work'] : ['it', 'it still works'];
  const when = since === undefined ? '' : ` ${datePhrase(since)}`;
  switch (dispute.kind) {
    case 'withdrawn':
      return `${vendor} cancelled that${when}, and ${stillWorks}`;
    case 'revived':
      return since === undefined
        ? `${vendor} supports ${it} again`
        : `${vendor} has supported ${it} again since ${formatDate(since)}`;
    case 'moved': {
      const { endOfLife } = dispute;
      if (endOfLife === null) return `${vendor} no longer announces an end${when}, and ${stillWorks}`;
      if (lifecycleOf(endOfLife, asOf) === 'sunset') return `${vendor} already ended ${it} ${datePhrase(endOfLife)}`;
      return `${vendor} moved that to ${formatDate(endOfLife)}${when}, and ${stillWorks}`;
    }
  }
}

/** Whether a layer of the user sets another end than the layers below it. */
export function isDecidedByUser(deprecation: Deprecation): boolean {
  return userDecision(deprecation).length > 0;
}

/** Sentence saying that a layer of the user decides, if lower layers have another end. */
function userDecision({ layers }: Deprecation): readonly string[] {
  const layersWithEnd = layers.filter(({ endOfLife }) => endOfLife !== undefined);
  const deciding = layersWithEnd.at(-1);
  const lowerEnd = layersWithEnd.at(-2)?.endOfLife;
  if (
    deciding === undefined ||
    lowerEnd === undefined ||
    lowerEnd === deciding.endOfLife ||
    deciding.kind === 'edition'
  )
    return [];
  const catalogueEnd = lowerEnd === null ? 'has none' : `says ${formatDate(lowerEnd)}`;
  return [`the day is from your ${deciding.name}; the catalogue ${catalogueEnd}`];
}

/**
 * Returns the disputes about a finding: one about operations that are supported again only for such an operation. The
 * end of the edition in use is not a dispute, but reported with its author.
 */
export function disputesOf(
  { disputes = [], layers: [first] }: Deprecation,
  finding?: Pick<Finding, 'operation'>,
): readonly Dispute[] {
  return disputes.filter((dispute) => {
    if (dispute.kind === 'moved') return first?.kind !== 'edition' || first.name !== dispute.edition;
    return dispute.kind === 'withdrawn' || finding === undefined || isListedIn(finding.operation, dispute.operations);
  });
}

function isListedIn(operation: Finding['operation'], operations: readonly string[]): boolean {
  if (operation === undefined) return false;
  const shape = shapeOf(`${operation.method} ${operation.path}`);
  return operations.some((text) => shapeOf(text) === shape);
}

/** One clause, with its source: `the vendor cancelled this deprecation on 2024-06-17 (…)`. */
export function describeDispute(dispute: Dispute): string {
  // The specification is not a later decision of the vendor, and has no source.
  return isFromSpecification(dispute) ? disputeClause(dispute) : `${disputeClause(dispute)} (${dispute.source})`;
}

function isFromSpecification(dispute: Dispute): boolean {
  return dispute.kind === 'moved' && dispute.edition === 'specification';
}

function disputeClause(dispute: Dispute): string {
  const { vendor = 'the vendor', since } = dispute;
  const when = since === undefined ? '' : ` ${datePhrase(since)}`;
  switch (dispute.kind) {
    case 'withdrawn':
      return `${vendor} cancelled this deprecation${when}`;
    case 'revived':
      return `${vendor} supports the operation again${since === undefined ? '' : `, since ${formatDate(since)}`}`;
    case 'moved': {
      const end = dispute.endOfLife;
      if (isFromSpecification(dispute))
        return `the specification ${end === null ? 'gives no end date' : `says ${formatDate(end)}`}`;
      return end === null
        ? `${vendor} no longer announces an end${when}`
        : `${vendor} moved the date to ${formatDate(end)}${when}`;
    }
  }
}

/** Date with its preposition: `on 2024-06-17`, `in June 2024`. */
export function datePhrase(date: string): string {
  return `${date.length === 'YYYY-MM-DD'.length ? 'on' : 'in'} ${formatDate(date)}`;
}

/** The operation without its parameter names, which differ between sources. */
export function shapeOf(operation: string): string {
  return operation.replaceAll(/\{[^{}]*\}/g, '{}');
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** A month in words, `January 2026`; days and years are unchanged. */
export function formatDate(date: string): string {
  const [year = '', month = '', day] = date.split('-');
  const name = day === undefined ? MONTHS[Number(month) - 1] : undefined;
  return name === undefined ? date : `${name} ${year}`;
}

/** The end of life for a cell or a title: a day, a month in words, or a remark that there is none. */
export function endInWords(end: Pick<Deprecation, 'endOfLife' | 'endOfLifeMonth'>): string {
  const endDate = shownEnd(end);
  return endDate === null ? 'none announced' : formatDate(endDate);
}
