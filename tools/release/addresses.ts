/** Public addresses of a release. They exist only once it is published, so no file of the repository contains them. */
export interface Addresses {
  readonly repository: string;
  readonly homepage: string;
  readonly bugs: string;
}

/** Reason why no release is written, worded for people. */
export class ReleaseError extends Error {}

const MEANINGS: Readonly<Record<keyof Addresses, string>> = {
  repository: 'the public repository, such as the one that CI builds',
  homepage: 'the page that introduces the program',
  bugs: 'the page for reports',
};

/** Names that are reserved for examples, tests and one's own network (RFC 2606, RFC 6761, RFC 6762). */
const RESERVED_HOST = /(?:^|\.)(?:example|example\.(?:com|net|org)|invalid|local|localhost|test|internal)$/i;
const PLACEHOLDER =
  /[<>{}$*]|__|\.\.\.|\/(?:your[._-][^/]*|owner|org|user|username|repo|repository|todo|placeholder|address)(?=[/?#]|$)/i;

/** Reads the addresses. Throws a ReleaseError that lists all problems. */
export function readAddresses(values: { readonly [name in keyof Addresses]?: string | undefined }): Addresses {
  const problems: string[] = [];
  const read = (name: keyof Addresses): string => {
    const value = values[name] ?? '';
    const problem = value === '' ? `is missing: ${MEANINGS[name]}` : problemOf(name, value);
    if (problem !== undefined) problems.push(`--${name} ${problem}.`);
    return value.replace(/\/$/, '').replace(name === 'repository' ? /\.git$/ : /$/, '');
  };
  const addresses = { repository: read('repository'), homepage: read('homepage'), bugs: read('bugs') };
  if (problems.length > 0) throw new ReleaseError(problems.join('\n'));
  return addresses;
}

function problemOf(name: keyof Addresses, value: string): string | undefined {
  const quotedValue = JSON.stringify(value);
  if (!URL.canParse(value)) return `is not an address: ${quotedValue}`;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  if (username !== '' || password !== '') return 'contains a login';
  if (protocol !== 'https:') return `has to begin with https://: ${quotedValue}`;
  if (RESERVED_HOST.test(hostname) || !/\.[a-z][a-z\d-]*[a-z]$/i.test(hostname) || port !== '')
    return `is not a public address: ${quotedValue}`;
  if (PLACEHOLDER.test(value)) return `contains a placeholder: ${quotedValue}`;
  if (name !== 'repository') return undefined;
  const segments = pathname.replace(/\/$/, '').split('/').slice(1);
  return segments.length < 2 || segments.some((segment) => !/^[\w.~-]+$/.test(segment)) || search !== '' || hash !== ''
    ? `is not a repository, as in https://HOST/GROUP/NAME: ${quotedValue}`
    : undefined;
}
