import type { CodeHost, Project } from '../../report/project.js';
import type { CliIo } from '../shared/io.js';

/**
 * The commit that a CI server scans and where its code is shown, as the runner tells it: servers of one's own as well.
 * Undefined elsewhere.
 */
export function codeInCi(env: CliIo['env']): Required<Pick<Project, 'commit' | 'origin'>> | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_SHA: id } = env;
  if (server && name && id) return codeOf('github', `${server}/${name}`, id);
  const { CI_PROJECT_URL: project, CI_COMMIT_SHA: sha } = env;
  return project && sha ? codeOf('gitlab', project, sha) : undefined;
}

function codeOf(kind: CodeHost['kind'], url: string, commit: string): ReturnType<typeof codeInCi> {
  return /^https?:\/\/[\w.:~/-]+$/.test(url) && /^\w+$/.test(commit) ? { commit, origin: { kind, url } } : undefined;
}
