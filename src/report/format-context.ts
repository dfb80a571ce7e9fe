import type { Catalogue } from '../core/model/deprecation.js';
import type { Trend } from './trend.js';

/** Verdict of the gate on the report. */
export interface Verdict {
  /** `error`: the scan is incomplete. */
  readonly status: 'passed' | 'failed' | 'error';
  /** Number of findings that fail the gate. */
  readonly failing: number;
  /** Value of `--fail-on`, which decides which findings fail the gate. */
  readonly failOn?: string;
  /** Base of the scanned change, for people; absent if the scan was not limited to a change. */
  readonly since?: string;
}

/** Inputs of a format besides the report. */
export interface FormatContext {
  /** Text of a file of the report; undefined if it is not available, as for a merged report. */
  readonly textOf: (file: string) => string | undefined;
  /** Path from the root of the repository to the scanned folder: empty, or `packages/app/`. */
  readonly prefix: string;
  /** Project of the report; absent if it was not determined. */
  readonly project?: Project;
  /** Returns the name of a file's workspace package; absent if there are no packages, or they were not determined. */
  readonly packageOf?: (file: string) => string;
  /** The catalogue of the scan, for details that the report does not have. */
  readonly catalogue?: Catalogue;
  /** Numbers of open calls in earlier reports and this one; absent without earlier reports. */
  readonly trend?: Trend;
  /** Verdict of the gate; absent without a gate. */
  readonly verdict?: Verdict;
  /** Treatment of suppressed findings in a SARIF file. */
  readonly suppressed: 'marked' | 'omitted';
}

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
  /** Address of the repository: `https://github.com/owner/name`, or on a self-hosted server whose kind CI gives. */
  readonly url: string;
}

/** URL parts of a line at a commit: the segment before the commit, and the prefix of the line number. */
const LINE_URLS: Readonly<Record<CodeHost['kind'], readonly [before: string, line: string]>> = {
  github: ['blob', 'L'],
  gitlab: ['-/blob', 'L'],
  bitbucket: ['src', 'lines-'],
};

const HOSTS: Readonly<Record<string, CodeHost['kind']>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
};

/** Remotes: `git@host:owner/name.git`, `ssh://git@host:22/owner/name`, `https://user:password@host/owner/name`. */
const REMOTE = /^(?:(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/|(?:[^@/:]+@)?([^/:]+):)(.+?)(?:\.git)?\/?$/;
const PATH = /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)+$/;

/** Parses the address of a remote; undefined for a host whose web addresses have an unknown form. */
export function parseRemote(remote: string): CodeHost | undefined {
  const [, hostOfUrl, hostOfShortForm, path = ''] = REMOTE.exec(remote) ?? [];
  const host = (hostOfUrl ?? hostOfShortForm ?? '').toLowerCase();
  const kind = Object.hasOwn(HOSTS, host) ? HOSTS[host] : undefined;
  return kind === undefined || !PATH.test(path) ? undefined : { kind, url: `https://${host}/${path}` };
}

/**
 * Web address of a line of a file. `file`: path from the root of the repository. Undefined if commit or host are
 * unknown, or the path has an empty or relative segment.
 */
export function codeLink(project: Project | undefined, file: string, line: number): string | undefined {
  if (project?.origin === undefined || project.commit === undefined) return undefined;
  const segments = file.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return undefined;
  const { kind, url } = project.origin;
  const [before, linePrefix] = LINE_URLS[kind];
  // Parentheses would end a link in Markdown.
  const path = relativeUri(file).replace(/[()]/g, (parenthesis) => (parenthesis === '(' ? '%28' : '%29'));
  return `${url}/${before}/${project.commit}/${path}#${linePrefix}${String(line)}`;
}

/** Encodes each segment of a path for a relative reference, so that `:` and `%` in names have no special meaning. */
export function relativeUri(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(wellFormed(segment)))
    .join('/');
}

/** Replaces lone surrogates, which no encoding can represent. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
