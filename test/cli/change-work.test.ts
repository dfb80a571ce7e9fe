import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { API, git, repository, work } from './support.js';

const CLIENT = `export const send = (path: string) => fetch('${API}' + path);\n`;
const FILLER = Array.from({ length: 40 }, (_, line) => `export const value${line} = ${line};\n`).join('');

/** Makes a client, a number of callers with a wrapper each, and as many unrelated files. */
function makeTree(callers: number): string {
  const files: Record<string, string> = { 'client.ts': CLIENT };
  for (let index = 0; index < callers; index += 1) {
    files[`wrap${index}.ts`] =
      "import { send } from './client.js';\nexport const call = (path: string) => send('/zones/1' + path);\n";
    files[`use${index}.ts`] =
      `import { call } from './wrap${index}.js';\nimport { value1 } from './plain${index}.js';\ncall('/pagerules?x=' + value1);\n`;
    files[`plain${index}.ts`] = FILLER;
  }
  return repository(folder(files));
}

const CALLERS = 12;

/** Counts the work for a commit of an edit, and for a scan of the whole tree after it. */
async function costsOf(
  edit: (root: string) => void,
): Promise<Record<'staged' | 'whole', Awaited<ReturnType<typeof work>>>> {
  const root = makeTree(CALLERS);
  edit(root);
  git(root, 'add', '-A');
  const common = ['scan', '--no-cache', '--stats'];
  return { staged: await work(root, ...common, '--staged'), whole: await work(root, ...common) };
}

const append = (root: string, name: string, line: string): void =>
  writeFileSync(join(root, name), `${name === 'client.ts' ? CLIENT : FILLER}${line}\n`);

const MATTERING: readonly (readonly [string, (root: string) => void])[] = [
  ['the client', (root) => append(root, 'client.ts', 'export const get = send;')],
  ['a file that callers import from', (root) => append(root, 'plain0.ts', "export const value1 = '/rules';")],
  ['a removed file', (root) => rmSync(join(root, 'wrap0.ts'))],
  ['the configuration of import paths', (root) => writeFileSync(join(root, 'tsconfig.json'), '{}')],
];

describe('the scan of a commit', () => {
  it.each(MATTERING)(
    'of %s costs no more than a full scan, except for the two states of changed files',
    async (what, edit) => {
      const { staged, whole } = await costsOf(edit);
      // Both states of the changed file are parsed to be compared, and the earlier one again to be judged.
      // For changes of import resolution both states are analysed completely.
      const times = what.includes('paths') ? 2 : 1;
      for (const [counter, more] of [
        ['files read', 6],
        ['files parsed', 4],
        ['compilers loaded', 0],
      ] as const)
        expect(staged[counter] ?? 0, counter).toBeLessThanOrEqual(times * ((whole[counter] ?? 0) + more));
    },
  );

  it('of a file with one caller analyses that caller alone', async () => {
    const { staged, whole } = await costsOf((root) => append(root, 'plain0.ts', "export const value1 = '/rules';"));
    expect(whole['files analysed']).toBeGreaterThanOrEqual(CALLERS);
    expect(staged['files analysed']).toBeLessThanOrEqual(6);
  });

  it('of a file with unchanged facts reads no other file', async () => {
    const { staged } = await costsOf((root) => append(root, 'client.ts', 'globalThis.spare = [1, 2, 3];'));
    expect(staged).toMatchObject({ 'files listed': 1, 'files parsed': 2, 'files analysed': 0 });
    expect(staged['files read']).toBeLessThanOrEqual(4);
  });
});
