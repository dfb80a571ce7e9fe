import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClosedTest } from '../../src/engine/closed-requests.js';
import { filesThatMatter } from '../../src/scan/harmless-change.js';
import { drainAsync } from '../../src/scan/steps.js';
import { TreeOverlay } from '../../src/files/tree-overlay.js';
import { CATALOGUE, folder } from './support.js';

const SEND =
  "import { base } from './base';\n\n/** Sends. */\nexport function send(path: string) {\n  return fetch(base + path);\n}\n";
const TREE = {
  '.git/HEAD': '',
  'base.ts': "export const base = 'https://api.acme.test/client/v9';\n",
  'use.ts': "import { send } from './send';\nsend('/zones/1/rate_limits');\n",
};

/** Whether a change of `send.ts`, which the rest of the tree makes requests with, can matter. */
async function matters(
  before: string | null,
  now: string,
  more: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const root = folder({ ...TREE, ...more, 'send.ts': now });
  const earlier = new Map([[resolve(root, 'send.ts'), before === null ? null : Buffer.from(before)]]);
  const options = { root, asOf: '2026-01-01', overlay: new TreeOverlay(new Map()) };
  const steps = filesThatMatter(['send.ts'], options, new TreeOverlay(earlier), {
    catalogue: CATALOGUE,
    closed: () => Promise.resolve({ catalogues: [CATALOGUE, CATALOGUE], createTest: createClosedTest }),
  });
  return (await drainAsync(steps, undefined)).length > 0;
}

describe('a change of a file with requests matters', () => {
  it.each([
    ['a comment more', SEND.replace('Sends.', 'Sends what it is given.\n *\n * And gives the answer.')],
    ['other blanks', SEND.replaceAll('\n', '\n\n').replaceAll('  ', '\t')],
    ['a type more', `${SEND}interface Sent {\n  readonly path: string;\n}\n`],
    ['a variable that nobody reads', `${SEND}const spare = [1, 2];\n`],
    ['a global that nobody reads', `${SEND}globalThis.spare = true;\n`],
    ['a variable of the name of a parameter', `${SEND}const path = 1;\n`],
  ])('not with %s', async (_, now) => {
    expect(await matters(SEND, now)).toBe(false);
    expect(await matters(now, SEND)).toBe(false);
  });

  it.each([
    ['another text', SEND.replace('+ path', "+ '/x' + path")],
    ['another call', SEND.replace('fetch', 'request')],
    ['another import', SEND.replace('./base', './other')],
    ['another name that it exports', SEND.replace('send', 'post')],
    ['a variable that is read', `${SEND}const fetch = 1;\n`],
    ['a variable with a text', `${SEND}const spare = 'x';\n`],
    ['a global that clients are found by', `${SEND}globalThis.XMLHttpRequest = 1;\n`],
    ['a comment that names the API', `${SEND}// see /zones/1/rate_limits\n`],
    ['a comment that makes an exception', `${SEND}// sunset-lint-disable-file\n`],
    ['code that is cut off', SEND.slice(0, -2)],
  ])('with %s', async (_, now) => {
    expect(await matters(SEND, now)).toBe(true);
    expect(await matters(now, SEND)).toBe(true);
  });
});

/** A request to the own server, which nobody can make another one of. */
const OWN = 'export const bench = (id: string) => fetch(`/api/bench/${id}`);\n';
const ANSWER =
  'export async function bench(id: string) {\n  const answer = await fetch(`/api/bench/${encodeURIComponent(id)}`);\n  return answer.json();\n}\n';

describe('a request that stands alone', () => {
  it.each([
    ['a call', SEND, SEND + OWN],
    ['a function that reads the answer', SEND, SEND + ANSWER],
    ['one before the rest', SEND, OWN + SEND],
    ['another path', SEND + OWN, SEND + OWN.replace('/api/bench/', '/api/other/')],
    ['one of which some run', SEND, `${SEND}if (Math.random() > 0.5) {\n${OWN.replace('export ', '')}}\n`],
    ['a body', SEND, SEND + OWN.replace('`)', "`, { method: 'POST', body: JSON.stringify({ id }) })")],
    ['the name of a local variable', `${SEND}const all = ['a'].map((bench) => bench + 1);\n`, undefined],
  ])('is harmless: %s', async (_, before, now) => {
    expect(await matters(before, now ?? before + OWN)).toBe(false);
  });

  it.each([
    ['its path is given', OWN.replace('/api/bench/', '/')],
    ['it has a word of a deprecated path', OWN.replace('bench/', 'zones/1/rate_limits/')],
    ['it is sent by something else of the file', OWN.replace('fetch', 'send')],
    ['it sends something else of the file', OWN.replace('${id}', '${base}')],
    ['something else of the file is called so', OWN.replace('bench =', 'fetch =')],
    ['it calls what it is given', OWN.replace('fetch(', '(id as never as (path: string) => void)(')],
    ['it gives a text to others', OWN.replace('fetch(', '(')],
    ['it gives a text from a callback', OWN.replace('`)', '`).then(() => id)')],
    ['it sets up a client', OWN.replace('fetch(', 'axios.interceptors.request.use(')],
    ['it ends in the middle', `${OWN.trimEnd().slice(0, -1)}\n(1);\n`],
  ])('matters where %s', async (_, line) => {
    expect(await matters(SEND, SEND + line)).toBe(true);
  });

  it('matters where a name is gone that another module may have', async () => {
    expect(await matters(SEND + OWN, SEND)).toBe(true);
    expect(await matters(SEND + OWN, SEND + OWN.replace('bench =', 'other ='))).toBe(true);
  });

  it('matters where it takes a name from a module that is exported whole', async () => {
    const [star, one] = ["export * from './base';\n", "export { base } from './base';\n"];
    expect(await matters(star, star + OWN)).toBe(true);
    expect(await matters(star + OWN, star + OWN.replace('/api/bench/', '/api/other/'))).toBe(false);
    expect(await matters(one, one + OWN)).toBe(false);
  });

  it('matters where it becomes a part of the code beside it', async () => {
    const cut = `${SEND}export const last = send\n`;
    expect(await matters(cut, `${cut}(fetch(\`/api/bench/1\`));\n`)).toBe(true);
    expect(await matters(`${SEND}/*\n*/\n`, `${SEND}/*\n${OWN}*/\n`)).toBe(false);
    expect(
      await matters(`${SEND}function late() {\n}\n`, `${SEND}function late() {\nfetch('/api/bench/1');\n}\n`),
    ).toBe(true);
  });
});

describe('a change of a file that reaches no mention matters', () => {
  const LOG = 'export const send = (path: string) => console.log(path);\n';

  it('where others may send with it what they name', async () => {
    expect(await matters(LOG, LOG.replace('console.log', 'fetch'))).toBe(true);
  });

  it('not where it exports nothing', async () => {
    expect(await matters("send('a');\n", "send('b');\n")).toBe(false);
  });

  it('where it is new only if others may have meant another file', async () => {
    expect(await matters(null, LOG)).toBe(false);
    expect(await matters(null, LOG, { 'send.js': LOG })).toBe(true);
    expect(await matters(null, LOG, { 'send/index.ts': LOG })).toBe(true);
  });
});
