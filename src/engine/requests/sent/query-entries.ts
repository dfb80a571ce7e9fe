import type { Place } from '../../../model/span.js';
import { objectEntries } from '../../evaluate/collections.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { plainTexts } from '../../values/text.js';
import type { Parts, Value } from '../../values/value.js';

/** Known parts of a query string: unknown values are undefined. */
export interface QueryFacts {
  readonly entries: ReadonlyMap<string, string | undefined>;
  /** The query has no other parameters. */
  readonly complete: boolean;
}

/** Parameters of the query in the URL's text and of the client's query option. */
export function queryEntries(evaluator: Evaluator, query: Parts, option: Value, at: Place): QueryFacts {
  const entries = new Map<string, string | undefined>();
  let complete = readText(evaluator, query, entries, at);
  if (option.kind !== 'scalar') complete = readValue(evaluator, option, entries, at) && complete;
  return { entries, complete };
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
  return evaluator.program.follow(
    () => readKind(evaluator, value, entries, at),
    () => false,
  );
}

function readKind(evaluator: Evaluator, value: Value, entries: Map<string, string | undefined>, at: Place): boolean {
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
