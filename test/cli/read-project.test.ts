import { describe, expect, it } from 'vitest';
import { readProject } from '../../src/hosts/cli/reports/write-reports.js';
import { folder } from '../eslint/support.js';
import { CALL, cli, git, repository } from './support.js';

const GITLAB = { CI_PROJECT_URL: 'https://code.example.test/team/web', CI_COMMIT_SHA: 'abc' };
const GITHUB = { GITHUB_SERVER_URL: 'https://git.example.test', GITHUB_REPOSITORY: 'team/web', GITHUB_SHA: 'def' };

/** Makes a repository with a remote, and returns its commit. */
function cloned(remote: string): { readonly root: string; readonly commit: string } {
  const root = repository(folder({ 'package.json': '{"name":"web"}', 'packages/app/a (1).ts': CALL }));
  git(root, 'remote', 'add', 'origin', remote);
  return { root, commit: git(root, 'rev-parse', 'HEAD').trim() };
}

describe('the project of a report', () => {
  it('contains the remote without its password', async () => {
    const { root, commit } = cloned('https://me:hunter2hunter2@github.com/team/web.git');
    expect(readProject(root, root, {})).toEqual({
      name: 'web',
      branch: 'main',
      commit,
      origin: { kind: 'github', url: 'https://github.com/team/web' },
    });
    for (const format of ['html', 'markdown']) {
      const { out } = await cli(root, ['scan', '--format', format]);
      expect(out).toContain(`https://github.com/team/web/blob/${commit}/packages/app/a%20%281%29.ts#L2`);
      expect(out).not.toContain('hunter2');
    }
  });

  it('contains no branch with a detached HEAD', () => {
    const { root, commit } = cloned('git@gitlab.com:team/web.git');
    git(root, 'checkout', '-q', '--detach');
    const origin = { kind: 'gitlab', url: 'https://gitlab.com/team/web' };
    expect(readProject(root, root, {})).toEqual({ name: 'web', commit, origin });
  });

  it('contains only a name without git, before the first commit, and if git fails', () => {
    const bare = folder({ 'package.json': '{"name":"web"}' });
    expect(readProject(bare, bare, {})).toEqual({ name: 'web' });
    git(bare, 'init', '-q', '-b', 'main');
    expect(readProject(bare, bare, {})).toEqual({ name: 'web', branch: 'main' });
    const broken = folder({ 'package.json': '{"name":"web"}', '.git': 'gitdir: nowhere\n' });
    expect(readProject(broken, broken, {})).toEqual({ name: 'web' });
  });

  it.each([
    ['GitLab', GITLAB, 'https://code.example.test/team/web/-/blob/abc/packages/app/a%20%281%29.ts#L2'],
    ['GitHub', GITHUB, 'https://git.example.test/team/web/blob/def/packages/app/a%20%281%29.ts#L2'],
  ])(
    'is taken from the environment of a %s runner rather than the remote, in all formats',
    async (_name, env, link) => {
      const { root } = cloned('git@github.com:other/fork.git');
      for (const format of ['html', 'markdown']) {
        const { out } = await cli(root, ['scan', 'packages', '--format', format], { env });
        expect(out).toContain(link);
        expect(out).not.toContain('other/fork');
      }
    },
  );

  it.each([
    { ...GITLAB, CI_PROJECT_URL: 'https://me:secret@code.example.test/team/web' },
    { ...GITLAB, CI_PROJECT_URL: 'javascript:alert(1)' },
    { ...GITLAB, CI_COMMIT_SHA: 'a)(b' },
    { ...GITHUB, GITHUB_SHA: '' },
  ])('ignores invalid variables of a runner', (env) => {
    const bare = folder({ 'package.json': '{"name":"web"}' });
    expect(readProject(bare, bare, env)).toEqual({ name: 'web' });
  });
});
