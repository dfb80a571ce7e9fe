import type { Evaluator } from './evaluator.js';
import { classIn, optionsOf } from '../values/value.js';
import type { ClassValue, Value } from '../values/value.js';

/** Names of members that are left empty for the page's own origin. */
const ORIGIN = /url|base|host|origin|prefix|server|domain|proxy/i;

/**
 * Whether a subclass may override a member of the class: one in the same file does, or the class leaves it empty
 * (`resource = ''`).
 */
export function isOverridden(
  evaluator: Evaluator,
  owner: ClassValue,
  property: string,
  own: readonly Value[],
): boolean {
  if (own.every(isBlank)) return !ORIGIN.test(property);
  const { program } = evaluator;
  const { overrides: answers } = program.memory;
  const key = `${owner.file} ${String(owner.class)} ${property}`;
  const known = answers.get(key);
  if (known !== undefined) {
    if (known.isDoubtful) program.doubts++;
    return known.answer;
  }
  answers.set(key, { answer: false, isDoubtful: true });
  const { doubts } = program;
  const answer = isSetBelow(evaluator, owner, property);
  answers.set(key, { answer, isDoubtful: program.doubts > doubts });
  return answer;
}

function isBlank(value: Value): boolean {
  return value.kind === 'text' ? value.parts.length === 0 : value.kind === 'scalar' && value.value !== true;
}

function isSetBelow(evaluator: Evaluator, owner: ClassValue, property: string): boolean {
  const { program } = evaluator;
  const context = program.context(owner.file);
  if (context === undefined) return false;
  // By file and property, so that thousands of subclasses do not each search all the others.
  const key = `${owner.file} ${property}`;
  const known = program.memory.overridden.get(key);
  if (known !== undefined) return known.has(owner.class);
  const { doubts } = program;
  const parents = new Set<number>();
  for (const [index, fact] of context.facts.classes.entries()) {
    if (fact.extends === undefined) continue;
    const sets =
      fact.members.some(({ name }) => name === property) ||
      context.scope.memberAssignments(index).some(({ name }) => name === property);
    if (!sets) continue;
    for (const value of optionsOf(evaluator.value(context, fact.extends, undefined))) {
      const parent = classIn(value);
      if (parent?.file === owner.file && parent.class !== index) parents.add(parent.class);
    }
  }
  if (program.doubts === doubts) program.memory.overridden.set(key, parents);
  return parents.has(owner.class);
}
