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
  /** Correction in one sentence. */
  readonly correction: string;
  /** Entry to add to the query as the correction. */
  readonly lacks?: string;
  /** Place to edit; absent for the URL. */
  readonly at?: Place;
  readonly confidence: Confidence;
  /** Set if `what` already expresses doubt. */
  readonly isHedged?: true;
  /** Unknown part of the request that makes the problem uncertain. */
  readonly unseen?: string;
  /** Evidence for the problem: its places, and the reasons why no other places matter. */
  readonly steps?: readonly EvidenceStep[];
}

/** Returns the confidence that a request lacks an entry; undefined if too little was seen. */
export function confidenceOfLack(sent: Sent): Pick<Problem, 'confidence' | 'unseen'> | undefined {
  if (sent.complete) return { confidence: 'certain' };
  if (sent.open !== 'elsewhere') return undefined;
  return { confidence: 'probable', ...(sent.unseen === undefined ? {} : { unseen: sent.unseen }) };
}

/** Returns the confidence that the value in the source is the value in the request. */
export function confidenceOfValue(sent: Sent): Pick<Problem, 'confidence' | 'unseen'> {
  if (sent.complete) return { confidence: 'certain' };
  return { confidence: 'probable', ...(sent.unseen === undefined ? {} : { unseen: sent.unseen }) };
}

/**
 * Returns the evidence step for the query or the headers of a request: the entries in the source, and a doubt if there
 * may be others.
 */
export function readStep(kind: 'query' | 'headers', sent: Sent, fallback: Place): EvidenceStep {
  const names = [...new Set(sent.entries.map(({ name }) => name))];
  const readNames = names.length === 0 ? `no ${kind === 'query' ? 'query parameter' : 'header'}` : quotedNames(names);
  const additions = sent.complete ? 'nothing else adds to it' : `not seen: ${sent.unseen ?? 'other additions to it'}`;
  return {
    kind: 'option',
    at: sent.entries[0]?.at ?? fallback,
    note: `the ${kind === 'query' ? 'query' : 'header list'} is read here: ${readNames}; ${additions}`,
  };
}

/** Formats names as code, separated by commas. */
export function quotedNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

const CONFIDENCE_LEVELS: readonly Confidence[] = ['possible', 'probable', 'certain'];

/** Returns the less certain of two confidences. */
export function weaker(left: Confidence, right: Confidence): Confidence {
  return CONFIDENCE_LEVELS.indexOf(left) < CONFIDENCE_LEVELS.indexOf(right) ? left : right;
}

/**
 * Returns the problems of a request that are reported together, with the highest confidence among them. Merely possible
 * problems are left out beside more certain ones.
 */
export function reportedTogether(problems: readonly Problem[]): readonly [Problem[], Confidence] {
  const surest =
    CONFIDENCE_LEVELS.findLast((level) => problems.some(({ confidence }) => confidence === level)) ?? 'possible';
  return [problems.filter(({ confidence }) => surest === 'possible' || confidence !== 'possible'), surest];
}

/** Describes the problems of a request in one sentence; if it is too long, each but the first has a note instead. */
export function problemSentences(problems: readonly Problem[]): {
  readonly problem: string;
  readonly notes: readonly string[];
} {
  const [first = '', ...others] = problems.map(clause);
  const sentence = `This migration request ${[first, ...others].join('; it ')}.`;
  if (sentence.length <= MAX_MESSAGE) return { problem: sentence, notes: [] };
  if (others.length === 0) return { problem: sentence, notes: [] };
  const more = others.length === 1 ? '1 more mistake' : `${String(others.length)} more mistakes`;
  return { problem: `This migration request ${first}, and has ${more}.`, notes: others.map((text) => `It ${text}.`) };
}

function clause({ what, confidence, unseen, isHedged }: Problem): string {
  const adverb =
    confidence === 'certain' || isHedged === true ? '' : `${confidence === 'probable' ? 'probably' : 'possibly'} `;
  return `${adverb}${what}${unseen === undefined ? '' : ` (not seen: ${unseen})`}`;
}

/** Joins the distinct corrections of all problems. */
export function remedyOf(problems: readonly Problem[]): string {
  return [...new Set(problems.map(({ correction }) => correction))].join(' ');
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
  const literal = objects.findLast(({ at }) => call.at[0] <= at[0] && at[1] <= call.at[1]);
  return { file: context.file, span: (literal ?? call.callee).at };
}

function objectOf(
  arg: ExprFact,
  lookup: (name: string, at: number) => { readonly value?: ExprFact } | undefined,
): ExprFact | undefined {
  return arg.kind === 'name' ? lookup(arg.name, arg.at[0])?.value : arg;
}
