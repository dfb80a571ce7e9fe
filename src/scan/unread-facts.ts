import { CLIENT_MODELS } from '../knowledge/clients/index.js';
import { CLIENT_SETUP_MEMBERS } from '../knowledge/clients/verbs.js';
import type { DifferingFacts } from '../languages/facts/differing-facts.js';
import type { AssignmentFact, BindingFact, ExprFact } from '../core/model/facts.js';
import { spanKey } from '../core/model/span.js';
import type { Span } from '../core/model/span.js';

/** Names of the global object. */
const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'window', 'global', 'self']);

/** Names that have a meaning for clients, on any object. */
const CLIENT_NAMES: ReadonlySet<string> = new Set([
  ...CLIENT_SETUP_MEMBERS,
  ...CLIENT_MODELS.flatMap(({ origins, requests }) => [
    ...origins.flatMap((origin) => ('global' in origin ? origin.global.split('.') : [])),
    ...requests.flatMap(({ member }) => member.split('.')),
  ]),
]);

/**
 * Whether facts that only one version of a file has are never read: they set a variable or a global whose name occurs
 * nowhere else in either version, to a value that cannot be part of a request. `mentions`: whether a piece of the texts
 * has a word of the catalogue.
 */
export function areNeverRead(
  differing: DifferingFacts,
  texts: readonly string[],
  mentions: (piece: string) => boolean,
): boolean {
  const { assignments = [], bindings = [], reads = [], ...others } = differing;
  if (Object.keys(others).length > 0) return false;
  // The target of an assignment is among the reads.
  const assignedSpans = new Set((assignments as readonly AssignmentFact[]).map(({ target }) => spanKey(target.at)));
  if (!(reads as readonly ExprFact[]).every(({ at }) => assignedSpans.has(spanKey(at)))) return false;
  const isUnusedName = (name: string): boolean =>
    !CLIENT_NAMES.has(name) && !mentions(name) && texts.every((text) => isMentionedOnce(name, text));
  // The value may be in either text.
  const hasNoMention = ({ at }: { readonly at: Span }): boolean => !texts.some((text) => mentions(text.slice(...at)));
  const isHarmless = (value: ExprFact | undefined): boolean =>
    value === undefined || (hasNoReference(value) && hasNoMention(value));
  return (
    (assignments as readonly AssignmentFact[]).every((assignment) => {
      const { target, value, within } = assignment;
      return (
        within === undefined &&
        target.kind === 'member' &&
        target.object.kind === 'name' &&
        GLOBAL_OBJECTS.has(target.object.name) &&
        isUnusedName(target.property) &&
        isHarmless(value)
      );
    }) &&
    (bindings as readonly BindingFact[]).every(
      (binding) =>
        /^(?:const|let|var)$/.test(binding.kind) &&
        binding.type === undefined &&
        isUnusedName(binding.name) &&
        isHarmless(binding.value),
    )
  );
}

/** Whether a value contains no text, name or call. */
function hasNoReference(value: ExprFact): boolean {
  switch (value.kind) {
    case 'literal':
      return typeof value.value !== 'string';
    case 'array':
      return value.elements.every(hasNoReference);
    default:
      return false;
  }
}

/** Whether a name occurs in a text at most once. */
function isMentionedOnce(name: string, text: string): boolean {
  const first = text.indexOf(name);
  return first < 0 || text.indexOf(name, first + 1) < 0;
}
