import { dotted } from '../../lib/json-pointer.js';
import type { Deprecation } from '../../model/deprecation.js';
import type { TemplateSegment } from '../../model/endpoint.js';
import type { Finding } from '../../model/finding.js';
import { fillsAffixed, restorePathTemplate } from '../../model/path-template.js';
import type { SentenceForm } from '../../model/rules.js';
import { code, joinWords } from './sentence.js';

/** Subject of a finding: the thing that ends, or one that depends on it, and the sentence form to use. */
export interface Subject {
  readonly thing: string;
  readonly form: SentenceForm;
}

/** Returns the subjects of a finding, the fullest wording first; the others leave out the start of the path. */
export function subjectOf(finding: Finding, deprecation: Deprecation): readonly Subject[] {
  return describeOperation(finding, deprecation).flatMap((operation) => subjectsOf(finding, deprecation, operation));
}

function subjectsOf(finding: Finding, deprecation: Deprecation, operation: string): readonly Subject[] {
  if (finding.about === 'resource') {
    const resource = `${operation} of ${code(finding.client)}`;
    if (finding.fields === undefined) return [{ thing: resource, form: 'relies' }];
    return fieldsOf(finding.fields, resource).map((thing) => ({ thing, form: 'rely' }));
  }
  if (finding.evidence.site === 'test-double') return [{ thing: operation, form: 'expects' }];
  return thingsOf(finding, deprecation, operation).map((thing) => ({ thing, form: 'ends' }));
}

function thingsOf(finding: Finding, deprecation: Deprecation, operation: string): readonly string[] {
  switch (deprecation.kind) {
    case 'endpoint':
    case 'undetectable':
    case 'segment':
      return [operation];
    case 'field':
      return fieldsOf(finding.fields ?? deprecation.pointers, operation);
    case 'headers':
      return [`requests with both ${deprecation.headers.map(code).join(' and ')}`];
    case 'header':
      return [`the header ${code(withValue(deprecation.name, ': ', deprecation.only))}`];
    case 'query':
      return [`the parameter ${code(withValue(deprecation.parameter, '=', deprecation.only))} of ${operation}`];
    case 'value': {
      const { pointer, equals, within } = deprecation;
      const value = finding.value ?? equals.join(' | ');
      if (within !== undefined) return [`${code(value)} in the ${code(dotted(pointer))} of ${operation}`];
      return [`${code(`${dotted(pointer)}: ${value}`)} in ${operation}`];
    }
    case 'package': {
      const { versions } = deprecation;
      return [`the package ${code(joinWords(finding.client, versions))}`];
    }
    case 'cipher-suites':
      return [`the draft cipher suite ${code(finding.url)}`];
  }
}

/** A name with the value that is meant, where it is one. */
function withValue(name: string, sign: string, only: readonly string[] = []): string {
  return only.length === 1 ? `${name}${sign}${only.join('')}` : name;
}

function fieldsOf(pointers: readonly string[], operation: string): readonly string[] {
  const fields = pointers.map((pointer) => code(dotted(pointer)));
  const [first = ''] = fields;
  const whole = `${listed(fields)} of ${operation}`;
  return fields.length < 3 ? [whole] : [whole, `${first} and ${String(fields.length - 1)} more fields of ${operation}`];
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Method and path; then with the last three and the last two segments of the path alone, as far as those differ. */
function describeOperation(finding: Finding, { feature }: Deprecation): readonly string[] {
  const path = calledPath(finding);
  if (path === undefined) return [`any operation of ${feature}`];
  const segments = path.split('/');
  const ends = [3, 2].filter((count) => segments.length > count + 1).map((count) => segments.slice(-count));
  const method = finding.methods.length === 0 ? '' : `${finding.methods.join('|')} `;
  return [path, ...ends.map((end) => `…/${end.join('/')}`)].map((text) => code(`${method}${text}`));
}

/**
 * The path of the catalogue; where its template says too little (`/**`, `/{a}.json`), the path as the code has it.
 * Undefined where neither says one.
 */
function calledPath({ operation, listed: entry, url, evidence }: Finding): string | undefined {
  const path = operation?.path ?? entry?.path;
  if (path === undefined) return url;
  if (!OPEN.test(path)) return oncePrefixed(path);
  // The address of a proxy is another one than that of the operation.
  const written = evidence.site === 'forwarded' ? undefined : writtenPath(url, path);
  return written === undefined ? (path === '/**' ? undefined : path) : oncePrefixed(written);
}

/** SDKs prefix a collection to names that have it already. */
function oncePrefixed(path: string): string {
  return path.replace(/(\/[a-z]+)\1(?=\/)/, '$1');
}

/** A rest of any length, or a variable without a name of its own. */
const OPEN = /\/\*\*$|\{[a-z]?\}/;

/**
 * The path of a request whose last segments are those of a template: all of it behind a host that is known, else what
 * the template is about. Undefined where it is not seen there, or no more than the template says.
 */
function writtenPath(url: string, template: string): string | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  const isWhole = /^[a-z]+:\/\//i.test(path);
  const segments = (isWhole ? path.replace(/^[a-z]+:\/\/[^/]*/i, '') : path).split('/');
  const { segments: wanted } = restorePathTemplate(template);
  const hasRest = wanted.at(-1)?.kind === 'rest';
  const named = hasRest ? wanted.slice(0, -1) : wanted;
  // The text before the first slash is no segment.
  for (let start = 1; start + named.length <= segments.length; start += 1) {
    const end = start + named.length;
    if (hasRest ? (segments[end] ?? '') === '' : end !== segments.length) continue;
    if (named.every((segment, index) => isSpelled(segments[start + index] ?? '', segment)))
      return `/${segments.slice(isWhole ? 1 : start).join('/')}`;
  }
  return undefined;
}

function isSpelled(text: string, segment: TemplateSegment): boolean {
  if (segment.kind === 'literal') return text === segment.text;
  return segment.kind === 'affixed' ? fillsAffixed(text, segment) : text !== '';
}
