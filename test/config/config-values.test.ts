import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkShape, pathFrom } from '../../src/config/checked-json.js';
import { ConfigError } from '../../src/core/model/errors.js';

const SCHEMA = JSON.parse(readFileSync(new URL('../../rules/config.schema.json', import.meta.url), 'utf8')) as {
  readonly properties: Readonly<Record<string, unknown>>;
};
const KEYS = Object.keys(SCHEMA.properties).filter((key) => key !== '$schema');
const KEY = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'pathes', 'FailOn', '', 'a/b~c', '\n', '0') },
);
const WORD = fc.oneof(
  fc.constantFrom(
    'src',
    'never',
    'sunset',
    'deprecated',
    'certain',
    '10MB',
    '30d',
    'text',
    'json=a.json',
    'https://x.test/',
    '',
    '\ud800',
    '..',
  ),
  fc.string({ maxLength: 4 }),
);
const VALUE = fc.oneof(
  WORD,
  fc.boolean(),
  fc.constant(null),
  fc.double(),
  fc.array(fc.oneof(WORD, fc.integer(), fc.dictionary(KEY, WORD, { maxKeys: 3 })), { maxLength: 3 }),
  fc.dictionary(KEY, WORD, { maxKeys: 2 }),
);
const CONFIG = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.tuple(KEY, VALUE), { maxLength: 3 })
      .map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))) as unknown),
  },
);

const PLACE = pathFrom('sunset.json: $');
const RUNS = { numRuns: 300 };

describe('any JSON value as a configuration', () => {
  it('is accepted unchanged, or refused with its file and place', () => {
    fc.assert(
      fc.property(CONFIG, (value) => {
        const before = JSON.stringify(value);
        try {
          expect(checkShape(value, 'config', PLACE)).toBe(value);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          expect((error as ConfigError).message).toMatch(/^sunset\.json: \$/);
        }
        expect(JSON.stringify(value)).toBe(before);
      }),
      RUNS,
    );
  });

  it('is refused if it has an unknown key', () => {
    const unknown = fc.stringMatching(/^[a-z]{1,8}$/).filter((key) => !KEYS.includes(key));
    fc.assert(
      fc.property(unknown, VALUE, (key, value) => {
        expect(() => checkShape({ failOn: 'never', [key]: value }, 'config', PLACE)).toThrow(
          `sunset.json: $ has an unknown key '${key}'`,
        );
      }),
      RUNS,
    );
  });
});
