import { BoundedMap } from './bounded-map.js';
import { namedSecrets } from './named-secrets.js';
import { randomWords } from './random-word.js';
import { SECRET_FORMS } from './secret-forms.js';
import { isPlaceholder, isSecretBy, nameSays } from './secret-names.js';

type Range = readonly [start: number, end: number];

/** Replacement for a secret. */
const HIDDEN = '***';

/**
 * Source without its secrets, as long as before, so that places stay what they are. Secret is:
 *
 * 1. what has the form of a key or token that a vendor publishes (`secret-forms.ts`);
 * 2. the value of a header, assignment, field, parameter or flag whose name says so (`named-secrets.ts`);
 * 3. who logs in: `https://user:pass@host`, `-u user:pass`, `Bearer abc`, the cookies of `-b`;
 * 4. a word that is random, and with it an id of 32 hexadecimal digits (`random-word.ts`).
 *
 * No secret are names of variables and what stands for a value (`YOUR_API_TOKEN`, `$CF_TOKEN`), words, versions, digests
 * that say what they are. All takes time in proportion to the text.
 */
export function maskSecrets(text: string): string {
  return replaced(text, allSecrets(text), (secret) => secret.replace(/\S/g, '*'));
}

/** Words without secrets: a URL, a message, a note. The last answers are kept, for findings say much the same. */
export function hideSecrets(text: string): string {
  let shown = hidden.get(text);
  if (shown === undefined) {
    // A copy, for a part that V8 cuts out of a text holds on to the whole of it.
    const own = Buffer.from(text, 'utf16le').toString('utf16le');
    shown = replaced(own, allSecrets(own), () => HIDDEN);
    hidden.set(own, shown, own.length);
  }
  return shown;
}

/**
 * A message without the secrets that form, name or place tells. It may name files and commits, which are random as keys
 * are: random words stay.
 */
export function hideTold(text: string): string {
  return replaced(text, toldSecrets(text), () => HIDDEN);
}

/** The same for a value that has a name of its own, as in JSON, where `x-` begins whatever somebody added. */
export function hideNamed(name: string, value: string): string {
  const says = nameSays(name.replace(/^x-/i, ''));
  return says !== undefined && isSecretBy(says, value) ? HIDDEN : hideTold(value);
}

/** Texts that were asked for, and what is shown of them; in characters. */
const hidden = new BoundedMap<string>(200_000);

function replaced(text: string, secrets: Iterable<Range>, replace: (secret: string) => string): string {
  const ranges = inOrder(secrets);
  if (ranges.length === 0) return text;
  let out = '';
  let end = 0;
  for (const [from, to] of ranges) {
    out += text.slice(end, from) + replace(text.slice(from, to));
    end = to;
  }
  return out + text.slice(end);
}

function* toldSecrets(text: string): Iterable<Range> {
  yield* formed(text);
  yield* namedSecrets(text);
  yield* logins(text);
}

function* allSecrets(text: string): Iterable<Range> {
  yield* toldSecrets(text);
  yield* randomWords(text);
}

/** Places of secrets, in order and without overlaps. */
function inOrder(secrets: Iterable<Range>): readonly Range[] {
  const found = [...secrets].filter(([start, end]) => start < end).sort(([a], [b]) => a - b);
  const ranges: [number, number][] = [];
  for (const [start, end] of found) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

function* formed(text: string): Iterable<Range> {
  for (const { 0: form, index } of text.matchAll(SECRET_FORMS)) yield [index, index + form.length];
}

const LOGINS = [
  String.raw`:\/\/(?<userinfo>[^\s\/@"'\`<>]{1,300})@`,
  String.raw`(?<![\w-])(?:-u|-U|--user|--proxy-user|-a|--auth)[\s=]{0,4}(?<user>"[^"\n:]{0,200}:[^"\n]{1,300}"|'[^'\n:]{0,200}:[^'\n]{1,300}'|[^\s"':]{1,200}:[^\s"']{1,300})`,
  String.raw`(?<![\w-])(?:-b|--cookie)[\s=]{1,4}(?<cookie>"[^"\n=]{1,200}=[^"\n]{1,4000}"|'[^'\n=]{1,200}=[^'\n]{1,4000}'|[\w.-]{1,200}=[^\s"']{1,4000})`,
  String.raw`[Aa]uth\w{0,20}\s{0,3}[=:(]\s{0,3}\(?\s{0,3}["'][^"'\n]{0,200}["'],\s{0,9}(?<pair>"[^"\n]{1,300}"|'[^'\n]{1,300}')`,
  String.raw`\b(?:Bearer|Basic|Token|Bot|ApiKey|OAuth)\s{1,3}(?<scheme>(?=[\w.~+/=-]{0,40}\d)[\w.~+/=-]{8,})`,
].join('|');
const LOGIN = new RegExp(LOGINS, 'g');

/** Names and passwords that are recognised by their place. */
function* logins(text: string): Iterable<Range> {
  for (const { 0: whole, index, groups = {} } of text.matchAll(LOGIN)) {
    const written = Object.values<string | undefined>(groups).find((group) => group !== undefined) ?? '';
    const value = written.replace(/^["']|["']$/g, '');
    if (value.split(':').every(isPlaceholder)) continue;
    const start = index + whole.lastIndexOf(value);
    yield [start, start + value.length];
  }
}
