import { expectDefined } from '../../core/lib/collections.js';
import { withWords } from '../../core/lib/wording.js';
import type { Confidence } from '../../core/model/evidence.js';
import type { SentenceForm } from '../../core/model/rules.js';

/** Length of a message, in UTF-16 code units, above which it names only the end of a path. */
export const MAX_MESSAGE = 140;

/**
 * Sentences for findings, with `{{name}}` for each part. Every host uses them; a linter has these texts as its
 * messages.
 */
export const SENTENCES: Readonly<Record<SentenceForm, Readonly<Record<Confidence, string>>>> = {
  ends: {
    certain: '{{subject}} {{when}}; {{instead}}',
    probable: 'Probably {{subject}}, which {{when}}; {{instead}}',
    possible: 'Possibly {{subject}}, which {{when}}; {{instead}}',
  },
  expects: {
    certain: 'This test expects {{subject}}, which {{when}}; {{instead}}',
    probable: 'This test probably expects {{subject}}, which {{when}}; {{instead}}',
    possible: 'This test possibly expects {{subject}}, which {{when}}; {{instead}}',
  },
  relies: {
    certain: '{{subject}} uses a deprecated API, which {{when}}; {{instead}}',
    probable: '{{subject}} probably uses a deprecated API, which {{when}}; {{instead}}',
    possible: '{{subject}} possibly uses a deprecated API, which {{when}}; {{instead}}',
  },
  // The subject is a list of arguments of a resource.
  rely: {
    certain: '{{subject}} rely on what {{when}}; {{instead}}',
    probable: '{{subject}} probably rely on what {{when}}; {{instead}}',
    possible: '{{subject}} possibly rely on what {{when}}; {{instead}}',
  },
  // A mistake has the same words at each confidence.
  mistake: sameAtEachConfidence('{{problem}}; {{remedy}}'),
  alone: sameAtEachConfidence('{{problem}}'),
};

function sameAtEachConfidence(text: string): Readonly<Record<Confidence, string>> {
  return { certain: text, probable: text, possible: text };
}

/** A sentence in parts. */
export interface Sentence {
  readonly form: SentenceForm;
  readonly confidence: Confidence;
  /** Final parts: words at the beginning of the sentence are capitalised, and the last part has the full stop. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Fills a sentence with its parts. `start`: whether a part at its beginning gets a capital, which a name does not. */
export function sentenceOf(
  form: SentenceForm,
  confidence: Confidence,
  parts: Readonly<Record<string, string>>,
  start: 'capital' | 'as-written' = 'capital',
): Sentence {
  const names = [...SENTENCES[form][confidence].matchAll(/\{\{(\w+)\}\}/g)];
  const partEntries = names.map(({ 1: name = '', index }, position): [string, string] => {
    const part = parts[name] ?? '';
    const text = index === 0 && start === 'capital' ? capitalised(part) : part;
    return [name, position === names.length - 1 ? withFullStop(text) : text];
  });
  return { form, confidence, parts: Object.fromEntries(partEntries) };
}

/** The text of a sentence. */
export function textOf({ form, confidence, parts }: Sentence): string {
  return withWords(SENTENCES[form][confidence], parts);
}

/** The part of a sentence about the call, for a list below a headline with the end: `` `GET /bells` relies on it ``. */
export function callClause({ form, confidence, parts }: Sentence): string {
  const template = SENTENCES[form][confidence]
    .replace(' what {{when}}; {{instead}}', ' it')
    .replace(/(?:, which)? \{\{when\}\}; \{\{instead\}\}$/, '');
  return withWords(template, parts);
}

/** The first sentence within the length limit of messages, else the last. */
export function firstWithinLimit(sentences: readonly Sentence[], limit = MAX_MESSAGE): Sentence {
  return (
    sentences.find((sentence) => textOf(sentence).length <= limit) ?? expectDefined(sentences.at(-1), 'no sentence')
  );
}

/** A text as code; a text that contains code is unchanged. */
export function asCode(text: string): string {
  return text.includes('`') ? text : `\`${text}\``;
}

/** Joins the words that are present with spaces. */
export function joinWords(...words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined).join(' ');
}

/** Adds a full stop at the end, and a capital at the beginning. */
export function asSentence(text: string): string {
  return withFullStop(capitalised(text));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
