import type { Advice, Api, Catalogue, Deprecation } from '../../model/deprecation.js';
import { describeReplacement } from '../../report/catalogue-table.js';

/** Characters that are shown of the words of a change. */
const MAX_SAID = 300;

/** Addresses, and what programs make links of. */
const LINK = /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s;]*/gi;

/**
 * The catalogue after a change in words that are not the change's: those of the catalogue before it, else the ids alone.
 * The words of the change are in `changeSays`, without links. Dates and operations stay those after the change.
 */
export function inWordsBefore(now: Catalogue, before: Catalogue): Catalogue {
  const known = new Map(before.deprecations.map((one) => [one.id, one]));
  const apis = new Map(before.apis.map((one) => [one.id, one]));
  return {
    ...now,
    apis: now.apis.map((api) => renamed(api, apis.get(api.id) ?? NAMELESS)),
    deprecations: now.deprecations.map((one) => reworded(one, known.get(one.id))),
  };
}

const NAMELESS: Pick<Api, 'title' | 'vendor'> = {};

function renamed(now: Api, { title, vendor }: Pick<Api, 'title' | 'vendor'>): Api {
  const { title: _title, vendor: _vendor, ...rest } = now;
  return { ...rest, ...(title === undefined ? {} : { title }), ...(vendor === undefined ? {} : { vendor }) };
}

function reworded(now: Deprecation, before: Deprecation | undefined): Deprecation {
  if (JSON.stringify(wordsOf(now)) === JSON.stringify(before && wordsOf(before))) return now;
  const { url: _url, advice: _advice, note: _note, values: _values, nearMisses: _near, ...facts } = now;
  const { url, advice, note, values, nearMisses = [], feature = now.id, replacement = UNSTATED } = before ?? {};
  const worded = {
    ...facts,
    feature,
    replacement,
    nearMisses,
    ...(url === undefined ? {} : { url }),
    ...(advice === undefined ? {} : { advice }),
    ...(note === undefined ? (now.kind === 'cipher-suites' ? { note: '' } : {}) : { note }),
    ...(values === undefined ? {} : { values }),
    changeSays: newWords(now, before),
  };
  // The edit of a fix is made of these.
  if (worded.kind === 'field' && worded.instead !== (before?.kind === 'field' ? before.instead : undefined)) {
    const { instead: _instead, ...field } = worded;
    return field;
  }
  return worded as Deprecation;
}

const UNSTATED = { kind: 'unstated' } as const;

/** All that a reader is told in the words of an entry. */
function wordsOf(deprecation: Deprecation): readonly unknown[] {
  const { feature, url, replacement, advice, note, values, nearMisses } = deprecation;
  const edited = deprecation.kind === 'field' ? deprecation.instead : undefined;
  return [feature, url, replacement, advice, note, values, nearMisses, edited];
}

/** The words that an entry has and had not before, in one line. */
function newWords(now: Deprecation, before: Deprecation | undefined): string {
  const known = new Set(before === undefined ? [] : textsOf(before));
  const text = textsOf(now)
    .filter((one) => !known.has(one))
    .join('; ');
  return text.slice(0, 2000).replace(LINK, '…').slice(0, MAX_SAID);
}

function textsOf({ feature, replacement, advice = {}, note = '' }: Deprecation): readonly string[] {
  const { endpoint = '', sdk = '', terraform = '', caution = '' }: Advice = advice;
  const texts = [feature, describeReplacement(replacement), note, endpoint, sdk, terraform, caution];
  return texts.filter((text) => text !== '');
}
