import { git } from './run-git.js';

/** The rule that makes git ignore a path, as `.gitignore:3: dist/`; undefined where there is none, or no git. */
export function ignoredByGit(folder: string, path: string): string | undefined {
  const answer = git(folder, ['check-ignore', '-v', '-z', '--no-index', '--stdin'], { input: `${path}\0` });
  if (answer.kind !== 'done') return undefined;
  const [source, line, pattern = ''] = answer.out.toString('utf8').split('\0');
  return pattern === '' || pattern.startsWith('!') ? undefined : `${source}:${line}: ${pattern}`;
}
