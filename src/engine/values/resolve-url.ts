import type { Place } from '../../core/model/span.js';
import { fromTexts, MAX_TEXTS, mergedPart, mergeScheme, plainText, splitAt, splitOrigin, textsOf } from './text.js';
import { trimParts } from './text-methods.js';
import { unknownText } from './text-ranges.js';
import type { Part, Parts, Value } from './value.js';

/**
 * Evaluates `new URL(input, base)` of the URL standard for partly known texts: an absolute input ignores the base, a
 * rooted one replaces the base's path, a relative one replaces the last segment.
 */
export function resolveUrl(input: Value, base: Value | undefined, at: Place): Value {
  const inputs = textsOf(input, at).map((parts) => trimParts(parts, 'trim'));
  if (base === undefined || (base.kind === 'scalar' && base.value === undefined))
    return fromTexts(
      inputs.flatMap((input) => serialised(input, at)),
      at,
      'url',
    );
  const bases = textsOf(base, at).map((parts) => trimParts(parts, 'trim'));
  const resolved = inputs.flatMap((path) =>
    bases.flatMap((parts): readonly Parts[] => {
      const exact = exactUrl(path, parts);
      if (exact !== undefined) return [[mergedPart(exact, path[0]?.at ?? at, [...parts, ...path])]];
      const known = serialised(resolveParts(path, parts), at);
      return isGuess(path, parts) ? [...known, [unknownText(at)]] : known;
    }),
  );
  return fromTexts(resolved.slice(0, MAX_TEXTS), at, 'url');
}

/**
 * A URL in the form of `href`: invalid characters are encoded, and the root is a path. Folders before `..` are removed
 * if everything is known; otherwise, the result may be another URL.
 */
function serialised(url: Parts, at: Place): readonly Parts[] {
  const [written, rest] = splitOrigin(url);
  const origin = serialisedOrigin(written);
  const [first] = rest;
  const rooted: Parts =
    origin.length > 0 && isKnown(origin) && (first === undefined || (first.kind === 'text' && /^[?#]/.test(first.text)))
      ? [{ kind: 'text', text: '/', at }, ...rest]
      : rest;
  const parts = [...origin, ...rooted.map(encoded)];
  const text = plainText(parts);
  if (text === undefined)
    return parts.some((part) => part.kind === 'text' && LEAVES_FOLDER.test(part.text))
      ? [parts, [unknownText(at)]]
      : [parts];
  const href = hrefOf(text);
  return [href === undefined || href === text ? parts : [mergedPart(href, parts[0]?.at ?? at, parts)]];
}

/** Origin with scheme and host in lower case, and without the default port. */
function serialisedOrigin(origin: Parts): Parts {
  const [first] = origin;
  if (first === undefined) return origin;
  const text = plainText(origin);
  const href = text === undefined ? undefined : hrefOf(text);
  if (href !== undefined) return [mergedPart(href.replace(/\/$/, ''), first.at, origin)];
  const hasUser = origin.some((part) => part.kind === 'text' && part.text.includes('@'));
  return hasUser
    ? origin
    : origin.map((part) => (part.kind === 'text' ? { ...part, text: part.text.toLowerCase() } : part));
}

const LEAVES_FOLDER = /(?:^|\/)\.\.?(?:[/?#]|$)/;

function isKnown(parts: Parts): boolean {
  return parts.every(({ kind }) => kind === 'text');
}

/** The URL of a known input and base; undefined if one is unknown, or the result is not a URL. */
function exactUrl(input: Parts, base: Parts): string | undefined {
  const [text, from] = [plainText(input), plainText(base)];
  return text === undefined || from === undefined ? undefined : hrefOf(text, from);
}

function hrefOf(text: string, base?: string): string | undefined {
  try {
    return new URL(text, base).href;
  } catch {
    return undefined;
  }
}

/** Encodes characters that are invalid in a path or query. */
function encoded(part: Part): Part {
  if (part.kind === 'hole') return part;
  return {
    ...part,
    text: part.text.replace(/[\u0000-\u0020"<>`{}\u007f-\u{10ffff}]/gu, (letter) =>
      /\p{Surrogate}/u.test(letter) ? '%EF%BF%BD' : encodeURIComponent(letter),
    ),
  };
}

export function resolveParts(input: Parts, base: Parts): Parts {
  const [first] = input;
  if (isAbsolute(input)) return withScheme(input, base);
  const clean = withoutQuery(base);
  if (first === undefined) return base;
  if (first.kind === 'text' && /^[?#]/.test(first.text)) return [...clean, ...input];
  if (first.kind === 'text' && first.text.startsWith('/')) {
    const [origin] = splitOrigin(clean);
    return origin.length > 0 ? [...origin, ...input] : [...unknownOrigin(clean), ...input];
  }
  return relativeTo(folderOf(clean), dropDot(input));
}

/**
 * Whether resolving is a guess: an input that starts with a hole or a piece of a scheme is assumed to be relative, and
 * a hole at the end of the base to be the single segment that is replaced.
 */
function isGuess(input: Parts, base: Parts): boolean {
  const [first] = input;
  if (first?.kind === 'hole' || mayHaveScheme(input)) return true;
  if (first === undefined || isAbsolute(input) || /^[/?#]/.test(first.text)) return false;
  const holes = (parts: Parts): number => parts.filter(({ kind }) => kind === 'hole').length;
  return holes(resolveParts(input, base)) < holes(input) + holes(withoutQuery(base));
}

/** Whether letters and holes precede a colon: `ht${x}tps://host`. */
function mayHaveScheme(input: Parts): boolean {
  return (
    input.some(({ kind }) => kind === 'hole') &&
    /^[a-z][a-z0-9+.-]*:/i.test(input.map((part) => (part.kind === 'text' ? part.text : 'x')).join(''))
  );
}

/** An input such as `//host/path` with the scheme of the base. */
function withScheme(input: Parts, base: Parts): Parts {
  const [first] = mergeScheme(input);
  const [origin] = mergeScheme(base);
  const scheme = origin?.kind === 'text' ? /^[a-z][a-z0-9+.-]*:/i.exec(origin.text)?.[0] : undefined;
  if (origin === undefined || scheme === undefined || first?.kind !== 'text' || !first.text.startsWith('//'))
    return input;
  return [{ kind: 'text', text: scheme, at: origin.at }, ...input];
}

/** Maximum number of `../` that are followed: the result of more is unknown. */
const MAX_CLIMBS = 200;

/** Removes leading `../` from the input, and one folder of the base for each. */
function relativeTo(folder: Parts, input: Parts): Parts {
  const [first, ...rest] = input;
  if (first?.kind !== 'text') return [...folder, ...input];
  const climbs = /^(?:\.\.\/)*/.exec(first.text)?.[0].length ?? 0;
  if (climbs / 3 > MAX_CLIMBS)
    return [unknownText(first.at), { ...first, text: `/${first.text.slice(climbs)}` }, ...rest];
  let parent = folder;
  for (let left = climbs / 3; left > 0; left--) {
    const last = parent.at(-1);
    const above =
      last?.kind === 'text'
        ? folderOf([...parent.slice(0, -1), { ...last, text: last.text.replace(/\/$/, '') }])
        : parent;
    if (endsAlike(above, parent)) break;
    parent = above;
  }
  return [...parent, ...(climbs === 0 ? [first] : [{ ...first, text: first.text.slice(climbs) }]), ...rest];
}

/** Whether two folders are equal, as when no folder is left to remove. */
function endsAlike(left: Parts, right: Parts): boolean {
  if (left.length !== right.length) return false;
  const [leftEnd, rightEnd] = [left.at(-1), right.at(-1)];
  return leftEnd?.kind === 'text' && rightEnd?.kind === 'text' ? leftEnd.text === rightEnd.text : leftEnd === rightEnd;
}

/** Origin of a base that starts with a hole; the hole is all that is known of the origin. */
function unknownOrigin(base: Parts): Parts {
  const [first] = base;
  return first?.kind === 'hole' ? [first] : [];
}

function dropDot(input: Parts): Parts {
  const [first, ...rest] = input;
  return first?.kind === 'text' && first.text.startsWith('./')
    ? [{ ...first, text: first.text.slice(2) }, ...rest]
    : input;
}

/** The base up to and including its last slash. One is added to a base without a path, or one that ends in a hole. */
function folderOf(base: Parts): Parts {
  const [origin, path] = splitOrigin(base);
  for (let index = path.length - 1; index >= 0; index--) {
    const part = path[index];
    if (part?.kind !== 'text') continue;
    const slash = part.text.lastIndexOf('/');
    if (slash >= 0) return [...origin, ...path.slice(0, index), { ...part, text: part.text.slice(0, slash + 1) }];
  }
  const last = base.at(-1);
  if (last === undefined) return [];
  const slash: Part = { kind: 'text', text: '/', at: last.at };
  return [...base, slash];
}

export function isAbsolute(parts: Parts): boolean {
  const [first] = mergeScheme(parts);
  return first?.kind === 'text' && /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(first.text);
}

export function withoutQuery(parts: Parts): Parts {
  return splitAt(parts, (text) => text.search(/[?#]/))[0];
}
