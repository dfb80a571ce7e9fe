import type { Place } from '../../model/span.js';
import { objectEntries } from '../evaluate/collections.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { Sent } from './sent.js';
import type { SiteFinder } from './site-finder.js';
import type { SentCall } from './site.js';
import { plainTexts } from '../values/text.js';
import type { Parts, Value } from '../values/value.js';

/** What is known of a query string: values are undefined where they are not known. */
export interface QueryFacts {
  readonly entries: ReadonlyMap<string, string | undefined>;
  /** Nothing else can be in it. */
  readonly complete: boolean;
}

/** Parameters of the query in the URL's text and of the client's query option. */
export function queryEntries(evaluator: Evaluator, query: Parts, option: Value, at: Place): QueryFacts {
  const entries = new Map<string, string | undefined>();
  let complete = readText(evaluator, query, entries, at);
  if (option.kind !== 'scalar') complete = readValue(evaluator, option, entries, at) && complete;
  return { entries, complete };
}

/** Puts together the query in the URL's text, the client's query option, and later `url.searchParams.set`. */
export function queryFacts({ evaluator }: SiteFinder, query: Parts, sent: SentCall): Sent {
  const { at } = sent.site;
  const { entries, complete } = queryEntries(evaluator, query, sent.site.query, at);
  const all = [...entries, ...searchParams(evaluator, sent)].map(([name, value]) => ({
    name,
    values: value === undefined ? undefined : [value],
    at,
    sure: true,
    when: [],
  }));
  return complete
    ? { entries: all, complete }
    : { entries: all, complete, unseen: 'where its query comes from', open: 'here' };
}

function readText(evaluator: Evaluator, query: Parts, entries: Map<string, string | undefined>, at: Place): boolean {
  let complete = true;
  let text = '';
  for (const part of query) {
    if (part.kind === 'text') {
      text += part.text;
    } else if (text.endsWith('=')) {
      text += '\u0000';
    } else if (part.external !== undefined) {
      complete = readValue(evaluator, part.external, entries, at) && complete;
    } else {
      complete = false;
    }
  }
  for (const piece of text.replace(/^[?#]/, '').split('&')) {
    const [name = '', value = ''] = piece.split('=');
    if (name !== '') entries.set(name, value.includes('\u0000') ? undefined : decode(value));
  }
  return complete;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An object of parameters, or `new URLSearchParams` of one. */
function readValue(evaluator: Evaluator, value: Value, entries: Map<string, string | undefined>, at: Place): boolean {
  if (value.kind === 'external') {
    const made = value.steps.find((step) => step.kind === 'call');
    if (value.root.kind !== 'global' || value.root.name !== 'URLSearchParams' || made?.kind !== 'call') return false;
    const [init] = made.args();
    return init === undefined ? true : readValue(evaluator, init, entries, at);
  }
  if (value.kind === 'text') return readText(evaluator, value.parts, entries, at);
  if (value.kind === 'layered') {
    const complete = readValue(evaluator, value.base, entries, at);
    for (const patch of value.patches) entries.set(patch.path[0] ?? '', plainTexts(patch.value)?.[0]);
    return complete;
  }
  if (value.kind !== 'object') return false;
  for (const [key, entry] of objectEntries(evaluator, value)) {
    const name = plainTexts(key)?.[0];
    if (name !== undefined) entries.set(name, plainTexts(entry)?.[0]);
  }
  const properties = evaluator.program.context(value.file)?.facts.objects[value.object]?.properties ?? [];
  return properties.every((property) => property.kind === 'property');
}

/** `url.searchParams.set('phase_two', '1')` on a name that the call is given. */
function searchParams(
  evaluator: Evaluator,
  { context, call }: SentCall,
): readonly (readonly [string, string | undefined])[] {
  const given = call.args.flatMap((arg) => (arg.kind === 'name' ? [context.scope.lookup(arg.name, arg.at[0])] : []));
  if (given.every((binding) => binding === undefined)) return [];
  return context.facts.calls.flatMap(({ callee, args }): (readonly [string, string | undefined])[] => {
    if (callee.kind !== 'member' || (callee.property !== 'set' && callee.property !== 'append')) return [];
    const { object } = callee;
    const owner = object.kind === 'member' && object.property === 'searchParams' ? object.object : object;
    if (owner.kind !== 'name' || !given.includes(context.scope.lookup(owner.name, owner.at[0]))) return [];
    const [name, value] = args.map((arg) => plainTexts(evaluator.value(context, arg, undefined))?.[0]);
    return name === undefined ? [] : [[name, value]];
  });
}
