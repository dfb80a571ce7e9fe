import type { CallFact, ExprFact } from '../../model/facts.js';
import { choiceOf } from '../values/choice.js';
import { isSameSpan } from '../../model/span.js';
import type { Place } from '../../model/span.js';
import { optionsOf, UNDEFINED } from '../values/value.js';
import type { ExternalValue, Value } from '../values/value.js';
import type { CallInEnv, Env } from './evaluator.js';
import { perFile } from './per-file.js';

/** Most elements that give one context its value: an application has one or two. */
const MAX_PROVIDERS = 24;

/**
 * Result of `useContext(Context)`: the values that `<Context.Provider value={…}>` gives it in the file of the context and
 * in those that import it, and what `createContext` was given. Undefined where nothing is known to give it one.
 */
export function contextValue([context = UNDEFINED]: readonly Value[], call: CallInEnv): Value | undefined {
  const values = optionsOf(context).flatMap((option) => {
    const made = option.kind === 'external' ? madeAt(option) : undefined;
    return made === undefined ? [] : [...valuesGiven(call.env, made.at), ...made.initial];
  });
  return values.length === 0 ? undefined : choiceOf(values, call.at);
}

/**
 * Returns the `createContext` call of a context, and the default value for a consumer without a provider, if there is
 * one.
 */
function madeAt({
  root,
  steps,
}: ExternalValue): { readonly at: Place; readonly initial: readonly Value[] } | undefined {
  const last = steps.at(-1);
  if (last?.kind !== 'call' || root.kind !== 'package') return undefined;
  const before = steps.at(-2);
  const name = before === undefined ? root.export : before.kind === 'member' ? before.name : '';
  if (name !== 'createContext') return undefined;
  return { at: last.at, initial: last.args().filter(({ kind }) => kind !== 'scalar') };
}

function valuesGiven({ evaluator }: Env, made: Place): readonly Value[] {
  const { program } = evaluator;
  const files = new Set([made.file, ...program.modules.importers(made.file, PROVIDER)]);
  const values: Value[] = [];
  for (const file of files) {
    const context = program.context(file);
    if (context === undefined) continue;
    const env = evaluator.env(context, undefined);
    for (const { owner, given, at } of providers(context)) {
      if (values.length >= MAX_PROVIDERS) return values;
      const isMeant = optionsOf(env.value(owner)).some(
        (value) => value.kind === 'external' && isPlace(madeAt(value)?.at, made),
      );
      if (isMeant) values.push(evaluator.member(env.value(given), 'value', { file, span: at }));
    }
  }
  return values;
}

function isPlace(one: Place | undefined, other: Place): boolean {
  return one !== undefined && one.file === other.file && isSameSpan(one.span, other.span);
}

const PROVIDER: ReadonlySet<string> = new Set(['Provider']);

interface Provider extends Pick<CallFact, 'at'> {
  /** The context. */
  readonly owner: ExprFact;
  /** The properties of the element. */
  readonly given: ExprFact;
}

/** Elements of a file that give a context its value. */
const providers = perFile(({ facts }): readonly Provider[] =>
  facts.calls.flatMap(({ form, callee, args: [given], at }) =>
    form === 'component' && callee.kind === 'member' && callee.property === 'Provider' && given !== undefined
      ? [{ owner: callee.object, given, at }]
      : [],
  ),
);
