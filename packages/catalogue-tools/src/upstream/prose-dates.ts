import { datesIn, MAX_TEXT } from './dates-in.js';
import { DATE_MARK, meaningOf } from './date-meaning.js';
import type { Subject } from './date-meaning.js';

/** Dates found in a text; each is a day or a month `YYYY-MM`. */
export interface ProseDates {
  readonly endOfLife?: string;
  readonly since?: string;
  /** The sentence with the end of life. */
  readonly endSentence?: string;
  /** Contradictory ends; none of them is used. */
  readonly conflict?: readonly string[];
  /** Sentences with a date of an end, possibly of something else. */
  readonly otherSentences?: readonly string[];
}

/**
 * Reads the dates of a subject from a text. A date counts only if its sentence is about the removal or the deprecation
 * of the subject alone. If there are several ends, none of them counts.
 */
export function proseDates(text: string, subject: Subject): ProseDates {
  const sentencesByEnd = new Map<string, string>();
  const deprecationDates = new Set<string>();
  const otherSentences = new Set<string>();
  for (const paragraph of text.slice(0, MAX_TEXT).split(PARAGRAPH)) {
    let precedingText = '';
    for (const { markedText, dates, sourceText } of sentencesOf(paragraph.replace(/\s+/g, ' ').trim())) {
      let at = -1;
      for (const date of dates) {
        at = markedText.indexOf(DATE_MARK, at + 1);
        const meaning = meaningOf(markedText, at, subject, precedingText);
        if (meaning === 'end') sentencesByEnd.set(date, sourceText);
        else if (meaning === 'deprecation') deprecationDates.add(date);
        else if (meaning === 'other') otherSentences.add(sourceText);
      }
      precedingText += `${markedText} `;
    }
  }
  const [since] = deprecationDates;
  const [end, ...others] = sentencesByEnd;
  return {
    ...(since === undefined ? {} : { since }),
    ...(end === undefined || others.length > 0 ? {} : { endOfLife: end[0], endSentence: end[1] }),
    ...(others.length > 0 ? { conflict: [...sentencesByEnd.keys()] } : {}),
    ...(otherSentences.size > 0 ? { otherSentences: [...otherSentences] } : {}),
  };
}

/** Separator of paragraphs: an empty line, or the start of a heading, a quotation or an item of a list. */
const PARAGRAPH = /\n\s*\n|\n(?=\s{0,20}(?:[-*+>#]|\d{1,2}[.)])\s)/;

interface Sentence {
  /** The sentence with a mark in the place of each date. */
  readonly markedText: string;
  readonly dates: readonly string[];
  readonly sourceText: string;
}

/** Splits a paragraph into sentences; a full stop in a date (`Nov. 28, 2026`) does not end one. */
function sentencesOf(paragraph: string): readonly Sentence[] {
  const dates = datesIn(paragraph);
  let markedText = '';
  let copiedEnd = 0;
  for (const { at, end } of dates) {
    markedText += paragraph.slice(copiedEnd, at) + DATE_MARK;
    copiedEnd = end;
  }
  markedText += paragraph.slice(copiedEnd);
  let nextIndex = 0;
  return markedText.split(/(?<=[.!?][)*_"']{0,3})\s/).map((sentence) => {
    const count = sentence.split(DATE_MARK).length - 1;
    const sentenceDates = dates.slice(nextIndex, nextIndex + count);
    nextIndex += count;
    let index = 0;
    const sourceText = sentence.replaceAll(DATE_MARK, () => {
      const date = sentenceDates[index++];
      return date === undefined ? '' : paragraph.slice(date.at, date.end);
    });
    return { markedText: sentence, dates: sentenceDates.map(({ date }) => date), sourceText: sourceText.trim() };
  });
}
