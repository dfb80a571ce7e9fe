import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));
const TYPESCRIPT = {
  'src/send.ts': 'export const send = (path: string) => fetch(`https://api.cloudflare.com/client/v4${path}`);\n',
  'src/rules.ts':
    "import { send } from './send';\nexport const rules = (zone: string) => send(`/zones/${zone}/pagerules`);\n",
};
const COMMON = { 'src/list.ts': "export const towns = (list: any[]) => list.map((entry) => entry['filters']);\n" };
const SCRIPTS = {
  'scripts/build.sh': '#!/bin/bash\nset -eu\nnpm run build && cp -r dist "$1"\n',
  'bin/deploy': '#!/usr/bin/env bash\nrsync -a dist/ "$HOST:/srv"\n',
  'infra/main.tf': 'resource "aws_s3_bucket" "site" {\n  bucket = "site"\n}\n',
  'tools/report.py': 'import requests\nprint(requests.get("https://example.com/report").text)\n',
};
const MENTIONING = {
  'scripts/setup.sh':
    'curl -X POST "https://api.cloudflare.com/client/v4/zones/$ZONE/pagerules" -H "Authorization: Bearer $TOKEN"\n',
};

const trees: string[] = [];
afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

/** Modules of the package and of the compiler that a scan of a tree loads. */
function loadedBy(files: Readonly<Record<string, string>>, ...flags: readonly string[]): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'loaded-'));
  trees.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const folder = join(root, '.loaded');
  const { status, stderr } = spawnSync(
    process.execPath,
    [MAIN, 'scan', '.', '--no-config', '--no-baseline', '--as-of', '2026-01-01', ...flags],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_V8_COVERAGE: folder } },
  );
  expect([0, 1]).toContain(status);
  expect(stderr).toMatch(/^(?:Fixed 1 of 1 finding in 1 file\.\n)?$/);
  const urls = readdirSync(folder).flatMap((file) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { result: { url: string }[] }).result.map(
      ({ url }) => url,
    ),
  );
  return urls
    .flatMap(
      (url) => /(?:\/dist\/(?:program|libraries|validators)\/|\/@ts-morph\/common\/dist\/)(.*)$/.exec(url)?.[1] ?? [],
    )
    .sort();
}

describe('a scan loads', () => {
  it('the same modules for a tree with and without scripts that do not mention the API', () => {
    expect(loadedBy({ ...TYPESCRIPT, ...SCRIPTS })).toEqual(loadedBy(TYPESCRIPT));
  });

  it('no compiler if only a shell script mentions the API, even if TypeScript has a common word', () => {
    const loaded = loadedBy({ ...COMMON, ...MENTIONING });
    expect(loaded).toContain('unbash.cjs');
    expect(loaded.filter((file) => file.includes('typescript'))).toEqual([]);
  });

  it('only the parser of the compiler', () => {
    const loaded = loadedBy(TYPESCRIPT);
    expect(loaded.filter((file) => file.includes('typescript'))).toEqual(['typescript-parser.cjs']);
  });

  it('ts-morph only for a fix of a declaration that other files import', () => {
    const url = "fetch('https://api.cloudflare.com/client/v4' +";
    const own = { 'a.ts': `const OLD = '/zones/1/script_monitor';\n${url} OLD);\n` };
    expect(loadedBy(own, '--fix')).not.toContain('typescript.js');
    const taken = { 'a.ts': own['a.ts'].replace('const', 'export const') };
    expect(loadedBy(taken)).not.toContain('typescript.js');
    expect(loadedBy(taken, '--fix')).toContain('typescript.js');
  });

  it('the parser of the language of a file, and no other', () => {
    const loaded = loadedBy({ ...SCRIPTS, ...MENTIONING });
    expect(loaded).toContain('unbash.cjs');
    expect(loaded.filter((file) => /python|typescript/.test(file))).toEqual([]);
  });
});
