import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runAction, runWorkflow } from './github-runner.js';
import { project, stubs } from './project.js';
import { commit, HERE, put, run, scratch } from './support.js';
import type { Done } from './support.js';

const DEPRECATED_CALL = "fetch('https://api.cloudflare.com/client/v4/zones/1/pagerules');\n";
const BOT = { user: { login: 'github-actions[bot]', id: 41 } };
const ONE_FINDING = '<!-- sunset-lint some -->\n\n**Failed. 1 open finding.**\n';
const TWO_FINDINGS = '<!-- sunset-lint some -->\n\n**Failed. 2 open findings.**\n';
const NO_FINDINGS = '<!-- sunset-lint none -->\n\n**Passed.**\n';

interface State {
  readonly comments: readonly { readonly id: number; readonly body: string }[];
  readonly calls: readonly { readonly method: string; readonly path: string; readonly token: string }[];
}

interface Server {
  readonly env: NodeJS.ProcessEnv;
  readonly state: () => State;
  readonly post: (text: string, env?: NodeJS.ProcessEnv) => Done;
}

/** Starts a code host with these comments. The run belongs to pull or merge request 7. */
async function server(kind: 'github' | 'gitlab', state: object = {}): Promise<Server> {
  const root = scratch({});
  const file = join(root, 'state.json');
  writeFileSync(file, JSON.stringify({ comments: [], calls: [], ...state }));
  const child = spawn(process.execPath, [join(HERE, 'test/story/comment-server.mjs'), file]);
  onTestFinished(() => void child.kill());
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  put(root, 'event.json', JSON.stringify({ pull_request: { number: 7 } }));
  const env: NodeJS.ProcessEnv =
    kind === 'github'
      ? {
          GITHUB_ACTIONS: 'true',
          GITHUB_API_URL: `http://127.0.0.1:${port}`,
          GITHUB_REPOSITORY: 'acme/app',
          GITHUB_EVENT_PATH: join(root, 'event.json'),
        }
      : {
          GITHUB_ACTIONS: '',
          CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
          CI_PROJECT_ID: '12',
          CI_MERGE_REQUEST_IID: '7',
        };
  return {
    env,
    state: () => JSON.parse(readFileSync(file, 'utf8')) as State,
    post: (text, more = {}) => {
      put(root, 'comment.md', text);
      return run(root, process.execPath, [join(HERE, 'templates/post-comment.mjs'), 'comment.md'], {
        SUNSET_TOKEN: 's3cret',
        ...env,
        ...more,
      });
    },
  };
}

const bodies = ({ state }: Server): readonly string[] => state().comments.map(({ body }) => body);

describe.each([
  ['github', { author: BOT }, 'Bearer s3cret', '/repos/acme/app/issues/7/comments'],
  [
    'gitlab',
    { user: { id: 3 }, author: { author: { id: 3 } } },
    's3cret',
    '/api/v4/projects/12/merge_requests/7/notes',
  ],
] as const)('the comment of %s', (kind, state, token, path) => {
  it('is written once, replaced when it changes, and otherwise left as it is', async () => {
    const host = await server(kind, state);
    expect(host.post(ONE_FINDING)).toEqual({ status: 0, output: 'sunset-lint: a comment was written.\n' });
    expect(host.post(ONE_FINDING).output).toBe('sunset-lint: the comment is up to date.\n');
    expect(host.post(TWO_FINDINGS).output).toBe('sunset-lint: the comment was replaced.\n');
    expect(host.post(NO_FINDINGS).output).toBe('sunset-lint: the comment was replaced.\n');
    expect(bodies(host)).toEqual([NO_FINDINGS.trimEnd()]);
    const { calls } = host.state();
    expect(new Set(calls.map((call) => call.token))).toEqual(new Set([token]));
    expect(calls.filter(({ method }) => method === 'POST').map((call) => call.path)).toEqual([path]);
  });

  it('is not written when there is nothing to report', async () => {
    const host = await server(kind, state);
    expect(host.post(NO_FINDINGS)).toEqual({ status: 0, output: 'sunset-lint: nothing to report: no comment.\n' });
    expect(bodies(host)).toEqual([]);
  });

  it('never replaces a comment of another author or of another folder', async () => {
    const otherAuthor = kind === 'github' ? { user: { login: 'github-actions', id: 9 } } : { author: { id: 9 } };
    const foreignComment = { id: 1, body: ONE_FINDING, ...otherAuthor };
    const commentOfFolder = {
      id: 2,
      body: ONE_FINDING.replace('sunset-lint some', 'sunset-lint app%2F some'),
      ...state.author,
    };
    const host = await server(kind, { ...state, comments: [foreignComment, commentOfFolder] });
    expect(host.post(TWO_FINDINGS).output).toBe('sunset-lint: a comment was written.\n');
    expect(bodies(host)).toEqual([foreignComment.body, commentOfFolder.body, TWO_FINDINGS.trimEnd()]);
  });

  it('is found after more than a hundred other comments', async () => {
    const others = Array.from({ length: 120 }, (_, id) => ({ id: id + 100, body: 'a word', ...state.author }));
    const host = await server(kind, { ...state, comments: [...others, { id: 5, body: ONE_FINDING, ...state.author }] });
    expect(host.post(TWO_FINDINGS).output).toBe('sunset-lint: the comment was replaced.\n');
  });

  it('is reported as a failure without the token if it may not be written', async () => {
    const host = await server(kind, { ...state, refuses: 'POST' });
    const { status, output } = host.post(ONE_FINDING);
    expect(status).toBe(1);
    expect(output).toMatch(/^sunset-lint: no comment: POST answered 403\. The token may not write here/);
    expect(output).not.toContain('s3cret');
  });

  it('needs a token, a pull or merge request, and a report in the format github-comment', async () => {
    const host = await server(kind, state);
    expect(host.post(ONE_FINDING, { SUNSET_TOKEN: '' })).toMatchObject({ status: 1 });
    expect(host.post('# Deprecated API operations\n').output).toContain('is not a report of the format github-comment');
    const withoutRequest = kind === 'gitlab' ? { CI_MERGE_REQUEST_IID: '' } : { GITHUB_EVENT_PATH: '/dev/null' };
    expect(host.post(ONE_FINDING, withoutRequest)).toMatchObject({ status: kind === 'gitlab' ? 0 : 1 });
    expect(host.state().calls).toEqual([]);
  });
});

describe('the comment workflow of the documentation', () => {
  const [, recipe = ''] =
    /```yaml\n(# \.github\/workflows\/sunset-lint-comment\.yml\n[^]*?)```/.exec(
      readFileSync(join(HERE, 'docs/ci.md'), 'utf8'),
    ) ?? [];

  it('comments on the new findings of a pull request', async () => {
    const host = await server('github', { author: BOT });
    const result = runWorkflow(recipe, { name: 'pull_request' }, project('adds'), stubs(), host.env);
    expect(result.status, result.log).toBe('success');
    const [body = ''] = bodies(host);
    expect(body).toMatch(/new\.ts/);
    expect(body).not.toContain('old.ts');
  });

  it('writes no comment without new findings, or for a fork', async () => {
    const host = await server('github', { author: BOT });
    expect(runWorkflow(recipe, { name: 'pull_request' }, project('none'), stubs(), host.env).status).toBe('success');
    const fork = { name: 'pull_request', fork: true } as const;
    expect(runWorkflow(recipe, fork, project('adds'), stubs(), host.env).status).toBe('success');
    expect(bodies(host)).toEqual([]);
  });
});

describe('the GitHub action with a comment', () => {
  it('comments on the new findings of a change, and passes the token to nothing else', async () => {
    const host = await server('github', { author: BOT });
    const root = scratch({ 'old.ts': DEPRECATED_CALL });
    commit(root, 'first');
    put(root, 'new.ts', DEPRECATED_CALL);
    const result = runAction(HERE, root, { comment: 'true', 'changed-since': 'HEAD' }, host.env, stubs());
    expect(result.code, result.log).toBe(1);
    expect(result.log).toContain('sunset-lint: a comment was written.');
    const [body = ''] = bodies(host);
    expect(body).toContain('new.ts');
    expect(body).not.toContain('old.ts');
    expect(host.state().calls.map(({ token }) => token)).toContain('Bearer token-of-the-run');
  });

  it('keeps its verdict if the comment may not be written', async () => {
    const host = await server('github', { author: BOT, refuses: 'POST' });
    const result = runAction(HERE, scratch({ 'a.ts': DEPRECATED_CALL }), { comment: 'true' }, host.env, stubs());
    expect(result.code).toBe(1);
    expect(result.log).toContain('::warning title=sunset-lint::sunset-lint: no comment: POST answered 403.');
  });
});
