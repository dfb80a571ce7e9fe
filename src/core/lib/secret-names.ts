/** Certainty with which a name implies a secret: for any value, or only for one that looks like a key. */
export type SecretCertainty = 'secret' | 'perhaps';

const SECRET_WORDS = new Set(
  `token tokens secret secrets password passwords passwd pwd passphrase passcode credential credentials bearer apikey
  apitoken authkey accesskey secretkey privatekey authorization cookie cookies jwt userpwd authtoken accesstoken dbpassword dbpass
  sshpass pgpassword mysqlpwd userpass rootpass adminpass ftppass smtppass`.split(/\s+/),
);

/** Words before `key` that make it a secret. */
const KEY_QUALIFIERS = new Set(
  `api auth access private secret signing encryption service global master admin license webhook deploy ssh hmac
  aes rsa origin account`.split(/\s+/),
);

const UNCERTAIN_WORDS = new Set('key keys pass pw pat auth sig signature session sid otp salt seed user'.split(' '));

/** Last words of names that only refer to a secret: `tokenUrl`, `secretName`. */
const REFERENCE_WORDS = new Set(
  `url uri endpoint name names type path file field header headers id ids length size expiry expires expiration ttl count
  label prefix suffix param kind format pattern schema placeholder hint error message provider store ref version policy
  limit scope scopes description title template class status input valid required`.split(/\s+/),
);

/** Headers whose values are public. */
const PUBLIC_HEADERS = new Set(
  `accept accept-encoding accept-language accept-charset cache-control connection content-encoding content-length
  content-type date etag expect host if-match if-modified-since if-none-match origin pragma range referer te
  transfer-encoding upgrade user-agent vary via x-requested-with
  x-github-api-version`.split(/\s+/),
);

/** Pattern of every name that may imply a secret. */
const SECRET_NAME = new RegExp(`^x-|${[...SECRET_WORDS, ...UNCERTAIN_WORDS].join('|')}`, 'i');

/** Certainty with which a name implies a secret value; undefined if it does not. */
export function secretCertainty(name: string): SecretCertainty | undefined {
  if (!SECRET_NAME.test(name)) return undefined;
  if (/^x-/i.test(name)) return isPublicHeader(name) ? undefined : 'secret';
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  const lastWord = words.at(-1) ?? '';
  if (REFERENCE_WORDS.has(lastWord)) return undefined;
  const wordBefore = words.at(-2) ?? '';
  if (SECRET_WORDS.has(lastWord) || ((lastWord === 'key' || lastWord === 'keys') && KEY_QUALIFIERS.has(wordBefore)))
    return 'secret';
  if (words.some((word) => SECRET_WORDS.has(word))) return 'secret';
  return words.some((word) => UNCERTAIN_WORDS.has(word)) ? 'perhaps' : undefined;
}

function isPublicHeader(name: string): boolean {
  return PUBLIC_HEADERS.has(name.toLowerCase());
}

const LONGEST_PLACEHOLDER = 400;

/** A placeholder value: `YOUR_API_TOKEN`, `<token>`, `$CF_TOKEN`, `${{ secrets.X }}`, `***`. */
export function isPlaceholder(value: string): boolean {
  if (value.length > LONGEST_PLACEHOLDER) return false;
  const remainder = value
    .replace(/^(?:Bearer|Basic|Token|Bot|ApiKey)\b/i, '')
    .replace(/\$?\{\{[^}]{0,200}\}\}|\$?\{[^}]{0,200}\}|\$\([^)]{0,200}\)|<[^>]{0,100}>|%[sd]|%\(\w{1,60}\)s/g, '')
    .replace(/\$(?:env:)?[A-Za-z_]\w*/g, '')
    .trim();
  return PLACEHOLDER.test(remainder);
}

const PLACEHOLDER =
  /^(?:[\s:;,.*=…]*|[xX]{3,}|(?:[A-Z]+[_-])+[A-Z]+|(?:your|my)[_ -][\w -]*|(?:string|text|token|secret|password|bearer|basic|none|null|true|false|undefined|required|optional|hidden|include|omit)|-?\d{1,3})$/;

/** Whether a value is secret by the certainty of its name. */
export function isSecretBy(certainty: SecretCertainty, value: string): boolean {
  return certainty === 'secret' ? !isPlaceholder(value) : looksLikeKey(value);
}

/** Whether a value is unlikely to be a word, a path or a sentence. */
function looksLikeKey(value: string): boolean {
  return /^[^\s/${}]{8,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[\w.]+[([]/.test(value);
}

type Range = readonly [start: number, end: number];

/**
 * A name and the text between it and its value: `"X-Auth-Key": `, `apiKey = `, `?token=`, `--token `,
 * `process.env.API_KEY ?? `, `('X-Auth-Key', `, `token: string = `, `variable "token" { default = `. Each name is
 * matched once, so matching takes linear time.
 */
const NAME_AND_SEPARATOR = new RegExp(
  [
    String.raw`(?<![\w.-])(?<name>[\w-][\w.-]{0,80})(?![\w.-])(?<close>\\{0,4}["'\`])?[\])]?`,
    String.raw`(?<between>\s{0,40}(?:`,
    [
      String.raw`,\s{0,40}["']?value["']?\s{0,9}[:=]`,
      String.raw`["']?value["']?\s{0,9}[:=]`,
      String.raw`\{[^{}]{0,200}?\bdefault\s{0,20}=`,
      String.raw`:\s?[\w.<>[\]| ]{1,40}?=(?![=>])`,
      String.raw`[:=]\s[^"'\`;\n,(){}]{0,120}?(?:\?\?|\|\||[?+]|\bor\b|\belse\b|:)(?=\s{0,9}["'\`])`,
      String.raw`(?:===?|!==?|=>|:=|\?\?=?|\|\|=?|:-|=|:|,)`,
      String.raw`(?=\s)`,
    ].join('|'),
    String.raw`)\s{0,40})`,
  ].join(''),
  'g',
);

/** The values of headers, assignments, fields, parameters and flags with the name of a secret. */
export function* namedSecrets(text: string): Iterable<Range> {
  let headersEnd = 0;
  const closingBrackets: ClosingBrackets = new Map();
  let maskedEnd = 0;
  const names = new RegExp(NAME_AND_SEPARATOR);
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const { name = '', close = '', between = '' } = match.groups ?? {};
    // `const t = process.env.TOKEN || 'abc'`: the value may belong to a later name, which is in `between`.
    if (/\w/.test(between)) names.lastIndex = match.index + name.length;
    if (match.index < maskedEnd) continue;
    const at = match.index + match[0].length;
    if (/^headers?$/i.test(name) && /[:=]/.test(between) && /[[{(]/.test(text.charAt(at))) {
      headersEnd = endOfHeaders(text, at, closingBrackets);
      continue;
    }
    const site = {
      text,
      at,
      name: name.replace(/^-+/, ''),
      isFlag: name.startsWith('--'),
      before: text.slice(Math.max(0, match.index - 12), match.index),
    };
    const isHeader = (match.index < headersEnd && /[:=]/.test(between)) || HEADER_FLAG.test(site.before);
    const certainty = isHeader ? headerCertainty(name) : secretCertainty(site.name);
    if (certainty === undefined) continue;
    for (const range of secretsInValue({ ...site, closingQuote: close, separator: between, certainty })) {
      maskedEnd = range[1];
      yield range;
    }
  }
}

function headerCertainty(name: string): SecretCertainty | undefined {
  return isPublicHeader(name) ? undefined : 'secret';
}

/** `-H "`, `--header='`. */
const HEADER_FLAG = /(?:^|\s)(?:-H|--header)[\s=]{0,3}\\{0,4}["']?$/;

/** Closing brackets of a list; that of a `${placeholder}` in a text does not count. */
const CLOSING: Readonly<Record<string, RegExp>> = { '{': /(?<!\$\{[^{}]{0,80})\}/, '[': /\]/, '(': /\)/ };

/** Next closing bracket by opening bracket; memoised, because it ends all lists that are opened before it. */
type ClosingBrackets = Map<string, number>;

/** End of the list of headers that begins at `at`. */
function endOfHeaders(text: string, at: number, closingBrackets: ClosingBrackets): number {
  const opening = text.charAt(at);
  const memoised = closingBrackets.get(opening);
  if (memoised !== undefined && memoised >= at) return memoised;
  const closing = new RegExp(CLOSING[opening] ?? /$/, 'g');
  closing.lastIndex = at;
  const end = closing.exec(text)?.index ?? text.length;
  closingBrackets.set(opening, end);
  return end;
}

interface NamedValue {
  readonly text: string;
  /** Start of the value. */
  readonly at: number;
  readonly name: string;
  readonly isFlag: boolean;
  /** A few characters before the name. */
  readonly before: string;
  /** The quote after the name. */
  readonly closingQuote: string;
  readonly separator: string;
  readonly certainty: SecretCertainty;
}

function secretsInValue(named: NamedValue): Iterable<Range> {
  const { text, at, separator, closingQuote } = named;
  const opening = /(?:[[(]\s{0,20})?(?:[bfrBFR$]{1,2}(?=["']))?(?<quote>\\{0,4}["'`])/y;
  opening.lastIndex = at;
  const quote = opening.exec(text)?.groups?.['quote'];
  const isAfterBlank = /^\s+$/.test(separator);
  if (quote !== undefined) {
    if (isAfterBlank && !named.isFlag) return [];
    if (/^\s*,\s*$/.test(separator) && !(closingQuote !== '' && isLastOfPair(text, at))) return [];
    return quotedSecrets(named, opening.lastIndex, quote);
  }
  return isAfterBlank ? secretAfterBlank(named) : unquotedSecrets(named);
}

/** End of a list or call with two items: `'abc')` of `.set('X-Auth-Key', 'abc')`. */
const PAIR_END = /[bfrBFR$]{0,2}\\{0,4}(["'`])[^"'`]*\1\s{0,40}[)\]]/y;

function isLastOfPair(text: string, at: number): boolean {
  PAIR_END.lastIndex = at;
  return PAIR_END.test(text);
}

/** Secrets in a quoted text, and in those concatenated to it. */
function* quotedSecrets({ text, certainty }: NamedValue, first: number, opening: string): Iterable<Range> {
  let [start, quote] = [first, opening];
  for (let count = 0; ; count++) {
    const end = endOfQuoted(text, start, quote);
    const value = text.slice(start, end);
    if (count >= MAX_JOINED || isSecretBy(certainty, value)) yield secretPart(text, start, end);
    CONCATENATION.lastIndex = end + quote.length;
    const next = CONCATENATION.exec(text)?.groups?.['quote'];
    if (next === undefined) return;
    [start, quote] = [CONCATENATION.lastIndex, next];
  }
}

/** Number of concatenated texts that are examined; those after them are always masked. */
const MAX_JOINED = 20;

const CONCATENATION =
  /(?:\s{0,40}(?:\+|\?\?|\|\||:(?=\s)|,(?=\s?["'`][^"'`\n]{1,200}["'`]\s?[\]),]))\s{0,40})?(?<quote>\\{0,4}["'`])/y;

/** End of a text that was opened with this quote: on the same line, unless the quote allows several lines. */
function endOfQuoted(text: string, start: number, quote: string): number {
  const mark = quote.slice(-1);
  for (let index = start; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === mark) return Math.max(start, index - (quote.length - 1));
    if (char === '\n' && mark !== '`' && text.charAt(index - 1) !== '\\') return index;
    if (char === '\\' && quote.length === 1) index++;
  }
  return text.length;
}

/** Range of a secret without its scheme: only the second word of `Bearer abc`. */
function secretPart(text: string, start: number, end: number): Range {
  const scheme = /^\s*(?:Bearer|Basic|Token|Bot|ApiKey)\s+/i.exec(text.slice(start, Math.min(end, start + 40)));
  return [start + (scheme?.[0].length ?? 0), end];
}

const WORD = /[^\s"'`&;|<>(){}[\],]{1,1000}/y;

/** Secret of `--token abc`, or of `ENV TOKEN abc` in the description of an image. */
function* secretAfterBlank({ text, at, isFlag, before, certainty }: NamedValue): Iterable<Range> {
  if (certainty !== 'secret' || !(isFlag || /(?:^|\n)[^\S\n]*(?:ENV|ARG)\s+$/.test(before))) return;
  WORD.lastIndex = at;
  const value = WORD.exec(text)?.[0] ?? '';
  if (!value.startsWith('-') && !isPlaceholder(value)) yield [at, at + value.length];
}

/** Secrets of `TOKEN=abc`, `?key=abc`, `-d 'password=abc'`, and of `X-Auth-Key: abc` within a text. */
function* unquotedSecrets(named: NamedValue): Iterable<Range> {
  const [openingQuote] = /\\{0,4}["'`]$/.exec(named.before) ?? [];
  if (isHeaderLine(named, openingQuote)) yield* secretOfHeaderLine(named, openingQuote);
  else yield* assignedSecret(named, openingQuote);
}

/** Whether this is `X-Auth-Key: abc`. `openingQuote`: that of the surrounding text, if any. */
function isHeaderLine(
  { text, at, separator, closingQuote, name, certainty }: NamedValue,
  openingQuote: string | undefined,
): boolean {
  if (!/^\s*:/.test(separator) || closingQuote !== '' || certainty !== 'secret') return false;
  return isHeaderName(name) || openingQuote !== undefined || LOGIN_SCHEME.test(text.slice(at, at + 40));
}

function* secretOfHeaderLine({ text, at }: NamedValue, openingQuote: string | undefined): Iterable<Range> {
  const end = openingQuote === undefined ? endOfLine(text, at) : endOfQuoted(text, at, openingQuote);
  if (!isPlaceholder(text.slice(at, end))) yield secretPart(text, at, end);
}

/** Secret of `TOKEN=abc` or `?key=abc`. */
function* assignedSecret(named: NamedValue, openingQuote: string | undefined): Iterable<Range> {
  const { text, at, separator, before, name, certainty } = named;
  WORD.lastIndex = at;
  const value = WORD.exec(text)?.[0] ?? '';
  const next = text.charAt(at + value.length);
  if (value === '' || isPlaceholder(value) || /[([]/.test(next)) return;
  const isAssignment = separator === '=' || separator === ':-' || separator === ':=';
  const isQuery = isAssignment && /[?&]$/.test(before);
  const isShell =
    isAssignment &&
    (/^[A-Z\d_]+$/.test(name) || named.isFlag || openingQuote !== undefined || isLineStart(before)) &&
    !/[,)]/.test(next);
  if (isQuery || (certainty === 'secret' && isShell && !isReference(value)) || isKeyWithDigits(value))
    yield [at, at + value.length];
}

/** Whether a name is one of a header, `X-Auth-Key`, and not of a file: `password-setup.ts: not valid JSON`. */
function isHeaderName(name: string): boolean {
  return name.includes('-') && !name.includes('.');
}

/** Credentials of a login header: `Bearer abc`. */
const LOGIN_SCHEME = /^(?:Bearer|Basic|Token|Bot|ApiKey)\s+\S/i;

function isLineStart(before: string): boolean {
  return /(?:^|\n)[^\S\n]*(?:(?:export|local|readonly)\s+)?$/.test(before) || /(?:export|-e|ARG|ENV)\s+$/.test(before);
}

/** A reference to another variable: `$1`, `process.env.X`, `var.token`. */
function isReference(value: string): boolean {
  return /^[\w$]+(?:\.[\w$]+)+$/.test(value) && !/\d/.test(value);
}

/** Whether an unquoted value is a key: only its digits distinguish it from code. */
function isKeyWithDigits(value: string): boolean {
  return looksLikeKey(value) && value.replace(/\D/g, '').length > 2 && !/^[$@]|[=*]/.test(value);
}

function endOfLine(text: string, at: number): number {
  const end = /["'`\n]/g;
  end.lastIndex = at;
  return end.exec(text)?.index ?? text.length;
}
