import type { BindingFact, ExprFact } from '../../../model/facts.js';
import { remembered } from '../../../lib/collections.js';
import type { Env } from '../../evaluate/evaluator.js';
import { thingUses } from '../../evaluate/name-uses.js';
import type { ThingUse } from '../../evaluate/name-uses.js';
import { plainTexts } from '../../values/text.js';
import { SIZE_SHIFT } from './bag.js';
import { onlyReads } from '../calling/harmless-calls.js';
import { CARRIED } from './reading.js';

type Path = readonly string[];
type Steps = ThingUse['path'];

/** Value that can be changed by reference, and the path in it to the wanted object. */
export interface Thing {
  /** Variable of the value. */
  readonly binding: BindingFact | undefined;
  readonly uses: readonly ThingUse[];
  readonly path: Path;
}

/** A use that may change the wanted object. */
export interface Change {
  readonly use: ThingUse;
  readonly binding: BindingFact | undefined;
  readonly path: Path;
}

/** The uses of a value, of its aliases and of its owners, in source order. */
export function changesOf(env: Env, thing: Thing): readonly Change[] {
  const changes: Change[] = [];
  const seen = new Set<readonly ThingUse[]>();
  const collect = ({ binding, uses, path }: Thing): void => {
    if (seen.has(uses)) return;
    seen.add(uses);
    for (const use of path[0] === CARRIED ? uses : withoutReads(uses)) {
      const { purpose } = use;
      const relation = relate(env, use.path, path);
      if (relation.kind === 'above' && purpose.kind === 'alias') {
        if (purpose.binding === thing.binding) continue;
        const known = thingUses(env.context).names.get(purpose.binding) ?? [];
        // An alias lives no longer than the value: earlier changes through it count.
        collect({ binding: binding ?? purpose.binding, uses: known, path: relation.rest });
      } else if (relation.kind === 'above' && purpose.kind === 'held' && purpose.key !== undefined) {
        const known = thingUses(env.context).objects.get(purpose.object) ?? [];
        collect({ binding, uses: known, path: [purpose.key, ...relation.rest] });
      } else if (relation.kind === 'above' && purpose.kind === 'receiver' && relation.rest[0] === CARRIED) {
        // A method of a request returns the request: `request.set(…).query(…)`.
        changes.push({ use, binding, path });
        const next = thingUses(env.context).results.get(purpose.call) ?? [];
        collect({ binding, uses: next, path: relation.rest });
      } else if (relation.kind !== 'apart' || isQueryText(use.path, path)) {
        changes.push({ use, binding, path });
      }
    }
  };
  collect(thing);
  env.evaluator.program.spend(changes.length >> SIZE_SHIFT);
  return changes.sort((a, b) => a.use.at[0] - b.use.at[0]);
}

/** Uses without reads of a client: requests do not change its settings. */
const withoutReads = remembered((uses: readonly ThingUse[]) =>
  uses.filter(({ path, purpose }) => path.length > 0 || purpose.kind !== 'receiver' || !onlyReads(purpose.method)),
);

export type Relation =
  | { readonly kind: 'above'; readonly rest: Path }
  | { readonly kind: 'below'; readonly extra: Steps }
  | { readonly kind: 'apart' }
  /** A name in the path is unknown. */
  | { readonly kind: 'open' };

/** The relation of a used path to the path in question. */
export function relate(env: Env, used: Steps, path: Path): Relation {
  let isOpen = false;
  for (const [index, asked] of path.entries()) {
    const step = used[index];
    if (step === undefined) break;
    const names = stepNames(env, step);
    if (names?.length === 1 ? names[0] !== asked : names?.includes(asked) === false) return { kind: 'apart' };
    isOpen ||= names?.length !== 1;
  }
  if (isOpen) return { kind: 'open' };
  if (used.length <= path.length) return { kind: 'above', rest: path.slice(used.length) };
  return { kind: 'below', extra: used.slice(path.length) };
}

export function stepNames(env: Env, step: string | ExprFact): readonly string[] | undefined {
  return typeof step === 'string' ? [step] : plainTexts(env.value(step));
}

/** `url.search` and `url.href`, which contain the text of `url.searchParams`. */
export function isQueryText(used: Steps, path: Path): boolean {
  const last = used.at(-1);
  return (
    (last === 'search' || last === 'href') &&
    path.at(-1) === 'searchParams' &&
    used.length === path.length &&
    path.slice(0, -1).every((name, index) => used[index] === name)
  );
}
