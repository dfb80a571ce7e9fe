import { dotted } from '../../lib/json-pointer.js';
import { expectDefined } from '../../lib/expect-defined.js';
import type { Deprecation, IsoDate } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';
import { fromThenOn } from './after-end.js';
import { decidedByUser, describeEnd, disputeLines, editionEnds, overruled } from './describe-end.js';
import { doubtsOf } from './doubts.js';
import { adviceLines, insteadOf } from './instead.js';
import { asSentence, bounded, callOf, code, MAX_MESSAGE, sentenceOf, textOf } from './sentence.js';
import type { Sentence } from './sentence.js';
import { subjectOf } from './subject.js';

/** Text of a finding: one sentence, and short lines for hosts with room for them. */
export interface Wording {
  /** One sentence, with the day and the whole replacement; of `MAX_MESSAGE` characters where both leave room for that. */
  readonly message: string;
  /** The same in parts, for hosts that have a template of their own for each. */
  readonly sentence: Sentence;
  /** The same for a list of all findings of a deprecation; absent for a mistake. */
  readonly grouped?: Grouped;
  /** The vendor decided since that what was found does not end on the day that the edition in use has for it. */
  readonly disputed?: true;
  /** Qualifications, the most important first: doubts, known facts about the request, objections of other sources. */
  readonly notes: readonly string[];
  /** Next steps. */
  readonly advice: readonly string[];
}

/** The message of a finding in two parts, for lists by deprecation. */
export interface Grouped {
  /** Sentence on the deprecation, which its findings share. */
  readonly headline: string;
  /** Words for the finding itself, below the headline: `` Probably `GET /bells` ``. */
  readonly call: string;
}

/**
 * Says a finding in words. The day decides whether something ends or ended, and whether what the vendor decided since
 * matters. A mistake has words of its own, and needs no deprecation.
 */
export function describeFinding(finding: Finding, deprecation: Deprecation | undefined, asOf: IsoDate): Wording {
  if (finding.problem !== undefined) return describeMistake(finding, finding.problem);
  if (deprecation === undefined) throw new RangeError(`no deprecation '${finding.deprecation}'`);
  const holds = overruled(deprecation, finding, asOf);
  const end = describeEnd(deprecation, asOf);
  const ends = holds === undefined ? end : editionEnds(deprecation);
  const then = holds ?? fromThenOn(deprecation);
  const when = then === undefined ? ends : `${ends}; ${then}`;
  const instead = insteadOf(finding, deprecation);
  // Further changes are added to the room that a message has.
  const added =
    finding.alsoChange === undefined
      ? 0
      : instead.length - insteadOf({ ...finding, alsoChange: [] }, deprecation).length;
  const way = holds === undefined ? instead : instead.replace(/^(?=use |write |read )/, 'to move anyway, ');
  // The subject is shortened, never the replacement.
  const sentences = subjectOf(finding, deprecation).map(({ thing, form }) =>
    sentenceOf(form, finding.confidence, { subject: thing, when, instead: afterSemicolon(way) }),
  );
  const sentence = bounded(
    sentences,
    MAX_MESSAGE +
      (then?.length ?? 0) +
      (holds === undefined ? 0 : editionEnds(deprecation).length - end.length) +
      added,
  );
  const { fields = [] } = finding;
  const message = textOf(sentence);
  return {
    message,
    sentence,
    grouped: {
      headline: textOf(
        sentenceOf('ends', 'certain', { subject: deprecation.feature, when, instead: afterSemicolon(way) }),
      ),
      call: callOf(expectDefined(sentences[0], 'no sentence')),
    },
    ...(holds === undefined ? {} : { disputed: true }),
    notes: [
      ...(finding.remedy === undefined ? [] : [asSentence(finding.remedy)]),
      ...doubtsOf(finding, deprecation),
      ...finding.notes.map(asSentence),
      ...(decidedByUser(deprecation) ? disputeLines(deprecation, finding) : []),
      ...(finding.value !== undefined || fields.every((field) => message.includes(code(dotted(field))))
        ? []
        : [`All of them: ${fields.map((field) => code(dotted(field))).join(', ')}.`]),
    ],
    advice: adviceLines(finding, deprecation, message),
  };
}

/** Of a mistake: what is wrong, and what to do about it. Its notes are what else is wrong with the request. */
function describeMistake({ confidence, reason, remedy, notes }: Finding, mistake: string): Wording {
  const problem = mistake.replace(/[.]$/, '');
  const alone = sentenceOf('alone', confidence, { problem });
  const whole =
    remedy === undefined
      ? []
      : [sentenceOf('mistake', confidence, { problem, remedy: afterSemicolon(remedy.replace(/[.]$/, '')) })];
  const sentence = bounded([...whole, alone]);
  const isTold = remedy === undefined || sentence !== alone;
  const advice = [...(isTold ? [] : [remedy]), ...(reason === undefined ? [] : [reason])];
  return { message: textOf(sentence), sentence, notes, advice };
}

/** The first letter of a sentence is small behind a semicolon; names and codes stay. */
function afterSemicolon(text: string): string {
  return /^[A-Z][a-z]*(?:\s|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** A finding where there is room for one line: the sentence, and the first of what qualifies it. */
export function oneLine(wording: Pick<Wording, 'message' | 'notes'>): string {
  return `${wording.message}${noteOf(wording)}`;
}

/** The first of what qualifies a finding, to stand behind its sentence; empty where there is nothing. */
export function noteOf({ notes: [first] }: Pick<Wording, 'notes'>): string {
  return first === undefined ? '' : ` ${first}`;
}
