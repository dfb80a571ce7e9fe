import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayComplete } from '../../src/engine/analyse.js';
import { createFinder } from '../../src/engine/finder.js';
import { CallSite } from '../../src/engine/judge/site-view.js';
import { sentHeaders } from '../../src/engine/requests/sent/headers.js';
import { queryFacts } from '../../src/engine/requests/sent/query.js';
import { sentTogether } from '../../src/engine/requests/sent/sent.js';
import type { Sent, SentEntry } from '../../src/engine/requests/sent/sent.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { catalogueOf, readerOf } from '../engine/support.js';
import { SENT_PROGRAM } from './sent-programs.js';
import type { SentProgram } from './sent-programs.js';
import { runSent } from './sent-runs.js';
import type { SentRecord } from './sent-runs.js';
import { IS_LONG, share } from '../share.js';

const RUNS = share(300);
const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });

/** Evaluator's claim about what a request sends. */
interface Claim {
  readonly sent: Sent;
  /** Number of the request; undefined if the claim is about all requests. */
  readonly id: number | undefined;
}

function claimsOf({ kind, form, source }: SentProgram): readonly Claim[] {
  const finder = createFinder({ catalogue: CATALOGUE, modules: readerOf({ 'a.ts': source }) }, mayComplete);
  const context = expectDefined(finder.evaluator.program.context('a.ts'), 'the program was lowered');
  finder.evaluator.program.begin();
  const numbered = context.facts.calls.flatMap(({ callee, args, at }) => {
    const [number] = args;
    return callee.kind === 'name' && callee.name === 'at' && number?.kind === 'literal'
      ? [{ at, id: Number(number.value) }]
      : [];
  });
  const isAnywhere = form === 'request' || form === 'xhr';
  return context.facts.calls.flatMap((call, index): readonly Claim[] => {
    const id = numbered.findLast(({ at }) => at[1] <= call.at[0])?.id;
    const isNear =
      id !== undefined &&
      source.slice(0, call.at[0]).lastIndexOf('at(') > source.slice(0, call.at[0]).lastIndexOf('}; }');
    if (!isAnywhere && !isNear) return [];
    return finder.sitesOf(context, index, undefined).flatMap((site): readonly Claim[] => {
      const [url] = site.urls;
      if (site.kind !== 'request' || url?.some((part) => part.kind === 'text' && part.text.includes('towers')) !== true)
        return [];
      const view = new CallSite(finder, context, index, site);
      const sent = kind === 'headers' ? sentHeaders(finder, view) : queryFacts(finder, finder.urlOf(url).query, view);
      return [{ sent, id: isAnywhere ? undefined : id }];
    });
  });
}

/** Inputs of runs, in which each decision goes both ways. */
const INPUTS = Array.from({ length: 24 }, (_, run): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_flag, flag) => [
      `f${String(flag)}`,
      ((run * 2654435761) >>> (flag * 3 + 1)) % 2 === 1,
    ]),
  ),
  value: 'in',
  name: run % 3 === 0 ? 'x-a' : 'x-n',
  spread: run % 2 === 0 ? {} : { 'x-s': 's', 'x-b': 's' },
}));

/** Returns whether the sent text has one of the values; repeated headers share one text. */
function isOneOf(sent: string, values: readonly string[]): boolean {
  return values.includes(sent) || sent.split(', ').every((piece) => values.includes(piece));
}

function contradictions({ sent }: Claim, record: SentRecord, kind: SentProgram['kind']): readonly string[] {
  const wrong: string[] = [];
  const given = record[kind];
  for (const entry of sent.entries) {
    if (!entry.isAlwaysSent) continue;
    const same = given.filter(([name]) => name === entry.name);
    if (same.length === 0) wrong.push(`${entry.name} is sure and was not sent`);
    if (sent.open === 'here') continue;
    const known = sent.entries.filter(({ name }) => name === entry.name).map(({ values }) => values);
    if (known.some((values) => values === undefined)) continue;
    for (const [, value] of same)
      if (
        !isOneOf(
          value,
          known.flatMap((values) => values ?? []),
        )
      )
        wrong.push(`${entry.name} was sent as ${value}`);
  }
  if (sent.complete) {
    for (const [name] of given)
      if (!sent.entries.some((entry) => entry.name === name))
        wrong.push(`${name} was sent and all is said to be known`);
  }
  const isSent = ({ name, values }: SentEntry): boolean =>
    given.some(([other, value]) => other === name && values?.includes(value) === true);
  if (!sent.complete) return wrong;
  for (const [index, one] of sent.entries.entries())
    for (const other of sent.entries.slice(index + 1)) {
      const isOnly = (entry: SentEntry): boolean => sent.entries.filter(({ name }) => name === entry.name).length === 1;
      if (
        one.name !== other.name &&
        isOnly(one) &&
        isOnly(other) &&
        isSent(one) &&
        isSent(other) &&
        sentTogether(one, other) === 'never'
      )
        wrong.push(`${one.name} and ${other.name} were sent together`);
    }
  return wrong;
}

describe('the headers and query derived for a request', () => {
  it('never contradict the request that the program sends when it is run', () => {
    let claims = 0;
    let complete = 0;
    let sure = 0;
    fc.assert(
      fc.property(SENT_PROGRAM, (program) => {
        const said = claimsOf(program);
        const records = INPUTS.flatMap((input) => runSent(program.source, input));
        for (const claim of said) {
          claims++;
          if (claim.sent.complete) complete++;
          if (claim.sent.entries.some((entry) => entry.isAlwaysSent)) sure++;
          for (const record of records) {
            if (claim.id !== undefined && claim.id !== record.id) continue;
            expect({
              program: program.source,
              wrong: contradictions(claim, record, program.kind),
              sent: claim.sent,
            }).toEqual({
              program: program.source,
              wrong: [],
              sent: claim.sent,
            });
          }
        }
      }),
      { numRuns: RUNS },
    );
    // An evaluator that knows nothing would contradict nothing.
    expect(claims).toBeGreaterThan(RUNS / 2);
    if (!IS_LONG) return;
    expect(complete / claims).toBeGreaterThan(0.25);
    expect(sure / claims).toBeGreaterThan(0.25);
  }, 7_200_000);
});
