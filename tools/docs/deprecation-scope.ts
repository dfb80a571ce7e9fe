import { dottedPath } from '../../src/core/lib/json.js';
import type { AreaEndpoint, Deprecation, NearMiss } from '../../src/core/model/deprecation.js';
import { shownEndpoint } from '../../src/core/model/endpoint.js';
import type { DeprecationFacts } from './deprecation-facts.js';
import { code, list, prose, table } from './markdown.js';

const MOST_LOOK_ALIKES = 12;

/** Section on the affected operations, fields or names. */
export function scopeSection(deprecation: Deprecation): string {
  switch (deprecation.kind) {
    case 'endpoint':
      return operationList(deprecation.endpoints);
    case 'field': {
      const directionWords = { request: 'requests', response: 'responses', both: 'requests and responses' };
      const { when, pointers, direction } = deprecation;
      const condition = when === undefined ? '' : `, where ${code(dottedPath(when.pointer))} is ${code(when.equals)}`;
      const fields = pointers.map((pointer) => code(dottedPath(pointer))).join(', ');
      return `${fields} in ${directionWords[direction]}${condition}, of:\n\n${operationList(deprecation.endpoints)}`;
    }
    case 'segment':
      return `${code(`${deprecation.after}/${deprecation.segment}`)}, and everything below it.`;
    case 'headers':
      return `A request with ${deprecation.headers.map(code).join(' together with ')}.`;
    case 'cipher-suites':
      return `These names of cipher suites:\n\n${list(deprecation.names.map(code))}`;
    case 'header':
      return `The header ${code(deprecation.name)}.\n\n${operationList(deprecation.endpoints)}`.trim();
    case 'query':
      return `The parameter ${code(deprecation.parameter)} of the query of:\n\n${operationList(deprecation.endpoints)}`;
    case 'value':
      return `${deprecation.equals.map(code).join(', ')} in ${deprecation.within === undefined ? '' : 'the GraphQL text '}${code(dottedPath(deprecation.pointer))} of:\n\n${operationList(deprecation.endpoints)}`;
    case 'package':
      return `Imports of ${deprecation.packages.map(code).join(', ')}.`;
    case 'undetectable':
      return prose(deprecation.reason);
  }
}

function operationList(endpoints: readonly AreaEndpoint[]): string {
  return list(endpoints.map((endpoint) => code(shownEndpoint(endpoint))));
}

/** Section on SDK methods that send the affected requests; empty if none is known. */
export function sdkSection({ deprecation: { kind }, sdkMethods }: DeprecationFacts): string {
  if (sdkMethods.length === 0) return '';
  const rows = sdkMethods.map(({ packageLabel, call, method, path, versions: range }) => {
    const [first = '', last] = range.split(' - ');
    return [packageLabel, code(`client.${call}`), code(`${method} ${path}`), first === last ? first : range];
  });
  const introduction = kind === 'field' ? 'These carry the fields' : 'Calls of these are found as well';
  return `${introduction}:\n\n${table(['Package', 'Method', 'Operation', 'Versions'], rows)}`;
}

/** Section on live operations that resemble the deprecated one; empty if there are none. */
export function lookAlikesSection(nearMisses: readonly NearMiss[]): string {
  const liveLines = pathLines(nearMisses.filter(({ status }) => status === 'live'));
  const collisionLines = pathLines(nearMisses.filter(({ status }) => status === 'collision'));
  const omitted = liveLines.length - MOST_LOOK_ALIKES;
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['The same method and path, in use again; reported with a caution', collisionLines],
    [
      'These look alike, and are not reported',
      [...liveLines.slice(0, MOST_LOOK_ALIKES), ...(omitted > 0 ? [`and ${String(omitted)} more paths`] : [])],
    ],
  ];
  return parts.flatMap(([title, lines]) => (lines.length === 0 ? [] : [`${title}:\n\n${list(lines)}`])).join('\n\n');
}

/** Lines of paths with their methods. */
function pathLines(misses: readonly NearMiss[]): readonly string[] {
  const paths = new Map<string, readonly NearMiss[]>();
  for (const miss of misses) paths.set(miss.path, [...(paths.get(miss.path) ?? []), miss]);
  return [...paths].map(([path, pathMisses]) => {
    const reasons = new Set(pathMisses.map(({ why }) => prose(why)));
    return `${code(`${pathMisses.map(({ method }) => method).join(', ')} ${path}`)}: ${[...reasons].join('; ')}`;
  });
}
