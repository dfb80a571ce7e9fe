import { describe, expect, it } from 'vitest';
import { directivesIn } from '../directives-support.js';
import { findComments } from '../../src/languages/javascript/parse.js';

const KNOWN = new Set(['page-rules-api', 'rate-limits', 'no-deprecated-endpoint']);

/** Applies the directives of `text` to findings on the lines with `CALL`. `hidden`: the suppressed lines. */
function apply(
  text: string,
  asOf = '2026-01-01',
  file = 'a.ts',
): { hidden: readonly number[]; notes: readonly string[]; reasons: readonly (string | undefined)[] } {
  const findings = text.split('\n').flatMap((line, index) =>
    line.includes('CALL')
      ? [
          {
            rule: 'no-deprecated-endpoint' as const,
            deprecation: 'page-rules-api',
            fingerprint: String(index + 1),
            range: { start: { line: index + 1, column: 1 }, end: { line: index + 1, column: 2 } },
          },
        ]
      : [],
  );
  const { suppressions, notes } = directivesIn({ file, text, findings, asOf, knownIds: KNOWN });
  const accepted = [...suppressions].filter(([, { status }]) => status === 'accepted');
  return {
    hidden: accepted.map(([line]) => Number(line)).sort((a, b) => a - b),
    reasons: accepted.map(([, { justification }]) => justification),
    notes: notes.map(({ kind, line }) => `${kind}:${line}`),
  };
}

describe('comments of a file', () => {
  it('are found only between tokens', () => {
    const text =
      "const a = '// no'; // yes\nconst b = `/* no */ ${/* in */ 1} // no`;\nconst c = /\\/\\/ no/; /* two\nlines */ const d = a / 2 / b; // end";
    expect(findComments('a.ts', text).map((comment) => comment.text)).toEqual([' yes', ' in ', ' two\nlines ', ' end']);
  });

  it('are found in JSX expressions, but not in JSX text', () => {
    const text = 'const a = <p title="// no">// no /* no */ {/* yes */}</p>; // end\n';
    expect(findComments('a.jsx', text).map((comment) => comment.text)).toEqual([' yes ', ' end']);
    expect(findComments('a.tsx', text)).toHaveLength(2);
  });

  it('are found before doc comments, in empty files and at the very end', () => {
    expect(
      findComments('a.ts', '#!/usr/bin/env node\n// one\n/** doc */\nfunction f() {}\n//').map(
        (comment) => comment.text,
      ),
    ).toEqual([' one', '* doc ', '']);
    expect(findComments('a.ts', '// only').map((comment) => comment.text)).toEqual([' only']);
    expect(findComments('a.ts', '/* open').map((comment) => comment.text)).toEqual([' open']);
  });
});

describe('suppression comments', () => {
  it.each([
    ['the next line', '// sunset-lint-disable-next-line page-rules-api -- why\nCALL();\nCALL();', [2]],
    ['the next line after a block', '/* sunset-lint-disable-next-line\n page-rules-api -- why */\nCALL();', [3]],
    ['the same line', 'CALL(); // sunset-lint-disable-line -- why\nCALL();', [1]],
    [
      'a range',
      'CALL();\n/* sunset-lint-disable page-rules-api -- why */\nCALL();\n/* sunset-lint-enable */\nCALL();',
      [3],
    ],
    ['a range to the end', '/* sunset-lint-disable -- why */\nCALL();\nCALL();', [2, 3]],
    [
      'a range that another id does not end',
      '/* sunset-lint-disable page-rules-api -- why */\n/* sunset-lint-enable rate-limits */\nCALL();',
      [3],
    ],
    ['a rule', '// sunset-lint-disable-next-line no-deprecated-endpoint -- why\nCALL();', [2]],
    ['a whole file', 'CALL();\n// sunset-lint-disable-file -- why', [1]],
    [
      'the next line for ESLint',
      '// eslint-disable-next-line no-console, sunset/no-deprecated-endpoint -- why\nCALL();',
      [2],
    ],
    [
      'a range for ESLint',
      '/* eslint-disable sunset/no-deprecated-endpoint */\nCALL();\n/* eslint-enable */\nCALL();',
      [2],
    ],
  ])('suppress %s', (_name, text, hidden) => {
    expect(apply(text).hidden).toEqual(hidden);
  });

  it.each([
    ['another deprecation', '// sunset-lint-disable-next-line rate-limits -- why\nCALL();'],
    ['a text', "const a = '// sunset-lint-disable-next-line';\nCALL();"],
    ['ESLint without our rules', '// eslint-disable-next-line\nCALL();'],
    ["ESLint's line comment for a range", '// eslint-disable sunset/no-deprecated-endpoint\nCALL();'],
    ['a deprecation in an ESLint comment', '// eslint-disable-next-line page-rules-api\nCALL();'],
  ])('suppress nothing for %s', (_name, text) => {
    expect(apply(text).hidden).toEqual([]);
  });

  it('attach their reason to the finding', () => {
    expect(apply('CALL(); // sunset-lint-disable-line page-rules-api --  moves   with v5 ').reasons).toEqual([
      'moves with v5',
    ]);
  });

  it.each([
    ['unused:1', '// sunset-lint-disable-next-line -- why\nother();'],
    ['unused:1', '/* sunset-lint-enable */'],
    ['no-reason:1', 'CALL(); // sunset-lint-disable-line'],
    ['malformed:1', '// sunset-lint-disable page-rules-api -- ranges need block comments\nCALL();'],
    ['malformed:1', '// sunset-lint-disable-nextline -- typo\nCALL();'],
    ['expired:1', '// sunset-lint-disable-next-line page-rules-api until 2025-12-31 -- why\nCALL();'],
    ['expired:1', '// sunset-lint-disable-next-line page-rules-api until soon -- why\nCALL();'],
  ])('are reported in a note if they have no effect: %s', (note, text) => {
    expect(apply(text).notes).toEqual([note]);
  });

  it('suggest a similar id for an unknown one', () => {
    const { notes } = directivesIn({
      file: 'a.ts',
      text: '// sunset-lint-disable-next-line page-rule-api -- why\n',
      findings: [],
      asOf: '2026-01-01',
      knownIds: KNOWN,
    });
    expect(notes.map(({ message }) => message)).toContain(
      "'page-rule-api' is neither a deprecation nor a rule; did you mean 'page-rules-api'?",
    );
  });

  it('apply up to and including their last day', () => {
    const text = '// sunset-lint-disable-next-line page-rules-api until 2026-01-01 -- why\nCALL();';
    expect(apply(text, '2026-01-01').hidden).toEqual([2]);
    expect(apply(text, '2026-01-02').hidden).toEqual([]);
  });

  it('are not reported as unused if they are for ESLint, which reports them itself', () => {
    expect(apply('// eslint-disable-next-line sunset/no-deprecated-endpoint\nother();').notes).toEqual([]);
  });
});
