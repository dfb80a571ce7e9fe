// Writes a comment on the pull request (GitHub) or merge request (GitLab) of this run: one comment, which each run
// replaces. The text comes from `sunset-lint scan --format github-comment` or `gitlab-comment`.
//
//   SUNSET_TOKEN=… node post-comment.mjs sunset-comment.md
//
// Needs no package and sends requests only to the server of the run. Ends with 0 if the comment is up to date or the
// run has no pull or merge request, else with 1 and the reason. The token is in no output.
import { readFileSync } from 'node:fs';

const TIMEOUT = 20_000;
const PAGE = 100;
/** Pages of comments that are searched; a comment on a later page is not found. */
const MAX_PAGES = 30;

/** Addresses and fields of the server's API. */
function serverOf(env) {
  const token = env.SUNSET_TOKEN;
  if (!token) throw new Error('SUNSET_TOKEN is not set: give it a token that may write comments.');
  if (env.GITHUB_ACTIONS === 'true') {
    const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'));
    const number = event.pull_request?.number;
    const base = `${env.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${env.GITHUB_REPOSITORY}/issues`;
    return {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
      list: number && `${base}/${Number(number)}/comments`,
      one: (id) => `${base}/comments/${Number(id)}`,
      update: 'PATCH',
      user: `${env.GITHUB_API_URL ?? 'https://api.github.com'}/user`,
      // The token of a run belongs to an app without a user to query, so the author must be a bot.
      isOwn: (comment, user) =>
        user === undefined ? comment.user?.login === 'github-actions[bot]' : comment.user?.id === user.id,
    };
  }
  const request = env.CI_MERGE_REQUEST_IID;
  const base = `${env.CI_API_V4_URL}/projects/${Number(env.CI_PROJECT_ID)}/merge_requests/${Number(request)}/notes`;
  return {
    headers: { 'private-token': token },
    list: request && base,
    one: (id) => `${base}/${Number(id)}`,
    update: 'PUT',
    user: `${env.CI_API_V4_URL}/user`,
    isOwn: (note, user) => user !== undefined && note.author?.id === user.id,
  };
}

async function ask(method, url, headers, body) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'user-agent': 'sunset-lint', 'content-type': 'application/json' },
    // A token is not sent to the target of a redirect.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
    ...(body === undefined ? {} : { body: JSON.stringify({ body }) }),
  });
  if (!answer.ok) throw Object.assign(new Error(`${method} answered ${answer.status}.`), { status: answer.status });
  return answer.json();
}

/** Account of the token; undefined without one. */
async function userOf({ headers, user }) {
  try {
    return await ask('GET', user, headers);
  } catch (error) {
    if (error.status === 401) throw new Error('the server does not take the token (401).');
    if (error.status === 403 || error.status === 404) return undefined;
    throw error;
  }
}

async function earlier(server, mark) {
  const user = await userOf(server);
  for (let page = 1; page <= MAX_PAGES; page++) {
    const comments = await ask('GET', `${server.list}?per_page=${PAGE}&page=${page}`, server.headers);
    const found = comments.find((comment) => nameIn(comment.body) === mark && server.isOwn(comment, user));
    if (found !== undefined || comments.length < PAGE) return found;
  }
  return undefined;
}

/** Marker of a comment, without the word that says if the comment is needed. */
function nameIn(body) {
  return /^<!-- (sunset-lint(?: [\w%.~!*'()]+)?) (?:some|none) -->/.exec(body ?? '')?.[1];
}

async function post(file, env) {
  const body = readFileSync(file, 'utf8').trimEnd();
  const mark = nameIn(body);
  if (mark === undefined) throw new Error(`'${file}' is not a report of the format github-comment or gitlab-comment.`);
  const server = serverOf(env);
  if (!server.list) return 'this run belongs to no pull or merge request: no comment.';
  const before = await earlier(server, mark);
  if (before === undefined && / none -->/.test(body.split('\n', 1)[0])) return 'nothing to report: no comment.';
  // Servers may change line ends.
  if (before !== undefined && before.body.replaceAll('\r\n', '\n').trimEnd() === body)
    return 'the comment is up to date.';
  if (before === undefined) await ask('POST', server.list, server.headers, body);
  else await ask(server.update, server.one(before.id), server.headers, body);
  return before === undefined ? 'a comment was written.' : 'the comment was replaced.';
}

const [file] = process.argv.slice(2);
try {
  if (file === undefined || file.startsWith('-'))
    throw new Error('name the file: node post-comment.mjs sunset-comment.md');
  console.log(`sunset-lint: ${await post(file, process.env)}`);
} catch (error) {
  const why =
    error.status === 403 || error.status === 404
      ? `${error.message} The token may not write here, as that of a fork's pull request; on GitHub the job needs the permission pull-requests: write.`
      : error.name === 'TimeoutError'
        ? `the server did not answer within ${TIMEOUT / 1000} s.`
        : error.cause?.message
          ? `${error.message}: ${error.cause.message}`
          : error.message;
  console.error(`sunset-lint: no comment: ${why}`);
  process.exitCode = 1;
}
