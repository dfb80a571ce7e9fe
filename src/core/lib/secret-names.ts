/** Certainty with which a name implies a secret: for any value, or only for one that looks like a key. */
export type NameSays = 'secret' | 'perhaps';

const SECRET = new Set(
  `token tokens secret secrets password passwords passwd pwd passphrase passcode credential credentials bearer apikey
  apitoken authkey accesskey secretkey privatekey authorization cookie cookies jwt userpwd authtoken accesstoken dbpassword dbpass
  sshpass pgpassword mysqlpwd userpass rootpass adminpass ftppass smtppass`.split(/\s+/),
);

/** Words before `key` that make it a secret. */
const OF_KEYS = new Set(
  `api auth access private secret signing encryption service global master admin license webhook deploy ssh hmac
  aes rsa origin account`.split(/\s+/),
);

const PERHAPS = new Set('key keys pass pw pat auth sig signature session sid otp salt seed user'.split(' '));

/** Last words of names that only refer to a secret: `tokenUrl`, `secretName`. */
const ABOUT = new Set(
  `url uri endpoint name names type path file field header headers id ids length size expiry expires expiration ttl count
  label prefix suffix param kind format pattern schema placeholder hint error message provider store ref version policy
  limit scope scopes description title template class status input valid required`.split(/\s+/),
);

/** Headers whose values are public. */
const HARMLESS = new Set(
  `accept accept-encoding accept-language accept-charset cache-control connection content-encoding content-length
  content-type date etag expect host if-match if-modified-since if-none-match origin pragma range referer te
  transfer-encoding upgrade user-agent vary via x-requested-with
  x-github-api-version`.split(/\s+/),
);

/** Pattern of every name that may imply a secret. */
const SAYING = new RegExp(`^x-|${[...SECRET, ...PERHAPS].join('|')}`, 'i');

/** Certainty with which a name implies a secret value; undefined if it does not. */
export function nameSays(name: string): NameSays | undefined {
  if (!SAYING.test(name)) return undefined;
  if (/^x-/i.test(name)) return isHarmlessHeader(name) ? undefined : 'secret';
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  if (ABOUT.has(last)) return undefined;
  const before = words.at(-2) ?? '';
  if (SECRET.has(last) || ((last === 'key' || last === 'keys') && OF_KEYS.has(before))) return 'secret';
  if (words.some((word) => SECRET.has(word))) return 'secret';
  return words.some((word) => PERHAPS.has(word)) ? 'perhaps' : undefined;
}

function isHarmlessHeader(name: string): boolean {
  return HARMLESS.has(name.toLowerCase());
}

const LONGEST_PLACEHOLDER = 400;

/** A placeholder value: `YOUR_API_TOKEN`, `<token>`, `$CF_TOKEN`, `${{ secrets.X }}`, `***`. */
export function isPlaceholder(value: string): boolean {
  if (value.length > LONGEST_PLACEHOLDER) return false;
  const rest = value
    .replace(/^(?:Bearer|Basic|Token|Bot|ApiKey)\b/i, '')
    .replace(/\$?\{\{[^}]{0,200}\}\}|\$?\{[^}]{0,200}\}|\$\([^)]{0,200}\)|<[^>]{0,100}>|%[sd]|%\(\w{1,60}\)s/g, '')
    .replace(/\$(?:env:)?[A-Za-z_]\w*/g, '')
    .trim();
  return PLACEHOLDER.test(rest);
}

const PLACEHOLDER =
  /^(?:[\s:;,.*=…]*|[xX]{3,}|(?:[A-Z]+[_-])+[A-Z]+|(?:your|my)[_ -][\w -]*|(?:string|text|token|secret|password|bearer|basic|none|null|true|false|undefined|required|optional|hidden|include|omit)|-?\d{1,3})$/;

/** Whether a value is secret by the certainty of its name. */
export function isSecretBy(says: NameSays, value: string): boolean {
  return says === 'secret' ? !isPlaceholder(value) : looksLikeKey(value);
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
const NAMED = new RegExp(
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
  const ends: Ends = new Map();
  let done = 0;
  const names = new RegExp(NAMED);
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const { name = '', close = '', between = '' } = match.groups ?? {};
    // `const t = process.env.TOKEN || 'abc'`: the value may belong to a later name, which is in `between`.
    if (/\w/.test(between)) names.lastIndex = match.index + name.length;
    if (match.index < done) continue;
    const at = match.index + match[0].length;
    if (/^headers?$/i.test(name) && /[:=]/.test(between) && /[[{(]/.test(text.charAt(at))) {
      headersEnd = endOfHeaders(text, at, ends);
      continue;
    }
    const known = {
      text,
      at,
      name: name.replace(/^-+/, ''),
      isFlag: name.startsWith('--'),
      before: text.slice(Math.max(0, match.index - 12), match.index),
    };
    const isHeader = (match.index < headersEnd && /[:=]/.test(between)) || HEADER_FLAG.test(known.before);
    const says = isHeader ? headerSays(name) : nameSays(known.name);
    if (says === undefined) continue;
    for (const range of valueOf({ ...known, close, between, says })) {
      done = range[1];
      yield range;
    }
  }
}

function headerSays(name: string): NameSays | undefined {
  return isHarmlessHeader(name) ? undefined : 'secret';
}

/** `-H "`, `--header='`. */
const HEADER_FLAG = /(?:^|\s)(?:-H|--header)[\s=]{0,3}\\{0,4}["']?$/;

/** Closing brackets of a list; that of a `${placeholder}` in a text does not count. */
const CLOSING: Readonly<Record<string, RegExp>> = { '{': /(?<!\$\{[^{}]{0,80})\}/, '[': /\]/, '(': /\)/ };

/** Position of the next closing bracket, by the opening bracket. */
type Ends = Map<string, number>;

/** Memoised, because a closing bracket ends all lists that are opened before it. */
function endOfHeaders(text: string, at: number, ends: Ends): number {
  const opening = text.charAt(at);
  const known = ends.get(opening);
  if (known !== undefined && known >= at) return known;
  const closing = new RegExp(CLOSING[opening] ?? /$/, 'g');
  closing.lastIndex = at;
  const end = closing.exec(text)?.index ?? text.length;
  ends.set(opening, end);
  return end;
}

interface Named {
  readonly text: string;
  /** Start of the value. */
  readonly at: number;
  readonly name: string;
  readonly isFlag: boolean;
  /** A few characters before the name. */
  readonly before: string;
  /** The quote after the name. */
  readonly close: string;
  readonly between: string;
  readonly says: NameSays;
}

function valueOf(named: Named): Iterable<Range> {
  const { text, at, between, close } = named;
  const opened = /(?:[[(]\s{0,20})?(?:[bfrBFR$]{1,2}(?=["']))?(?<quote>\\{0,4}["'`])/y;
  opened.lastIndex = at;
  const quote = opened.exec(text)?.groups?.['quote'];
  const isApart = /^\s+$/.test(between);
  if (quote !== undefined) {
    if (isApart && !named.isFlag) return [];
    if (/^\s*,\s*$/.test(between) && !(close !== '' && endsPair(text, at))) return [];
    return quoted(named, opened.lastIndex, quote);
  }
  return isApart ? afterBlank(named) : unquoted(named);
}

/** End of a list or call with two items: `'abc')` of `.set('X-Auth-Key', 'abc')`. */
const PAIR_END = /[bfrBFR$]{0,2}\\{0,4}(["'`])[^"'`]*\1\s{0,40}[)\]]/y;

function endsPair(text: string, at: number): boolean {
  PAIR_END.lastIndex = at;
  return PAIR_END.test(text);
}

/** A quoted text, and those concatenated to it. */
function* quoted({ text, says }: Named, first: number, opening: string): Iterable<Range> {
  let [start, quote] = [first, opening];
  for (let count = 0; ; count++) {
    const end = endOfQuoted(text, start, quote);
    const value = text.slice(start, end);
    if (count >= MAX_JOINED || isSecretBy(says, value)) yield secretPart(text, start, end);
    JOINED.lastIndex = end + quote.length;
    const next = JOINED.exec(text)?.groups?.['quote'];
    if (next === undefined) return;
    [start, quote] = [JOINED.lastIndex, next];
  }
}

/** Number of concatenated texts that are examined; those after them are always masked. */
const MAX_JOINED = 20;

const JOINED =
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

/** `--token abc`, and `ENV TOKEN abc` of an image. */
function* afterBlank({ text, at, isFlag, before, says }: Named): Iterable<Range> {
  if (says !== 'secret' || !(isFlag || /(?:^|\n)[^\S\n]*(?:ENV|ARG)\s+$/.test(before))) return;
  WORD.lastIndex = at;
  const value = WORD.exec(text)?.[0] ?? '';
  if (!value.startsWith('-') && !isPlaceholder(value)) yield [at, at + value.length];
}

/** `TOKEN=abc`, `?key=abc`, `-d 'password=abc'`, and `X-Auth-Key: abc` within a text. */
function* unquoted(named: Named): Iterable<Range> {
  const [open] = /\\{0,4}["'`]$/.exec(named.before) ?? [];
  if (isHeaderLine(named, open)) yield* headerValue(named, open);
  else yield* assigned(named, open);
}

/** `X-Auth-Key: abc`. `open`: the opening quote of the surrounding text, if any. */
function isHeaderLine({ text, at, between, close, name, says }: Named, open: string | undefined): boolean {
  if (!/^\s*:/.test(between) || close !== '' || says !== 'secret') return false;
  return isHeaderName(name) || open !== undefined || SENT.test(text.slice(at, at + 40));
}

function* headerValue({ text, at }: Named, open: string | undefined): Iterable<Range> {
  const end = open === undefined ? endOfLine(text, at) : endOfQuoted(text, at, open);
  if (!isPlaceholder(text.slice(at, end))) yield secretPart(text, at, end);
}

/** `TOKEN=abc`, `?key=abc`. */
function* assigned(named: Named, open: string | undefined): Iterable<Range> {
  const { text, at, between, before, name, says } = named;
  WORD.lastIndex = at;
  const value = WORD.exec(text)?.[0] ?? '';
  const next = text.charAt(at + value.length);
  if (value === '' || isPlaceholder(value) || /[([]/.test(next)) return;
  const isTight = between === '=' || between === ':-' || between === ':=';
  const isQuery = isTight && /[?&]$/.test(before);
  const isShell =
    isTight &&
    (/^[A-Z\d_]+$/.test(name) || named.isFlag || open !== undefined || isLineStart(before)) &&
    !/[,)]/.test(next);
  if (isQuery || (says === 'secret' && isShell && !isReference(value)) || isMixed(value)) yield [at, at + value.length];
}

/** `X-Auth-Key`, but not the name of a file: `password-setup.ts: not valid JSON`. */
function isHeaderName(name: string): boolean {
  return name.includes('-') && !name.includes('.');
}

/** Credentials of a login header: `Bearer abc`. */
const SENT = /^(?:Bearer|Basic|Token|Bot|ApiKey)\s+\S/i;

function isLineStart(before: string): boolean {
  return /(?:^|\n)[^\S\n]*(?:(?:export|local|readonly)\s+)?$/.test(before) || /(?:export|-e|ARG|ENV)\s+$/.test(before);
}

/** A reference to another variable: `$1`, `process.env.X`, `var.token`. */
function isReference(value: string): boolean {
  return /^[\w$]+(?:\.[\w$]+)+$/.test(value) && !/\d/.test(value);
}

/** Whether an unquoted value is a key: only its digits distinguish it from code. */
function isMixed(value: string): boolean {
  return looksLikeKey(value) && value.replace(/\D/g, '').length > 2 && !/^[$@]|[=*]/.test(value);
}

function endOfLine(text: string, at: number): number {
  const end = /["'`\n]/g;
  end.lastIndex = at;
  return end.exec(text)?.index ?? text.length;
}
