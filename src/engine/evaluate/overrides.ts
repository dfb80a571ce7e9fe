import type { Evaluator } from './evaluator.js';
import { classIn, optionsOf } from '../values/value.js';
import type { ClassValue, Value } from '../values/value.js';

/** Names of members that are left empty to mean one's own origin. */
const ORIGIN = /url|base|host|origin|prefix|server|domain|proxy/i;

/**
 * Whether a subclass may set a member of the class anew: one in the same file does, or the class gives
 * nothing (`resource = ''`), which it hardly does for itself.
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
  const context = evaluator.program.context(owner.file);
  if (context === undefined) return false;
  return context.facts.classes.some((fact, index) => {
    if (fact.extends === undefined || index === owner.class) return false;
    const sets =
      fact.members.some(({ name }) => name === property) ||
      context.scope.memberAssignments(index).some(({ name }) => name === property);
    if (!sets) return false;
    return optionsOf(evaluator.value(context, fact.extends, undefined)).some((value) => {
      const parent = classIn(value);
      return parent?.file === owner.file && parent.class === owner.class;
    });
  });
}
