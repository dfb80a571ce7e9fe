import type { FileContext } from './program.js';
import type { Evaluator } from './evaluator.js';
import { choiceOf, optionsOf } from './value.js';
import type { ParameterRef, Value } from './value.js';

/** Most calls of one function that are looked at for the values of its parameters. */
const MAX_CALLERS = 24;

/**
 * What the program passes for a parameter, from the calls that can be found by name in the same file and
 * in the files that import it. Undefined where none is found.
 */
export function passedValue(evaluator: Evaluator, parameter: ParameterRef): Value | undefined {
  const { program } = evaluator;
  const home = program.context(parameter.file);
  if (home === undefined) return undefined;
  const names = namesOfFunction(home, parameter.function);
  const values: Value[] = [];
  let seen = 0;
  for (const file of [parameter.file, ...program.modules.importers(parameter.file)]) {
    const context = program.context(file);
    if (context === undefined) continue;
    for (const call of context.facts.calls) {
      const { callee } = call;
      const name = callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : undefined;
      if (name === undefined || !(names.has(name) || (names.has('default') && isImported(context, name, callee.at[0])))) continue;
      if (seen++ > MAX_CALLERS) break;
      if (!reaches(evaluator, context, call.callee, call.form, parameter)) continue;
      let value = evaluator.args(context, call, undefined)[parameter.index];
      for (const property of parameter.path) {
        if (value === undefined) break;
        value = evaluator.member(value, property, { file, span: call.at });
      }
      if (value !== undefined && value.kind !== 'parameter') values.push(value);
    }
  }
  return values.length === 0 ? undefined : choiceOf(values, { file: parameter.file, span: [0, 0] });
}

function isImported(context: FileContext, name: string, offset: number): boolean {
  const value = context.scope.lookup(name, offset)?.value;
  return value?.kind === 'imported';
}

function reaches(
  evaluator: Evaluator,
  context: FileContext,
  callee: Parameters<Evaluator['value']>[1],
  form: 'call' | 'new' | 'tag',
  parameter: ParameterRef,
): boolean {
  return optionsOf(evaluator.value(context, callee, undefined)).some((value) => {
    if (value.kind === 'function') return form !== 'new' && value.function === parameter.function && value.file === parameter.file;
    if (value.kind !== 'class' || form !== 'new' || value.file !== parameter.file) return false;
    return evaluator.program.context(value.file)?.facts.classes[value.class]?.construct === parameter.function;
  });
}

/** Names by which a function, or the class it constructs, can be called. */
function namesOfFunction(context: FileContext, index: number): ReadonlySet<string> {
  const { facts } = context;
  const names = new Set<string>();
  const fact = facts.functions[index];
  if (fact?.name !== undefined) names.add(fact.name);
  for (const binding of facts.bindings) {
    if (binding.value?.kind === 'function' && binding.value.function === index) names.add(binding.name);
  }
  for (const object of facts.objects) {
    for (const property of object.properties) {
      if (property.kind === 'property' && property.value.kind === 'function' && property.value.function === index && property.key !== undefined) {
        names.add(property.key);
      }
    }
  }
  for (const [classIndex, type] of facts.classes.entries()) {
    for (const member of type.members) {
      if (member.value?.kind === 'function' && member.value.function === index) names.add(member.name);
    }
    if (type.construct !== index) continue;
    if (type.name !== undefined) names.add(type.name);
    for (const binding of facts.bindings) {
      if (binding.value?.kind === 'class' && binding.value.class === classIndex) names.add(binding.name);
    }
  }
  for (const fact of facts.exports) {
    if (fact.kind === 'assigned' || (fact.kind === 'local' && fact.name === 'default')) names.add('default');
  }
  return names;
}
