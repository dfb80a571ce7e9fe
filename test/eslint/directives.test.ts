import { describe, expect, it } from 'vitest';
import { API, lint } from './support.js';

const CALL = `fetch('${API}/zones/1/pagerules');`;
const found = (text: string, settings: Readonly<Record<string, unknown>> = {}): readonly string[] =>
  lint({ 'a.js': text }, { settings: { asOf: '2026-06-01', ...settings } }).map((message) =>
    message.messageId === 'directive' ? message.message : `line ${String(message.line)}`,
  );

describe('sunset-lint directives in ESLint', () => {
  it.each([
    ['the next line', `// sunset-lint-disable-next-line page-rules-api -- moves in May\n${CALL}\n${CALL}`, ['line 3']],
    ['all deprecations of the next line', `/* sunset-lint-disable-next-line -- moves in May */\n${CALL}`, []],
    ['a rule by its name', `// sunset-lint-disable-next-line no-deprecated-endpoint -- moves in May\n${CALL}`, []],
    [
      'another deprecation only',
      `// sunset-lint-disable-next-line brotli-setting-api -- moves in May\n${CALL}`,
      ['line 2'],
    ],
    ['the file', `${CALL}\n${CALL}\n// sunset-lint-disable-file page-rules-api -- generated`, []],
    [
      'a range',
      `/* sunset-lint-disable page-rules-api -- old */\n${CALL}\n/* sunset-lint-enable */\n${CALL}`,
      ['line 4'],
    ],
    [
      'until a future day',
      `// sunset-lint-disable-next-line page-rules-api until 2026-06-01 -- moves in May\n${CALL}`,
      [],
    ],
    [
      'nothing after the until day',
      `// sunset-lint-disable-next-line page-rules-api until 2026-05-31 -- moves in May\n${CALL}`,
      ['line 2'],
    ],
    [
      'nothing with an impossible until day',
      `// sunset-lint-disable-next-line page-rules-api until 2026-02-30 -- moves in May\n${CALL}`,
      ['line 2'],
    ],
    ['nothing from a text that is not a comment', `const a = '// sunset-lint-disable-file';\n${CALL}`, ['line 2']],
  ])('suppress findings of %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('are reported if they are not understood', () => {
    expect(found(`// sunset-lint-disable-nextline page-rules-api\n`)).toEqual([
      "This exception is not understood: write '// sunset-lint-disable-next-line id -- reason'.",
    ]);
    expect(found(`// sunset-lint-disable-next-line page-rule-api -- x\n${CALL}`)).toEqual([
      "This exception is not understood: 'page-rule-api' is neither a deprecation nor a rule (did you mean 'page-rules-api'?).",
      'line 2',
    ]);
  });

  it('do not need a date in the settings', () => {
    expect(lint({ 'a.js': `// sunset-lint-disable-next-line page-rules-api until 2999-12-31 -- x\n${CALL}` })).toEqual(
      [],
    );
    expect(() => found('', { asOf: '2026-02-30' })).toThrow(
      "settings.sunset.asOf is '2026-02-30', not a calendar date. Write it like '2026-12-31'.",
    );
  });
});
