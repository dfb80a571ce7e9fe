import { BoundedMap } from './collections.js';
import { isPlaceholder, isSecretBy, secretCertainty, namedSecrets } from './secret-names.js';

type Range = readonly [start: number, end: number];

/** Replacement for a secret. */
const MASK = '***';

/**
 * Masks the secrets in a source. The length stays the same, so that positions are unchanged. Secrets are:
 *
 * 1. keys and tokens in the published form of a vendor;
 * 2. the value of a header, assignment, field, parameter or flag whose name implies a secret (`secret-names.ts`);
 * 3. credentials: `https://user:pass@host`, `-u user:pass`, `Bearer abc`, the cookies of `-b`;
 * 4. random words, including ids of 32 hexadecimal digits.
 *
 * Names of variables, placeholders (`YOUR_API_TOKEN`, `$CF_TOKEN`), words, versions and labelled digests are not
 * secrets. Takes linear time.
 */
export function maskSecrets(text: string): string {
  return replaceRanges(text, allSecrets(text), (secret) => secret.replace(/\S/g, '*'));
}

/**
 * Masks the secrets in a short text: a URL, a message, a note. Recent results are memoised, because findings have
 * similar texts.
 */
export function hideSecrets(text: string): string {
  let masked = maskedTexts.get(text);
  if (masked === undefined) {
    // A copy, because a substring in V8 keeps the whole text in memory.
    const copy = Buffer.from(text, 'utf16le').toString('utf16le');
    masked = replaceRanges(copy, allSecrets(copy), () => MASK);
    maskedTexts.set(copy, masked, copy.length);
  }
  return masked;
}

/**
 * Masks the secrets in a message that are recognised by form, name or position. Random words stay: the message may name
 * files and commits, which look as random as keys.
 */
export function maskKnownSecrets(text: string): string {
  return replaceRanges(text, recognisedSecrets(text), () => MASK);
}

/** Masks the value of a name, as in JSON. A leading `x-` is ignored: any custom name begins with it. */
export function maskNamedValue(name: string, value: string): string {
  const certainty = secretCertainty(name.replace(/^x-/i, ''));
  return certainty !== undefined && isSecretBy(certainty, value) ? MASK : maskKnownSecrets(value);
}

/** Masked forms of texts; the limit is in characters. */
const maskedTexts = new BoundedMap<string>(200_000);

function replaceRanges(text: string, secrets: Iterable<Range>, replace: (secret: string) => string): string {
  const ranges = mergedRanges(secrets);
  if (ranges.length === 0) return text;
  let out = '';
  let end = 0;
  for (const [from, to] of ranges) {
    out += text.slice(end, from) + replace(text.slice(from, to));
    end = to;
  }
  return out + text.slice(end);
}

function* recognisedSecrets(text: string): Iterable<Range> {
  yield* secretsByForm(text);
  yield* namedSecrets(text);
  yield* credentials(text);
}

function* allSecrets(text: string): Iterable<Range> {
  yield* recognisedSecrets(text);
  yield* randomWords(text);
}

/** Ranges of secrets, in order and without overlaps. */
function mergedRanges(secrets: Iterable<Range>): readonly Range[] {
  const sorted = [...secrets].filter(([start, end]) => start < end).sort(([a], [b]) => a - b);
  const ranges: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

function* secretsByForm(text: string): Iterable<Range> {
  for (const { 0: form, index } of text.matchAll(SECRET_FORMS)) yield [index, index + form.length];
}

const LOGIN_SOURCE = [
  String.raw`:\/\/(?<userinfo>[^\s\/@"'\`<>]{1,300})@`,
  String.raw`(?<![\w})-])(?:-u|-U|--user|--proxy-user|-a|--auth)[\s=]{0,4}(?<user>"[^"\n:]{0,200}:[^"\n]{1,300}"|'[^'\n:]{0,200}:[^'\n]{1,300}'|[^\s"':]{1,200}:[^\s"']{1,300})`,
  String.raw`(?<![\w-])(?:-b|--cookie)[\s=]{1,4}(?<cookie>"[^"\n=]{1,200}=[^"\n]{1,4000}"|'[^'\n=]{1,200}=[^'\n]{1,4000}'|[\w.-]{1,200}=[^\s"']{1,4000})`,
  String.raw`[Aa]uth\w{0,20}\s{0,3}[=:(]\s{0,3}\(?\s{0,3}["'][^"'\n]{0,200}["'],\s{0,9}(?<pair>"[^"\n]{1,300}"|'[^'\n]{1,300}')`,
  String.raw`\b(?:Bearer|Basic|Token|Bot|ApiKey|OAuth)\s{1,3}(?<scheme>(?=[\w.~+/=-]{0,40}\d)[\w.~+/=-]{8,})`,
].join('|');
const LOGIN = new RegExp(LOGIN_SOURCE, 'g');

/** Names and passwords that are recognised by their position. */
function* credentials(text: string): Iterable<Range> {
  for (const { 0: match, index, groups = {} } of text.matchAll(LOGIN)) {
    const matched = Object.values<string | undefined>(groups).find((group) => group !== undefined) ?? '';
    const value = matched.replace(/^["']|["']$/g, '');
    if (value.split(':').every(isPlaceholder)) continue;
    const start = index + match.lastIndexOf(value);
    yield [start, start + value.length];
  }
}

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

/** Share of word-like pairs of characters below which a word is random; the longer the word, the higher. */
function readableShare(length: number): number {
  return length < 32 ? 0.48 : 0.54;
}

/** Share below which letters alone are random. */
const UNREADABLE_SHARE = 0.42;

/** Words of digits and letters, and Base64 with its `+` and `/`. */
const WORD_FORMS = [/(?<![\w-])[\w-]{20,}/g, /(?<![\w+/=])[A-Za-z0-9+/]{32,}={0,2}/g] as const;

const HEX_ID =
  /(?<![A-Za-z0-9])(?:[0-9a-fA-F]{32,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?![A-Za-z0-9])/g;

/** Label of a digest, which is not a secret. */
const DIGEST_LABEL = /sha\d{1,3}[:=-]$/;

/** Ranges of words that are too random to be written by hand, and of ids that look like them. */
function* randomWords(text: string): Iterable<readonly [start: number, end: number]> {
  for (const { 0: word, index } of text.matchAll(HEX_ID))
    if (/\d/.test(word) && /[a-f]/i.test(word) && !isDigest(text, index)) yield [index, index + word.length];
  for (const form of WORD_FORMS)
    for (const { 0: word, index } of text.matchAll(form))
      if (isRandom(word) && !isDigest(text, index)) yield [index, index + word.length];
}

function isDigest(text: string, index: number): boolean {
  return (
    DIGEST_LABEL.test(text.slice(Math.max(0, index - 8), index)) || /^sha\d{1,3}-/.test(text.slice(index, index + 8))
  );
}

/** Whether a word is random. A path is not if one of its parts is a word. */
function isRandom(word: string): boolean {
  if (!/[A-Za-z]/.test(word) || new Set(word.slice(0, 100)).size < 8) return false;
  const isWord = (part: string): boolean =>
    /^[A-Z]?[a-z]{4,}$/.test(part) && shareOfReadablePairs(part) >= readableShare(part.length);
  if (/[+/]/.test(word) && word.split('/').some(isWord)) return false;
  return shareOfReadablePairs(word) < (/\d/.test(word) ? readableShare(word.length) : UNREADABLE_SHARE);
}

/** Share of word-like pairs among the significant pairs of characters. */
function shareOfReadablePairs(word: string): number {
  let [significant, readable] = [0, 0];
  for (let index = 1; index < word.length; index++) {
    const left = word.charAt(index - 1);
    const right = word.charAt(index);
    if (isNeutral(left, right, word.charAt(index - 2))) continue;
    significant++;
    if (FOLLOWERS[left.toLowerCase()]?.includes(right.toLowerCase()) === true) readable++;
  }
  return significant === 0 ? 1 : readable / significant;
}

/** Whether a pair is insignificant: it is at a border between words, or inside a number. */
function isNeutral(left: string, right: string, previous: string): boolean {
  return /[_-]|\d\d/.test(left + right) || /[a-z]{2}[A-Z]/.test(previous + left + right);
}

/** Character of a token after its prefix. */
const TOKEN_CHARACTER = String.raw`[\w-]`;

/**
 * Keys and tokens that are recognised by form alone, as their vendors publish it. Each has a fixed prefix or a fixed
 * length, so that the search for all takes linear time.
 */
const VENDOR_FORMS: readonly string[] = [
  // PEM: the content between the first line and the last, also where line ends are written as `\n`.
  String.raw`-----BEGIN [A-Z0-9 ]{1,40}-----(?:[A-Za-z0-9+/=\s\\"'\`,:]|-(?!----))*`,
  // JSON web tokens, and encrypted ones.
  String.raw`(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*){0,3}`,
  // Cloudflare: origin CA keys, and tokens with a prefix. Others are random words.
  String.raw`v1\.0-[0-9a-f]{8,}(?:-[0-9a-f]+){0,3}`,
  `cf(?:k|ut|at)_${TOKEN_CHARACTER}{20,}`,
  // AWS
  '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}',
  // GitHub, GitLab, Bitbucket and Atlassian
  'gh[pousr]_[A-Za-z0-9_]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  String.raw`gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|oas)-[\w.-]{16,}`,
  'AT(?:ATT3|BB|CTT3)[A-Za-z0-9_=-]{16,}',
  // Slack: tokens, and addresses that are secrets
  `xox[a-z](?:\\.xox[a-z])?-${TOKEN_CHARACTER}{10,}`,
  `xapp-\\d-${TOKEN_CHARACTER}{10,}`,
  String.raw`hooks\.slack\.com/[a-z]{1,20}/[\w/+-]{10,}`,
  // Stripe
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[A-Za-z0-9+/=]{16,}',
  // OpenAI, Anthropic and vendors with the same form
  String.raw`sk-(?=[\w-]{0,80}\d)[\w-]{20,}`,
  '(?:hf|gsk|r8)_[A-Za-z0-9]{20,}',
  // Google: API keys, OAuth
  `AIza${TOKEN_CHARACTER}{30,}`,
  String.raw`ya29\.[\w.-]{20,}`,
  `GOCSPX-${TOKEN_CHARACTER}{20,}`,
  // Packages
  'npm_[A-Za-z0-9]{30,}',
  `pypi-${TOKEN_CHARACTER}{30,}`,
  `dckr_pat_${TOKEN_CHARACTER}{20,}`,
  // Mail and messages
  String.raw`SG\.[\w-]{10,100}\.[\w-]{10,}`,
  '(?:SK|AC)[0-9a-fA-F]{32}',
  'key-[0-9a-f]{32}',
  String.raw`\d{8,10}:[A-Za-z0-9_-]{35}`,
  String.raw`[MNO][\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}`,
  String.raw`discord(?:app)?\.com/api/webhooks/\d{1,30}/[\w-]+`,
  // Hosting
  'do[opr]_v1_[0-9a-f]{20,}',
  `HRKU-${TOKEN_CHARACTER}{20,}`,
  '[A-Za-z0-9+/]{86}==',
  String.raw`[\w~.-]{3}\dQ~[\w~.-]{31,}`,
  `fo1_${TOKEN_CHARACTER}{20,}`,
  String.raw`fm\d[a-z]?_[A-Za-z0-9+/=_-]{20,}`,
  `(?:nfp|sbp|pul|rnd)[_-]${TOKEN_CHARACTER}{20,}`,
  // Secret stores and data
  String.raw`hv[sbr]\.[\w-]{20,}`,
  String.raw`(?<!\w\.)[sb]\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w])`,
  'dapi[0-9a-f]{32}(?:-\\d)?',
  String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{16,}`,
  String.raw`\w{14}\.atlasv1\.[\w-]{20,}`,
  // Shops and trackers
  'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{20,}',
  'lin_(?:api|oauth)_[A-Za-z0-9]{20,}',
  '(?:glsa|glc|figd|ntn|PMAK|NRAK|sntrys|sntryu)[_-][A-Za-z0-9_=+/-]{20,}',
];

/** All forms as one expression. */
const SECRET_FORMS = new RegExp(`(?<![A-Za-z0-9])(?:${VENDOR_FORMS.join('|')})`, 'g');
