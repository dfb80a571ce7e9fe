import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesThatMatter } from '../../src/scan/harmless-change.js';
import { drainAsync } from '../../src/scan/steps.js';
import { TreeOverlay } from '../../src/sources/tree-overlay.js';
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
  const steps = filesThatMatter(['send.ts'], options, new TreeOverlay(earlier), CATALOGUE);
  return (await drainAsync(steps, undefined)).length > 0;
}

describe('a change of a file with requests matters', () => {
  it.each([
    ['a comment more', SEND.replace('Sends.', 'Sends what it is given.\n *\n * And gives the answer.')],
    ['other blanks', SEND.replaceAll('\n', '\n\n').replaceAll('  ', '\t')],
    ['a type more', `${SEND}interface Sent {\n  readonly path: string;\n}\n`],
    ['a variable that nobody reads', `${SEND}const spare = [1, 2];\n`],
    ['a global that nobody reads', `${SEND}globalThis.spare = true;\n`],
  ])('not with %s', async (_, now) => {
    expect(await matters(SEND, now)).toBe(false);
    expect(await matters(now, SEND)).toBe(false);
  });

  it.each([
    ['another text', SEND.replace('+ path', "+ '/x' + path")],
    ['another call', SEND.replace('fetch', 'request')],
    ['another import', SEND.replace('./base', './other')],
    ['another name that it exports', SEND.replace('send', 'post')],
    ['a variable that is read', `${SEND}const path = 1;\n`],
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
