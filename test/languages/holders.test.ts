import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { sharedHostFilesOf } from '../../src/languages/holders/table.js';
import type { Fragment, LanguageId } from '../../src/core/model/language.js';
import type { Report } from '../../src/report/report.js';
import { scanSteps } from '../../src/scan/open-scan.js';
import { drainAsync } from '../../src/scan/steps.js';
import { folder } from '../scanner/support.js';
import { startCpuClock } from '../cpu-time.js';

const API = 'https://api.cloudflare.com/client/v4';

function fragmentsIn(file: string, text: string, language: LanguageId = 'shell'): readonly Fragment[] {
  return (
    sharedHostFilesOf(language)
      .find(({ isHostFile }) => isHostFile(file))
      ?.fragmentsOf(text, file) ?? []
  );
}

function isBroken(file: string, text: string): boolean | undefined {
  return sharedHostFilesOf('shell')
    .find(({ isHostFile }) => isHostFile(file))
    ?.isBroken?.(text, file);
}

/** Code of a fragment as the file spells it, character by character. */
function sourceOf(text: string, { text: code, placeOf }: Fragment): string {
  return code.replace(/[^]/g, (_, at: number) => text.charAt(placeOf?.(at) ?? at));
}

const step = (run: string): string => `jobs:\n  a:\n    steps:\n      - run: ${run}`;

describe('code extracted from a workflow', () => {
  it.each([
    ['a literal block', '|\n          a "b"\n            c\n\n          d\n', 'a "b"\n  c\n\nd\n'],
    ['a literal block that keeps its end', '|+\n          a\n\n', 'a\n\n'],
    ['a literal block that gives its indentation', '|2-\n           a\n          b\n', ' a\nb'],
    ['a literal block with CRLF line ends', '|\r\n          a\r\n          b\r\n', 'a\nb\n'],
    ['a folded block', '>-\n          a\n          b\n\n          c\n', 'a b\nc'],
    ['a plain text', 'a b # no\n', 'a b'],
    ['a plain text of several lines', 'a\n          b\n', 'a b'],
    ['a quoted text', `'a ''b'''\n`, `a 'b'`],
    ['a quoted text with escapes', `"a \\"b\\" \\\n          \\x41 \\u0042\\n\\tc"\n`, `a "b" A B\n\tc`],
    ['an escaped character of two halves', `"\\U0001F600 a"\n`, '\u{1F600} a'],
  ])('is the text of %s', (_, run, code) => {
    const text = step(run);
    const [fragment, ...others] = fragmentsIn('.github/workflows/a.yml', text);
    expect(others).toEqual([]);
    expect(fragment?.text).toBe(code);
    const letters = fragment === undefined ? '' : sourceOf(text, fragment);
    for (const letter of code.match(/[a-d]/g) ?? []) expect(letters.charAt(code.indexOf(letter))).toBe(letter);
  });

  it('includes the surrounding environment, with known expressions filled in', () => {
    const text = `env:\n  A: it's\n${step("echo $B '${{ env.B }}'\n        env: { B: '${{ env.A }} ${{ secrets.C }}', D: x }")}\n`;
    expect(fragmentsIn('action.yml', text.replace('jobs:\n  a:', 'runs:\n  a:'))).toEqual([]);
    expect(fragmentsIn('.github/workflows/a.yml', text).map((fragment) => fragment.text)).toEqual([
      "B='it'\\''s ${{ secrets.C }}'\necho $B 'it's ${{ secrets.C }}'",
    ]);
  });

  it.each([
    ['bash', 'shell'],
    ['/usr/bin/env -S bash -e {0}', undefined],
    ['sh -e {0}', 'shell'],
    ['python', 'python'],
    ['pwsh', undefined],
    ['node {0}', 'javascript'],
  ] as const)('is, in the shell %s, in the language %s', (shell, language) => {
    const text = `${step('code')}\n        shell: ${shell}\n`;
    for (const id of ['shell', 'javascript', 'python'] as const)
      expect(fragmentsIn('.github/workflows/a.yml', text, id)).toHaveLength(id === language ? 1 : 0);
  });

  it.each([
    ['code', 'const a = ${{ toJSON(x.y) }};', 'const a = _toJSON_x_y_;'],
    ['a template', 'a = `b \\` ${{ x.y }} ${c}` + ${{x}}', 'a = `b \\` ${_x_y} ${c}` + _x'],
    [
      'a template in a template',
      'a = `b ${ { c: `${{ x }}` } } ${{ y }}` + ${{ z }}',
      'a = `b ${ { c: `${_x}` } } ${_y}` + _z',
    ],
    ['quotes, which stay', `a('\${{ x }}', "it's \${{ y }}")`, `a('\${{ x }}', "it's \${{ y }}")`],
    ['a comment, which stays', "// it's `${{ x }}\na(`${{ y }}`)", "// it's `${{ x }}\na(`${_y}`)"],
  ])('has names in place of expressions in a script: %s', (_, script, code) => {
    const lines = script.replaceAll('\n', '\n            ');
    const text = `${step('')}\n      - uses: actions/github-script@v7\n        with:\n          script: |\n            ${lines}\n`;
    expect(fragmentsIn('.github/workflows/a.yml', text, 'javascript').map((fragment) => fragment.text)).toEqual([
      `${code}\n`,
    ]);
  });

  it('is read once when an anchor names it, whatever the number of aliases', () => {
    const text =
      'jobs:\n  a:\n    steps: &s\n      - &t\n        run: a\n      - <<: *t\n        name: b\n  b:\n    steps: *s\n';
    expect(fragmentsIn('.github/workflows/a.yml', text).map((fragment) => fragment.text)).toEqual(['a', 'a']);
  });
});

describe('extracting code of a makefile', () => {
  const lines = (text: string): readonly string[] => fragmentsIn('x/Makefile', text).map((fragment) => fragment.text);

  it.each([
    ['gives the lines of a rule', 'a: b\n\t@c $$D\n\t-e \\\n\t  f\n', ['c $D', 'e \\\n  f']],
    ['fills in values of variables', 'V = $(W)/x\nW := y # no\na:\n\tc "$(V)" ${W} $W\n', ['c "y/x" y y']],
    [
      'leaves holes for unknown values',
      'V = 1\nV = 2\na:\n\tc $(V) $(shell d) $@ $(U)\n',
      [`c${' ${{ make }}'.repeat(4)}`],
    ],
    ['fills in functions', 'define f\nc $(1)\nendef\na:\n\t$(call f, x)\n', ['c x\n']],
    ['joins the lines of a rule in one shell', '.ONESHELL:\na:\n\tb\n\tc\n', ['b\nc\n']],
    ['gives a command on the line of its rule', 'a: ; b\n', ['b']],
    ['gives no line above the first rule', '\tb\na:\n', []],
    ['leaves a hole for a variable defined by itself', 'V = $(V)\na:\n\tc $(V)\n', ['c ${{ make }}']],
  ])('%s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected);
  });
});

describe('extracting code of a Dockerfile', () => {
  it.each([
    ['gives a continued line without its comments', 'RUN a \\\n  # no\n  b\n', ['a \\\n  b']],
    ['drops the flags of RUN', 'RUN --mount=type=cache,target=/x --network=none a\n', ['a']],
    ['quotes the words of an exec form', `CMD ["a", "it's", "\\"b\\""]\n`, [`'a' 'it'\\''s' '"b"'`]],
    ['gives the script of a shell in exec form', 'ENTRYPOINT ["sh", "-c", "a b"]\n', ['a b']],
    ['gives a here-document', 'RUN <<E\na\nb\nE\nRUN c\n', ['a\nb', 'c']],
    [
      'declares the variables before a command',
      'ARG A=1\nENV B="$A" C=2\nENV D e f\nRUN x $A $B $D\n',
      ['A=${A:-1}\nB="$A"\nD="e f"\nx $A $B $D'],
    ],
    ['skips commands of another shell', 'SHELL ["powershell", "-c"]\nRUN a\nFROM x\nRUN b\n', ['b']],
    ['skips all other instructions', 'COPY a b\nLABEL RUN=c\n', []],
  ])('%s', (_, text, expected) => {
    expect(fragmentsIn('app.Dockerfile', text).map((fragment) => fragment.text)).toEqual(expected);
  });
});

/** A pipeline of `count` jobs, each of which extends the next. */
function jobs(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const base = index + 1 < count ? `\n  extends: job${String(index + 1)}` : '';
    return `job${String(index)}:\n  script: [ring]${base}\n`;
  }).join('');
}

describe('a file of another format above its limit', () => {
  const limitOf = (text: string): string | undefined =>
    sharedHostFilesOf('shell')
      .find(({ isHostFile }) => isHostFile('package.json'))
      ?.limitOf?.(text, 'package.json');

  it('is a manifest of more than 5,000,000 characters, which is reported', () => {
    const manifest = (length: number): string => '{ "scripts": { "a": "ring" } }'.padEnd(length);
    expect(limitOf(manifest(5_000_000))).toBeUndefined();
    expect(limitOf(manifest(5_000_001))).toBe('it has 5000001 characters, and 5000000 are read');
  });

  it('is a make recipe of more than 200,000 characters, in which later variables are unknown', () => {
    const recipe = (length: number): readonly string[] =>
      fragmentsIn('Makefile', `A = b\nall:\n\t: ${'x'.repeat(length)} $(A) $(A)\n`).map(({ text }) =>
        text.replace(/x+/, ''),
      );
    expect(recipe(199_990)).toEqual([expect.stringContaining(' b b')]);
    expect(recipe(200_000)).toEqual([expect.stringContaining(' ${{ make }} ${{ make }}')]);
  });
});

describe('splitting a file into fragments', () => {
  it.each([
    ['.gitlab-ci.yml', 'a: [\nb: "', true],
    ['.gitlab-ci.yml', 'a: 1\n', false],
    ['package.json', '{ "scripts": { "a": "b" ', true],
    ['package.json', '{ "scripts": { "a": "b" } }', false],
    ['Makefile', 'define a\nb\n', true],
    ['.gitlab-ci.yml', jobs(5), false],
    ['.gitlab-ci.yml', jobs(7), true],
    ['.gitlab-ci.yml', `a:\n  script:\n${'    - ring\n'.repeat(1000)}`, false],
    ['.gitlab-ci.yml', `a:\n  script:\n${'    - ring\n'.repeat(1001)}`, true],
  ])('reports whether all parts of %s can be read: %s', (file, text, broken) => {
    expect(isBroken(file, text)).toBe(broken);
  });

  it.each([
    ['.gitlab-ci.yml', ['[', '- ', '{a: ', '"', 'a: |\n x\n', '&a [*a]\n', 'a: &a {<<: *a}\n', ' ', '%\n']],
    ['package.json', ['[', '{"a":', '"\\', '{"scripts":']],
    ['Makefile', ['$(', 'a:\n\t$(A)\n', 'A = $(A)$(A)\na:\n\t$(A)\n', '\\\n', 'define a\n', 'a: ;']],
    ['Dockerfile', ['RUN \\\n', 'RUN <<E\n', 'RUN ["', 'ENV A="', 'ARG A=1\nRUN $A\n']],
    ['a.md', ['```\n', '```sh\n', '> ', '~~~', '- '.repeat(50), '<!--']],
  ])('takes little time for hostile text in %s', (file, pieces) => {
    for (const piece of pieces) {
      const text = piece.repeat(Math.floor(300_000 / piece.length));
      const elapsed = startCpuClock();
      for (const holder of sharedHostFilesOf('shell').filter(({ isHostFile }) => isHostFile(file))) {
        holder.fragmentsOf(text, file);
        holder.commentsOf?.(text);
      }
      expect(elapsed(), piece).toBeLessThan(20_000);
    }
  });
});

describe('a scan of files that contain code of another language', () => {
  const dependencies = { catalogue: loadCatalogue(), createAnalyser };
  const scan = (files: Readonly<Record<string, string>>, documents = false): Promise<Report> =>
    drainAsync(scanSteps({ root: folder(files), asOf: '2026-01-01', documents }, dependencies), undefined).then(
      ({ report }) => report,
    );
  const placesOf = ({ findings }: Report): readonly string[] =>
    findings.map(({ file, range, suppression }) =>
      [file, range.start.line, range.start.column, ...(suppression === undefined ? [] : [suppression.status])].join(
        ':',
      ),
    );

  it('gives locations in the containing file, after escaped characters', async () => {
    const script = `curl -s "${API}/zones/1/rulesets" && curl "${API}/zones/1/pagerules"`;
    const report = await scan({ 'package.json': JSON.stringify({ scripts: { rules: script } }, null, 2) });
    expect(placesOf(report)).toEqual(['package.json:3:89']);
  });

  it('reads suppressions in comments of the code and of the file', async () => {
    const call = `curl ${API}/zones/1/pagerules`;
    const report = await scan({
      '.gitlab-ci.yml': `a:\n  script:\n    # sunset-lint-disable-next-line page-rules-api -- why\n    - ${call}\n    - |\n      # sunset-lint-disable-next-line page-rules-api -- why\n      ${call}\n      ${call}\n`,
      Dockerfile: `# sunset-lint-disable-file -- why\nRUN ${call}\n`,
    });
    expect(placesOf(report)).toEqual([
      '.gitlab-ci.yml:4:12:accepted',
      '.gitlab-ci.yml:7:12:accepted',
      '.gitlab-ci.yml:8:12',
      'Dockerfile:2:10:accepted',
    ]);
  });

  it('reports files that name the API in unread parts, and files that cannot be split', async () => {
    const report = await scan({
      '.github/workflows/a.yml': `${step(`curl ${API}/zones/1/pagerules`)}\n        shell: pwsh\n`,
      '.github/workflows/b.yml': `${step(`curl ${API}/zones/1/pagerules`)}\n  - [\n`,
      'a.ts': 'export const a = 1;\n',
    });
    expect(report.coverage.limits).toEqual([
      '1 file mentions the Cloudflare API and was not understood: .github/workflows/a.yml.',
    ]);
    expect(report.coverage.syntaxErrors).toEqual(['.github/workflows/b.yml']);
  });

  it('reads documents only on request', async () => {
    const files = { 'README.md': `\`\`\`sh\ncurl ${API}/zones/1/pagerules\n\`\`\`\n`, 'a.ts': 'export const a = 1;\n' };
    expect(placesOf(await scan(files))).toEqual([]);
    expect(placesOf(await scan(files, true))).toEqual(['README.md:2:6']);
  });

  it('parses no files of other languages because of a mention in one of these', async () => {
    const report = await scan({
      'package.json': JSON.stringify({ scripts: { a: `curl ${API}/zones/1/pagerules` } }),
      'a.ts': `import { b } from './b';\nb('/filters');\n`,
      'b.ts': 'export const b = (path) => fetch(path);\n',
    });
    expect(report.findings).toHaveLength(1);
    expect(report.coverage.parsed).toBe(1);
  });
});
