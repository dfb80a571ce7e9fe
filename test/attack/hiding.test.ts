import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMinified } from '../../src/select/select-file.js';
import { API, CLEAN, cli, git, repository, settings } from '../cli/support.js';
import type { Outcome } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { startCpuClock } from '../cpu-time.js';

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

/** Makes a repository with a file to scan, and a branch that adds files. */
function branch(files: Files, base: Readonly<Record<string, string>> = {}): string {
  const root = repository(folder({ 'kept.ts': CLEAN, ...base }));
  git(root, 'checkout', '-q', '-b', 'change');
  change(root, files);
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'change');
  return root;
}

const outputOf = ({ out, err }: Outcome): string => out + err;
const scan = (root: string, ...args: string[]): Promise<Outcome> => cli(root, ['scan', ...args]);
const since = (root: string, ...args: string[]): Promise<Outcome> => scan(root, '--changed-since', 'main', ...args);

interface Way {
  readonly files: Files;
  /** Exit code and message of `scan` and of `--changed-since`. */
  readonly whole: readonly [code: number, words: RegExp];
  readonly changed: readonly [code: number, words: RegExp];
}

/** Case in which a file with an unusual name is scanned. */
const found = (file: string, text: string): Way => ({
  files: { [file]: text },
  whole: [1, new RegExp(file)],
  changed: [1, new RegExp(file)],
});

const HIDDEN = (why: string): RegExp =>
  new RegExp(`New findings that are suppressed: 1: a\\.js:\\d page-rules-api \\(${why}`);
const UNREAD = (name: string): RegExp =>
  new RegExp(
    `(?:Not read, though they may call an API: ${name.replaceAll('.', '\\.')} \\(|1 file mentions the Cloudflare API and was not understood: ${name.replaceAll('.', '\\.')}\\.)`,
  );
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
  changed: [2, UNREAD(name)],
});

const WAYS: Readonly<Record<string, Way>> = {
  'a comment without a reason': {
    files: { 'a.js': `// sunset-lint-disable-next-line\n${PLAIN}` },
    whole: [0, /Comments suppress 1 finding/],
    changed: [0, HIDDEN('comment on line 1\\)')],
  },
  'a comment with a reason': {
    files: { 'a.js': `// sunset-lint-disable-next-line page-rules-api -- mine\n${PLAIN}` },
    whole: [0, /Comments suppress 1 finding/],
    changed: [0, HIDDEN('comment on line 1, reason: mine')],
  },
  'a comment for the file': {
    files: { 'a.js': `${PLAIN}// sunset-lint-disable-file -- mine\n` },
    whole: [0, /Comments suppress 1 finding/],
    changed: [0, HIDDEN('comment on line 2, reason: mine')],
  },
  'a comment for ESLint': {
    files: { 'a.js': `// eslint-disable-next-line sunset/no-deprecated-endpoint\n${PLAIN}` },
    whole: [0, /Comments suppress 1 finding/],
    changed: [0, HIDDEN('comment on line 1')],
  },
  'a baseline added by the change': {
    files: { 'a.js': PLAIN, 'sunset-baseline.json': BASELINE },
    whole: [0, /Baseline sunset-baseline\.json: 1 known finding/],
    changed: [0, /This change adds 1 entry to sunset-baseline\.json: page-rules-api in a\.js \(mine\)\./],
  },
  'an ignored deprecation': configured(
    { ignore: ['page-rules-api'] },
    "adds 'page-rules-api' to ignore",
    0,
    /1 finding of deprecations that the configuration ignores: page-rules-api\./,
  ),
  'a threshold': configured({ failOn: 'never' }, "sets failOn to 'never'", 0, /--fail-on never/),
  'allowed findings (maxFindings)': configured({ maxFindings: 1000 }, 'sets maxFindings to 1000', 0, /1000 allowed/),
  'a confidence': configured(
    { minConfidence: 'certain' },
    "sets minConfidence to 'certain'",
    1,
    /Failed: 1 call counts by the edition, though cancelled by the vendor/,
  ),
  'ignored files': configured({ ignoreFiles: ['**'] }, "adds '\\*\\*' to ignoreFiles", 2, /no file to scan/),
  'files that are not included': configured({ include: ['none/**'] }, "adds 'none/\\*\\*' to include", 2, /no file to/),
  'a file size limit': configured({ maxFileSize: '1b' }, "sets maxFileSize to '1b'", 2, /no file to scan/),
  'a key in package.json': {
    files: { 'a.js': PLAIN, 'package.json': config({ sunsetLint: { include: ['none/**'] } }) },
    whole: [2, /no file to scan/],
    changed: [2, /This change edits the configuration 'package\.json': it adds 'none\/\*\*' to include/],
  },
  'a minified name': left('n.min.js'),
  'a folder of third-party code': left('vendor/n.js'),
  'a folder of build output': left('out/n.js'),
  'a declaration': left('n.d.ts'),
  'dense code': left('n.js', `${'x();'.repeat(3000)}${PLAIN}`),
  'a component': found('n.vue', `<script>\n${PLAIN}</script>\n`),
  'an old extension': { ...left('n.es6'), changed: [0, UNREAD('n.es6')] },
  'a program without extension': found('n', `#!/usr/bin/env node\n${PLAIN}`),
  'a page': found('n.html', `<script>${PLAIN}</script>`),
  'another language': { ...left('n.rb'), changed: [0, UNREAD('n.rb')] },
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
    changed: [2, /a\.js: it has a NUL byte/],
  },
  'a large file': {
    files: { 'a.js': `${PLAIN}//${' '.repeat(6 * 1024 * 1024)}\n` },
    whole: [0, /1 too large \(maxFileSize\) \(a\.js\)/],
    changed: [2, /a\.js: it is larger than maxFileSize/],
  },
  'a name that git ignores': {
    files: { '.gitignore': 'b.js\n' },
    whole: [1, /a\.js/],
    changed: [0, /No findings/],
  },
};

describe('a hidden finding is mentioned', () => {
  it.each(Object.entries(WAYS))('when it is hidden by %s', async (name, { files, whole, changed }) => {
    const root = branch(files, name === 'a name that git ignores' ? { 'a.js': PLAIN } : {});
    const all = await scan(root);
    expect([all.code, outputOf(all)]).toEqual([whole[0], expect.stringMatching(whole[1])]);
    const part = await since(root);
    expect([part.code, outputOf(part)]).toEqual([changed[0], expect.stringMatching(changed[1])]);
    // A hook prints findings alone, and this message nonetheless.
    if (part.code === 0 && name !== 'a name that git ignores') {
      const quiet = await since(root, '--quiet');
      const expected =
        /^(?:Not read|Changed files that were not read|\d+ files? mentions? the Cloudflare API|This change|New findings)/m;
      expect([quiet.code, quiet.err]).toEqual([0, expect.stringMatching(expected)]);
    }
  });
});

describe('a URL', () => {
  it('is recognised in each spelling', async () => {
    const urls = [
      'https://api.cloudflare.com./client/v4/zones/1/pagerules',
      'https://api.cloudflare.com/client/v4/./zones/1/pagerules',
      'https://api.cloudflare.com/client/v4/x/../zones/1/pagerules',
      ' https://api.cloudflare.com/client/v4/zones/1/pagerules ',
      'https://api.cloudflare.com/client/v4/zones/1/page\\trules',
      'HTTPS://API.CLOUDFLARE.COM:443//client/v4//zones/1/%70agerules/#x',
      'https:\\\\\\\\u:p@api.cloudflare.com\\\\client/v4/zones/1/pagerules',
    ];
    const root = folder({ 'a.js': urls.map((url) => `fetch('${url}');\n`).join('') });
    expect((await scan(root, '--quiet')).out.match(/^a\.js:\d/gm)).toEqual(urls.map((_, index) => `a.js:${index + 1}`));
  });
});

describe('a change', () => {
  it('passes with documents alone, without a word about an unchanged configuration', async () => {
    const root = branch({ 'README.md': '# more\n' }, { 'sunset-lint.config.json': config({ failOn: 'sunset' }) });
    const { code, out } = await since(root);
    expect(code).toBe(0);
    expect(out).not.toMatch(/This change|Not read/);
  });

  it('may change settings that affect only the appearance of reports', async () => {
    const files = { 'a.js': CLEAN, 'package.json': config({ name: 'x', sunsetLint: { warnWithin: '90d' } }) };
    const { code, out } = await since(branch(files, { 'package.json': config({ name: 'y' }) }));
    expect(code).toBe(0);
    expect(out).not.toContain('This change');
  });

  it('cannot remove settings of the previous configuration', async () => {
    const base = {
      'sunset-lint.config.json': config({ maxFindings: 0, ignoreFiles: ['old/**'], failOn: 'deprecated' }),
    };
    const gone = await since(branch({ 'a.js': PLAIN, 'sunset-lint.config.json': undefined }, base));
    expect([gone.code, outputOf(gone)]).toEqual([1, expect.stringContaining("removes 'old/**' from ignoreFiles")]);
    const moved = await since(
      branch(
        {
          'a.js': PLAIN,
          'sunset-lint.config.json': undefined,
          'package.json': config({ sunsetLint: { maxFindings: 5 } }),
        },
        base,
      ),
    );
    expect([moved.code, outputOf(moved)]).toEqual([1, expect.stringContaining('sets maxFindings to 5 (0 before)')]);
  });

  it('is scanned in files that the old or the new configuration includes', async () => {
    const base = { 'src/b.ts': CLEAN, 'sunset-lint.config.json': config({ include: ['src/**'] }) };
    const after = { 'sunset-lint.config.json': config({ include: ['lib/**'] }) };
    const before = await since(branch({ ...after, 'src/a.js': PLAIN, 'lib/b.js': CLEAN }, base));
    expect([before.code, outputOf(before)]).toEqual([
      1,
      expect.stringContaining('Its configuration excludes 2 files that the previous one includes: src/a.js, src/b.ts.'),
    ]);
    expect((await since(branch({ ...after, 'lib/a.js': PLAIN }, base))).code).toBe(1);
    expect((await since(branch({ 'other/a.js': PLAIN }, base))).code).toBe(0);
  });

  it('fails if globs leave no file to scan, whatever sets them', async () => {
    const root = branch({ 'a.js': PLAIN });
    for (const flags of [['--include', 'none/**'], ['--ignore-files', '**'], settings({ maxFileSize: '1b' })]) {
      const { code, err } = await since(root, ...flags);
      expect([code, err]).toEqual([2, expect.stringContaining('no file to scan')]);
    }
    expect((await since(root, '--include', 'none/**', '--allow-no-files')).code).toBe(0);
    const inherited = branch({ 'a.js': PLAIN }, { 'sunset-lint.config.json': config({ include: ['none/**'] }) });
    expect((await since(inherited)).code).toBe(2);
  });

  it('has an unknown effect if its configuration is a program', async () => {
    const root = branch(
      { 'a.js': PLAIN, 'sunset-lint.config.mjs': "export default { ignore: ['page-rules-api'] };\n" },
      { 'sunset-lint.config.mjs': 'throw new Error("the earlier one ran");\n' },
    );
    expect(outputOf(await since(root))).toContain(
      "This change edits the configuration 'sunset-lint.config.mjs', and the effect is unknown: before the change, it is a program.",
    );
    // A file that was JSON before counts all the same.
    const turned = branch(
      {
        'a.js': PLAIN,
        'sunset-lint.config.json': undefined,
        'sunset-lint.config.mjs': "export default { ignore: ['page-rules-api'] };\n",
      },
      { 'sunset-lint.config.json': '{}' },
    );
    expect((await since(turned)).code).toBe(1);
  });

  it('is reported if a comment suppresses an open finding, or an entry is extended', async () => {
    const until = (day: string): string => JSON.stringify({ version: 1, findings: [{ ...ENTRY, until: day }] });
    const root = branch(
      { 'a.js': `// sunset-lint-disable-next-line -- later\n${PLAIN}`, 'sunset-baseline.json': until('2030-01-01') },
      { 'a.js': PLAIN, 'sunset-baseline.json': until('2025-01-01') },
    );
    const text = outputOf(await since(root));
    expect(text).toContain(
      'Findings newly suppressed by comments: 1: a.js:2 page-rules-api (comment on line 1, reason: later).',
    );
    expect(text).toContain('adds 1 entry to sunset-baseline.json: page-rules-api in a.js (until 2030-01-01, mine).');
  });

  it('is judged by the configuration of the last commit if it is staged', async () => {
    const root = repository(folder({ 'kept.ts': CLEAN }));
    change(root, { 'a.js': PLAIN, 'sunset-lint.config.json': config({ failOn: 'never' }) });
    git(root, 'add', 'a.js');
    const { code, err } = await scan(root, '--staged', '--quiet', '--no-config-code');
    expect([code, err]).toEqual([1, expect.stringContaining("it sets failOn to 'never'")]);
    change(root, { 'sunset-lint.config.json': config({ ignore: ['page-rules-api'] }) });
    expect((await scan(root, '--staged', '--ignore-files', 'none')).code).toBe(1);
  });
});

describe('isMinified', () => {
  const dense = 'function a(b,c){return b?c:d(e)}'.repeat(400);

  it.each([
    ['a bundle', dense, true],
    ['a bundle with texts and expressions', `${dense}var q=/["'\`]\\/\\/[/*]/g,u="http://x";${dense}`, true],
    ['an image', `const a = 'data:image/png;base64,${'QUJD'.repeat(9000)}';\n`, false],
    ['a drawing', `const a = \`<svg>${'<path d="M0 0"/>'.repeat(900)}</svg>\`;\nb();\n`, false],
    ['a licence', `/*! ${'all rights '.repeat(900)}*/ b();\n`, false],
    ['a line comment', `// ${'x'.repeat(9000)}\nb();\n`, false],
    ['a long expression', `const e = /${'[a-z]|'.repeat(2000)}/;\n`, false],
    ['a row of numbers', `const t = [${'1024, '.repeat(2000)}];\n`, false],
    ['a text that is not closed', `b("${'x'.repeat(9000)}\n`, false],
  ])('returns for %s: case %#', (_name, text, expected) => {
    expect(isMinified(text)).toBe(expected);
  });

  it('takes linear time', () => {
    const elapsed = startCpuClock();
    for (const part of ['=/[', '=/', '"\\', '/*', '`', '(/[\\', 'return /a', "'", '/**', '\\'])
      isMinified(`x()${part.repeat(1_000_000)}`);
    expect(elapsed()).toBeLessThan(10_000);
  });
});

describe('--verbose', () => {
  const files = {
    'a.js': `// sunset-lint-disable-next-line page-rules-api until 2027-01-01 -- soon\n${PLAIN}`,
    'b.js': PLAIN,
    'c.js': PLAIN.replace('pagerules', 'rate_limits'),
    CODEOWNERS: '*.js @web\n',
    'sunset-lint.config.json': config({ ignore: ['rate-limiting-api'] }),
    'sunset-baseline.json': BASELINE.replace('a.js', 'b.js').replace(
      '"reason"',
      '"owner":"@ops","until":"2028-01-01","reason"',
    ),
  };

  it('lists every suppression with person, date and reason', async () => {
    const { code, out } = await scan(folder(files), '--verbose');
    expect(code).toBe(0);
    expect(out).toContain(`Suppressed:
  a.js:2:7  page-rules-api, comment on line 1, until 2027-01-01, owner @web, reason: soon
  b.js:1:7  page-rules-api, baseline entry, accepted 2026-01-01, until 2028-01-01, owner @ops, reason: mine
  c.js:1:7  rate-limiting-api, ignored by the configuration, owner @web
`);
  });

  it('adds the same suppressions to the JSON report', async () => {
    const { out } = await scan(folder(files), '--verbose', '--format', 'json');
    const { findings } = JSON.parse(out) as { findings: { suppression: object }[] };
    expect(findings.map(({ suppression }) => suppression)).toEqual([
      { kind: 'inSource', status: 'accepted', justification: 'soon', line: 1, until: '2027-01-01' },
      {
        kind: 'external',
        status: 'accepted',
        justification: 'mine',
        accepted: '2026-01-01',
        owner: '@ops',
        until: '2028-01-01',
      },
      {
        kind: 'external',
        status: 'accepted',
        justification: 'the configuration ignores this deprecation',
        by: 'configuration',
      },
    ]);
    expect((await scan(folder({ 'a.ts': CLEAN }), '--verbose')).out).toContain('Suppressed: nothing.');
  });
});

describe('a module imported by a configuration that is a program', () => {
  const NAME = 'sunset-lint.config.mjs';
  const PROGRAM = { [NAME]: "import own from './settings/own.mjs';\nexport default own;\n" };
  const OWN = 'settings/own.mjs';
  const HIDES = "import { ids } from '../ids.mjs';\nexport default { ignore: ids };\n";
  const SAID = `This change edits the configuration '${NAME}', and the effect is unknown`;

  it('counts as part of the configuration, even behind another module', async () => {
    const base = { ...PROGRAM, [OWN]: HIDES, 'ids.mjs': 'export const ids = [];\n' };
    const direct = branch({ 'a.js': PLAIN, [OWN]: "export default { ignore: ['page-rules-api'] };\n" }, base);
    expect((await cli(direct, ['scan', '--changed-since', 'main'])).out).toContain(SAID);
    const behind = branch({ 'a.js': PLAIN, 'ids.mjs': "export const ids = ['page-rules-api'];\n" }, base);
    expect((await cli(behind, ['scan', '--changed-since', 'main'])).out).toContain(SAID);
  });

  it('does not count as part of it if it is not imported', async () => {
    const base = { ...PROGRAM, [OWN]: 'export default {};\n', 'settings/other.mjs': '1;\n' };
    const root = branch({ 'a.js': PLAIN, 'settings/other.mjs': '2;\n' }, base);
    const { code, out } = await cli(root, ['scan', '--changed-since', 'main']);
    expect(code).toBe(1);
    expect(out).not.toContain('the effect is unknown');
  });
});
