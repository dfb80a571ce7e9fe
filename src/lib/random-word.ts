/** Letters that often follow a letter in words and names. */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: 'bcdgilmnprstuvy',
  b: 'aeiloruy',
  c: 'aehiklorstu',
  d: 'adeinorsu',
  e: 'acdefilmnpqrstvwxy',
  f: 'aefilortu',
  g: 'aehilnoru',
  h: 'aeiortu',
  i: 'abcdefglmnoprstvz',
  j: 'aeosu',
  k: 'eins',
  l: 'adefiklosuty',
  m: 'aeimopsu',
  n: 'acdefgikosteu',
  o: 'bcdfgklmnoprstuvw',
  p: 'aehiloprstu',
  q: 'u',
  r: 'acdeiklmnorstuvy',
  s: 'acehiklmopstuw',
  t: 'aehilorstuwy',
  u: 'abcdeglmnprst',
  v: 'aeio',
  w: 'aehiors',
  x: 'aceipt',
  y: 'eopst',
  z: 'aeo',
};

/** Share of pairs of characters that words are made of, below which a word is random: the longer, the surer. */
function readableShare(length: number): number {
  return length < 32 ? 0.48 : 0.54;
}

/** Share below which letters alone are random. */
const UNREADABLE = 0.42;

/** Words of digits and letters, and Base64 with its `+` and `/`. */
const WORDS = [/(?<![\w-])[\w-]{20,}/g, /(?<![\w+/=])[A-Za-z0-9+/]{32,}={0,2}/g] as const;

const HEX = /(?<![A-Za-z0-9])(?:[0-9a-fA-F]{32,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?![A-Za-z0-9])/g;

/** A digest that says so is no secret. */
const DIGEST = /sha\d{1,3}[:=-]$/;

/** Places of words that nobody would write by hand, and of ids that look like them. */
export function* randomWords(text: string): Iterable<readonly [start: number, end: number]> {
  for (const { 0: word, index } of text.matchAll(HEX))
    if (/\d/.test(word) && /[a-f]/i.test(word) && !isDigest(text, index)) yield [index, index + word.length];
  for (const form of WORDS)
    for (const { 0: word, index } of text.matchAll(form))
      if (isRandom(word) && !isDigest(text, index)) yield [index, index + word.length];
}

function isDigest(text: string, index: number): boolean {
  return DIGEST.test(text.slice(Math.max(0, index - 8), index)) || /^sha\d{1,3}-/.test(text.slice(index, index + 8));
}

/** A path is told by a part that is a word. */
function isRandom(word: string): boolean {
  if (!/[A-Za-z]/.test(word) || new Set(word.slice(0, 100)).size < 8) return false;
  const isWord = (part: string): boolean => /^[A-Z]?[a-z]{4,}$/.test(part) && share(part) >= readableShare(part.length);
  if (/[+/]/.test(word) && word.split('/').some(isWord)) return false;
  return share(word) < (/\d/.test(word) ? readableShare(word.length) : UNREADABLE);
}

/** How many of the pairs of characters that say something are such as words have. */
function share(word: string): number {
  let [told, readable] = [0, 0];
  for (let index = 1; index < word.length; index++) {
    const left = word.charAt(index - 1);
    const right = word.charAt(index);
    if (isNeutral(left, right, word.charAt(index - 2))) continue;
    told++;
    if (FOLLOWERS[left.toLowerCase()]?.includes(right.toLowerCase()) === true) readable++;
  }
  return told === 0 ? 1 : readable / told;
}

/** A word ends and another begins, or a number goes on. */
function isNeutral(left: string, right: string, before: string): boolean {
  return /[_-]|\d\d/.test(left + right) || /[a-z]{2}[A-Z]/.test(before + left + right);
}
