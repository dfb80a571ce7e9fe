import type { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { cli } from '../cli/support.js';
import { folder, lintIn, summary } from './support.js';

const ASSISTANTS = "import OpenAI from 'openai';\nnew OpenAI().beta.assistants.create({ model: 'm' });\n";
const HOST = "fetch('https://api.openai.com/v1/assistants');\n";
const FOUND = 'sunset/no-deprecated-endpoint certain';

/** Returns messages of ESLint for a file, and places of findings of a scan in that file. */
async function lintAndScan(
  files: Readonly<Record<string, string>>,
  file: string,
): Promise<readonly [linted: readonly string[], scanned: readonly string[]]> {
  const root = folder(files);
  const { out } = await cli(root, ['scan', '--quiet']);
  const linted = summary(lintIn(root, file, {}, files));
  return [linted, out.split('\n').flatMap((line) => (line.startsWith(`${file}:`) ? [line.split(' ')[0] ?? ''] : []))];
}

describe('packaged catalogues of other APIs in ESLint', () => {
  it('apply if a file imports the SDK, as in a scan', async () => {
    expect(await lintAndScan({ 'a.js': ASSISTANTS }, 'a.js')).toEqual([[`2:1-2:36 ${FOUND}`], ['a.js:2:1']]);
  });

  it('apply if a file contains the host, as in a scan', async () => {
    expect(await lintAndScan({ 'a.js': HOST }, 'a.js')).toEqual([[`1:7-1:45 ${FOUND}`], ['a.js:1:7']]);
  });

  it('apply if a package.json above depends on the SDK and another file creates the client', async () => {
    const files = {
      'package.json': '{ "dependencies": { "openai": "^4.0.0" } }',
      'src/a.js': "import { client } from './b.js';\nclient.beta.assistants.create({ model: 'm' });\n",
      'src/b.js': "import OpenAI from 'openai';\nexport const client = new OpenAI();\n",
    };
    expect(await lintAndScan(files, 'src/a.js')).toEqual([[`2:1-2:30 ${FOUND}`], ['src/a.js:2:1']]);
  });

  it('report nothing in a file without a sign of an API', async () => {
    const files = { 'a.js': "export const provider = 'openai';\nfetch('/assistants');\n" };
    expect(await lintAndScan(files, 'a.js')).toEqual([[], []]);
  });

  it('are selected by settings.sunset.apis', () => {
    const files = { 'a.js': HOST };
    const root = folder(files);
    const linted = (apis: readonly string[]): readonly string[] =>
      summary(lintIn(root, 'a.js', { settings: { apis } }, files));
    expect(linted(['none'])).toEqual([]);
    expect(linted(['stripe'])).toEqual([]);
    expect(linted(['stripe', 'auto'])).toHaveLength(1);
  });

  it('accept ids of APIs that the file does not use, in settings and in options of a rule', () => {
    const files = { 'a.js': HOST, 'b.js': 'export {};\n' };
    const root = folder(files);
    for (const file of ['a.js', 'b.js'])
      expect(lintIn(root, file, { settings: { ignore: ['openai/assistants'] } }, files)).toEqual([]);
    const rules: Linter.RulesRecord = {
      'sunset/no-deprecated-endpoint': ['error', { ignore: ['openai/assistants'] }],
    };
    for (const file of ['a.js', 'b.js']) expect(lintIn(root, file, { rules }, files)).toEqual([]);
  });
});
