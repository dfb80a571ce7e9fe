import { dayAfter, shownEnd } from '../../lib/iso-date.js';
import type { Catalogue, Deprecation, IsoDate } from '../../model/deprecation.js';
import { dated } from './describe-end.js';
import { lifecycleAt } from './lifecycle.js';

/** Days before its end from which a name is no longer a replacement. */
const NOTICE_DAYS = 30;

/** The parts of a catalogue that describe replacements. */
export type Known = Pick<Catalogue, 'apis' | 'deprecations'>;

/**
 * A deprecation whose replacement works on a day and for `NOTICE_DAYS` after it: names that end before are resolved to
 * the replacements in the entries of the same API. The vendor's own choice is still shown, with its end.
 */
export function withLivingReplacement(deprecation: Deprecation, known: Known, asOf: IsoDate): Deprecation {
  const { replacement, api } = deprecation;
  if (replacement.kind !== 'product' || !MAY_BE_VALUES.test(replacement.name)) return deprecation;
  const entries = known.deprecations.filter((entry) => entry.api === api);
  const limit = dayAfter(asOf, NOTICE_DAYS);
  const choices = choicesOf(replacement.name);
  const dying = choices.flatMap((name) => dyingName(name, entries, limit) ?? []);
  if (dying.length === 0) return deprecation;
  const own = choices.filter((name) => !dying.some((one) => one.choice === name));
  const living = own.length > 0 ? own : livingOf(choices, entries, limit, new Set([deprecation]));
  const vendor = known.apis.find(({ id }) => id === api)?.vendor ?? 'the vendor';
  // A name that still works is better than none.
  const use = living.length > 0 ? living : choices.filter((name) => works(name, entries, asOf));
  if (use.length === 0) return { ...deprecation, replacement: { kind: 'unstated' } };
  return {
    ...deprecation,
    replacement: { kind: 'product', name: `${anyOf(use)}; ${chosen(dying, vendor, asOf)}` },
  };
}

/** Pattern of value names: words with a hyphen or a digit, without capitals. */
const MAY_BE_VALUES = /(?:^|[\s,])[a-z0-9][a-z0-9./:-]*[-0-9]/;

/** `a, b or c` as `a`, `b` and `c`. */
export function choicesOf(name: string): readonly string[] {
  return name.split(/, or |, | or /).filter((choice) => choice !== '');
}

/** Whether a value has ended, or ends within the notice period of a day. */
export function endsSoon(choice: string, api: string, { deprecations }: Known, asOf: IsoDate): boolean {
  const entries = deprecations.filter((entry) => entry.api === api);
  return dyingName(choice, entries, dayAfter(asOf, NOTICE_DAYS)) !== undefined;
}

interface Dying {
  readonly choice: string;
  readonly name: string;
  readonly entry: Deprecation;
}

/** The value that a choice begins with, if an entry ends it before a day. */
function dyingName(choice: string, entries: readonly Deprecation[], limit: IsoDate): Dying | undefined {
  const [name = ''] = choice.split(' ');
  const entry = entries.find((one) => names(one, name));
  return entry?.endOfLife == null || entry.endOfLife > limit ? undefined : { choice, name, entry };
}

/** Whether an entry covers a value: one in a body, or a segment of its paths. */
function names(entry: Deprecation, name: string): boolean {
  if (entry.kind === 'value') return entry.equals.includes(name);
  return (
    entry.kind === 'endpoint' &&
    name.includes('-') &&
    entry.endpoints.some(({ path }) => path.text.split('/').some((segment) => segment.split(':')[0] === name))
  );
}

function livingOf(
  choices: readonly string[],
  entries: readonly Deprecation[],
  limit: IsoDate,
  seen: Set<Deprecation>,
): readonly string[] {
  const found = choices.flatMap((choice) => {
    const dying = dyingName(choice, entries, limit);
    if (dying === undefined) return [choice];
    const { replacement } = dying.entry;
    if (seen.has(dying.entry) || replacement.kind !== 'product') return [];
    return livingOf(choicesOf(replacement.name), entries, limit, new Set([...seen, dying.entry]));
  });
  return [...new Set(found)];
}

function works(choice: string, entries: readonly Deprecation[], asOf: IsoDate): boolean {
  const dying = dyingName(choice, entries, '9999-12-31');
  return dying === undefined || lifecycleAt(dying.entry.endOfLife, asOf) !== 'sunset';
}

/** `a, b or c` for a sentence. */
function anyOf(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}

/** `a, which the vendor named, ended on 2025-10-08, and b ends on 2025-12-11`. */
function chosen(dying: readonly Dying[], vendor: string, asOf: IsoDate): string {
  return dying
    .map(({ name, entry }, index) => {
      const end = shownEnd(entry);
      const verb = lifecycleAt(entry.endOfLife, asOf) === 'sunset' ? 'ended' : 'ends';
      return `${name}${index === 0 ? `, which ${vendor} named,` : ''} ${verb} ${end === null ? '' : dated(end)}`;
    })
    .join(' and ');
}
