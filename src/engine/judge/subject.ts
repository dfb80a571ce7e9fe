import { dotted } from '../../lib/json-pointer.js';
import type { Deprecation } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';
import { code, joinWords } from './sentence.js';

/** What ends, so that `… ended on …` can follow; with an act, what uses it: `a test`, `expects … , which`. */
export interface Subject {
  readonly thing: string;
  readonly act?: string;
}

/** What was found, the fullest way of saying it first; the others leave out the start of the path. */
export function subjectOf(finding: Finding, deprecation: Deprecation): readonly Subject[] {
  return describeOperation(finding, deprecation).flatMap((operation) => subjectsOf(finding, deprecation, operation));
}

function subjectsOf(finding: Finding, deprecation: Deprecation, operation: string): readonly Subject[] {
  if (finding.about === 'resource') {
    const resource = `${operation} of ${code(finding.client)}`;
    if (finding.fields === undefined) return [{ thing: resource, act: 'relies on what' }];
    return fieldsOf(finding.fields, resource).map((subject) => ({ ...subject, act: 'rely on what' }));
  }
  if (finding.evidence.site === 'test-double') return [{ thing: 'this test', act: `expects ${operation}, which` }];
  switch (deprecation.kind) {
    case 'endpoint':
    case 'undetectable':
    case 'segment':
      return [{ thing: operation }];
    case 'field':
      return fieldsOf(finding.fields ?? deprecation.pointers, operation);
    case 'headers':
      return [{ thing: `requests with both ${deprecation.headers.map(code).join(' and ')}` }];
    case 'header':
      return [{ thing: `the header ${code(withValue(deprecation.name, ': ', deprecation.only))}` }];
    case 'query':
      return [
        { thing: `the parameter ${code(withValue(deprecation.parameter, '=', deprecation.only))} of ${operation}` },
      ];
    case 'value': {
      const { pointer, equals } = deprecation;
      const value = finding.value ?? equals.join(' | ');
      return [{ thing: `${code(`${dotted(pointer)}: ${value}`)} in ${operation}` }];
    }
    case 'package': {
      const { versions } = deprecation;
      return [{ thing: `the package ${code(joinWords(finding.client, versions))}` }];
    }
    case 'cipher-suites':
      return [{ thing: `the draft cipher suite ${code(finding.url)}` }];
  }
}

/** A name with the value that is meant, where it is one. */
function withValue(name: string, sign: string, only: readonly string[] = []): string {
  return only.length === 1 ? `${name}${sign}${only.join('')}` : name;
}

function fieldsOf(pointers: readonly string[], operation: string): readonly Subject[] {
  const fields = pointers.map((pointer) => code(dotted(pointer)));
  const [first = ''] = fields;
  const whole = { thing: `${listed(fields)} of ${operation}` };
  return fields.length < 3
    ? [whole]
    : [whole, { thing: `${first} and ${String(fields.length - 1)} more fields of ${operation}` }];
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

/** The path of the catalogue; where that is open, the path of the request. Undefined where neither says one. */
function calledPath({ operation, listed: entry, url }: Finding): string | undefined {
  const path = operation?.path ?? entry?.path;
  if (path === undefined) return url;
  // SDKs prefix a collection to names that have it already.
  if (!path.endsWith(OPEN)) return path.replace(/(\/[a-z]+)\1(?=\/)/, '$1');
  const front = path.slice(0, -OPEN.length);
  const called = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#][^]*/, '');
  const at = front.includes('{') ? -1 : called.indexOf(`${front}/`);
  const rest = at === -1 ? '' : called.slice(at);
  if (rest.length > front.length + 1) return rest;
  return front === '' ? undefined : path;
}

/** The end of a path that stands for everything below it. */
const OPEN = '/**';
