import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { jsonRecord } from '../../lib/json.js';
import { MEGABYTE, readRegularFile } from '../../lib/read-regular-file.js';
import { ScanError } from '../../model/errors.js';
import { codeHostOf } from '../../report/project.js';
import type { Project } from '../../report/project.js';
import { codeInCi } from './code-host.js';
import type { CliIo } from '../shared/io.js';
import { readHead } from '../../sources/git/head.js';
import type { Head } from '../../sources/git/head.js';

/** What a report says of the project in a folder of a repository. What a CI server tells of its code wins over git. */
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

/** A report is worth more than its title: where git does not answer, it goes without. */
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
