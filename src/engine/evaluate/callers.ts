import { addTo } from '../../lib/multimap.js';
import type { CallFact } from '../../model/facts.js';
import { argumentValues } from './arguments.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import type { Env, Evaluator } from './evaluator.js';
import { choiceOf, optionsOf } from '../values/value.js';
import type { ParameterRef, Value } from '../values/value.js';

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
  const names = new Set([...(functionNames(home).get(parameter.function) ?? []), ...defaultName(home)]);
  const values: Value[] = [];
  let seen = 0;
  for (const file of [
    parameter.file,
    ...program.modules.importers(parameter.file, names.has('default') ? undefined : names),
  ]) {
    if (seen > MAX_CALLERS) break;
    const context = program.context(file);
    if (context === undefined) continue;
    const env = evaluator.env(context, undefined);
    for (const call of callsNamed(context, names)) {
      if (seen++ > MAX_CALLERS) break;
      if (!reaches(env, call, parameter)) continue;
      let value = argumentValues(env, call)[parameter.index];
      for (const property of parameter.path) {
        if (value === undefined) break;
        value = evaluator.member(value, property, { file, span: call.at });
      }
      if (value !== undefined && value.kind !== 'parameter') values.push(value);
    }
  }
  return values.length === 0 ? undefined : choiceOf(values, { file: parameter.file, span: [0, 0] });
}

/** The first calls by one of the names, in source order; a default export goes by any imported name. */
function callsNamed(context: FileContext, names: ReadonlySet<string>): readonly CallFact[] {
  const { byName, imported } = callNames(context);
  const lists = [...[...names].map((name) => byName.get(name) ?? []), names.has('default') ? imported : []];
  // One call more than is looked at, so that the limit is noticed.
  const first = new Set(lists.flatMap((list) => list.slice(0, MAX_CALLERS + 2)));
  return [...first].sort((left, right) => left - right).flatMap((index) => context.facts.calls[index] ?? []);
}

const callNames = perFile(({ facts, scope }) => {
  const byName = new Map<string, number[]>();
  const imported: number[] = [];
  for (const [index, { callee }] of facts.calls.entries()) {
    const name = callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : undefined;
    if (name === undefined) continue;
    addTo(byName, name, index);
    if (scope.lookup(name, callee.at[0])?.value?.kind === 'imported') imported.push(index);
  }
  return { byName, imported };
});

function reaches(env: Env, { callee, form }: CallFact, parameter: ParameterRef): boolean {
  return optionsOf(env.value(callee)).some((value) => {
    if (value.kind === 'function')
      return form !== 'new' && value.function === parameter.function && value.file === parameter.file;
    if (value.kind !== 'class' || form !== 'new' || value.file !== parameter.file) return false;
    return env.evaluator.program.context(value.file)?.facts.classes[value.class]?.construct === parameter.function;
  });
}

/** Names by which the functions of a file, or the classes they construct, can be called. */
const functionNames = perFile(({ facts }): ReadonlyMap<number, ReadonlySet<string>> => {
  const names = new Map<number, Set<string>>();
  const add = (index: number | undefined, name: string | undefined): void => {
    if (index === undefined || name === undefined) return;
    const known = names.get(index);
    if (known === undefined) names.set(index, new Set([name]));
    else known.add(name);
  };
  facts.functions.forEach(({ name }, index) => {
    add(index, name);
  });
  for (const { name, value } of facts.bindings) {
    if (value?.kind === 'function') add(value.function, name);
    if (value?.kind === 'class') add(facts.classes[value.class]?.construct, name);
  }
  for (const { properties } of facts.objects) {
    for (const property of properties) {
      if (property.kind === 'property' && property.value.kind === 'function')
        add(property.value.function, property.key);
    }
  }
  for (const { name, construct, members } of facts.classes) {
    for (const member of members) if (member.value?.kind === 'function') add(member.value.function, member.name);
    add(construct, name);
  }
  return names;
});

function defaultName({ facts }: FileContext): readonly string[] {
  return facts.exports.some((fact) => fact.kind === 'assigned' || (fact.kind === 'local' && fact.name === 'default'))
    ? ['default']
    : [];
}
