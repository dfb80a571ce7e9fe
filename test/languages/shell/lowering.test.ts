import { describe, expect, it } from 'vitest';
import { createFinder } from '../../../src/engine/finder.js';
import { displayText } from '../../../src/engine/values/text.js';
import { shellParser } from '../../../src/languages/shell/parse.js';
import { expectDefined } from '../../../src/core/lib/collections.js';
import type { Fragment } from '../../../src/core/model/language.js';
import { catalogueOf } from '../../engine/support.js';
import { startCpuClock } from '../../cpu-time.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });

/** Requests of a script outside functions: method and URL, with holes by name. */
function requestsOf(source: string, fragments?: readonly Fragment[]): readonly string[] {
  const { facts } = shellParser.parse('a.sh', source, fragments);
  const modules = {
    resolve: () => ({ kind: 'unresolved', reason: 'the file does not exist' }) as const,
    facts: () => facts,
    mentionsApi: () => [],
    importers: () => [],
  };
  const finder = createFinder({ catalogue: CATALOGUE, modules, language: 'shell' }, () => true);
  const context = expectDefined(finder.evaluator.program.context('a.sh'), 'the script was lowered');
  finder.evaluator.program.begin();
  return facts.calls.flatMap((call, index) =>
    call.within !== undefined
      ? []
      : finder
          .sitesOf(context, index, undefined)
          .filter(({ kind }) => kind === 'request')
          .map(({ method, urls }) => {
            const methods = [...method.known, ...(method.unknown ? ['?'] : [])].join('|');
            return `${methods} ${urls.map(displayText).join(' , ')}`;
          }),
  );
}

describe('the lowering of shell scripts', () => {
  it.each([
    ["curl 'https://a.test/b'", 'GET https://a.test/b'],
    ["curl https://a.test/$'b\\x63'", 'GET https://a.test/bc'],
    ['B=x; curl "https://a.test/${B}y/"$B', 'GET https://a.test/xy/x'],
    ['curl "https://a.test/${B:-x}"', 'GET https://a.test/${B} , https://a.test/x'],
    [': "${B:=x}"; curl https://a.test/$B', 'GET https://a.test/${B} , https://a.test/x'],
    ['B=/x/; curl https://a.test${B%/}', 'GET https://a.test/x'],
    ['B=a.b; curl https://a.test/${B#a.}', 'GET https://a.test/b'],
    ['B=patch; curl -X ${B^^} https://a.test/', 'PATCH https://a.test/'],
    ['B=a-b; curl https://a.test/${B//-//}', 'GET https://a.test/a/b'],
    ['B=abcdef; curl https://a.test/${B:1:2}', 'GET https://a.test/bc'],
    ['printf -v B "%s/%s" x y; curl "https://a.test/$B"', 'GET https://a.test/x/y'],
    ['L=(-X PUT); L+=(-s); curl "${L[@]}" https://a.test/', 'PUT https://a.test/'],
    ['declare -A M=([b]=x); curl https://a.test/${M[b]}', 'GET https://a.test/x'],
    ['set -- x y; shift; curl https://a.test/$1', 'GET https://a.test/y'],
    ['set -- x; [ -f y ] || set -- "$Z"; curl https://a.test/$1', 'GET https://a.test/${[…]}'],
    ['set -- x; for i in 1 2; do curl https://a.test/$1; set -- "$Z"; done', 'GET https://a.test/${[…]}'],
    ['f() { local p=$1; shift; curl "$@" "https://a.test/$p"; }; f x -X POST', 'POST https://a.test/x'],
    ['u() { echo "https://a.test/$1"; }; curl "$(u x)"', 'GET https://a.test/x'],
    ['f() { B=y; }; B=x; f; curl https://a.test/$B', 'GET https://a.test/y'],
    ['time sudo -u me env A=b timeout 5 curl -I https://a.test/', 'HEAD https://a.test/'],
    ['retry 3 curl -d x https://a.test/', 'POST https://a.test/'],
    ['C="curl -s -X DELETE"; $C https://a.test/', 'DELETE https://a.test/'],
    ['curl https://a.test/{b,c}', 'GET https://a.test/b , https://a.test/c'],
  ])('finds the request of %s', (script, request) => {
    expect(requestsOf(script)).toEqual([request]);
  });

  it.each([
    'echo curl https://a.test/',
    '# curl https://a.test/',
    "cat <<'EOF'\ncurl https://a.test/\nEOF",
    'command -v curl',
    'apt-get install -y curl https://a.test/',
    'f() { curl https://a.test/; }',
    'curl() { :; }; curl https://a.test/',
  ])('finds no request in %s', (script) => {
    expect(requestsOf(script)).toEqual([]);
  });

  it('keeps unknown parts of a URL separate from known ones', () => {
    expect(requestsOf('if x; then B=y; fi; curl https://a.test/$B')).toEqual([
      'GET https://a.test/${B} , https://a.test/y',
    ]);
    expect(requestsOf('curl $OPTIONS https://a.test/')).toEqual(['? https://a.test/']);
    expect(requestsOf('curl https://a.test/$1')).toEqual(['GET https://a.test/${…}']);
  });

  it('treats each fragment as a script of its own, with holes for interpolated values', () => {
    const source = 'one: B=x; curl https://a.test/$B\ntwo: curl "https://a.test/$B/${{ inputs.id }}"';
    const [first, second] = source.split('\n') as [string, string];
    const start = first.length + 1;
    expect(
      requestsOf(source, [
        { text: first.slice(5), start: 5, end: first.length },
        { text: second.slice(5), start: start + 5, end: source.length, placeOf: (offset) => start + 5 + offset },
      ]),
    ).toEqual(['GET https://a.test/x', 'GET https://a.test/${B}/${inputs.id}']);
  });
});

describe('comments of shell scripts', () => {
  it('begin with # at the start of a word, and nowhere else', () => {
    const source = ['#!/bin/sh', "a='# no' # one", 'b=${a#x}#no; c=$# # two', '  # three', 'cat <<E', '# no', 'E'].join(
      '\n',
    );
    expect(shellParser.comments('a.sh', source).map(({ kind, text }) => `${kind}:${text}`)).toEqual([
      'block:!/bin/sh',
      'line: one',
      'line: two',
      'block: three',
    ]);
  });
});

it('finds the command behind any number of programs that run their arguments', () => {
  expect(requestsOf(`${'nohup '.repeat(40)}curl https://a.test/b`)).toEqual(['GET https://a.test/b']);
  expect(requestsOf(`${'sudo -u me env A=1 '.repeat(20)}timeout 5 curl https://a.test/b`)).toEqual([
    'GET https://a.test/b',
  ]);
});

describe('shell functions that call each other', () => {
  /** Script that requests a variable after a chain of `count` functions, the last of which sets another one. */
  const script = (count: number): string =>
    [
      ...Array.from({ length: count - 1 }, (_, index) => `f${String(index)}() { f${String(index + 1)}; }`),
      `f${String(count - 1)}() { OTHER=c; }`,
      'other() { URL=https://a.test/c; }',
      'URL=https://a.test/b; f0; curl "$URL"',
    ].join('\n');

  it('set exactly the variables that they assign, up to fifty functions', () => {
    expect(requestsOf(script(50))).toEqual(['GET https://a.test/b']);
  });

  it('may set the variables of any function, above fifty functions', () => {
    expect(requestsOf(script(51))).not.toEqual(['GET https://a.test/b']);
  });
});

describe('hostile scripts', () => {
  const deep = 3000;
  it.each([
    ['parentheses', '('.repeat(deep)],
    ['substitutions', 'a=' + '$('.repeat(deep)],
    ['expansions', 'a=' + '${a:-'.repeat(deep)],
    ['braces', 'f() { '.repeat(deep)],
    ['conditions', 'if a; then '.repeat(deep)],
    ['a long chain', 'a && '.repeat(deep) + 'b'],
    ['a long pipe', 'a | '.repeat(deep) + 'b'],
    ['a long line', `a=${'x'.repeat(2_000_000)}`],
    ['many words', `curl ${'-H x '.repeat(20_000)}`],
    ['an open quote', `curl "https://a.test/${'x'.repeat(100_000)}`],
    ['open documents', 'cat <<A <<B <<C\nx\n'.repeat(1_000)],
    ['backticks', '`'.repeat(deep)],
    [
      'characters that are not a text',
      String.fromCharCode(...Array.from({ length: 5000 }, (_, index) => (index * 7919) % 0xd800)),
    ],
  ])('are lowered in little time with %s', (_name, source) => {
    const elapsed = startCpuClock();
    const { facts } = shellParser.parse('a.sh', source);
    shellParser.comments('a.sh', source);
    expect(facts.language).toBe('shell');
    expect(elapsed()).toBeLessThan(20_000);
  });
});
