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
      inputs.flatMap((input) => serialisedUrl(input, at)),
      at,
      'url',
    );
  const bases = textsOf(base, at).map((parts) => trimParts(parts, 'trim'));
  const resolved = inputs.flatMap((path) =>
    bases.flatMap((parts): readonly Parts[] => {
      const exact = exactUrl(path, parts);
      if (exact !== undefined) return [[mergedPart(exact, path[0]?.at ?? at, [...parts, ...path])]];
      const urls = serialisedUrl(resolveParts(path, parts), at);
      return isGuess(path, parts) ? [...urls, [unknownText(at)]] : urls;
    }),
  );
  return fromTexts(resolved.slice(0, MAX_TEXTS), at, 'url');
}

/**
 * A URL in the form of `href`: invalid characters are encoded, and an empty path is `/`. Folders before `..` are
 * removed if all parts are known; otherwise, an unknown text is a second result.
 */
function serialisedUrl(url: Parts, at: Place): readonly Parts[] {
  const [writtenOrigin, rest] = splitOrigin(url);
  const origin = serialisedOrigin(writtenOrigin);
  const [first] = rest;
  const rootedPath: Parts =
    origin.length > 0 &&
    isFullyKnown(origin) &&
    (first === undefined || (first.kind === 'text' && /^[?#]/.test(first.text)))
      ? [{ kind: 'text', text: '/', at }, ...rest]
      : rest;
  const parts = [...origin, ...rootedPath.map(encodedPart)];
  const text = plainText(parts);
  if (text === undefined)
    return parts.some((part) => part.kind === 'text' && DOT_SEGMENT.test(part.text))
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

const DOT_SEGMENT = /(?:^|\/)\.\.?(?:[/?#]|$)/;

function isFullyKnown(parts: Parts): boolean {
  return parts.every(({ kind }) => kind === 'text');
}

/** The URL of a known input and base; undefined if one is unknown, or the result is not a URL. */
function exactUrl(input: Parts, base: Parts): string | undefined {
  const [text, baseText] = [plainText(input), plainText(base)];
  return text === undefined || baseText === undefined ? undefined : hrefOf(text, baseText);
}

function hrefOf(text: string, base?: string): string | undefined {
  try {
    return new URL(text, base).href;
  } catch {
    return undefined;
  }
}

/** Encodes characters that are invalid in a path or query. */
function encodedPart(part: Part): Part {
  if (part.kind === 'hole') return part;
  return {
    ...part,
    text: part.text.replace(/[\u0000-\u0020"<>`{}\u007f-\u{10ffff}]/gu, (letter) =>
      /\p{Surrogate}/u.test(letter) ? '%EF%BF%BD' : encodeURIComponent(letter),
    ),
  };
}

/** Resolves a relative or absolute URL against a base. */
export function resolveParts(input: Parts, base: Parts): Parts {
  const [first] = input;
  if (isAbsolute(input)) return withScheme(input, base);
  const baseWithoutQuery = withoutQuery(base);
  if (first === undefined) return base;
  if (first.kind === 'text' && /^[?#]/.test(first.text)) return [...baseWithoutQuery, ...input];
  if (first.kind === 'text' && first.text.startsWith('/')) {
    const [origin] = splitOrigin(baseWithoutQuery);
    return origin.length > 0 ? [...origin, ...input] : [...unknownOrigin(baseWithoutQuery), ...input];
  }
  return resolveRelative(folderOf(baseWithoutQuery), withoutLeadingDot(input));
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

/** Whether a text can begin with a scheme, with any text in its holes: `ht${x}tps://host`. */
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

/** Maximum number of `../` that are followed; the result of a text with more is unknown. */
const MAX_CLIMBS = 200;

/** Removes leading `../` from the input, and one folder of the base for each. */
function resolveRelative(folder: Parts, input: Parts): Parts {
  const [first, ...rest] = input;
  if (first?.kind !== 'text') return [...folder, ...input];
  const climbLength = /^(?:\.\.\/)*/.exec(first.text)?.[0].length ?? 0;
  if (climbLength / 3 > MAX_CLIMBS)
    return [unknownText(first.at), { ...first, text: `/${first.text.slice(climbLength)}` }, ...rest];
  let parent = folder;
  for (let remaining = climbLength / 3; remaining > 0; remaining--) {
    const last = parent.at(-1);
    const above =
      last?.kind === 'text'
        ? folderOf([...parent.slice(0, -1), { ...last, text: last.text.replace(/\/$/, '') }])
        : parent;
    if (haveSameEnd(above, parent)) break;
    parent = above;
  }
  return [...parent, ...(climbLength === 0 ? [first] : [{ ...first, text: first.text.slice(climbLength) }]), ...rest];
}

/** Whether two folders are equal, because there was no folder to remove. */
function haveSameEnd(left: Parts, right: Parts): boolean {
  if (left.length !== right.length) return false;
  const [leftEnd, rightEnd] = [left.at(-1), right.at(-1)];
  return leftEnd?.kind === 'text' && rightEnd?.kind === 'text' ? leftEnd.text === rightEnd.text : leftEnd === rightEnd;
}

/** The hole at the start of a base, which represents its origin. */
function unknownOrigin(base: Parts): Parts {
  const [first] = base;
  return first?.kind === 'hole' ? [first] : [];
}

function withoutLeadingDot(input: Parts): Parts {
  const [first, ...rest] = input;
  return first?.kind === 'text' && first.text.startsWith('./')
    ? [{ ...first, text: first.text.slice(2) }, ...rest]
    : input;
}

/** The base up to its last slash, inclusive. A slash is added to a base without a path. */
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

/** Whether a URL begins with a host: `https://…` or `//…`. */
export function isAbsolute(parts: Parts): boolean {
  const [first] = mergeScheme(parts);
  return first?.kind === 'text' && /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(first.text);
}

/** A URL without its query and fragment. */
export function withoutQuery(parts: Parts): Parts {
  return splitAt(parts, (text) => text.search(/[?#]/))[0];
}
