import type { ExprFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import type { Env } from '../../evaluate/evaluator.js';
import type { Bag } from './bag.js';

/** Parts of the cache key other than the expression. */
interface Read {
  readonly moment: { readonly context: { readonly file: string }; readonly offset: number; readonly from?: number };
  readonly sendsUndefined: boolean;
  /** Changes whose values are being read, the outermost first. */
  readonly underWay: readonly Place[];
}

/** Cached bag of an expression, and the depth for which it is valid. */
interface Known {
  readonly bag: Bag;
  /** The depth at which it was cut short; it is valid there and deeper. */
  readonly cutAt: number;
}

/**
 * Cache for one reading of a request. A variable that is repeatedly rebuilt from itself is read once at each of these
 * moments: `headers = { ...headers, more }`.
 */
export class ReadOnce {
  readonly #known = new Map<ExprFact, Map<Env, Map<string, Known>>>();
  /** The outermost change under way that the current reading depends on, by its index. */
  #restsOn = Infinity;
  #cuts = 0;

  /** Returns the bag of an expression, cached or read now. A bag that depends on an outer change is not cached. */
  of(reading: Read, env: Env, expr: ExprFact, path: readonly string[], read: () => Bag): Bag {
    const { moment, sendsUndefined, underWay } = reading;
    const depth = env.evaluator.program.followed;
    const { context, offset, from } = moment;
    const change = underWay.at(-1);
    const key = [context.file, offset, from, sendsUndefined, change?.file, change?.span[0], ...path].join('\u0000');
    let byEnv = this.#known.get(expr);
    if (byEnv === undefined) this.#known.set(expr, (byEnv = new Map<Env, Map<string, Known>>()));
    let byKey = byEnv.get(env);
    if (byKey === undefined) byEnv.set(env, (byKey = new Map<string, Known>()));
    const known = byKey.get(key);
    if (known !== undefined && depth >= known.cutAt) return known.bag;
    const [outer, cuts] = [this.#restsOn, this.#cuts];
    this.#restsOn = Infinity;
    const bag = read();
    // The innermost change under way is part of the cache key.
    if (this.#restsOn >= underWay.length - 1) byKey.set(key, { bag, cutAt: this.#cuts > cuts ? depth : 0 });
    this.#restsOn = Math.min(outer, this.#restsOn);
    return bag;
  }

  /** Records that an expression was not followed because it is nested too deeply. */
  cut(): void {
    this.#cuts++;
  }

  /** Whether the value of a change is being read: it, and later changes, have not happened yet. */
  isUnderWay({ underWay }: Read, { file, span }: Place): boolean {
    const index = underWay.findIndex((change) => change.span[0] === span[0] && change.file === file);
    if (index === -1) return false;
    this.#restsOn = Math.min(this.#restsOn, index);
    return true;
  }
}
