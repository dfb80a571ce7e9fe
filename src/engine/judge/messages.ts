import type { Deprecation, Replacement } from '../../model/deprecation.js';
import type { Evidence } from '../../model/evidence.js';
import type { Finding } from '../../model/finding.js';

/** A message in three sentences: what was found, why it matters, what to do now. */
export interface MessageParts {
  readonly what: string;
  readonly why: string;
  readonly now: string;
}

/**
 * Says a finding in words. Free of the clock: the date is named, never its distance, so that a
 * message does not change overnight.
 */
export function describeFinding(finding: Finding, deprecation: Deprecation): MessageParts {
  if (finding.problem !== undefined) {
    return {
      what: finding.problem,
      why: finding.reason ?? '',
      now: finding.remedy ?? '',
    };
  }
  return {
    what: describeWhat(finding, deprecation),
    why: `The end of life of ${code(deprecation.feature)} is ${code(deprecation.endOfLife)}.`,
    now: [describeReplacement(deprecation.replacement), describeAdvice(deprecation)]
      .filter((sentence) => sentence !== '')
      .join(' '),
  };
}

/** The three parts as one line of text. */
export function formatMessage(parts: MessageParts): string {
  return `${parts.what} ${parts.why} ${parts.now}`;
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
      const fields = (finding.fields ?? deprecation.pointers).map(code).join(', ');
      return (adverb) =>
        `code ${adverb}uses the deprecated ${plural((finding.fields ?? deprecation.pointers).length, 'field')} ${fields} of ${operation}`;
    }
    case 'headers':
      return (adverb) => `request ${adverb}sends the headers ${deprecation.headers.map(code).join(' and ')} together`;
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
  if (evidence.path === 'partial') doubts.push('a part of the path was inferred');
  if (evidence.method === 'unknown' && deprecation.kind === 'endpoint') doubts.push('the method could not be resolved');
  if (evidence.method === 'unlisted') {
    doubts.push(`the specification does not list ${finding.methods.map(code).join(' or ')} for this path`);
  }
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

function describeReplacement(replacement: Replacement): string {
  switch (replacement.kind) {
    case 'operation': {
      const { method, path } = replacement.operation;
      const note = replacement.note === undefined ? '' : ` ${sentence(replacement.note)}`;
      return `Use ${code(`${method} ${path.text}`)} instead.${note}`;
    }
    case 'product':
      return `Use ${code(replacement.name)} instead.`;
    case 'none':
      return 'There is no replacement.';
    case 'unstated':
      return 'The specification names no replacement.';
  }
}

function describeAdvice({ id, advice }: Deprecation): string {
  if (advice === undefined) return '';
  const [way] = [
    advice.endpoint === undefined ? '' : markUp(brief(advice.endpoint), /^[A-Z]+(?:(?:\||, )[A-Z]+)* \/[^\s,:;]*/),
    advice.terraform === undefined ? '' : `Terraform: ${markUp(brief(advice.terraform), /^[a-z0-9]+(?:_[a-z0-9]+)+/)}`,
    advice.caution === undefined ? '' : brief(advice.caution),
  ].filter((text) => text !== '');
  return way === undefined
    ? ''
    : `Advice, not from the specification: ${way}; more with ${code(`sunset-lint explain ${id}`)}.`;
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
