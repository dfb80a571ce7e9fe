import { CLIENT_MODELS } from '../knowledge/clients/index.js';
import { SET_UP } from '../knowledge/clients/verbs.js';
import type { DifferingFacts } from '../languages/facts/differing-facts.js';
import type { AssignmentFact, BindingFact, ExprFact } from '../core/model/facts.js';
import { spanKey } from '../core/model/span.js';
import type { Span } from '../core/model/span.js';

/** Names of the global object. */
const GLOBALS: ReadonlySet<string> = new Set(['globalThis', 'window', 'global', 'self']);

/** Names with a meaning to clients, wherever they are set. */
const CLIENT_NAMES: ReadonlySet<string> = new Set([
  ...SET_UP,
  ...CLIENT_MODELS.flatMap(({ origins, requests }) => [
    ...origins.flatMap((origin) => ('global' in origin ? origin.global.split('.') : [])),
    ...requests.flatMap(({ member }) => member.split('.')),
  ]),
]);

/**
 * Whether facts that only one version of a file has are never read: a variable or a global whose name occurs nowhere
 * else in either version, with a value that cannot be part of a request. `mentions`: whether a piece of the texts has a
 * word of the catalogue.
 */
export function areNeverRead(
  differing: DifferingFacts,
  texts: readonly string[],
  mentions: (piece: string) => boolean,
): boolean {
  const { assignments = [], bindings = [], reads = [], ...others } = differing;
  if (Object.keys(others).length > 0) return false;
  // An assignment counts as a read.
  const set = new Set((assignments as readonly AssignmentFact[]).map(({ target }) => spanKey(target.at)));
  if (!(reads as readonly ExprFact[]).every(({ at }) => set.has(spanKey(at)))) return false;
  const isUnknown = (name: string): boolean =>
    !CLIENT_NAMES.has(name) && !mentions(name) && texts.every((text) => isOnce(name, text));
  // The value may be in either text.
  const isPlain = ({ at }: { readonly at: Span }): boolean => !texts.some((text) => mentions(text.slice(...at)));
  const isIdle = (value: ExprFact | undefined): boolean => value === undefined || (isBare(value) && isPlain(value));
  return (
    (assignments as readonly AssignmentFact[]).every((assignment) => {
      const { target, value, within } = assignment;
      return (
        within === undefined &&
        target.kind === 'member' &&
        target.object.kind === 'name' &&
        GLOBALS.has(target.object.name) &&
        isUnknown(target.property) &&
        isIdle(value)
      );
    }) &&
    (bindings as readonly BindingFact[]).every(
      (binding) =>
        /^(?:const|let|var)$/.test(binding.kind) &&
        binding.type === undefined &&
        isUnknown(binding.name) &&
        isIdle(binding.value),
    )
  );
}

/** Whether a value has neither texts nor names nor calls in it. */
function isBare(value: ExprFact): boolean {
  switch (value.kind) {
    case 'literal':
      return typeof value.value !== 'string';
    case 'array':
      return value.elements.every(isBare);
    default:
      return false;
  }
}

/** Whether a name occurs in a text at most once. */
function isOnce(name: string, text: string): boolean {
  const first = text.indexOf(name);
  return first < 0 || text.indexOf(name, first + 1) < 0;
}
