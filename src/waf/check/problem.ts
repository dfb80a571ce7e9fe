import type { Confidence, EvidenceStep } from '../../core/model/evidence.js';
import type { Place } from '../../core/model/span.js';
import { MAX_MESSAGE } from '../../engine/judge/sentence.js';
import type { Sent } from '../../engine/requests/sent/sent.js';
import type { CallSite } from '../../engine/judge/site-view.js';
import type { ExprFact } from '../../core/model/facts.js';

/** One mistake in a request of the migration. */
export interface Problem {
  /** Text to follow "This migration request": `lacks the query parameter …`. */
  readonly what: string;
  /** Correction, in one sentence. */
  readonly now: string;
  /** An entry of the query that corrects it. */
  readonly lacks?: string;
  /** Place to edit; absent if it is the URL. */
  readonly at?: Place;
  readonly confidence: Confidence;
  /** Set if its words already express doubt. */
  readonly hedged?: true;
  /** Unknown part of the request, if it is the reason why the problem is not certain. */
  readonly unseen?: string;
  /** Places that the problem was read from, and the reasons why no other places matter. */
  readonly steps?: readonly EvidenceStep[];
}

/** Returns the confidence that a request lacks an entry; undefined if too little was seen. */
export function sureLack(sent: Sent): Pick<Problem, 'confidence' | 'unseen'> | undefined {
  if (sent.complete) return { confidence: 'certain' };
  if (sent.open !== 'elsewhere') return undefined;
  return { confidence: 'probable', ...(sent.unseen === undefined ? {} : { unseen: sent.unseen }) };
}

/** Returns the confidence that the value read is the value sent. */
export function sureValue(sent: Sent): Pick<Problem, 'confidence' | 'unseen'> {
  if (sent.complete) return { confidence: 'certain' };
  return { confidence: 'probable', ...(sent.unseen === undefined ? {} : { unseen: sent.unseen }) };
}

/**
 * Returns the evidence step for the entries of a request, with the places they were read from and the doubts about
 * others.
 */
export function readStep(kind: 'query' | 'headers', sent: Sent, fallback: Place): EvidenceStep {
  const names = [...new Set(sent.entries.map(({ name }) => name))];
  const read = names.length === 0 ? `no ${kind === 'query' ? 'query parameter' : 'header'}` : quotedNames(names);
  const rest = sent.complete ? 'nothing else adds to it' : `not seen: ${sent.unseen ?? 'other additions to it'}`;
  return {
    kind: 'option',
    at: sent.entries[0]?.at ?? fallback,
    note: `the ${kind === 'query' ? 'query' : 'header list'} is read here: ${read}; ${rest}`,
  };
}

/** Names as code, with commas. */
export function quotedNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

const LEVELS: readonly Confidence[] = ['possible', 'probable', 'certain'];

/** The less certain of two confidences. */
export function weaker(left: Confidence, right: Confidence): Confidence {
  return LEVELS.indexOf(left) < LEVELS.indexOf(right) ? left : right;
}

/**
 * Returns the problems of a request that are reported together, with the highest confidence among them. Merely possible
 * problems are left out beside more certain ones.
 */
export function reportedTogether(problems: readonly Problem[]): readonly [Problem[], Confidence] {
  const surest = LEVELS.findLast((level) => problems.some(({ confidence }) => confidence === level)) ?? 'possible';
  return [problems.filter(({ confidence }) => surest === 'possible' || confidence !== 'possible'), surest];
}

/** Describes the problems of a request in one sentence; if too long, only the first, with a note for each other. */
export function problemSentences(problems: readonly Problem[]): {
  readonly problem: string;
  readonly notes: readonly string[];
} {
  const [first = '', ...rest] = problems.map(clause);
  const whole = `This migration request ${[first, ...rest].join('; it ')}.`;
  if (whole.length <= MAX_MESSAGE) return { problem: whole, notes: [] };
  if (rest.length === 0) return { problem: whole, notes: [] };
  const more = rest.length === 1 ? '1 more mistake' : `${String(rest.length)} more mistakes`;
  return { problem: `This migration request ${first}, and has ${more}.`, notes: rest.map((text) => `It ${text}.`) };
}

function clause({ what, confidence, unseen, hedged }: Problem): string {
  const adverb =
    confidence === 'certain' || hedged === true ? '' : `${confidence === 'probable' ? 'probably' : 'possibly'} `;
  return `${adverb}${what}${unseen === undefined ? '' : ` (not seen: ${unseen})`}`;
}

/** Joins the distinct corrections of all problems. */
export function remedyOf(problems: readonly Problem[]): string {
  return [...new Set(problems.map(({ now }) => now))].join(' ');
}

/** Returns the place of a request option in the call: its value, otherwise the options object, otherwise the call. */
export function optionPlace({ context, call }: CallSite, names: readonly string[]): Place {
  const objects = call.args.flatMap((arg) => {
    const object = objectOf(arg, context.scope.lookup.bind(context.scope));
    return object?.kind === 'object' ? [object] : [];
  });
  for (const { object } of objects) {
    for (const property of context.facts.objects[object]?.properties ?? [])
      if (property.kind === 'property' && property.key !== undefined && names.includes(property.key))
        return { file: context.file, span: property.value.at };
  }
  const written = objects.findLast(({ at }) => call.at[0] <= at[0] && at[1] <= call.at[1]);
  return { file: context.file, span: (written ?? call.callee).at };
}

function objectOf(
  arg: ExprFact,
  lookup: (name: string, at: number) => { readonly value?: ExprFact } | undefined,
): ExprFact | undefined {
  return arg.kind === 'name' ? lookup(arg.name, arg.at[0])?.value : arg;
}
