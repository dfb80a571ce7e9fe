import { relativeUri } from '../report/file-uri.js';
import type { FormatContext } from '../report/format-context.js';
import type { CliIo } from './io.js';

/**
 * Where lines of the scanned commit are shown, as the runner of a CI server tells it; undefined elsewhere. `prefix`: the
 * way from the root of the repository to the scanned folder.
 */
export function codeHostLink(env: CliIo['env'], prefix: string): FormatContext['linkTo'] {
  const base = blobs(env);
  if (base === undefined || !/^https?:\/\/[\w.:~/-]+$/.test(base)) return undefined;
  return (file, line) => `${base}/${uri(`${prefix}${file}`)}#L${line}`;
}

function blobs(env: CliIo['env']): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_SHA: commit } = env;
  if (server && name && commit) return `${server}/${name}/blob/${commit}`;
  const { CI_PROJECT_URL: project, CI_COMMIT_SHA: sha } = env;
  return project && sha ? `${project}/-/blob/${sha}` : undefined;
}

/** Also without the marks that end a link in Markdown. */
function uri(path: string): string {
  return relativeUri(path).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
}
