import { dotted } from '../../lib/json-pointer.js';
import type { Deprecation } from '../../model/deprecation.js';
import type { Evidence } from '../../model/evidence.js';
import type { Finding } from '../../model/finding.js';
import { describeEnd } from './describe-end.js';

/** A message in three sentences: what was found, why it matters, what to do now. */
export interface MessageParts {
  readonly what: string;
  readonly why: string;
  readonly now: string;
}

/**
 * Says a finding in words. Free of the clock: the date is named, never its distance, so that a
 * message does not change overnight. A mistake has words of its own, and needs no deprecation.
 */
export function describeFinding(finding: Finding, deprecation: Deprecation | undefined): MessageParts {
  if (finding.problem !== undefined) {
    return {
      what: finding.problem,
      why: finding.reason ?? '',
      now: finding.remedy ?? '',
    };
  }
  if (deprecation === undefined) throw new RangeError(`no deprecation '${finding.deprecation}'`);
  return {
    what: describeWhat(finding, deprecation),
    why: describeEnd(deprecation, finding),
    now: [
      finding.remedy ?? '',
      describeInstead(finding, deprecation),
      describeAdvice(deprecation, finding.rule === 'no-deprecated-resource'),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  };
}

/** The three parts as one line of text. */
export function formatMessage(parts: MessageParts): string {
  return `${parts.what} ${parts.why} ${parts.now}`;
}

/** All that is said of a finding, on one line: its message and its notes. */
export function formatWhole(message: string, notes: readonly string[]): string {
  return [message, ...notes].join(' ');
}

function describeWhat(finding: Finding, deprecation: Deprecation): string {
  const subject = describeSubject(finding, deprecation);
  const doubts = findingDoubts(finding, deprecation);
  const reasons = doubts.length > 0 ? `: ${doubts.join('; ')}` : '';
  switch (finding.confidence) {
    case 'certain':
      return `This ${subject('')}.`;
    case 'probable':
      return `This ${subject('probably ')}${reasons}.`;
    case 'possible':
      return `This ${subject('possibly ')}${reasons}.`;
  }
}

function describeSubject(finding: Finding, deprecation: Deprecation): (adverb: string) => string {
  const operation = describeOperation(finding);
  const { listed } = finding;
  if (listed !== undefined) {
    const subject = finding.evidence.site === 'double' ? 'test' : 'request';
    return (adverb) => `${subject} ${adverb}uses the deprecated path ${code(listed.path)}`;
  }
  if (finding.rule === 'no-deprecated-resource')
    return (adverb) => `${operation} of ${code(finding.client)} ${adverb}depends on a deprecated part of the API`;
  switch (deprecation.kind) {
    case 'endpoint':
    case 'undetectable':
      return (adverb) =>
        finding.evidence.site === 'double'
          ? `test ${adverb}expects a call of ${operation}`
          : `request ${adverb}calls ${operation}`;
    case 'segment':
      return (adverb) => `request ${adverb}calls ${operation}, with the path segment ${code(deprecation.segment)}`;
    case 'field': {
      const fields = finding.fields ?? deprecation.pointers;
      return (adverb) =>
        `code ${adverb}uses the deprecated ${plural(fields.length, 'field')} ${named(fields)} of ${operation}`;
    }
    case 'headers':
      return (adverb) => `request ${adverb}sends the headers ${deprecation.headers.map(code).join(' and ')} together`;
    case 'header':
      return (adverb) => `request ${adverb}sends the deprecated header ${code(deprecation.name)}`;
    case 'query':
      return (adverb) =>
        `request ${adverb}sends the deprecated parameter ${code(deprecation.parameter)} to ${operation}`;
    case 'value':
      return (adverb) =>
        `request ${adverb}sends a deprecated value of ${code(dotted(deprecation.pointer))} to ${operation}`;
    case 'cipher-suites':
      return (adverb) => `code ${adverb}names a deprecated cipher suite`;
  }
}

function describeOperation(finding: Finding): string {
  const path = finding.operation?.path ?? finding.url;
  if (finding.methods.length === 0) return code(path);
  return code(`${finding.methods.join('|')} ${path}`);
}

/** What keeps a finding from being certain, in the order in which a reader would check it. */
function findingDoubts(finding: Finding, deprecation: Deprecation): readonly string[] {
  if (finding.confidence === 'certain') return [];
  if (finding.rule === 'no-deprecated-resource')
    return finding.notes.map((note) => `${note.charAt(0).toLowerCase()}${note.slice(1, -1)}`);
  const { evidence } = finding;
  const doubts: string[] = [];
  const host = HOST_DOUBTS[evidence.host];
  if (host !== undefined) doubts.push(host);
  if (evidence.name === 'other') doubts.push('the base URL or the client is named after something else');
  if (evidence.path === 'partial') doubts.push('a part of the path was inferred');
  if (evidence.method === 'unknown' && deprecation.kind === 'endpoint') doubts.push('the method could not be resolved');
  if (finding.listed !== undefined) {
    const [listed, sent] = [finding.listed.methods, finding.methods].map((methods) => methods.map(code).join(', '));
    doubts.push(`${sayerOf(deprecation)} lists ${listed ?? ''} for it, but not ${sent ?? ''}`);
  }
  if (evidence.missing === true) doubts.push('the installed version of the SDK has no such method');
  const site = SITE_DOUBTS[evidence.site];
  if (site !== undefined) doubts.push(site);
  return doubts;
}

const HOST_DOUBTS: Readonly<Record<Evidence['host'], string | undefined>> = {
  exact: undefined,
  graph: 'the base URL could not be resolved, but this module or one it imports names the API',
  version: 'the base URL could not be resolved, but the path begins with the version path of the API',
  named: 'the base URL could not be resolved, and only a name points to the API',
  unknown: 'the base URL could not be resolved',
  other: 'the base URL is another one',
};

const SITE_DOUBTS: Readonly<Record<Evidence['site'], string | undefined>> = {
  request: undefined,
  call: 'it is passed to a call that could not be resolved',
  descriptor: 'the description reaches no call that could be followed',
  forwarded: 'it stands inside the URL of another request, whose server may send it on',
  loose: 'no request that uses it was found',
  double: 'it is a double or an expectation of a test, not a request',
};

/** What to do instead: in the words of code where the catalogue says what to write, else by the replacement's name. */
function describeInstead(finding: Finding, deprecation: Deprecation): string {
  if (deprecation.kind === 'segment')
    return `Write ${code(deprecation.replacedBy)} instead of ${code(deprecation.segment)}.`;
  if (deprecation.kind === 'field' && finding.operation !== undefined) {
    const { instead, joinedInto, pointers } = deprecation;
    const fields = named(finding.fields ?? pointers);
    if (finding.operation.method === 'GET') {
      if (joinedInto !== undefined) return `Read ${code(dotted(joinedInto))} instead of ${fields}.`;
    } else if (instead !== undefined) return `Write ${code(instead)} instead of ${fields}.`;
  }
  return describeReplacement(deprecation);
}

/** Fields as programs write them. */
function named(pointers: readonly string[]): string {
  return pointers.map((pointer) => code(dotted(pointer))).join(', ');
}

function describeReplacement(deprecation: Deprecation): string {
  const { replacement } = deprecation;
  switch (replacement.kind) {
    case 'operation': {
      const { method, path } = replacement.operation;
      const note = replacement.note === undefined ? '' : ` ${sentence(replacement.note)}`;
      return `Use ${code(`${method} ${path.text}`)} instead.${note}`;
    }
    case 'product':
      return `Use ${nameOf(replacement.name)} instead.`;
    case 'none':
      return 'There is no replacement.';
    case 'unstated':
      return isOfSpecification(deprecation) ? 'The specification names no replacement.' : 'No replacement is named.';
  }
}

/** A name is marked as code; words that describe the thing are not. */
function nameOf(name: string): string {
  return name.startsWith('The ') ? `the ${name.slice(4)}` : code(name);
}

/** The first way that fits where it was found: a program calls an operation, a resource has an attribute. */
function describeAdvice(deprecation: Deprecation, isResource: boolean): string {
  const { id, advice } = deprecation;
  if (advice === undefined) return '';
  const endpoint =
    advice.endpoint === undefined ? '' : markUp(brief(advice.endpoint), /^[A-Z]+(?:(?:\||, )[A-Z]+)* \/[^\s,:;]*/);
  const terraform =
    advice.terraform === undefined ? '' : `Terraform: ${markUp(brief(advice.terraform), /^[a-z0-9]+(?:_[a-z0-9]+)+/)}`;
  const caution = advice.caution === undefined ? '' : advice.caution.replace(/[.]$/, '');
  const [way] = (isResource ? [terraform, endpoint, caution] : [endpoint, caution]).filter((text) => text !== '');
  return way === undefined
    ? ''
    : `${adviceTitle(deprecation)}: ${way}; more with ${code(`sunset-lint explain ${id}`)}.`;
}

/** Whether an entry is one of the specification, whatever was changed in it since. */
export function isOfSpecification({ layers: [first] }: Deprecation): boolean {
  return first?.kind === 'edition' && first.name === 'specification';
}

/** Who says what an entry says. */
function sayerOf(deprecation: Deprecation): string {
  return isOfSpecification(deprecation) ? 'the specification' : 'the catalogue';
}

/** What advice is called: that of the specification's entries goes beyond it. */
export function adviceTitle(deprecation: Deprecation): string {
  return isOfSpecification(deprecation) ? 'Advice, not from the specification' : 'Advice';
}

/** What is told of a finding beside its message: what the engine noted, and where the vendor's own words are. */
export function notesOf(finding: Pick<Finding, 'notes'>, deprecation: Deprecation | undefined): readonly string[] {
  const url = deprecation?.url;
  return url === undefined ? finding.notes : [...finding.notes, `The vendor says so at ${url}`];
}

/** The first statement of an advice; the rest is left to `explain`. */
function brief(text: string): string {
  return text.split(/[;.:](?:\s|$)|, (?=with |and |whose |then )/)[0] ?? text;
}

/** Advice begins with a value as a rule and may go on in prose. */
function markUp(text: string, value: RegExp): string {
  return text.includes('`') ? text : text.replace(value, code);
}

function code(text: string): string {
  return text.includes('`') ? text : `\`${text}\``;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
