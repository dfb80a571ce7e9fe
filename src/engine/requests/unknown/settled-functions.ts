import type { SettledFunction } from '../../../model/module-reader.js';
import type { OpenCalls, SiteFinder, Stretch } from '../calling/site-finder.js';

/** Notes once more what it rests on that a function is settled. */
export function useAgain({ openCalls, evaluator }: SiteFinder, key: string): void {
  const stretch = openCalls.asked.get(key);
  if (stretch !== undefined) evaluator.program.modules.asked?.again(...stretch);
  else if (!openCalls.underWay.has(key)) openCalls.unexplained++;
}

/** Notes and keeps what it rests on that functions are settled. */
export function learn({ openCalls, evaluator }: SiteFinder, keys: readonly string[], stretch: Stretch): void {
  const { answers, asked, cut } = openCalls;
  for (const key of keys) asked.set(key, stretch);
  if (keys.every((key) => answers.has(key) && !cut.has(key)))
    evaluator.program.modules.asked?.learn(
      keys.map((key) => [key, settledOf(openCalls, key)] as const),
      ...stretch,
    );
}

function settledOf({ answers, elsewhere }: OpenCalls, key: string): SettledFunction {
  const calls = (answers.get(key) ?? []).map(({ index, settled }) => [index, [...settled]] as const);
  return { ...(calls.length > 0 ? { calls } : {}), ...(elsewhere.has(key) ? { elsewhere: true } : {}) };
}

/** Whether a function is settled: in this run, or in an earlier one together with others, all of which are then known. */
export function isKnown({ openCalls, evaluator }: SiteFinder, key: string): boolean {
  const { answers, asked: questions, elsewhere } = openCalls;
  if (answers.has(key)) return true;
  const { asked } = evaluator.program.modules;
  if (asked === undefined) return false;
  const from = asked.count;
  const recalled = asked.recall(key) ?? [];
  const to = asked.count;
  for (const [name, { calls = [], elsewhere: isElsewhere }] of recalled) {
    if (answers.has(name)) continue;
    answers.set(
      name,
      calls.map(([index, deciders]) => ({ index, settled: new Set(deciders) })),
    );
    questions.set(name, [from, to]);
    if (isElsewhere === true) elsewhere.add(name);
  }
  return answers.has(key);
}
