/** Subject of a text: an operation, a parameter or property of one, or anything that the text names. */
export type Subject = 'operation' | 'part' | 'anything';

/** Replaces a date in a sentence. */
export const DATE_MARK = '\u{1F4C5}';

const END = new RegExp(
  [
    String.raw`end[ -]of[ -](?:life|support)|eol|sunset\w*|remov(?:ed?|es|al|ing)|shut(?:s|ting)?[ -]?(?:down|off)`,
    String.raw`turn(?:ed|ing)? off|switched off|retire[ds]?|retirement|retiring|discontinu\w+|decommission\w*|disabled`,
    String.raw`clos(?:ed|ing) down|ceases? to (?:work|function|exist|be (?:available|supported))|stops? (?:working|being (?:available|supported))`,
    String.raw`no longer (?:be )?(?:available|supported|work(?:s|ing)?|function(?:s|al)?|usable|accessible|exists?|served|offered)`,
    String.raw`(?:available|supported|works?|functional|usable|accessible|operational) (?:only )?until`,
  ]
    .map((words) => `(?:${words})`)
    .join('|')
    .replace(/^/, String.raw`\b(?:`)
    .concat(String.raw`)\b`),
  'gi',
);
const BEGIN = /\bdeprecat\w+/gi;

/** Words of a sentence that refer only to the described subject, and to time. */
const PLAIN = new Set(
  `a an the this these that which it its they and be been being is are was were will shall has have had to for as of on in
  at by from after before until since beginning starting effective with date day now also fully permanently completely
  officially finally entirely currently scheduled planned due going expected set warning note notice important attention
  caution deprecated deprecation deprecating removed removal sunset end life support eol api apis public rest
  version v1 v2 v3 v4 we only reach reaches reached stop stops no longer available supported work works we're we’re`.split(
    /\s+/,
  ),
);

const NOUNS: Readonly<Record<Subject, ReadonlySet<string>>> = {
  operation: new Set(
    'endpoint endpoints operation operations method route call calls request requests path'.split(' '),
  ),
  anything: new Set(),
  part: new Set('parameter param field property attribute header argument option'.split(' ')),
};

const PART =
  /\b(?:parameters?|params?|fields?|propert(?:y|ies)|attributes?|headers?|arguments?|options?|values?|keys?)\b/i;

/** Meaning of a date: the end or the deprecation of the subject, or the end of something else. */
export type Meaning = 'end' | 'begin' | 'other';

/**
 * Returns the meaning of a sentence's date; undefined if no end is mentioned. The words nearest before the date count,
 * or else those of an end after it (`After 1 May 2026, requests will no longer be supported`). All words up to both
 * must be plain ones: `active sessions no longer include new tokens` ends no operation.
 */
export function meaningOf(sentence: string, dateAt: number, subject: Subject, before: string): Meaning | undefined {
  const words = [...spansOf(END, sentence, 'end'), ...spansOf(BEGIN, sentence, 'begin')].sort(
    (a, b) => a.from - b.from,
  );
  const word =
    words.findLast(({ from }) => from < dateAt) ?? words.find(({ from, says }) => from > dateAt && says === 'end');
  if (word === undefined) return /\b(?:no longer|ceas|stop|until|before)/i.test(sentence) ? 'other' : undefined;
  const clause = sentence.slice(0, Math.max(word.to, dateAt));
  const isOwn =
    subject === 'anything' ||
    (!/\bversions? *$/i.test(sentence.slice(0, dateAt)) &&
      isPlain(clause, subject) &&
      isMeant(clause, subject, before));
  return isOwn ? word.says : 'other';
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly says: 'end' | 'begin';
}

function spansOf(words: RegExp, text: string, says: Span['says']): readonly Span[] {
  return [...text.matchAll(words)].map(({ index, 0: { length } }) => ({ from: index, to: index + length, says }));
}

function isPlain(clause: string, subject: Subject): boolean {
  const rest = clause.replace(END, ' ').replaceAll(DATE_MARK, ' ');
  return (rest.match(/[\p{L}\p{N}_`$/{}][\p{L}\p{N}_`$/{}.’'-]*/gu) ?? []).every((word) => {
    const trimmed = word.toLowerCase().replace(/^[_`]+|(?<![_`.'-])[_`.'-]+$/g, '');
    return trimmed === '' || PLAIN.has(trimmed) || NOUNS[subject].has(trimmed);
  });
}

/** A sentence without a subject of its own (`It will be removed on …`) continues that of the sentences before it. */
function isMeant(clause: string, subject: Subject, before: string): boolean {
  const names = new RegExp(String.raw`\b(?:${[...NOUNS[subject]].join('|')}|apis?)\b`, 'i');
  if (names.test(clause)) return true;
  const deprecated = /\bdeprecat\w+/i.exec(before);
  if (deprecated !== null) return isPlain(before.slice(0, deprecated.index), subject);
  return subject === 'part' || !PART.test(before);
}
