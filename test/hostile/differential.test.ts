import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEvaluator } from '../../src/engine/evaluate/create-evaluator.js';
import { createProgram } from '../../src/engine/evaluate/program.js';
import { displayText, textsOf } from '../../src/engine/values/text.js';
import type { Parts } from '../../src/engine/values/value.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { PLACE, readerOf } from '../engine/support.js';
import { ownLength, runProgram } from './run-program.js';
import { URL_OPERATORS } from './url-operators.js';
import { urlProgram } from './url-program.js';
import type { UrlPlan, UrlProgram, UrlStep } from './url-program.js';
import { IS_LONG, seedOr, share } from '../share.js';

/** Values that the evaluator gives for each `send(id, url)` of a program. */
function evaluated({ files }: UrlProgram): ReadonlyMap<number, readonly Parts[]> {
  const program = createProgram(readerOf(files));
  const evaluator = createEvaluator(program);
  const found = new Map<number, readonly Parts[]>();
  for (const file of Object.keys(files)) {
    const context = expectDefined(program.context(file), 'the source was lowered');
    for (const { callee, args } of context.facts.calls) {
      const [id, url] = args;
      if (callee.kind !== 'name' || callee.name !== 'send' || id?.kind !== 'literal' || url === undefined) continue;
      found.set(Number(id.value), textsOf(evaluator.value(context, url, undefined), PLACE));
    }
  }
  return found;
}

/** Number of known characters of a value, if it can be the real URL; a hole can be any text. */
function knownLength(parts: Parts, real: string): number | undefined {
  const pattern = parts
    .map((part) => (part.kind === 'text' ? part.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : '[^]*'))
    .join('')
    .replace(/(?:\[\^\]\*)+/g, '[^]*');
  if (!new RegExp(`^${pattern}$`, 'u').test(real)) return undefined;
  return parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0);
}

interface Comparison {
  /** Requests for which the evaluator's values exclude the URL that the program sends. */
  readonly wrong: readonly string[];
  readonly known: number;
  readonly own: number;
  readonly sent: number;
  readonly error: string | undefined;
}

function compare(program: UrlProgram): Comparison {
  const run = runProgram(program);
  const texts = evaluated(program);
  const wrong: string[] = [];
  let [known, own] = [0, 0];
  for (const { id, url } of run.sent) {
    // A missing value is no alternative, because it makes no URL.
    if (/undefined|null|false/.test(url)) continue;
    const alternatives = texts.get(id) ?? [];
    const matching = alternatives.flatMap((parts) => knownLength(parts, url) ?? []);
    if (matching.length === 0)
      wrong.push(`send ${id}: ${url} is not one of ${alternatives.map(displayText).join(' | ')}`);
    const length = ownLength(url);
    own += length;
    known += Math.min(length, Math.max(0, ...matching));
  }
  return { wrong, known, own, sent: run.sent.length, error: run.error };
}

function sourceOf({ files }: UrlProgram): string {
  return Object.entries(files)
    .map(([file, source]) => `// ${file}\n${source}`)
    .join('\n');
}

const WORD = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'bells', '/towers/1', 'x/', '{id}', 'V2') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' b ',
      'ä',
      '%2F',
      '?q=1',
      '#h',
      '..',
      './c',
      '$1',
      '$&',
      'a.b',
      '//',
      '\u{1f514}',
      '0',
      'İ',
    ),
  },
);
const STEP: fc.Arbitrary<UrlStep> = fc.record({
  operator: fc.nat({ max: URL_OPERATORS.length - 1 }),
  picks: fc.array(fc.nat({ max: 40 }), { minLength: 8, maxLength: 8 }),
  word: WORD,
  key: fc.constantFrom('extra', 'default', 'left', 'toString'),
});
const PLAN: fc.Arbitrary<UrlPlan> = fc.record({
  steps: fc.array(STEP, { minLength: 1, maxLength: 9 }),
  imported: fc.oneof(fc.constant(0), fc.nat({ max: 6 })),
  form: fc.constantFrom('names', 'namespace', 'default', 'require', 'star'),
  coins: fc.nat(),
});

/** Least share of the program's own characters of URLs that must be known, because holes alone match any URL. */
const LEAST_KNOWN = 0.7;

interface Tally {
  sent: number;
  known: number;
  own: number;
  endedEarly: number;
  failures: number;
  /** Requests of the first failing programs, the evaluator's values for them, and their sources. */
  readonly printed: string[];
}

/** Largest number of failing programs that are printed. */
const PRINTED_FAILURES = 8;

/** Compares the evaluator with runs of programs, goes on after failures, and counts what it knew. */
function compareAll(seed: number, numRuns: number): Tally {
  const tally: Tally = { sent: 0, known: 0, own: 0, endedEarly: 0, failures: 0, printed: [] };
  fc.sample(PLAN, { seed, numRuns }).forEach((plan, index) => {
    const program = urlProgram(plan);
    const result = compare(program);
    tally.sent += result.sent;
    tally.known += result.known;
    tally.own += result.own;
    tally.endedEarly += result.error === undefined ? 0 : 1;
    if (result.wrong.length === 0) return;
    tally.failures += 1;
    if (tally.printed.length >= PRINTED_FAILURES) return;
    const short = shortest(plan);
    tally.printed.push(
      `Program ${String(index)} of seed ${String(seed)}, coins ${String(program.coins)}\n${result.wrong.join('\n')}\nWith fewer steps:\n${compare(short).wrong.join('\n')}\n${sourceOf(short)}`,
    );
  });
  return tally;
}

/** Program of a failing plan, reduced to the steps that it needs to fail. */
function shortest(plan: UrlPlan): UrlProgram {
  for (const left of plan.steps) {
    const steps = plan.steps.filter((step) => step !== left);
    const shorter = {
      ...plan,
      steps,
      imported: plan.imported > plan.steps.indexOf(left) ? plan.imported - 1 : plan.imported,
    };
    if (steps.length > 0 && compare(urlProgram(shorter)).wrong.length > 0) return shortest(shorter);
  }
  return urlProgram(plan);
}

describe('a program that builds URLs', () => {
  it.each([
    ['always the same programs', 1, share(200)],
    ['programs of a seed that can be given', seedOr(20261121), share(200)],
    ['other programs each time', Math.floor(Math.random() * 2 ** 31), share(150)],
  ])(
    'sends the URLs that the evaluator computes: %s (seed %i, %i programs)',
    (_, seed, runs) => {
      const { sent, known, own, endedEarly, failures, printed } = compareAll(seed, runs);
      process.stdout.write(
        `${String(runs)} programs, seed ${String(seed)}: ${String(sent)} URLs sent, ${((100 * known) / own).toFixed(1)} % of their own letters known, ${String(endedEarly)} programs ended early, ${String(failures)} failures\n`,
      );
      expect(
        failures,
        `${printed.join('\n\n')}\n\n${String(failures)} of ${String(runs)} programs send what the evaluator does not say`,
      ).toBe(0);
      expect(sent).toBeGreaterThan(2 * runs);
      // A small number of programs can all be of one kind.
      if (!IS_LONG) return;
      expect(endedEarly).toBeLessThan(runs / 5);
      expect(known / own).toBeGreaterThan(LEAST_KNOWN);
    },
    7_200_000,
  );

  it('differs from a program that sends another URL', () => {
    const files = { 'a.ts': "let url = '/towers'; url += runtime(0); send(0, url + '/bells'); send(1, '/hands');" };
    const { wrong, known, own } = compare({ files, coins: 0 });
    expect({ wrong, known, own }).toEqual({ wrong: [], known: 19, own: 19 });
    const others = evaluated({ files: { 'a.ts': files['a.ts'].replace('/bells', '/gears') }, coins: 0 }).get(0) ?? [];
    expect(others.flatMap((parts) => knownLength(parts, '/towers⟦\ue000⟧/bells') ?? [])).toEqual([]);
  });
});
