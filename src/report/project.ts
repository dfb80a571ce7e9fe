import { relativeUri } from './file-uri.js';

/** The project of a report. Unknown properties are absent. */
export interface Project {
  /** Name of the package, or of its folder. */
  readonly name: string;
  readonly branch?: string;
  /** Full id of the checked-out commit. */
  readonly commit?: string;
  /** Web address of the code, without user and password. */
  readonly origin?: CodeHost;
}

export interface CodeHost {
  readonly kind: 'github' | 'gitlab' | 'bitbucket';
  /** `https://github.com/owner/name`; also of a self-hosted server, where CI gives its kind. */
  readonly url: string;
}

/** Address of a line at a commit, after the address of the repository; path and line come last. */
const LINES: Readonly<Record<CodeHost['kind'], readonly [before: string, line: string]>> = {
  github: ['blob', 'L'],
  gitlab: ['-/blob', 'L'],
  bitbucket: ['src', 'lines-'],
};

const HOSTS: Readonly<Record<string, CodeHost['kind']>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
};

/** `git@host:owner/name.git`, `ssh://git@host:22/owner/name`, `https://user:password@host/owner/name`. */
const REMOTE = /^(?:(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/|(?:[^@/:]+@)?([^/:]+):)(.+?)(?:\.git)?\/?$/;
const PATH = /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)+$/;

/** Reads the address of a remote; undefined for a host with an unknown form of addresses. */
export function codeHostOf(remote: string): CodeHost | undefined {
  const [, withScheme, short, path = ''] = REMOTE.exec(remote) ?? [];
  const host = (withScheme ?? short ?? '').toLowerCase();
  const kind = Object.hasOwn(HOSTS, host) ? HOSTS[host] : undefined;
  return kind === undefined || !PATH.test(path) ? undefined : { kind, url: `https://${host}/${path}` };
}

/**
 * Address of a line of a file, by its path from the root of the repository; undefined where commit or host are unknown,
 * or the path is no plain one.
 */
export function codeLink(project: Project | undefined, file: string, line: number): string | undefined {
  if (project?.origin === undefined || project.commit === undefined) return undefined;
  const segments = file.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return undefined;
  const { kind, url } = project.origin;
  const [before, mark] = LINES[kind];
  // Also without the marks that end a link in Markdown.
  const path = relativeUri(file).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
  return `${url}/${before}/${project.commit}/${path}#${mark}${String(line)}`;
}
