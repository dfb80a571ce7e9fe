import { describe, expect, it } from 'vitest';
import { jsonRecord, parseJson } from '../../src/core/lib/json.js';

const TSCONFIG = '{\n  // The towers.\n  "files": ["tower.ts",],\n}';

describe('parsed JSON', () => {
  it('may begin with a byte order mark', () => {
    expect(parseJson('\uFEFF{"tower": 3}')).toEqual({ kind: 'value', value: { tower: 3 } });
    expect(jsonRecord('{"tower": 3}')).toEqual({ tower: 3 });
  });

  it('may have comments and trailing commas only in the form that allows them', () => {
    expect(parseJson(TSCONFIG, 'with-comments')).toEqual({ kind: 'value', value: { files: ['tower.ts'] } });
    expect(jsonRecord(TSCONFIG, 'with-comments')).toEqual({ files: ['tower.ts'] });
    expect(parseJson(TSCONFIG)).toEqual({
      kind: 'problem',
      problem: { what: 'invalid comment token', line: 2, column: 3 },
    });
    expect(jsonRecord(TSCONFIG)).toBeUndefined();
  });

  it('is not an object in either form if it is damaged', () => {
    for (const text of ['', '{"tower": }', '{"tower": 1', '// nothing', '['.repeat(100_000)]) {
      expect(jsonRecord(text), text.slice(0, 20)).toBeUndefined();
      expect(jsonRecord(text, 'with-comments'), text.slice(0, 20)).toBeUndefined();
    }
    expect(jsonRecord('["tower"]')).toBeUndefined();
    expect(parseJson('['.repeat(100_000))).toMatchObject({ problem: { what: 'nested too deeply' } });
  });

  it('has __proto__ as a key like any other', () => {
    const value = jsonRecord('{/**/ "__proto__": {"bell": 1}}', 'with-comments') ?? {};
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
