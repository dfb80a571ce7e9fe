import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { cli } from '../cli/support.js';
import { folder } from './support.js';

const ZONE = 'https://api.cloudflare.com/client/v4/zones/1';

/** Results for the one file of a scan: the confidence of its findings, and why requests are not resolved. */
async function toldOf(name: string, text: string): Promise<readonly string[]> {
  const { out } = await cli(folder({ [name]: text }), ['scan', '--format', 'json', '--min-confidence', 'possible']);
  const { findings, unresolved } = JSON.parse(out) as Report;
  return [...findings.map(({ confidence }) => confidence), ...unresolved.map(({ reason }) => reason)];
}

const NEVER = 'it stands in code that is never run';

describe('a test in a comprehension of Python', () => {
  const inLoop = (values: string): string => `import requests\nfor p in ${values}:\n    requests.get(f"${ZONE}/{p}")\n`;

  it.each([
    ['takes a value out', '[x for x in ["pagerules", "rulesets"] if x != "pagerules"]', []],
    ['takes one out of two tests', '[x for x in ["pagerules", "rulesets"] if x if x != "pagerules"]', []],
    ['takes the value of a key out', '[v for k, v in {"a": "pagerules", "b": "b"}.items() if k != "a"]', []],
    ['takes an entry out', '{k: k for k in ["pagerules", "rulesets"] if k != "pagerules"}.values()', []],
    ['leaves the others', '[x for x in ["pagerules", "rulesets"] if x != "rulesets"]', ['certain']],
    ['leaves those that it asks for', '{k: k for k in ["pagerules", "a"] if k == "pagerules"}.values()', ['certain']],
    ['may take one out that it is not followed for', '[x for x in ["pagerules"] if not x.startswith(y)]', ['probable']],
    ['is not needed', '[x for x in ["pagerules", "rulesets"]]', ['certain']],
  ])('%s: %s', async (_, values, told) => {
    expect(await toldOf('a.py', inLoop(values))).toEqual(told);
  });

  it('keeps a call beside it from a value', async () => {
    const call = `requests.get(f"${ZONE}/{x}")`;
    const of = (test: string): string => `import requests\n[${call} for x in ["pagerules", "rulesets"] if x ${test}]\n`;
    expect(await toldOf('a.py', of('!= "pagerules"'))).toEqual([]);
    expect(await toldOf('a.py', of('!= "rulesets"'))).toEqual(['certain']);
  });
});

describe('a test in a loop of a shell', () => {
  const inLoop = (line: string): string => `for p in pagerules rulesets; do\n  ${line}\n  curl "${ZONE}/$p"\ndone\n`;

  it.each([
    '[ "$p" = pagerules ] && continue',
    '[[ $p == pagerules ]] && continue',
    '[ "$p" != pagerules ] || continue',
    'test "$p" != rulesets && { echo "$p"; continue; }',
    'if [ "$p" = pagerules ]; then continue; fi',
    '[ "$p" = rulesets ] &&',
  ])('takes a value out: %s', async (line) => {
    expect(await toldOf('a.sh', inLoop(line))).toEqual([]);
  });

  it.each([
    '[ "$p" = rulesets ] && continue',
    '[ "$q" = pagerules ] && continue',
    '[ "$p" = pagerules ] && echo "$p"',
    'if [ "$p" = pagerules ]; then continue; else echo; fi; p=pagerules',
    'if [ "$p" = pagerules ]; then echo "$p"; fi',
  ])('takes nothing out that is requested: %s', async (line) => {
    expect(await toldOf('a.sh', inLoop(line))).toEqual(['certain']);
  });
});

describe('a request behind the end of a script of a shell', () => {
  const CURL = `curl ${ZONE}/pagerules`;

  it.each([
    `exit 0; ${CURL}`,
    `echo a\nexit 1\n${CURL}\n`,
    `{ echo usage; exit 1; }\n${CURL}\n`,
    `if a; then exit 0; else exit 1; fi\n${CURL}\n`,
    `case $1 in a) exit 0;; *) exit 1;; esac\n${CURL}\n`,
    `f() { return 0; ${CURL}; }\nf\n`,
  ])('is never run: %j', async (text) => {
    expect(await toldOf('a.sh', text)).toEqual([NEVER]);
  });

  it.each([
    `[ -n "$A" ] || exit 1\n${CURL}\n`,
    `(exit 0)\n${CURL}\n`,
    `x=$(exit 3)\n${CURL}\n`,
    `exit 0 &\n${CURL}\n`,
    `echo x | { exit 0; }\n${CURL}\n`,
    `while read -r l; do exit 0; done < f\n${CURL}\n`,
    `case $1 in a) exit 0;; b) exit 1;; esac\n${CURL}\n`,
    `f() { exit 0; }\n${CURL}\n`,
    `return 0 2>/dev/null\n${CURL}\n`,
    `exit 0\nf() { ${CURL}; }\n`,
  ])('may be run: %j', async (text) => {
    expect(await toldOf('a.sh', text)).toEqual(['certain']);
  });
});

describe('a test of an element of a pair', () => {
  const inLoop = (test: string): string =>
    `for (const p of [['pagerules', 'GET'], ['rulesets', 'GET']]) { if (${test}) continue; fetch('${ZONE}/' + p[0]); }\n`;

  it.each([
    ["p[0] === 'pagerules'", []],
    ["p[0] === 'rulesets'", ['certain']],
    ["p[1] === 'POST'", ['certain']],
    ['p[0].endsWith(q)', ['probable']],
  ])('is followed, or leaves a doubt: %s', async (test, told) => {
    expect(await toldOf('a.js', inLoop(test))).toEqual(told);
  });
});
