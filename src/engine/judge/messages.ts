import { dottedPath } from '../../core/lib/json.js';
import { expectDefined } from '../../core/lib/collections.js';
import type { Deprecation, IsoDate } from '../../core/model/deprecation.js';
import type { Finding } from '../../core/model/finding.js';
import {
  effectFromEnd,
  isDecidedByUser,
  describeEnd,
  disputeSentences,
  describeEditionEnd,
  numberOf,
  vendorDecision,
} from './describe-end.js';
import type { SubjectNumber } from './describe-end.js';
import { adviceLines, insteadOf } from './replacement-text.js';
import {
  asSentence,
  firstWithinLimit,
  callClause,
  asCode,
  MAX_MESSAGE,
  sentenceOf,
  textOf,
  joinWords,
} from './sentence.js';
import type { Sentence } from './sentence.js';
import type { TemplateSegment } from '../../core/model/endpoint.js';
import { fillsAffixed, restorePathTemplate } from '../../core/model/endpoint.js';
import type { SentenceForm } from '../../core/model/rules.js';
import type { Evidence, HostWitness } from '../../core/model/evidence.js';

/** Text of a finding: one sentence, and short lines for hosts that can show them. */
export interface Wording {
  /** One sentence, with the date and the whole replacement; at most `MAX_MESSAGE` characters if both fit. */
  readonly message: string;
  /** The sentence in parts, for hosts with message templates. */
  readonly sentence: Sentence;
  /** The message for a list of all findings of a deprecation; absent for a mistake. */
  readonly grouped?: Grouped;
  /** Set if the vendor has since overruled the end that the edition in use has for the operation. */
  readonly disputed?: true;
  /** Qualifications, the most important first: doubts, known facts about the request, objections of other sources. */
  readonly notes: readonly string[];
  /** Next steps. */
  readonly advice: readonly string[];
}

/** The message of a finding in two parts, for lists by deprecation. */
interface Grouped {
  /** Sentence on the deprecation, which its findings share. */
  readonly headline: string;
  /** Text for the finding itself, below the headline: `` Probably `GET /bells` ``. */
  readonly call: string;
}

/**
 * Describes a finding in words. The day decides the tense of the end, and whether later decisions of the vendor apply.
 * A mistake has its own wording, and needs no deprecation.
 */
export function describeFinding(finding: Finding, deprecation: Deprecation | undefined, asOf: IsoDate): Wording {
  if (finding.problem !== undefined) return describeMistake(finding, finding.problem);
  if (deprecation === undefined) throw new RangeError(`no deprecation '${finding.deprecation}'`);
  const subjects = subjectsOf(finding, deprecation);
  const { number = 'singular' } = subjects[0] ?? {};
  const { decision, currentEnd, effect, when } = endWords(finding, deprecation, asOf, number);
  const instead = insteadOf(finding, deprecation);
  // Further changes are added if the message has room.
  const addedLength =
    finding.alsoChange === undefined
      ? 0
      : instead.length - insteadOf({ ...finding, alsoChange: [] }, deprecation).length;
  const replacement = decision === undefined ? instead : instead.replace(/^(?=use |write |read )/, 'to move anyway, ');
  // The subject is shortened, never the replacement.
  const sentences = subjects.map(({ text, form }) =>
    sentenceOf(form, finding.confidence, { subject: text, when, instead: afterSemicolon(replacement) }),
  );
  const sentence = firstWithinLimit(
    sentences,
    MAX_MESSAGE +
      (effect?.length ?? 0) +
      (decision === undefined ? 0 : describeEditionEnd(deprecation, number).length - currentEnd.length) +
      addedLength,
  );
  const { fields = [] } = finding;
  const message = textOf(sentence);
  const { feature } = deprecation;
  const { when: featureWhen } = endWords(finding, deprecation, asOf, numberOf(feature));
  const headlineParts = { subject: feature, when: featureWhen, instead: afterSemicolon(replacement) };
  return {
    message,
    sentence,
    grouped: {
      headline: textOf(sentenceOf('ends', 'certain', headlineParts, 'as-written')),
      call: callClause(expectDefined(sentences[0], 'no sentence')),
    },
    ...(decision === undefined ? {} : { disputed: true }),
    notes: [
      ...(finding.remedy === undefined ? [] : [asSentence(finding.remedy)]),
      ...confidenceDoubts(finding, deprecation),
      ...finding.notes.map(asSentence),
      ...(isDecidedByUser(deprecation) ? disputeSentences(deprecation, finding) : []),
      ...(finding.value !== undefined || fields.every((field) => message.includes(asCode(dottedPath(field))))
        ? []
        : [`All of them: ${fields.map((field) => asCode(dottedPath(field))).join(', ')}.`]),
    ],
    advice: adviceLines(finding, deprecation, message),
  };
}

/** Clauses about the end of a deprecation, after a subject. */
interface EndWords {
  /** Later decision of the vendor, if it has overruled the end. */
  readonly decision: string | undefined;
  readonly currentEnd: string;
  readonly effect: string | undefined;
  /** The end and its effect. */
  readonly when: string;
}

function endWords(finding: Finding, deprecation: Deprecation, asOf: IsoDate, number: SubjectNumber): EndWords {
  const decision = vendorDecision(deprecation, finding, asOf, number);
  const currentEnd = describeEnd(deprecation, asOf, number);
  const endClause = decision === undefined ? currentEnd : describeEditionEnd(deprecation, number);
  const effect = decision ?? effectFromEnd(deprecation, number);
  return { decision, currentEnd, effect, when: effect === undefined ? endClause : `${endClause}; ${effect}` };
}

/** Describes a mistake: the problem and its remedy. Its notes are the other problems of the request. */
function describeMistake({ confidence, reason, remedy, notes }: Finding, mistake: string): Wording {
  const problem = mistake.replace(/[.]$/, '');
  const problemOnly = sentenceOf('alone', confidence, { problem });
  const withRemedy =
    remedy === undefined
      ? []
      : [sentenceOf('mistake', confidence, { problem, remedy: afterSemicolon(remedy.replace(/[.]$/, '')) })];
  const sentence = firstWithinLimit([...withRemedy, problemOnly]);
  const isRemedyShown = remedy === undefined || sentence !== problemOnly;
  const advice = [...(isRemedyShown ? [] : [remedy]), ...(reason === undefined ? [] : [reason])];
  return { message: textOf(sentence), sentence, notes, advice };
}

/** Lower-cases the first letter of a sentence after a semicolon, except for names and codes. */
function afterSemicolon(text: string): string {
  return /^[A-Z][a-z]*(?:\s|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** One line for a finding: the sentence, and its first note. */
export function oneLine(wording: Pick<Wording, 'message' | 'notes'>): string {
  return `${wording.message}${noteOf(wording)}`;
}

/** The first note of a finding, to follow its sentence; empty if it has no notes. */
export function noteOf({ notes: [first] }: Pick<Wording, 'notes'>): string {
  return first === undefined ? '' : ` ${first}`;
}

/** Subject of a finding: the feature that ends, or a use that depends on it, and the sentence form. */
interface Subject {
  readonly text: string;
  readonly form: SentenceForm;
  /** Of what ends: the feature, or the API that a resource uses. */
  readonly number: SubjectNumber;
}

/** Returns the subjects of a finding, the fullest wording first; later ones omit the start of the path. */
function subjectsOf(finding: Finding, deprecation: Deprecation): readonly Subject[] {
  return describeOperation(finding, deprecation).flatMap((operation) =>
    subjectsOfOperation(finding, deprecation, operation),
  );
}

function subjectsOfOperation(finding: Finding, deprecation: Deprecation, operation: string): readonly Subject[] {
  if (finding.about === 'resource') {
    const resource = `${operation} of ${asCode(finding.client)}`;
    if (finding.fields === undefined) return [{ text: resource, form: 'relies', number: 'singular' }];
    return fieldsOf(finding.fields, resource).map((text) => ({ text, form: 'rely', number: 'singular' }));
  }
  if (finding.evidence.site === 'test-double') return [{ text: operation, form: 'expects', number: 'singular' }];
  const number = hasSeveralParts(finding, deprecation) ? 'plural' : 'singular';
  return subjectTexts(finding, deprecation, operation).map((text) => ({ text, form: 'ends', number }));
}

/** Whether the subject of a finding is several fields, or requests. */
function hasSeveralParts({ fields }: Finding, deprecation: Deprecation): boolean {
  if (deprecation.kind === 'field') return (fields ?? deprecation.pointers).length > 1;
  return deprecation.kind === 'headers';
}

function subjectTexts(finding: Finding, deprecation: Deprecation, operation: string): readonly string[] {
  switch (deprecation.kind) {
    case 'endpoint':
    case 'undetectable':
    case 'segment':
      return [operation];
    case 'field':
      return fieldsOf(finding.fields ?? deprecation.pointers, operation);
    case 'headers':
      return [`requests with both ${deprecation.headers.map(asCode).join(' and ')}`];
    case 'header':
      return [`the header ${asCode(withValue(deprecation.name, ': ', deprecation.only))}`];
    case 'query':
      return [`the parameter ${asCode(withValue(deprecation.parameter, '=', deprecation.only))} of ${operation}`];
    case 'value': {
      const { pointer, equals, within } = deprecation;
      const value = finding.value ?? equals.join(' | ');
      if (within !== undefined) return [`${asCode(value)} in the ${asCode(dottedPath(pointer))} of ${operation}`];
      return [`${asCode(`${dottedPath(pointer)}: ${value}`)} in ${operation}`];
    }
    case 'package': {
      const { versions } = deprecation;
      return [`the package ${asCode(joinWords(finding.client, versions))}`];
    }
    case 'cipher-suites':
      return [`the draft cipher suite ${asCode(finding.url)}`];
  }
}

/** A name with the deprecated value, if the entry covers one. */
function withValue(name: string, separator: string, values: readonly string[] = []): string {
  return values.length === 1 ? `${name}${separator}${values.join('')}` : name;
}

function fieldsOf(pointers: readonly string[], operation: string): readonly string[] {
  const fields = pointers.map((pointer) => asCode(dottedPath(pointer)));
  const [first = ''] = fields;
  const full = `${joinNames(fields)} of ${operation}`;
  return fields.length < 3 ? [full] : [full, `${first} and ${String(fields.length - 1)} more fields of ${operation}`];
}

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Method and path; then the method with only the last three and the last two segments, for longer paths. */
function describeOperation(finding: Finding, { feature }: Deprecation): readonly string[] {
  const path = calledPath(finding);
  if (path === undefined) return [`any operation of ${feature}`];
  const segments = path.split('/');
  const shortPaths = [3, 2].filter((count) => segments.length > count + 1).map((count) => segments.slice(-count));
  const method = finding.methods.length === 0 ? '' : `${finding.methods.join('|')} `;
  return [path, ...shortPaths.map((end) => `…/${end.join('/')}`)].map((text) => asCode(`${method}${text}`));
}

/**
 * The path of the catalogue; if its template is too general (`/**`, `/{a}.json`), the path in the code. Undefined if
 * neither has one.
 */
function calledPath({ operation, listed: entry, url, evidence }: Finding): string | undefined {
  const path = operation?.path ?? entry?.path;
  if (path === undefined) return url;
  if (!OPEN_END.test(path)) return withoutRepeatedCollection(path);
  // The address of a proxy differs from that of the operation.
  const pathInCode = evidence.site === 'forwarded' ? undefined : pathMatching(url, path);
  return pathInCode === undefined ? (path === '/**' ? undefined : path) : withoutRepeatedCollection(pathInCode);
}

/** Removes a repeated collection, which SDKs prefix to names that already contain it: `/bells/bells/…`. */
function withoutRepeatedCollection(path: string): string {
  return path.replace(/(\/[a-z]+)\1(?=\/)/, '$1');
}

/** A rest of any length, or a parameter without a descriptive name, such as `{a}`. */
const OPEN_END = /\/\*\*$|\{[a-z]?\}/;

/**
 * The path of a request whose last segments match a template: all of it if the host is known, else the template's part.
 * Undefined if the template does not match, or the path adds nothing to it.
 */
function pathMatching(url: string, template: string): string | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  const isAbsolute = /^[a-z]+:\/\//i.test(path);
  const segments = (isAbsolute ? path.replace(/^[a-z]+:\/\/[^/]*/i, '') : path).split('/');
  const { segments: templateSegments } = restorePathTemplate(template);
  const hasRest = templateSegments.at(-1)?.kind === 'rest';
  const fixedSegments = hasRest ? templateSegments.slice(0, -1) : templateSegments;
  // The text before the first slash is not a segment.
  for (let start = 1; start + fixedSegments.length <= segments.length; start += 1) {
    const end = start + fixedSegments.length;
    if (hasRest ? (segments[end] ?? '') === '' : end !== segments.length) continue;
    if (fixedSegments.every((segment, index) => fillsSegment(segments[start + index] ?? '', segment)))
      return `/${segments.slice(isAbsolute ? 1 : start).join('/')}`;
  }
  return undefined;
}

function fillsSegment(text: string, segment: TemplateSegment): boolean {
  if (segment.kind === 'literal') return text === segment.text;
  return segment.kind === 'affixed' ? fillsAffixed(text, segment) : text !== '';
}

/**
 * Returns the reasons why a finding is not certain, one sentence each, in the order in which a reader would check them.
 */
export function confidenceDoubts(finding: Finding, deprecation: Deprecation): readonly string[] {
  // The notes of a resource contain its doubts.
  if (finding.confidence === 'certain' || finding.about === 'resource') return [];
  if (deprecation.kind === 'cipher-suites') return ['Nothing that is set up with it was found.'];
  // The notes of an imported package list its unknowns.
  if (deprecation.kind === 'package') return [];
  const { evidence, listed, methods } = finding;
  const doubts: string[] = [];
  const host = evidence.by === undefined ? HOST_DOUBTS[evidence.host] : WITNESS_DOUBTS[evidence.by];
  if (host !== undefined) doubts.push(host);
  if (evidence.name === 'other') doubts.push('The base URL or the client is named after something else.');
  if (evidence.path === 'partial') doubts.push('A part of the path was inferred.');
  if (listed !== undefined && listed.methods.length > 0) {
    const [listedMethods, sentMethods] = [listed.methods, methods].map((names) => names.map(asCode).join(', '));
    doubts.push(`The catalogue lists ${listedMethods ?? ''} for this path, not ${sentMethods ?? ''}.`);
  }
  const site = SITE_DOUBTS[evidence.site];
  if (site !== undefined) doubts.push(site);
  return doubts;
}

const HOST_DOUBTS: Readonly<Record<Evidence['host'], string | undefined>> = {
  exact: undefined,
  set: 'The base URL is a variable, which may have another value when the program runs.',
  graph: 'The base URL is not known, but this file or one it imports names the API.',
  version: "The base URL is not known, but the path begins with the API's version path.",
  named: 'The base URL is not known, and only a name points to the API.',
  unknown: 'The base URL is not known.',
  other: 'The base URL is another one.',
};

const WITNESS_DOUBTS: Readonly<Record<HostWitness, string>> = {
  value: 'The base URL is not known, but a value of the API gets to this call.',
  chain:
    'The creation of the client was not seen, but the program depends on the SDK of the API, and no other SDK has this chain of members.',
};

const SITE_DOUBTS: Readonly<Record<Evidence['site'], string | undefined>> = {
  request: undefined,
  call: 'It is passed to a call that could not be followed.',
  descriptor: 'No call that uses this description could be followed.',
  forwarded: 'It is inside the URL of another request, whose server may forward it.',
  loose: 'No request that uses it was found.',
  'test-double': undefined,
};
