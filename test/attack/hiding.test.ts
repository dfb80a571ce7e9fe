import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API, CLEAN, cli, git, repository } from '../cli/support.js';
import type { Outcome } from '../cli/support.js';
import { folder } from '../scanner/support.js';

type Files = Readonly<Record<string, string | undefined>>;

const URL_OF_CALL = `${API}/zones/1/pagerules`;
const PLAIN = `fetch('${URL_OF_CALL}');\n`;
const ENTRY = {
  file: 'a.js',
  deprecation: 'page-rules-api',
  method: 'GET',
  path: '/zones/{zone_id}/pagerules',
  url: URL_OF_CALL,
  accepted: '2026-01-01',
  reason: 'mine',
};
const BASELINE = JSON.stringify({ version: 1, findings: [ENTRY] });
const config = (value: object): string => JSON.stringify(value);

function change(root: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    if (text === undefined) rmSync(join(root, name));
    else writeFileSync(join(root, name), text);
  }
}

/** A repository with something to scan, and a branch that adds files. */
function branch(files: Files, base: Readonly<Record<string, string>> = {}): string {
  const root = repository(folder({ 'kept.ts': CLEAN, ...base }));
  git(root, 'checkout', '-q', '-b', 'change');
  change(root, files);
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'change');
  return root;
}

const said = ({ out, err }: Outcome): string => out + err;
const scan = (root: string, ...args: string[]): Promise<Outcome> => cli(root, ['scan', ...args]);
const since = (root: string, ...args: string[]): Promise<Outcome> => scan(root, '--changed-since', 'main', ...args);

interface Way {
  readonly files: Files;
  /** Exit code and words of `scan` and of `--changed-since`. */
  readonly whole: readonly [code: number, words: RegExp];
  readonly changed: readonly [code: number, words: RegExp];
}

const HIDDEN = (why: string): RegExp =>
  new RegExp(`New findings that are hidden: 1: a\\.js:\\d page-rules-api \\(${why}`);
const UNREAD = (name: string): RegExp =>
  new RegExp(`Not read, though the API is named there: ${name.replaceAll('.', '\\.')} \\(`);
const configured = (value: object, edit: string, code: number, words: RegExp): Way => ({
  files: { 'a.js': PLAIN, 'sunset-lint.config.json': config(value) },
  whole: [code, words],
  changed: [
    code === 2 && !('maxFileSize' in value) ? 2 : 1,
    new RegExp(`This change edits the configuration 'sunset-lint.config.json': it ${edit}`),
  ],
});
const left = (name: string, text = PLAIN): Way => ({
  files: { [name]: text },
  whole: [0, UNREAD(name)],
  changed: [0, UNREAD(name)],
});

const WAYS: Readonly<Record<string, Way>> = {
  'a comment without a reason': {
    files: { 'a.js': `// sunset-lint-disable-next-line\n${PLAIN}` },
    whole: [0, /Exceptions in comments: 1 finding/],
    changed: [0, HIDDEN('comment in line 1\\)')],
  },
  'a comment with a reason': {
    files: { 'a.js': `// sunset-lint-disable-next-line page-rules-api -- mine\n${PLAIN}` },
    whole: [0, /Exceptions in comments: 1 finding/],
    changed: [0, HIDDEN('comment in line 1, reason: mine')],
  },
  'a comment for the file': {
    files: { 'a.js': `${PLAIN}// sunset-lint-disable-file -- mine\n` },
    whole: [0, /Exceptions in comments: 1 finding/],
    changed: [0, HIDDEN('comment in line 2, reason: mine')],
  },
  'a comment for ESLint': {
    files: { 'a.js': `// eslint-disable-next-line sunset/no-deprecated-endpoint\n${PLAIN}` },
    whole: [0, /Exceptions in comments: 1 finding/],
    changed: [0, HIDDEN('comment in line 1')],
  },
  'a baseline of its own': {
    files: { 'a.js': PLAIN, 'sunset-baseline.json': BASELINE },
    whole: [0, /Known findings in sunset-baseline\.json: 1/],
    changed: [0, /This change adds 1 entry to sunset-baseline\.json: page-rules-api in a\.js \(mine\)\./],
  },
  'an ignored deprecation': configured(
    { ignore: ['page-rules-api'] },
    "adds 'page-rules-api' to ignore",
    0,
    /1 finding of deprecations that the configuration ignores: page-rules-api\./,
  ),
  'a threshold': configured({ failOn: 'never' }, "sets failOn to 'never'", 0, /--fail-on never/),
  'findings that may stay': configured({ maxFindings: 1000 }, 'sets maxFindings to 1000', 0, /1000 allowed/),
  'a confidence': configured({ minConfidence: 'certain' }, "sets minConfidence to 'certain'", 1, /1 finding counts/),
  'ignored files': configured({ ignoreFiles: ['**'] }, "adds '\\*\\*' to ignoreFiles", 2, /no file to scan/),
  'files that are not included': configured({ include: ['none/**'] }, "adds 'none/\\*\\*' to include", 2, /no file to/),
  'a size of files': configured({ maxFileSize: '1b' }, "sets maxFileSize to '1b'", 2, /no file to scan/),
  'a key in package.json': {
    files: { 'a.js': PLAIN, 'package.json': config({ sunsetLint: { include: ['none/**'] } }) },
    whole: [2, /no file to scan/],
    changed: [2, /This change edits the configuration 'package\.json': it adds 'none\/\*\*' to include/],
  },
  'a minified name': left('n.min.js'),
  'a folder of others': left('vendor/n.js'),
  'a folder of output': left('out/n.js'),
  'a declaration': left('n.d.ts'),
  'dense code': left('n.js', `${'x();'.repeat(3000)}${PLAIN}`),
  'a component': left('n.vue', `<script>\n${PLAIN}</script>\n`),
  'an old extension': left('n.es6'),
  'a program without extension': left('n', `#!/usr/bin/env node\n${PLAIN}`),
  'a page': left('n.html', `<script>${PLAIN}</script>`),
  'a long line': {
    files: { 'a.js': `const logo = 'data:image/png;base64,${'iVBORw0KGgo'.repeat(800)}';\n${PLAIN}` },
    whole: [1, /a\.js/],
    changed: [1, /a\.js/],
  },
  'a long comment': {
    files: { 'a.js': `/* ${'licence '.repeat(1200)}*/\n${PLAIN}` },
    whole: [1, /a\.js/],
    changed: [1, /a\.js/],
  },
  'a NUL in a comment': {
    files: { 'a.js': `// \0\n${PLAIN}` },
    whole: [0, /1 binary \(a\.js\)/],
    changed: [0, /Not read of this change: a\.js \(binary\)/],
  },
  'a large file': {
    files: { 'a.js': `${PLAIN}//${' '.repeat(6 * 1024 * 1024)}\n` },
    whole: [0, /1 too large \(--max-file-size\) \(a\.js\)/],
    changed: [0, /Not read of this change: a\.js \(too large\)/],
  },
  'a name that git ignores': {
    files: { '.gitignore': 'b.js\n' },
    whole: [1, /a\.js/],
    changed: [0, /No findings/],
  },
};

describe('a finding is not hidden without a word', () => {
  it.each(Object.entries(WAYS))('by %s', async (name, { files, whole, changed }) => {
    const root = branch(files, name === 'a name that git ignores' ? { 'a.js': PLAIN } : {});
    const all = await scan(root);
    expect([all.code, said(all)]).toEqual([whole[0], expect.stringMatching(whole[1])]);
    const part = await since(root);
    expect([part.code, said(part)]).toEqual([changed[0], expect.stringMatching(changed[1])]);
    // A hook shows findings and nothing else; this it shows all the same.
    if (part.code === 0 && name !== 'a name that git ignores') {
      const quiet = await since(root, '--quiet');
      const expected = /^(?:Not read|This change|New findings)/m;
      expect([quiet.code, quiet.err]).toEqual([0, expect.stringMatching(expected)]);
    }
  });
});
