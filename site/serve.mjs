// Serves the built site on this machine: `npm -w site run serve`.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OUT = fileURLToPath(new URL('out', import.meta.url));

const CONTENT_TYPES = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the folder below a path like a static host, only to this machine.
 *
 * @returns {Promise<import('node:http').Server>}
 */
export function serve({ base = '/', port = 0 } = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname);
    try {
      if (!path.startsWith(base)) throw new Error('outside');
      const name = normalize(path.slice(base.length) + (path.endsWith('/') ? 'index.html' : ''));
      if (name.startsWith('..')) throw new Error('outside');
      const content = readFileSync(join(OUT, name));
      response.writeHead(200, { 'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream' });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  const server = await serve({ port: 8080 });
  console.log(`http://127.0.0.1:${server.address().port}/`);
}
