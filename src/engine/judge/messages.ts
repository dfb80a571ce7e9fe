import { dotted } from '../../lib/json-pointer.js';
import type { Deprecation, IsoDate } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';
import { describeEnd, disputeLines } from './describe-end.js';
import { doubtsOf } from './doubts.js';
import { adviceLines, insteadOf } from './instead.js';
import { asSentence, bounded, code } from './sentence.js';
import { subjectOf } from './subject.js';
import type { Subject } from './subject.js';

/** What is said of a finding: one sentence, and short lines for hosts that have room. */
export interface Wording {
  /** One sentence of at most `MAX_MESSAGE` characters, where what was found is not longer by itself. */
  readonly message: string;
  /** What qualifies it, what matters most first: doubts, what others say against it, what is known of what is sent. */
  readonly notes: readonly string[];
  /** How to go on. */
  readonly advice: readonly string[];
}

/**
 * Says a finding in words. The day decides no more than whether something ends or ended. A mistake has words of its
 * own, and needs no deprecation.
 */
export function describeFinding(finding: Finding, deprecation: Deprecation | undefined, asOf: IsoDate): Wording {
  if (finding.problem !== undefined) return describeMistake(finding, finding.problem);
  if (deprecation === undefined) throw new RangeError(`no deprecation '${finding.deprecation}'`);
  const heads = subjectOf(finding, deprecation).map((subject) =>
    headOf(subject, HEDGES[finding.confidence], describeEnd(deprecation, asOf)),
  );
  const head = bounded(heads);
  const message = join(head, insteadOf(finding, deprecation));
  return {
    message,
    notes: [
      ...doubtsOf(finding, deprecation),
      ...disputeLines(deprecation, finding),
      ...finding.notes.map(asSentence),
      ...(head === heads[0]
        ? []
        : [`All of them: ${(finding.fields ?? []).map((field) => code(dotted(field))).join(', ')}.`]),
    ],
    advice: adviceLines(finding, deprecation, message),
  };
}

function headOf({ thing, act }: Subject, hedge: string, end: string): string {
  if (act !== undefined) return `${thing} ${hedge === '' ? '' : `${hedge} `}${act} ${end}`;
  return hedge === '' ? `${thing} ${end}` : `${hedge} ${thing}, which ${end}`;
}

const HEDGES: Readonly<Record<Finding['confidence'], string>> = {
  certain: '',
  probable: 'probably',
  possible: 'possibly',
};

/** Of a mistake: what is wrong, and what to do about it. Its notes are what else is wrong with the request. */
function describeMistake({ reason, remedy, notes }: Finding, problem: string): Wording {
  const head = problem.replace(/[.]$/, '');
  const message = join(head, remedy === undefined ? [] : [remedy.replace(/[.]$/, '')]);
  const isTold = remedy === undefined || message !== asSentence(head);
  return { message, notes, advice: [...(isTold ? [] : [remedy]), ...(reason === undefined ? [] : [reason])] };
}

/** `head; way.` with the first way that fits; the head alone where none does. */
function join(head: string, ways: readonly string[]): string {
  return bounded([...ways.map((way) => `${head}; ${afterSemicolon(way)}`), head].map(asSentence));
}

/** The first letter of a sentence is small behind a semicolon; names and codes stay. */
function afterSemicolon(text: string): string {
  return /^[A-Z][a-z]*(?:\s|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** A finding where there is room for one line: the sentence, and the first of what qualifies it. */
export function oneLine({ message, notes: [first] }: Pick<Wording, 'message' | 'notes'>): string {
  return first === undefined ? message : `${message} ${first}`;
}

/** Whether an entry is one of the specification, whatever was changed in it since. */
export function isOfSpecification({ layers: [first] }: Deprecation): boolean {
  return first?.kind === 'edition' && first.name === 'specification';
}
