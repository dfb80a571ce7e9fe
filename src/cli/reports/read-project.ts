import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { jsonRecord } from '../../lib/json.js';
import { MEGABYTE, readRegularFile } from '../../lib/read-file.js';
import { ScanError } from '../../model/errors.js';
import { codeHostOf } from '../../report/format-context.js';
import type { Project, CodeHost } from '../../report/format-context.js';
import type { CliIo } from '../shared/io.js';
import { readHead } from '../../sources/git/work-tree.js';
import type { Head } from '../../sources/git/work-tree.js';

/** The project of a report, in a folder of a repository. Variables of a CI server win over git. */
export function readProject(folder: string, repository: string, env: CliIo['env']): Project {
  const name = packageName(folder) ?? packageName(repository) ?? basename(repository);
  const { branch, commit, remote } = existsSync(join(repository, '.git')) ? headOf(repository) : {};
  const origin = remote === undefined ? undefined : codeHostOf(remote);
  return {
    name,
    ...(branch === undefined ? {} : { branch }),
    ...(commit === undefined ? {} : { commit }),
    ...(origin === undefined ? {} : { origin }),
    ...codeInCi(env),
  };
}

/** Git may be missing: then the report has no commit. */
function headOf(repository: string): Head {
  try {
    return readHead(repository);
  } catch (error) {
    if (error instanceof ScanError) return {};
    throw error;
  }
}

function packageName(folder: string): string | undefined {
  const content = readRegularFile(join(folder, 'package.json'), { limit: MEGABYTE, within: folder });
  if (content.kind !== 'text') return undefined;
  const name = jsonRecord(content.text)?.['name'];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/**
 * The commit that a CI server scans and the address of its code, from the variables of the runner; also for self-hosted
 * servers. Undefined elsewhere.
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
