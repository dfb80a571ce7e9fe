// Fake of the servers of GitHub and GitLab: comments of one request, stored in a file with the received calls.
// node comment-server.mjs STATE.json, with { comments, calls, user?, refuses? }; prints its port.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [state] = process.argv.slice(2);
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (piece) => (text += piece));
  request.on('end', () => {
    const known = JSON.parse(readFileSync(state, 'utf8'));
    const url = new URL(request.url, 'http://x');
    const { authorization, 'private-token': key } = request.headers;
    known.calls.push({ method: request.method, path: url.pathname, token: authorization ?? key });
    const [status, answer] = answerTo(known, request.method, url, text === '' ? {} : JSON.parse(text));
    writeFileSync(state, JSON.stringify(known));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
});

function answerTo(known, method, { pathname, searchParams }, { body }) {
  if (pathname.endsWith('/user')) return known.user === undefined ? [403, {}] : [200, known.user];
  if (known.refuses === method) return [403, { message: 'Resource not accessible by integration' }];
  if (method === 'GET') {
    const [size, page] = ['per_page', 'page'].map((name) => Number(searchParams.get(name)));
    return [200, known.comments.slice((page - 1) * size, page * size)];
  }
  if (method === 'POST') {
    const comment = { id: known.comments.length + 1, body, ...known.author };
    known.comments.push(comment);
    return [201, comment];
  }
  const comment = known.comments.find(({ id }) => pathname.endsWith(`/${id}`));
  comment.body = body;
  return [200, comment];
}

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
