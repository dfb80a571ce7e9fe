/** A path with its ids as parameters, and the number of segments taken for ids. */
export interface GuessedTemplate {
  readonly path: string;
  readonly guesses: number;
}

/**
 * Guesses the template of a requested path: numbers, UUIDs, hashes, keys with a prefix and all long or escaped segments
 * are taken for ids. An id that is a word (a user's name) is missed.
 */
export function guessTemplate(path: string): GuessedTemplate {
  const names = new Set<string>();
  let before = '';
  let guesses = 0;
  const segments = path.split('/').map((segment) => {
    if (segment === '') return '';
    if (!isId(segment)) {
      before = segment;
      return segment;
    }
    guesses += 1;
    return `{${nameAfter(before, names)}}`;
  });
  return { path: segments.join('/'), guesses };
}

/** Words of paths are shorter. */
const LONG = 40;

function isId(segment: string): boolean {
  if (segment.length > LONG || /[%@:=,;+!*'()~$&]/.test(segment)) return true;
  if (/^\d[\d.-]*$/.test(segment)) return true;
  if (/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(segment)) return true;
  if (/^[\da-f]{12,}$/i.test(segment)) return true;
  // `cus_9s6XKzkNRiz8`: a prefix, and an unpronounceable rest.
  if (/^[a-z]{1,12}[_-](?=[A-Za-z]*\d)[A-Za-z\d]{8,}$/.test(segment)) return true;
  return (
    segment.length >= 16 &&
    /\d/.test(segment) &&
    /^[\w.-]+$/.test(segment) &&
    !/^[a-z]+(?:[_.-][a-z]+)*[_.-]?v?\d{1,2}$/.test(segment)
  );
}

/** `{zone_id}` after `zones`. */
function nameAfter(before: string, names: Set<string>): string {
  const word = before
    .toLowerCase()
    .replace(/\W+/g, '_')
    .replace(/(?<=[a-z]{2})s$/, '');
  const name = /^[a-z_]/.test(word) ? `${word}_id` : 'id';
  let own = name;
  for (let count = 2; names.has(own); count += 1) own = `${name}_${String(count)}`;
  names.add(own);
  return own;
}
