import { MAX_TEXTS } from '../../values/text.js';
import type { Part, Parts } from '../../values/value.js';

/** A URL as users type it: without a scheme it goes to the host at its beginning. */
export function withScheme(parts: Parts): Parts {
  const [first, ...rest] = parts;
  if (first?.kind !== 'text') return parts;
  if (!/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(first.text)) return parts;
  return [{ ...first, text: `https://${first.text}` }, ...rest];
}

/**
 * Returns the readings of a URL, or of a path below the base URL of a program. Text that begins with an unknown part is
 * usually such a path; it can also be a whole URL.
 */
export function belowBase(parts: Parts, base: Parts | string): readonly Parts[] {
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  if (first.kind === 'text' && /^https?:/i.test(first.text)) return [parts];
  const { at } = first;
  const begun: Parts = typeof base === 'string' ? [{ kind: 'text', text: base, at }] : base;
  if (first.kind === 'hole') return [[...begun, { kind: 'text', text: '/', at }, ...parts], parts];
  return [[...begun, { ...first, text: `/${first.text.replace(/^\/+/, '')}` }, ...rest]];
}

/** Patterns that expand to several URLs: `{a,b}`, `[1-3]`, `[a-c]`, `[0-10:2]`. */
const GLOB = /\{([^{}]*)\}|\[(\d+)-(\d+)(?::(\d+))?\]|\[([a-zA-Z])-([a-zA-Z])(?::(\d+))?\]/;

/** The URLs that `{a,b}` and `[1-3]` expand to; unknown parts between braces are unchanged. */
export function globbed(parts: Parts): readonly Parts[] {
  let done: readonly (readonly Part[])[] = [[]];
  for (const part of parts) {
    const pieces = part.kind === 'text' ? globbedText(part.text).map((text): Part => ({ ...part, text })) : [part];
    done = done.flatMap((before) => pieces.map((piece) => [...before, piece])).slice(0, MAX_TEXTS);
  }
  return done;
}

function globbedText(text: string): readonly string[] {
  let texts: readonly string[] = [text];
  for (let round = 0; round < 4; round++) {
    const [match] = texts.map((one) => GLOB.exec(one));
    if (match === null || match === undefined) break;
    texts = texts
      .flatMap((one) => {
        const found = GLOB.exec(one);
        if (found === null) return [one];
        const [before, after] = [one.slice(0, found.index), one.slice(found.index + found[0].length)];
        return choicesOf(found).map((choice) => `${before}${choice}${after}`);
      })
      .slice(0, MAX_TEXTS);
  }
  return texts;
}

function choicesOf([, list, from, to, step, first, last, hop]: RegExpExecArray): readonly string[] {
  if (list !== undefined) return list.split(',');
  if (first !== undefined && last !== undefined)
    return steps(first.charCodeAt(0), last.charCodeAt(0), Number(hop ?? 1)).map((code) => String.fromCharCode(code));
  const width = from?.startsWith('0') === true ? from.length : 1;
  return steps(Number(from), Number(to), Number(step ?? 1)).map((number) => String(number).padStart(width, '0'));
}

function steps(from: number, to: number, by: number): readonly number[] {
  const count = Math.min(MAX_TEXTS, Math.max(0, Math.floor((to - from) / Math.max(1, by)) + 1));
  return Array.from({ length: count }, (_, index) => from + index * Math.max(1, by));
}
