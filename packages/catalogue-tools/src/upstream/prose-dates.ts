import { datesIn, MAX_TEXT } from './dates-in.js';
import { DATE_MARK, meaningOf } from './own-removal.js';
import type { Subject } from './own-removal.js';

/** Dates found in a text; each is a day or a month `YYYY-MM`. */
export interface ProseDates {
  readonly endOfLife?: string;
  readonly since?: string;
  /** The sentence that gives the end. */
  readonly words?: string;
  /** Several contradictory ends, of which none is used. */
  readonly conflict?: readonly string[];
  /** Sentences with a date of an end, possibly of something else. */
  readonly elsewhere?: readonly string[];
}

/**
 * The dates that a text gives for its subject. A date counts where its sentence is about the removal or the deprecation
 * of nothing else. Several ends count as none.
 */
export function proseDates(text: string, subject: Subject): ProseDates {
  const ends = new Map<string, string>();
  const begins = new Set<string>();
  const elsewhere = new Set<string>();
  for (const paragraph of text.slice(0, MAX_TEXT).split(PARAGRAPH)) {
    let before = '';
    for (const { marked, dates, written } of sentencesOf(paragraph.replace(/\s+/g, ' ').trim())) {
      let at = -1;
      for (const date of dates) {
        at = marked.indexOf(DATE_MARK, at + 1);
        const meaning = meaningOf(marked, at, subject, before);
        if (meaning === 'end') ends.set(date, written);
        else if (meaning === 'begin') begins.add(date);
        else if (meaning === 'other') elsewhere.add(written);
      }
      before += `${marked} `;
    }
  }
  const [since] = begins;
  const [end, ...others] = ends;
  return {
    ...(since === undefined ? {} : { since }),
    ...(end === undefined || others.length > 0 ? {} : { endOfLife: end[0], words: end[1] }),
    ...(others.length > 0 ? { conflict: [...ends.keys()] } : {}),
    ...(elsewhere.size > 0 ? { elsewhere: [...elsewhere] } : {}),
  };
}

/** Empty lines, and lines that begin a heading, a quotation or an item of a list. */
const PARAGRAPH = /\n\s*\n|\n(?=\s{0,20}(?:[-*+>#]|\d{1,2}[.)])\s)/;

interface Sentence {
  /** The sentence with a mark in the place of each date. */
  readonly marked: string;
  readonly dates: readonly string[];
  readonly written: string;
}

/** A full stop inside a date (`Nov. 28, 2026`) ends no sentence. */
function sentencesOf(paragraph: string): readonly Sentence[] {
  const found = datesIn(paragraph);
  let marked = '';
  let from = 0;
  for (const { at, end } of found) {
    marked += paragraph.slice(from, at) + DATE_MARK;
    from = end;
  }
  marked += paragraph.slice(from);
  let next = 0;
  return marked.split(/(?<=[.!?][)*_"']{0,3})\s/).map((sentence) => {
    const count = sentence.split(DATE_MARK).length - 1;
    const own = found.slice(next, next + count);
    next += count;
    let index = 0;
    const written = sentence.replaceAll(DATE_MARK, () => {
      const place = own[index++];
      return place === undefined ? '' : paragraph.slice(place.at, place.end);
    });
    return { marked: sentence, dates: own.map(({ date }) => date), written: written.trim() };
  });
}
