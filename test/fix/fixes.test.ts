import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'espree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { API, cli } from '../cli/support.js';
import { lint, write } from '../eslint/support.js';

const migration = (call: string): string =>
  `const headers = { Authorization: \`Bearer \${process.env.TOKEN}\`, 'Content-Type': 'application/json' };
export async function migrate(zone) {
  const end = '/config';
  const check = await fetch(\`${API}/zones/\${zone}/waf_migration/check?phase_two=1\`, { headers });
  if (!(await check.json()).result.compatible) return;
  await ${call};
}
`;
const POOL = `${API}/accounts/a/load_balancers/pools`;
const post = (url: string, body: string): string =>
  `fetch('${url}', { method: 'POST', body: JSON.stringify(${body}) });\n`;
const srv = (record: string): string => post(`${API}/zones/1/dns_records`, record);
const sent = (headers: string): string =>
  `fetch('${API}/zones/1/purge_cache', { method: 'POST', body, headers: ${headers} });\n`;

/** Programs before and after their fixes; each needs one kind of change in one form. */
const EXACT: readonly (readonly [what: string, before: string, after: string])[] = [
  ['a segment in a text', `fetch('${API}/zones/1/script_monitor');\n`, `fetch('${API}/zones/1/page_shield');\n`],
  [
    'a segment in a template',
    `export const f = (zone) => fetch(\`${API}/zones/\${zone}/script_monitor/scripts\`);\n`,
    `export const f = (zone) => fetch(\`${API}/zones/\${zone}/page_shield/scripts\`);\n`,
  ],
  [
    'a segment in a constant of which all uses say so',
    `const PATH = '/zones/1/script_monitor';\nfetch('${API}' + PATH);\nfetch('${API}' + PATH, { method: 'PUT' });\n`,
    `const PATH = '/zones/1/page_shield';\nfetch('${API}' + PATH);\nfetch('${API}' + PATH, { method: 'PUT' });\n`,
  ],
  [
    'a segment in a table of which the other keys are used elsewhere',
    `const PATHS = { old: '/zones/1/script_monitor', other: '/zones' };\nfetch('${API}' + PATHS.old);\nfetch('${API}' + PATHS.other);\n`,
    `const PATHS = { old: '/zones/1/page_shield', other: '/zones' };\nfetch('${API}' + PATHS.old);\nfetch('${API}' + PATHS.other);\n`,
  ],
  [
    'a segment that a function gives',
    `const path = (zone) => \`/zones/\${zone}/script_monitor\`;\nfetch('${API}' + path(1));\n`,
    `const path = (zone) => \`/zones/\${zone}/page_shield\`;\nfetch('${API}' + path(1));\n`,
  ],
  [
    'a path of which another segment is replaced',
    `fetch('${API}/accounts/a/images/v1/direct_upload', { method: 'POST' });\n`,
    `fetch('${API}/accounts/a/images/v2/direct_upload', { method: 'POST' });\n`,
  ],
  [
    'fields that are joined',
    srv("{ type: 'SRV', data: { service: '_sip', proto: '_tcp', name: 'example.com', port: 1 } }"),
    srv("{ type: 'SRV', name: '_sip._tcp.example.com', data: { port: 1 } }"),
  ],
  [
    'fields that are joined into a name written in short',
    `export const f = (name) => ${srv("{ type: 'SRV', name, data: { service: '_sip', proto: '_tcp', name: 'example.com', port: 1 } }")}`,
    `export const f = (name) => ${srv("{ type: 'SRV', name: '_sip._tcp.example.com', data: { port: 1 } }")}`,
  ],
  [
    'a field that is left out',
    post(POOL, "{ name: 'p', notification_email: 'ops@example.com' }"),
    post(POOL, "{ name: 'p' }"),
  ],
  [
    'a field on a line of its own, and the lines around it',
    post(POOL, "{\n  name: 'p', // the pool\n  notification_email: 'ops@example.com',\n  origins: [],\n}"),
    post(POOL, "{\n  name: 'p', // the pool\n  origins: [],\n}"),
  ],
  [
    'a header of a pair',
    `const body = '';\n${sent("{ 'Transfer-Encoding': 'chunked', 'Content-Length': '0' }")}`,
    `const body = '';\n${sent("{ 'Transfer-Encoding': 'chunked' }")}`,
  ],
  [
    'a suite in a text',
    "export const ciphers = 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-CHACHA20-POLY1305-OLD:HIGH';\n",
    "export const ciphers = 'ECDHE-RSA-AES128-GCM-SHA256:HIGH';\n",
  ],
  [
    'a suite in a list',
    "export const ciphers = ['ECDHE-RSA-CHACHA20-POLY1305-OLD', 'ECDHE-RSA-AES128-GCM-SHA256'];\n",
    "export const ciphers = ['ECDHE-RSA-AES128-GCM-SHA256'];\n",
  ],
  [
    'what a query lacks',
    migration(`fetch('${API}/zones/1/waf_migration/config', { headers })`),
    migration(`fetch('${API}/zones/1/waf_migration/config?phase_two=1', { headers })`),
  ],
];

/** Programs that stay unchanged: the text to edit has another use, or is not in a place that can be edited. */
const LEFT: readonly (readonly [what: string, text: string])[] = [
  [
    'a constant that something else uses as well',
    `const PATH = '/zones/1/script_monitor';\nfetch('${API}' + PATH);\nfetch('https://www.example.com' + PATH);\n`,
  ],
  ['a name that is assigned', `let path = '/zones/1/script_monitor';\nfetch('${API}' + path);\n`],
  [
    'a function that logs what it gives',
    `const path = () => { const p = '/zones/1/script_monitor'; console.log(p); return p; };\nfetch('${API}' + path());\n`,
  ],
  [
    'a list that a callback goes through',
    `const all = ['/zones/1/script_monitor'].map((p) => { console.log(p); return fetch('${API}' + p); });\nawait Promise.all(all);\n`,
  ],
  ['a segment that is built', `fetch('${API}/zones/1/' + 'script' + '_monitor');\n`],
  ['a field beside a spread', post(POOL, "{ ...pool, notification_email: 'ops@example.com' }")],
  ['a field with a computed one', post(POOL, "{ ['na' + 'me']: 'p', notification_email: 'ops@example.com' }")],
  ['a field with a comment', post(POOL, "{ name: 'p', /* on call */ notification_email: /* us */ 'ops@example.com' }")],
  ['a field with a comment behind it', post(POOL, "{\n  name: 'p',\n  notification_email: 'o@example.com', // us\n}")],
  ['the only field', post(POOL, "{ notification_email: 'ops@example.com' }")],
  [
    'a record that is printed as well',
    `const record = { name: 'p', notification_email: 'o@example.com' };\nconsole.log(record);\n${post(POOL, 'record')}`,
  ],
  ['a list with no other suite', "export const ciphers = ['ECDHE-RSA-CHACHA20-POLY1305-OLD'];\n"],
  ['a text with no other suite', "export const ciphers = 'ECDHE-RSA-CHACHA20-POLY1305-OLD:!aNULL';\n"],
  [
    'a query for a text that is printed as well',
    migration(`fetch(\`${API}/zones/1/waf_migration\${end}\`, { headers });\n  console.log(end)`),
  ],
];

/** Files of the languages in which only texts are fixed. */
const OTHERS: readonly (readonly [file: string, before: string, after: string])[] = [
  ['a.sh', `curl ${API}/zones/$ZONE/script_monitor\n`, `curl ${API}/zones/$ZONE/page_shield\n`],
  [
    'a.py',
    `import requests\nrequests.get("${API}/zones/1/script_monitor")\n`,
    `import requests\nrequests.get("${API}/zones/1/page_shield")\n`,
  ],
  [
    'a.tf',
    `data "http" "old" {\n  url = "${API}/zones/1/script_monitor"\n}\n`,
    `data "http" "old" {\n  url = "${API}/zones/1/page_shield"\n}\n`,
  ],
];

const exactName = (index: number): string => `exact/${String(index)}.mjs`;
const leftName = (index: number): string => `left/${String(index)}.mjs`;

describe('exact fixes', () => {
  let root = '';
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
  const texts = new Map<string, string>();
  let before: Report | undefined;
  let after: Report | undefined;

  beforeAll(async () => {
    const files = {
      ...Object.fromEntries(EXACT.map(([, text], index) => [exactName(index), text])),
      ...Object.fromEntries(LEFT.map(([, text], index) => [leftName(index), text])),
      ...Object.fromEntries(OTHERS.map(([file, text]) => [file, text])),
    };
    root = realpathSync(mkdtempSync(join(tmpdir(), 'sunset-fix-')));
    for (const [name, text] of Object.entries(files)) write(root, name, text);
    before = JSON.parse((await cli(root, ['scan', '--format', 'json'])).out) as Report;
    after = JSON.parse((await cli(root, ['scan', '--fix', '--format', 'json'])).out) as Report;
    for (const file of Object.keys(files)) texts.set(file, textOf(file));
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const places = (report: Report | undefined, file: string): readonly string[] =>
    (report?.findings ?? []).filter((finding) => finding.file === file).map(({ deprecation }) => deprecation);

  it.each(EXACT.map(([what, , text], index) => [what, index, text] as const))(
    'are applied to %s',
    (_what, index, text) => {
      const file = exactName(index);
      expect(texts.get(file)).toBe(text);
      expect(places(before, file)).not.toEqual([]);
      expect(places(after, file)).toEqual([]);
      parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
    },
  );

  it.each(LEFT.map(([what, text], index) => [what, index, text] as const))(
    'are not offered for %s',
    (_what, index, text) => {
      expect(texts.get(leftName(index))).toBe(text);
      expect(before?.findings.filter(({ file }) => file === leftName(index))).toEqual(
        after?.findings.filter(({ file }) => file === leftName(index)),
      );
    },
  );

  it.each(OTHERS)('replace a path segment in %s', (file, _before, text) => {
    expect(texts.get(file)).toBe(text);
  });

  it('are in the report before they are applied, and edit only the file of the finding', () => {
    for (const finding of before?.findings ?? []) {
      expect(finding.suggestion === undefined).toBe(finding.file.startsWith('left/'));
      for (const edit of finding.suggestion?.edits ?? []) expect(edit.file).toBe(finding.file);
    }
  });

  it.each(EXACT)('equal the suggestions of ESLint: %s', (_what, text, fixed) => {
    const messages = lint({ 'a.js': text });
    const offers = messages.map(({ suggestions }) => suggestions?.[0]?.fix);
    // All findings of one constant offer the same edit.
    const [fix] = offers;
    expect(new Set(offers.map((offer) => JSON.stringify(offer))).size).toBe(1);
    expect(fix && text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1])).toBe(fixed);
  });
});
