/** A path with parameters in place of ids, and the number of these. */
export interface GuessedTemplate {
  readonly path: string;
  readonly guesses: number;
}

/**
 * Guesses the template of a requested path: numbers, UUIDs, hashes, keys with a prefix, segments with escapes or
 * punctuation, most segments of 16 characters or more with a digit, and all longer than a word count as ids. An id that is a word (a user's name) is not recognised.
 */
export function guessTemplate(path: string): GuessedTemplate {
  const names = new Set<string>();
  let previousSegment = '';
  let guesses = 0;
  const segments = path.split('/').map((segment) => {
    if (segment === '') return '';
    if (!isId(segment)) {
      previousSegment = segment;
      return segment;
    }
    guesses += 1;
    return `{${nameAfter(previousSegment, names)}}`;
  });
  return { path: segments.join('/'), guesses };
}

/** Maximum length of a word in a path, in characters; a longer segment is always an id. */
const LONGEST_WORD = 40;

function isId(segment: string): boolean {
  if (segment.length > LONGEST_WORD) return true;
  // `dns:batch`: an action on a resource; clients escape the colon of an id.
  if (/^[a-z]+(?:[_-][a-z]+)*:[a-z]+$/i.test(segment)) return false;
  if (/[%@:=,;+!*'()~$&]/.test(segment)) return true;
  if (/^\d[\d.-]*$/.test(segment)) return true;
  if (/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(segment)) return true;
  if (/^[\da-f]{12,}$/i.test(segment)) return true;
  // `cus_9s6XKzkNRiz8`: a prefix and random characters.
  if (/^[a-z]{1,12}[_-](?=[A-Za-z]*\d)[A-Za-z\d]{8,}$/.test(segment)) return true;
  return (
    segment.length >= 16 &&
    /\d/.test(segment) &&
    /^[\w.-]+$/.test(segment) &&
    !/^[a-z]+(?:[_.-][a-z]+)*[_.-]?v?\d{1,2}$/.test(segment) &&
    // `oauth2-applications`: several words, one of them with a short number.
    !/^[a-z]+(?:[_.-][a-z]+)+$/.test(segment.replace(/[_.-]?\d{1,2}/, ''))
  );
}

/** Distinct name of a parameter, by the segment before it: `zone_id` after `zones`. */
function nameAfter(precedingSegment: string, names: Set<string>): string {
  const word = singularOf(precedingSegment.toLowerCase().replace(/\W+/g, '_'));
  const name = /^[a-z_]/.test(word) ? `${word}_id` : 'id';
  let uniqueName = name;
  for (let count = 2; names.has(uniqueName); count += 1) uniqueName = `${name}_${String(count)}`;
  names.add(uniqueName);
  return uniqueName;
}

/** The singular of a noun in English: `policy` for `policies`; `dns`, `address` and `status` are none in the plural. */
function singularOf(noun: string): string {
  if (/(?:ss|us|sis)$|(?:^|_)[^aeiouy_]+$/.test(noun)) return noun;
  return noun.replace(/(?<=[a-z]{2})(?<!cook|mov|ser)ies$/, 'y').replace(/(?<=ss|x)es$|(?<=[a-z]{2})s$/, '');
}
