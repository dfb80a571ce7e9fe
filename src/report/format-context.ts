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
  /** Base of the change, for people, where only a change was scanned. */
  readonly since?: string;
}

/** Inputs of a format besides the report. */
export interface FormatContext {
  /** Text of a file of the report; undefined where it is not available, as for a merged report. */
  readonly textOf: (file: string) => string | undefined;
  /** Path from the root of the repository to the scanned folder: empty, or `packages/app/`. */
  readonly prefix: string;
  /** Project of the report; absent where it was not determined. */
  readonly project?: Project;
  /** Returns the name of a file's workspace package; absent where there are none, or they were not determined. */
  readonly packageOf?: (file: string) => string;
  /** The catalogue of the scan, for details that the report does not have. */
  readonly catalogue?: Catalogue;
  /** Open calls from earlier reports to this one; absent where no earlier report is given. */
  readonly trend?: Trend;
  /** Absent where there was no gate. */
  readonly verdict?: Verdict;
  /** Whether suppressed findings are in a SARIF file, marked as such, or left out. */
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
  /** `https://github.com/owner/name`; also of a self-hosted server, where CI gives its kind. */
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

/** `git@host:owner/name.git`, `ssh://git@host:22/owner/name`, `https://user:password@host/owner/name`. */
const REMOTE = /^(?:(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/|(?:[^@/:]+@)?([^/:]+):)(.+?)(?:\.git)?\/?$/;
const PATH = /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)+$/;

/** Reads the address of a remote; undefined for a host with an unknown form of addresses. */
export function parseRemote(remote: string): CodeHost | undefined {
  const [, withScheme, short, path = ''] = REMOTE.exec(remote) ?? [];
  const host = (withScheme ?? short ?? '').toLowerCase();
  const kind = Object.hasOwn(HOSTS, host) ? HOSTS[host] : undefined;
  return kind === undefined || !PATH.test(path) ? undefined : { kind, url: `https://${host}/${path}` };
}

/**
 * Address of a line of a file, by its path from the root of the repository; undefined where commit or host are unknown,
 * or the path has an empty or relative segment.
 */
export function codeLink(project: Project | undefined, file: string, line: number): string | undefined {
  if (project?.origin === undefined || project.commit === undefined) return undefined;
  const segments = file.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return undefined;
  const { kind, url } = project.origin;
  const [before, mark] = LINE_URLS[kind];
  // Parentheses would end a link in Markdown.
  const path = relativeUri(file).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
  return `${url}/${before}/${project.commit}/${path}#${mark}${String(line)}`;
}

/** A path as a relative reference: each segment is encoded, so that `:` and `%` in names do no harm. */
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
