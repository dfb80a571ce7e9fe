import { describe, expect, it } from 'vitest';
import { choiceOf } from '../../src/engine/values/choice.js';
import { lazyArgs, optionsOf } from '../../src/engine/values/value.js';
import type { ExternalValue, ParameterRef, Value } from '../../src/engine/values/value.js';
import type { Place } from '../../src/core/model/span.js';
import { PLACE } from './support.js';

const at = (start: number): Place => ({ file: 'tower.ts', span: [start, start + 4] });
const unknown = (start: number, name: string, of?: object, row = 0): Value => ({
  kind: 'unknown',
  reason: 'a value known only at run time',
  name,
  at: at(start),
  ...(of === undefined ? {} : { correlations: [{ reading: of, indexes: [row] }] }),
});
const parameter = (path: readonly string[]): Value => {
  const ref: ParameterRef = { file: 'tower.ts', function: 1, index: 0, rest: false, path };
  return { kind: 'parameter', parameter: ref, name: 'bell', at: at(1) };
};
const COURSE = { budget: 1, memory: {}, doubts: 0, modules: {} };
const NO_ARGS = lazyArgs(() => [], COURSE);
const read = (args = NO_ARGS, member = 'trim'): ExternalValue => ({
  kind: 'external',
  root: { kind: 'package', module: 'node:fs', export: 'default' },
  steps: [
    { kind: 'member', name: 'readFileSync' },
    { kind: 'call', form: 'call', args, at: at(9) },
    { kind: 'member', name: member },
  ],
  patches: [],
});
const joined = (...values: readonly Value[]): readonly Value[] => optionsOf(choiceOf(values, PLACE));

describe('possible values of an expression', () => {
  const bound: readonly Value[] = [];
  const frame = undefined;
  const element: Value = { kind: 'scalar', value: true };

  it.each<readonly [string, Value, Value]>([
    ['an unknown value of one place', unknown(3, 'bell.tone'), unknown(3, 'bell.tone')],
    ['a property of one parameter', parameter(['tone']), parameter(['tone'])],
    ['the result of one call', read(), read()],
    [
      'one object',
      { kind: 'object', file: 'tower.ts', object: 2, frame },
      { kind: 'object', file: 'tower.ts', object: 2, frame },
    ],
    [
      'one function',
      { kind: 'function', file: 'tower.ts', function: 2, frame, bound },
      { kind: 'function', file: 'tower.ts', function: 2, frame, bound: [] },
    ],
    [
      'lists with the same elements',
      { kind: 'array', elements: [element], open: false },
      { kind: 'array', elements: [element], open: false },
    ],
  ])('are merged for %s', (_, one, other) => {
    expect(joined(one, other)).toEqual([one]);
  });

  it.each<readonly [string, Value, Value]>([
    ['unknown values of two places', unknown(3, 'bell.tone'), unknown(5, 'bell.tone')],
    ['unknown values with two names', unknown(3, 'bell.tone'), unknown(3, 'bell.mass')],
    ['two properties of a parameter', parameter(['tone']), parameter(['mass'])],
    ['calls with different arguments', read(), read(lazyArgs(() => [], COURSE))],
    ['results with different members', read(NO_ARGS, 'trim'), read(NO_ARGS, 'size')],
    [
      'an object and a list element of the same expression',
      { kind: 'object', file: 'tower.ts', object: 2, frame },
      { kind: 'object', file: 'tower.ts', object: 2, frame, each: true },
    ],
    [
      'functions with different bound arguments',
      { kind: 'function', file: 'tower.ts', function: 2, frame, bound },
      { kind: 'function', file: 'tower.ts', function: 2, frame, bound: [element] },
    ],
    [
      'a list and a list with unknown elements',
      { kind: 'array', elements: [element], open: false },
      { kind: 'array', elements: [element], open: true },
    ],
  ])('are kept apart for %s', (_, one, other) => {
    expect(joined(one, other)).toEqual([one, other]);
  });

  it('keep all rows of one read when they are merged', () => {
    const of = {};
    expect(joined(unknown(3, 'tone', of, 0), unknown(3, 'tone', of, 2))).toMatchObject([
      { correlations: [{ indexes: [0, 2] }] },
    ]);
  });

  it('lose their rows when unknown values of several reads are merged', () => {
    const [only, ...others] = joined(unknown(3, 'tone', {}), unknown(3, 'tone', {}));
    expect([only?.correlations, others]).toEqual([undefined, []]);
  });

  it('are cut after the first forty, with a note', () => {
    const many = Array.from({ length: 5000 }, (_, index) => unknown(index, 'tone'));
    const options = joined(...many);
    expect(options.slice(0, 39)).toEqual(many.slice(0, 39));
    expect(options.slice(39)).toMatchObject([{ kind: 'unknown', reason: 'too many possible values' }]);
  });

  it('are each compared only with the values that are kept', () => {
    let compared = 0;
    const place: Place = {
      get file() {
        compared++;
        return 'tower.ts';
      },
      span: [9, 13],
    };
    const many = Array.from({ length: 4000 }, (): Value => {
      const args = lazyArgs(() => [], COURSE);
      return { ...read(), steps: [{ kind: 'call', form: 'call', args, at: place }] };
    });
    expect(joined(...many)).toHaveLength(40);
    expect(compared).toBeLessThan(4000 * 45 * 2);
  });
});
