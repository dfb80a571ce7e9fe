/** Public addresses of a release. They exist once it is published, so they are given and in no file of the repository. */
export interface Addresses {
  readonly repository: string;
  readonly homepage: string;
  readonly bugs: string;
}

/** A reason to write no release, for people. */
export class ReleaseError extends Error {}

const MEANING: Readonly<Record<keyof Addresses, string>> = {
  repository: 'the public repository, such as the one that CI builds',
  homepage: 'the page that introduces the program',
  bugs: 'the page for reports',
};

/** Names that are reserved for examples, tests and one's own network (RFC 2606, RFC 6761, RFC 6762). */
const RESERVED = /(?:^|\.)(?:example|example\.(?:com|net|org)|invalid|local|localhost|test|internal)$/i;
const PLACEHOLDER =
  /[<>{}$*]|__|\.\.\.|\/(?:your[._-][^/]*|owner|org|user|username|repo|repository|todo|placeholder|address)(?=[/?#]|$)/i;

/** Reads the addresses, or fails with all that is wrong. */
export function readAddresses(given: { readonly [name in keyof Addresses]?: string | undefined }): Addresses {
  const wrong: string[] = [];
  const read = (name: keyof Addresses): string => {
    const value = given[name] ?? '';
    const problem = value === '' ? `is missing: ${MEANING[name]}` : problemOf(name, value);
    if (problem !== undefined) wrong.push(`--${name} ${problem}.`);
    return value.replace(/\/$/, '').replace(name === 'repository' ? /\.git$/ : /$/, '');
  };
  const addresses = { repository: read('repository'), homepage: read('homepage'), bugs: read('bugs') };
  if (wrong.length > 0) throw new ReleaseError(wrong.join('\n'));
  return addresses;
}

function problemOf(name: keyof Addresses, value: string): string | undefined {
  const shown = JSON.stringify(value);
  if (!URL.canParse(value)) return `is not an address: ${shown}`;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  if (username !== '' || password !== '') return 'contains a login';
  if (protocol !== 'https:') return `has to begin with https://: ${shown}`;
  if (RESERVED.test(hostname) || !/\.[a-z][a-z\d-]*[a-z]$/i.test(hostname) || port !== '')
    return `is not a public address: ${shown}`;
  if (PLACEHOLDER.test(value)) return `contains a placeholder: ${shown}`;
  if (name !== 'repository') return undefined;
  const segments = pathname.replace(/\/$/, '').split('/').slice(1);
  return segments.length < 2 || segments.some((segment) => !/^[\w.~-]+$/.test(segment)) || search !== '' || hash !== ''
    ? `is not a repository, as in https://HOST/GROUP/NAME: ${shown}`
    : undefined;
}
