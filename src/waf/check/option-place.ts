import type { CallSite } from '../../engine/judge/site-view.js';
import type { ExprFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';

/** Returns the place of a request option in the call: its value, otherwise the options object, otherwise the call. */
export function optionPlace({ context, call }: CallSite, names: readonly string[]): Place {
  const objects = call.args.flatMap((arg) => {
    const object = objectOf(arg, context.scope.lookup.bind(context.scope));
    return object?.kind === 'object' ? [object] : [];
  });
  for (const { object } of objects) {
    for (const property of context.facts.objects[object]?.properties ?? [])
      if (property.kind === 'property' && property.key !== undefined && names.includes(property.key))
        return { file: context.file, span: property.value.at };
  }
  const written = objects.findLast(({ at }) => call.at[0] <= at[0] && at[1] <= call.at[1]);
  return { file: context.file, span: (written ?? call.callee).at };
}

function objectOf(
  arg: ExprFact,
  lookup: (name: string, at: number) => { readonly value?: ExprFact } | undefined,
): ExprFact | undefined {
  return arg.kind === 'name' ? lookup(arg.name, arg.at[0])?.value : arg;
}
