import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { cli } from '../cli/support.js';
import { folder } from './support.js';

const ZONE = 'https://api.cloudflare.com/client/v4/zones/1';

/** Results of a scan of one file: the confidence of findings, and the reasons of unresolved requests. */
async function resultsOf(name: string, text: string): Promise<readonly string[]> {
  const { out } = await cli(folder({ [name]: text }), ['scan', '--format', 'json', '--min-confidence', 'possible']);
  const { findings, unresolved } = JSON.parse(out) as Report;
  return [...findings.map(({ confidence }) => confidence), ...unresolved.map(({ reason }) => reason)];
}

const NEVER = 'it is in code that never runs';

describe('a condition in a Python comprehension', () => {
  const inLoop = (values: string): string => `import requests\nfor p in ${values}:\n    requests.get(f"${ZONE}/{p}")\n`;

  it.each([
    ['excludes a value', '[x for x in ["pagerules", "rulesets"] if x != "pagerules"]', []],
    [
      'excludes a value as one of two conditions',
      '[x for x in ["pagerules", "rulesets"] if x if x != "pagerules"]',
      [],
    ],
    ['excludes the value of a key', '[v for k, v in {"a": "pagerules", "b": "b"}.items() if k != "a"]', []],
    ['excludes an entry', '{k: k for k in ["pagerules", "rulesets"] if k != "pagerules"}.values()', []],
    ['keeps the other values', '[x for x in ["pagerules", "rulesets"] if x != "rulesets"]', ['certain']],
    ['keeps the required values', '{k: k for k in ["pagerules", "a"] if k == "pagerules"}.values()', ['certain']],
    [
      'lowers the confidence if it cannot be evaluated',
      '[x for x in ["pagerules"] if not x.startswith(y)]',
      ['probable'],
    ],
    ['may be missing', '[x for x in ["pagerules", "rulesets"]]', ['certain']],
  ])('%s: %s', async (_, values, told) => {
    expect(await resultsOf('a.py', inLoop(values))).toEqual(told);
  });

  it('excludes a value from a call in the element of the comprehension', async () => {
    const call = `requests.get(f"${ZONE}/{x}")`;
    const of = (test: string): string => `import requests\n[${call} for x in ["pagerules", "rulesets"] if x ${test}]\n`;
    expect(await resultsOf('a.py', of('!= "pagerules"'))).toEqual([]);
    expect(await resultsOf('a.py', of('!= "rulesets"'))).toEqual(['certain']);
  });
});

describe('a condition in a shell loop', () => {
  const inLoop = (line: string): string => `for p in pagerules rulesets; do\n  ${line}\n  curl "${ZONE}/$p"\ndone\n`;

  it.each([
    '[ "$p" = pagerules ] && continue',
    '[[ $p == pagerules ]] && continue',
    '[ "$p" != pagerules ] || continue',
    'test "$p" != rulesets && { echo "$p"; continue; }',
    'if [ "$p" = pagerules ]; then continue; fi',
    '[ "$p" = rulesets ] &&',
  ])('excludes a value: %s', async (line) => {
    expect(await resultsOf('a.sh', inLoop(line))).toEqual([]);
  });

  it.each([
    '[ "$p" = rulesets ] && continue',
    '[ "$q" = pagerules ] && continue',
    '[ "$p" = pagerules ] && echo "$p"',
    'if [ "$p" = pagerules ]; then continue; else echo; fi; p=pagerules',
    'if [ "$p" = pagerules ]; then echo "$p"; fi',
  ])('excludes no requested value: %s', async (line) => {
    expect(await resultsOf('a.sh', inLoop(line))).toEqual(['certain']);
  });
});

describe('a request after the end of a shell script', () => {
  const CURL = `curl ${ZONE}/pagerules`;

  it.each([
    `exit 0; ${CURL}`,
    `echo a\nexit 1\n${CURL}\n`,
    `{ echo usage; exit 1; }\n${CURL}\n`,
    `if a; then exit 0; else exit 1; fi\n${CURL}\n`,
    `case $1 in a) exit 0;; *) exit 1;; esac\n${CURL}\n`,
    `f() { return 0; ${CURL}; }\nf\n`,
  ])('is never run: %j', async (text) => {
    expect(await resultsOf('a.sh', text)).toEqual([NEVER]);
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
    expect(await resultsOf('a.sh', text)).toEqual(['certain']);
  });
});

describe('a condition on an element of a pair', () => {
  const inLoop = (test: string): string =>
    `for (const p of [['pagerules', 'GET'], ['rulesets', 'GET']]) { if (${test}) continue; fetch('${ZONE}/' + p[0]); }\n`;

  it.each([
    ["p[0] === 'pagerules'", []],
    ["p[0] === 'rulesets'", ['certain']],
    ["p[1] === 'POST'", ['certain']],
    ['p[0].endsWith(q)', ['probable']],
  ])('is evaluated, or lowers the confidence: %s', async (test, told) => {
    expect(await resultsOf('a.js', inLoop(test))).toEqual(told);
  });
});
