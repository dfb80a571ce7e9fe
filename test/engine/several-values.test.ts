import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';

/** Writes a function in which a value can be one of several, around the request that uses the value. */
type Shape = readonly [name: string, make: (dead: string, live: string, send: (value: string) => string) => string];

const SHAPES: readonly Shape[] = [
  ['a choice', (dead, live, send) => `export const go = (x) => ${send(`x ? '${dead}' : '${live}'`)};`],
  [
    'the other branch of a choice',
    (dead, live, send) => `export const go = (x) => ${send(`x ? '${live}' : '${dead}'`)};`,
  ],
  ['a fallback', (dead, _, send) => `export const go = (x) => ${send(`x ?? '${dead}'`)};`],
  ['a fallback for an empty value', (dead, _, send) => `export const go = (x) => ${send(`x || '${dead}'`)};`],
  [
    'a fallback for the environment',
    (dead, _, send) => `export const go = () => ${send(`process.env.N ?? '${dead}'`)};`,
  ],
  ['a default of a parameter', (dead, _, send) => `export const go = (x = '${dead}') => ${send('x')};`],
  ['a default of a pattern', (dead, _, send) => `export const go = ({ x = '${dead}' }) => ${send('x')};`],
  ['a default of options', (dead, _, send) => `export const go = (o) => ${send(`{ x: '${dead}', ...o }.x`)};`],
  [
    'a row of a table',
    (dead, live, send) => `const T = { a: '${live}', b: '${dead}' };\nexport const go = (x) => ${send('T[x]')};`,
  ],
  [
    'an assignment in a branch',
    (dead, live, send) => `export function go(x) { let n = '${live}'; if (x) n = '${dead}'; return ${send('n')}; }`,
  ],
  [
    'a field that is set in a branch',
    (dead, _, send) => `export function go(x) { const o = {}; if (x) o.n = '${dead}'; return ${send('o.n')}; }`,
  ],
  ['an element of a list', (dead, live, send) => `for (const n of ['${live}', '${dead}']) ${send('n')};`],
  ['an element passed to a callback', (dead, live, send) => `['${live}', '${dead}'].forEach((n) => ${send('n')});`],
  [
    'an argument of one of two callers',
    (dead, live, send) => `const go = (n) => ${send('n')};\ngo('${live}');\ngo('${dead}');`,
  ],
  ['a parameter without a caller', (_, __, send) => `export const go = (x) => ${send('x')};`],
  [
    'a choice without the deprecated value',
    (_, live, send) => `export const go = (x) => ${send(`x ? '${live}' : x`)};`,
  ],
];

const inPath = (value: string): string =>
  `fetch(\`https://api.cloudflare.com/client/v4/zones/z/settings/\${${value}}\`, { method: 'PATCH' })`;
const inBody = (value: string): string =>
  `fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: ${value} }) })`;

async function confidences(text: string): Promise<readonly string[]> {
  const { findings } = await scan({ root: folder({ 'a.js': text }), asOf: '2026-11-27' });
  return [...new Set(findings.map(({ confidence }) => confidence))];
}

describe('a value that is one of several', () => {
  it.each(SHAPES)('has the same confidence in a path and in a body: %s', async (name, make) => {
    const expected = / nobody | without /.test(name) ? [] : ['certain'];
    expect(await confidences(make('minify', 'ssl', inPath))).toEqual(expected);
    expect(await confidences(make('gpt-4-32k', 'model-of-today', inBody))).toEqual(expected);
  });

  it('has the same confidence as the base of an operation and of a field', async () => {
    const base = "const base = process.env.BASE ?? 'https://api.cloudflare.com/client/v4';\n";
    const record = "JSON.stringify({ type: 'SRV', data: { service: '_sip', proto: '_tcp' } })";
    expect(await confidences(`${base}fetch(\`\${base}/zones/z/pagerules\`);`)).toEqual(['certain']);
    expect(
      await confidences(`${base}fetch(\`\${base}/zones/z/dns_records\`, { method: 'POST', body: ${record} });`),
    ).toEqual(['certain']);
    const other = base.replace('api.cloudflare.com/client/v4', 'guests.test/v1');
    expect(
      await confidences(`${other}fetch(\`\${base}/zones/z/dns_records\`, { method: 'POST', body: ${record} });`),
    ).toEqual([]);
  });

  it('has a note if it is in a body, unless it is the only value', async () => {
    const notes = async (value: string): Promise<readonly string[]> => {
      const { findings } = await scan({ root: folder({ 'a.js': `export const go = (x) => ${inBody(value)};` }) });
      return findings.flatMap((finding) => finding.notes);
    };
    expect(await notes("x ?? 'gpt-4-32k'")).toEqual(['The field can have other values too.']);
    expect(await notes("'gpt-4-32k'")).toEqual([]);
  });
});
