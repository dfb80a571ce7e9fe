import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createIndependenceTest } from '../../src/engine/independent-code.js';
import { relevantSources } from '../../src/scan/harmless-change.js';
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

/** Whether a change of `send.ts`, which the rest of the tree sends requests through, can change a finding. */
async function matters(
  before: string | null,
  now: string,
  more: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const root = folder({ ...TREE, ...more, 'send.ts': now });
  const earlier = new Map([[resolve(root, 'send.ts'), before === null ? null : Buffer.from(before)]]);
  const options = { root, asOf: '2026-01-01', overlay: new TreeOverlay(new Map()) };
  const steps = relevantSources(['send.ts'], options, new TreeOverlay(earlier), {
    catalogue: CATALOGUE,
    loadIndependence: () => Promise.resolve({ catalogues: [CATALOGUE, CATALOGUE], createTest: createIndependenceTest }),
  });
  return (await drainAsync(steps, undefined)).length > 0;
}

describe('a change of a file with requests', () => {
  it.each([
    ['a comment', SEND.replace('Sends.', 'Sends what it is given.\n *\n * And gives the answer.')],
    ['white space', SEND.replaceAll('\n', '\n\n').replaceAll('  ', '\t')],
    ['a type', `${SEND}interface Sent {\n  readonly path: string;\n}\n`],
    ['an unread variable', `${SEND}const spare = [1, 2];\n`],
    ['an unread global', `${SEND}globalThis.spare = true;\n`],
    ['a variable with the name of a parameter', `${SEND}const path = 1;\n`],
  ])('does not matter if it adds %s', async (_, now) => {
    expect(await matters(SEND, now)).toBe(false);
    expect(await matters(now, SEND)).toBe(false);
  });

  it.each([
    ['another text', SEND.replace('+ path', "+ '/x' + path")],
    ['another call', SEND.replace('fetch', 'request')],
    ['another import', SEND.replace('./base', './other')],
    ['another exported name', SEND.replace('send', 'post')],
    ['a variable that is read', `${SEND}const fetch = 1;\n`],
    ['a variable with a text', `${SEND}const spare = 'x';\n`],
    ['a global that finds clients', `${SEND}globalThis.XMLHttpRequest = 1;\n`],
    ['a comment that names the API', `${SEND}// see /zones/1/rate_limits\n`],
    ['a suppression comment', `${SEND}// sunset-lint-disable-file\n`],
    ['code that is cut off', SEND.slice(0, -2)],
  ])('matters if it makes %s', async (_, now) => {
    expect(await matters(SEND, now)).toBe(true);
    expect(await matters(now, SEND)).toBe(true);
  });
});

/** Request to the program's own server, which callers cannot redirect. */
const OWN = 'export const bench = (id: string) => fetch(`/api/bench/${id}`);\n';
const ANSWER =
  'export async function bench(id: string) {\n  const answer = await fetch(`/api/bench/${encodeURIComponent(id)}`);\n  return answer.json();\n}\n';

describe('a change of an independent request', () => {
  it.each([
    ['a call', SEND, SEND + OWN],
    ['a function that reads the answer', SEND, SEND + ANSWER],
    ['a call before the rest', SEND, OWN + SEND],
    ['another path', SEND + OWN, SEND + OWN.replace('/api/bench/', '/api/other/')],
    ['a call in a branch', SEND, `${SEND}if (Math.random() > 0.5) {\n${OWN.replace('export ', '')}}\n`],
    ['a body', SEND, SEND + OWN.replace('`)', "`, { method: 'POST', body: JSON.stringify({ id }) })")],
    ['the name of a local variable', `${SEND}const all = ['a'].map((bench) => bench + 1);\n`, undefined],
  ])('does not matter: %s', async (_, before, now) => {
    expect(await matters(before, now ?? before + OWN)).toBe(false);
  });

  it.each([
    ['its path is an argument', OWN.replace('/api/bench/', '/')],
    ['it has a word of a deprecated path', OWN.replace('bench/', 'zones/1/rate_limits/')],
    ['another function of the file sends it', OWN.replace('fetch', 'send')],
    ['it sends another value of the file', OWN.replace('${id}', '${base}')],
    ['another name of the file changes', OWN.replace('bench =', 'fetch =')],
    ['it calls its argument', OWN.replace('fetch(', '(id as never as (path: string) => void)(')],
    ['it exports a text', OWN.replace('fetch(', '(')],
    ['it returns a text from a callback', OWN.replace('`)', '`).then(() => id)')],
    ['it sets up a client', OWN.replace('fetch(', 'axios.interceptors.request.use(')],
    ['it ends inside an expression', `${OWN.trimEnd().slice(0, -1)}\n(1);\n`],
  ])('matters because %s', async (_, line) => {
    expect(await matters(SEND, SEND + line)).toBe(true);
  });

  it('matters if it removes a name that another module may use', async () => {
    expect(await matters(SEND + OWN, SEND)).toBe(true);
    expect(await matters(SEND + OWN, SEND + OWN.replace('bench =', 'other ='))).toBe(true);
  });

  it('matters if it shadows a name of a module that is re-exported whole', async () => {
    const [star, one] = ["export * from './base';\n", "export { base } from './base';\n"];
    expect(await matters(star, star + OWN)).toBe(true);
    expect(await matters(star + OWN, star + OWN.replace('/api/bench/', '/api/other/'))).toBe(false);
    expect(await matters(one, one + OWN)).toBe(false);
  });

  it('matters if it becomes a part of adjacent code', async () => {
    const cut = `${SEND}export const last = send\n`;
    expect(await matters(cut, `${cut}(fetch(\`/api/bench/1\`));\n`)).toBe(true);
    expect(await matters(`${SEND}/*\n*/\n`, `${SEND}/*\n${OWN}*/\n`)).toBe(false);
    expect(
      await matters(`${SEND}function late() {\n}\n`, `${SEND}function late() {\nfetch('/api/bench/1');\n}\n`),
    ).toBe(true);
  });
});

describe('a change of a file that reaches no mention', () => {
  const LOG = 'export const send = (path: string) => console.log(path);\n';

  it('matters if other files may send their paths through it', async () => {
    expect(await matters(LOG, LOG.replace('console.log', 'fetch'))).toBe(true);
  });

  it('does not matter if the file exports nothing', async () => {
    expect(await matters("send('a');\n", "send('b');\n")).toBe(false);
  });

  it('matters, for a new file, only if imports may have resolved to another file', async () => {
    expect(await matters(null, LOG)).toBe(false);
    expect(await matters(null, LOG, { 'send.js': LOG })).toBe(true);
    expect(await matters(null, LOG, { 'send/index.ts': LOG })).toBe(true);
  });
});
