import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notePrefix } from '../../src/hosts/cli/fix/interrupted-fixes.js';
import { API, CALL, cli, repository } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { share } from '../share.js';

/** Damaged files of each kind. */
const RUNS = share(20);

const ENV = { SUNSET_LINT_KEY: 'a secret of thirty-two characters or more' };
const CATALOGUE = JSON.stringify({
  format: 2,
  api: { id: 'bells', baseUrls: [{ url: 'https://bells.acme.test/v1' }] },
  deprecations: [
    {
      id: 'bells/towers',
      feature: 'Towers',
      kind: 'endpoint',
      endOfLife: '2027-01-01',
      replacement: { kind: 'none' },
      endpoints: [{ methods: ['GET'], path: '/towers/{tower_id}' }],
    },
  ],
});

const TREE = {
  'src/a.ts': CALL,
  'bells.json': CATALOGUE,
  'sunset-lint.config.json': '{ "failOn": "sunset", "paths": ["src"], "ignoreFiles": ["**/*.gen.ts"] }',
  'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } }, "include": ["src"] }',
  'src/a.sh': `#!/bin/sh\nBASE=${API}\ncurl -X POST "$BASE/zones/1/pagerules" -d '{"a":1}'\n`,
  'src/a.py': `import requests\nfor z in ["1", "2"]:\n    requests.get(f"${API}/zones/{z}/pagerules")\n`,
  'src/a.tf': 'resource "cloudflare_page_rule" "a" {\n  zone_id = var.zone\n  for_each = { a = 1 }\n}\n',
  'src/a.vue': `<template><p /></template>\n<script setup lang="ts">\n${CALL}</script>\n`,
  '.github/workflows/a.yml': `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: |\n          curl ${API}/zones/1/pagerules\n`,
  Dockerfile: `FROM node\nARG Z=1\nRUN curl ${API}/zones/$Z/pagerules\n`,
  '.env': `BASE=${API}\n`,
  CODEOWNERS: '* @a/b\n/src/ c@example.com\n[section] @d\n',
  'pnpm-workspace.yaml': 'packages:\n  - "packages/*"\n',
  'vite.config.ts': "export default { resolve: { alias: { '@': './src' } } };\n",
  '.gitignore': 'node_modules\n!src/[a-z].ts\n**/dist/\n',
  'openapi.json': JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Bells', version: '1' },
    servers: [{ url: 'https://bells.acme.test/v1' }],
    paths: { '/towers/{id}': { get: { deprecated: true, description: 'Ends 2027-01-01.', responses: {} } } },
  }),
  'a.har': JSON.stringify({
    log: {
      entries: [
        {
          request: { method: 'GET', url: 'https://bells.acme.test/v1/towers/1' },
          response: { status: 200, headers: [{ name: 'Deprecation', value: '@1688169599' }] },
        },
      ],
    },
  }),
  'page.html': `<html><body><h2>2027-01-01</h2><p><code>GET /zones/{zone_id}/pagerules</code> ends.</p></body></html>`,
  'zone.json': JSON.stringify({
    success: true,
    result: [{ id: 'a', expression: '(ip.src eq 192.0.2.1)', paused: false, description: 'x' }],
  }),
  'resources.json': '{ "alsoReport": ["resources"] }',
  'package.json': '{ "name": "town", "workspaces": ["packages/*"], "imports": { "#a": "./src/a.ts" } }',
};

/** Path of the results that an earlier run cached. */
function keptResults(_root: string, caches: string): string {
  const kept = join(caches, 'sunset-lint/results');
  return join(kept, readdirSync(kept)[0] ?? '');
}

/** Path of the note that an interrupted run with `--fix` leaves. */
function noteOfFix(root: string, caches: string): string {
  const path = join(caches, 'sunset-lint/fixes', `${notePrefix(root)}0123456789ab`);
  const files = [{ path: join(root, 'src/a.ts'), before: 'a'.repeat(64), after: 'b'.repeat(64) }];
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify({ process: 999_999_999, files }), { mode: 0o600 });
  return path;
}

interface Reader {
  readonly file: string | ((root: string, caches: string) => string);
  /** Arguments that write the file first. */
  readonly made?: readonly string[];
  readonly read: readonly string[];
}

/** Commands that read files of untrusted origin. */
const READERS: Readonly<Record<string, Reader>> = {
  facts: { file: 'a.facts', made: ['facts', 'src', '--output', 'a.facts'], read: ['link', 'a.facts'] },
  baseline: {
    file: 'b.json',
    made: ['scan', '--baseline', 'b.json', '--update-baseline'],
    read: ['scan', '--baseline', 'b.json'],
  },
  report: {
    file: 'r.json',
    made: ['scan', '--format', 'json=r.json', '--fail-on', 'never'],
    read: ['merge', 'r.json'],
  },
  catalogue: { file: 'bells.json', read: ['scan', '--catalogue', 'bells.json'] },
  configuration: { file: 'sunset-lint.config.json', read: ['scan'] },
  tsconfig: { file: 'tsconfig.json', read: ['scan'] },
  manifest: { file: 'package.json', read: ['scan'] },
  source: { file: 'src/a.ts', read: ['scan'] },
  script: { file: 'src/a.sh', read: ['scan'] },
  python: { file: 'src/a.py', read: ['scan'] },
  terraform: { file: 'src/a.tf', read: ['scan', '--config', 'resources.json'] },
  component: { file: 'src/a.vue', read: ['scan'] },
  workflow: { file: '.github/workflows/a.yml', read: ['scan', '.'] },
  image: { file: 'Dockerfile', read: ['scan', '.'] },
  settings: { file: '.env', read: ['scan', '.'] },
  owners: { file: 'CODEOWNERS', read: ['scan'] },
  workspace: { file: 'pnpm-workspace.yaml', read: ['scan', '.'] },
  bundler: { file: 'vite.config.ts', read: ['scan', '.'] },
  'ignore rules': { file: '.gitignore', read: ['scan', '.'] },
  document: { file: 'openapi.json', read: ['catalogue', 'import', 'openapi', 'openapi.json'] },
  recording: { file: 'a.har', read: ['catalogue', 'import', 'har', 'a.har'] },
  page: { file: 'page.html', read: ['catalogue', 'check', '--upstream', 'page.html'] },
  export: { file: 'zone.json', read: ['waf-plan', 'zone.json', '--plan', 'pro'] },
  'kept results': { file: keptResults, made: ['scan', '--fail-on', 'never'], read: ['scan'] },
  'note of a fix': { file: noteOfFix, read: ['scan'] },
};

const BYTES = fc.oneof(
  fc.uint8Array({ maxLength: 4 }),
  fc.constantFrom(
    ...['"', '{', ']', '\0', '\\u0000', '-1', '1e999', 'null', '../../..', '__proto__', '\u001b[31m'].map((text) =>
      new TextEncoder().encode(text),
    ),
  ),
);
/** Damages: start and end in the file, as fractions of its length, and the bytes that replace the range. */
const DAMAGE = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 40 }), BYTES), {
  minLength: 1,
  maxLength: 4,
});

function damaged(whole: Uint8Array, damage: readonly (readonly [number, number, Uint8Array])[]): Uint8Array {
  let bytes = whole;
  for (const [part, cut, put] of damage) {
    const at = Math.floor(part * bytes.length);
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(Math.min(bytes.length, at + cut))]);
  }
  return bytes;
}

describe('a damaged file', () => {
  it.each(Object.entries(READERS))(
    'read as %s ends in a verdict or a clear error',
    { timeout: 600_000 },
    async (_kind, reader) => {
      const root = repository(folder(TREE));
      const caches = folder({});
      const io = { cachesResults: true, env: { ...ENV, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches } } as const;
      if (reader.made !== undefined) expect((await cli(root, reader.made, io)).code).toBe(0);
      const path = typeof reader.file === 'string' ? join(root, reader.file) : reader.file(root, caches);
      const whole = readFileSync(path);
      await fc.assert(
        fc.asyncProperty(DAMAGE, async (damage) => {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, damaged(whole, damage), { mode: 0o600 });
          const { code, out, err } = await cli(root, reader.read, io);
          expect([0, 1, 2]).toContain(code);
          expect(err).not.toMatch(/bug in sunset-lint|TypeError|RangeError|undefined|\u001b/);
          expect(out).not.toContain('\u001b');
          // A file that could not be read must not pass.
          if (code === 0 && reader.read[0] === 'scan')
            expect(out + err).toMatch(/No (?:open |new )?findings|not fail|Passed/);
        }),
        { numRuns: RUNS },
      );
    },
  );
});
