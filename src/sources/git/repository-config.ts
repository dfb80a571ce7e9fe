import { ScanError } from '../../model/errors.js';
import { fields, git } from './run-git.js';

/** The effective git configuration: of the system, of the user and of the repository, with their includes. */
export interface RepositoryConfig {
  /** Names of the filters with configured programs. */
  readonly filters: ReadonlySet<string>;
  /** Files beside the repository that git reads rules from, as written. */
  readonly files: readonly string[];
}

const ASKED = String.raw`^(filter\..*|core\.(excludesfile|attributesfile))$`;
const LIMIT = 5000;

/** @throws ScanError where git does not end, such as for a pipe that it includes. */
export function readRepositoryConfig(folder: string): RepositoryConfig {
  const answer = git(folder, ['config', '-z', '--get-regexp', ASKED], { limit: LIMIT });
  const filters = new Set<string>();
  const files: string[] = [];
  for (const field of answer.kind === 'done' ? fields(answer.out) : []) {
    const end = field.indexOf('\n');
    const key = end < 0 ? field : field.slice(0, end);
    if (key.startsWith('filter.')) filters.add(key.slice('filter.'.length, key.lastIndexOf('.')));
    else if (end >= 0) files.push(field.slice(end + 1).replace(/^~(?=\/)/, process.env['HOME'] ?? '~'));
  }
  return { filters, files };
}

/**
 * Arguments that turn every filter off, whatever the repository configures.
 *
 * @throws ScanError for a name that an argument cannot have.
 */
export function withoutFilters({ filters }: RepositoryConfig): readonly string[] {
  return [...filters].flatMap((name) => {
    // Up to the first `=` it would be another name; and invalid UTF-8 arrives as U+FFFD.
    if (/[=\uFFFD]/.test(name))
      throw new ScanError(`git's configuration has a filter '${name}', whose name keeps it from being turned off.`);
    return ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => [
      '-c',
      `filter.${name}.${setting}`,
    ]);
  });
}
