/** Subject of a text: an operation, a parameter or property of one, or anything that the text names. */
export type Subject = 'operation' | 'part' | 'anything';

/** Mark in the place of a date in a sentence. */
export const DATE_MARK = '\u{1F4C5}';

const END_PHRASES = [
  String.raw`end[ -]of[ -](?:life|support)|eol|sunset\w*|remov(?:ed?|es|al|ing)|shut(?:s|ting)?[ -]?(?:down|off)`,
  String.raw`turn(?:ed|ing)? off|switched off|retire[ds]?|retirement|retiring|discontinu\w+|decommission\w*|disabled`,
  String.raw`clos(?:ed|ing) down|ceases? to (?:work|function|exist|be (?:available|supported))|stops? (?:working|being (?:available|supported))`,
  String.raw`no longer (?:be )?(?:available|supported|work(?:s|ing)?|function(?:s|al)?|usable|accessible|exists?|served|offered)`,
  String.raw`(?:available|supported|works?|functional|usable|accessible|operational) (?:only )?until`,
];
const END_WORDS = new RegExp(String.raw`\b(?:${END_PHRASES.join('|')})\b`, 'gi');
const DEPRECATION_WORDS = /\bdeprecat\w+/gi;

/** Words of a sentence that refer only to the described subject, and to time. */
const PLAIN_WORDS = new Set(
  `a an the this these that which it its they and be been being is are was were will shall has have had to for as of on in
  at by from after before until since beginning starting effective with date day now also fully permanently completely
  officially finally entirely currently scheduled planned due going expected set warning note notice important attention
  caution deprecated deprecation deprecating removed removal sunset end life support eol api apis public rest
  version v1 v2 v3 v4 we only reach reaches reached stop stops no longer available supported work works we're we’re`.split(
    /\s+/,
  ),
);

const SUBJECT_NOUNS: Readonly<Record<Subject, ReadonlySet<string>>> = {
  operation: new Set(
    'endpoint endpoints operation operations method route call calls request requests path'.split(' '),
  ),
  anything: new Set(),
  part: new Set('parameter param field property attribute header argument option'.split(' ')),
};

const PART_NOUNS =
  /\b(?:parameters?|params?|fields?|propert(?:y|ies)|attributes?|headers?|arguments?|options?|values?|keys?)\b/i;

/** Meaning of a date: the end or the deprecation of the subject, or the end of something else. */
export type Meaning = 'end' | 'deprecation' | 'other';

/**
 * Returns the meaning of a sentence's date. The last end or deprecation before the date counts, or else the first end
 * after it (`After 1 May 2026, requests will no longer be supported`); without either, the result is undefined, or
 * `other` if a word such as `until` hints at an end. All other words up to the date, and up to the end, must be plain:
 * `active sessions no longer include new tokens` is not the end of an operation. `precedingText`: the sentences before,
 * to which `It will be removed` refers.
 */
export function meaningOf(
  sentence: string,
  dateAt: number,
  subject: Subject,
  precedingText: string,
): Meaning | undefined {
  const matches = [...spansOf(END_WORDS, sentence, 'end'), ...spansOf(DEPRECATION_WORDS, sentence, 'deprecation')].sort(
    (a, b) => a.from - b.from,
  );
  const nearest =
    matches.findLast(({ from }) => from < dateAt) ??
    matches.find(({ from, meaning }) => from > dateAt && meaning === 'end');
  if (nearest === undefined) return /\b(?:no longer|ceas|stop|until|before)/i.test(sentence) ? 'other' : undefined;
  const clause = sentence.slice(0, Math.max(nearest.to, dateAt));
  const isAboutSubject =
    subject === 'anything' ||
    // `version 2025-01-01` is a name, not a date.
    (!/\bversions? *$/i.test(sentence.slice(0, dateAt)) &&
      hasOnlyPlainWords(clause, subject) &&
      refersToSubject(clause, subject, precedingText));
  return isAboutSubject ? nearest.meaning : 'other';
}

interface WordSpan {
  readonly from: number;
  readonly to: number;
  readonly meaning: 'end' | 'deprecation';
}

function spansOf(pattern: RegExp, text: string, meaning: WordSpan['meaning']): readonly WordSpan[] {
  return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ from: index, to: index + length, meaning }));
}

function hasOnlyPlainWords(clause: string, subject: Subject): boolean {
  const remainingText = clause.replace(END_WORDS, ' ').replaceAll(DATE_MARK, ' ');
  return (remainingText.match(/[\p{L}\p{N}_`$/{}][\p{L}\p{N}_`$/{}.’'-]*/gu) ?? []).every((word) => {
    const trimmed = word.toLowerCase().replace(/^[_`]+|(?<![_`.'-])[_`.'-]+$/g, '');
    return trimmed === '' || PLAIN_WORDS.has(trimmed) || SUBJECT_NOUNS[subject].has(trimmed);
  });
}

/** Whether a clause is about the subject; one without a noun (`It will be removed on …`) continues the text before. */
function refersToSubject(clause: string, subject: Subject, precedingText: string): boolean {
  const names = new RegExp(String.raw`\b(?:${[...SUBJECT_NOUNS[subject]].join('|')}|apis?)\b`, 'i');
  if (names.test(clause)) return true;
  const deprecationWord = /\bdeprecat\w+/i.exec(precedingText);
  if (deprecationWord !== null) return hasOnlyPlainWords(precedingText.slice(0, deprecationWord.index), subject);
  return subject === 'part' || !PART_NOUNS.test(precedingText);
}
