import type { TypeDeclarationFact, TypeFact } from '../../model/facts.js';
import { fileOf } from '../../model/module-reader.js';
import type { Value } from '../values/value.js';
import type { Evaluator } from './evaluator.js';
import { typedWhereOpen } from './names.js';
import type { FileContext } from './program.js';

/** Most modules that hand a type on to each other. */
const MAX_HOPS = 5;

/** A field of something that is declared with an interface of a file. */
interface DeclaredField {
  readonly file: string;
  readonly type: TypeFact;
  readonly property: string;
}

/** A part of a parameter, which the interface that the parameter is declared with may say more of: `ctx.client`. */
export function declaredMember(evaluator: Evaluator, part: Value, { file, type, property }: DeclaredField): Value {
  const context = evaluator.program.context(file);
  const found = context && declarationOf(evaluator, context, type);
  const member = found?.declaration.members.find(({ name }) => name === property);
  return found === undefined || member === undefined
    ? part
    : typedWhereOpen(evaluator.env(found.context, undefined), part, member.type);
}

interface FoundType {
  readonly context: FileContext;
  readonly declaration: TypeDeclarationFact;
}

/** Declaration of the interface that a type names in a file. */
function declarationOf(evaluator: Evaluator, context: FileContext, type: TypeFact): FoundType | undefined {
  const binding = context.scope.lookup(type.name, type.at[0]);
  if (binding === undefined) return declaredIn(context, type.name);
  return binding.value?.kind === 'imported'
    ? imported(evaluator, context, binding.value.specifier, binding.value.name, MAX_HOPS)
    : undefined;
}

function declaredIn(context: FileContext, name: string): FoundType | undefined {
  const declaration = context.facts.types?.find((one) => one.name === name);
  return declaration && { context, declaration };
}

function imported(
  evaluator: Evaluator,
  from: FileContext,
  specifier: string,
  name: string,
  hops: number,
): FoundType | undefined {
  const { program } = evaluator;
  const target = fileOf(program.modules.resolve(from.file, specifier));
  const context = target === undefined || hops === 0 ? undefined : program.context(target);
  if (context === undefined) return undefined;
  const own = declaredIn(context, name);
  if (own !== undefined) return own;
  for (const fact of context.facts.exports) {
    const found =
      fact.kind === 'all'
        ? imported(evaluator, context, fact.specifier, name, hops - 1)
        : fact.kind === 'from' && fact.name === name
          ? imported(evaluator, context, fact.specifier, fact.imported, hops - 1)
          : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
