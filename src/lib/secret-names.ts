/** Certainty that a name implies a secret: for any value, or only for one that looks like a key. */
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

/** Returns how clearly a name implies a secret value; undefined where it does not. */
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

export function isHarmlessHeader(name: string): boolean {
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

/** Whether a value is hardly a word, a path or a sentence. */
export function looksLikeKey(value: string): boolean {
  return /^[^\s/${}]{8,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[\w.]+[([]/.test(value);
}
