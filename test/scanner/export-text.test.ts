import { describe, expect, it } from 'vitest';
import { mayExport } from '../../src/languages/language-texts.js';

const isWanted = mayExport('send');

describe('the text of a module may export a name', () => {
  it.each([
    'export const send = 1;',
    'export let other = f(1, 2), send = 3;',
    'export var other,\n  send: Sender;',
    'export let send',
    'export async function send(path) {}',
    'export function* send() {}',
    'export function *send() {}',
    'export abstract class send {}',
    '@sealed() export class\nsend extends Base {}',
    'export declare const enum send { a }',
    'export namespace send {}',
    'export type send = () => void;',
    "export * as send from './send.js';",
    "export { send } from './send.js';",
    "export { other as send } from './send.js';",
    'export { other as "send" };',
    'export {\n  other, // of another kind\n  send,\n};',
    'export { other, /* and */ send };',
    'export const { send } = api;',
    'export const { other: { send = 1 } } = api;',
    'export const { other: send } = api;',
    'export const other = 1,\n  { send } = api;',
    'export let other = f(1, 2), [[send], { next }] = api;',
    'export const [, send] = list;',
    'export const [...send] = list;',
    'export const { ...send } = api;',
    'export const other = 1, { send }: Api = api;',
    'export const other = 1, [send]: string[] = list;',
    'export const other = 1, { send } /* of */ = api;',
    'export const other = 1, // first\n  { send } = api;',
    'export const { other /* { */, send } = api;',
    'export const other = 1, { next = /{/, send } /**/ = api;',
    'export const other = 1, // first\r send = 2\rexport const next = 3',
    'export import send /* of */ = other.send;',
    '// import {\nexport let other,\n  send = 1;',
    "export { 'send' } from './send.js';",
    "export { other, 'send' } from './send.js';",
    'export const\u200bsend = 1;',
    'export const /* why */ send = 1;',
    'export const // why\n  send = 1;',
    'export const\u00a0send = 1;',
    'export import send = other.send;',
    "import { send } from './send.js';\nexport { send };",
    "import {\n  other,\n  send,\n} from './send.js';\nexport {\n  other,\n  send,\n};",
    'const other = 1;\nfunction send() {}\nexport { send };',
  ])('%j', (text) => {
    expect(isWanted(text)).toBe(true);
  });
});

describe('the text of a module certainly exports no name that it', () => {
  it.each([
    ['does not write', 'export const other = 1;'],
    ['imports and calls', "import { send } from './send.js';\nexport const run = () => send('/x');\nsend('/y');"],
    [
      'imports in a list of several lines',
      "import {\n  other,\n  send,\n} from './send.js';\nexport const run = other(send.bind(1));",
    ],
    ['imports next to the default', "import other, { send } from './send.js';\nexport default other;"],
    ['imports as a type', "import type { send } from './send.js';\nexport const run = (a: typeof other) => a;"],
    ['imports as the default', "import send from './send.js';\nexport const run = () => send.now();"],
    ['contains as a part of other names', 'export const sender = 1, resend = 2, send$ = 3, $send = 4;'],
    ['reads as a member', 'export const run = (api) => api.send;\nexport const stop = api\n  .send();'],
    ['uses as a type', 'export interface Other {\n  a: send;\n  b?: send[];\n}\nexport const length = 1;'],
    ['exports by another name', 'export { send as other };'],
  ])('%s', (_, text) => {
    expect(isWanted(text)).toBe(false);
  });
});
