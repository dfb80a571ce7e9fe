import { escapeRegExp } from '../../core/lib/escape.js';
import type { Api, Catalogue, Deprecation, HiddenDeprecation } from '../../core/model/deprecation.js';
import {
  AFFIXED_WEIGHT,
  HTTP_METHODS,
  acceptsMethod,
  fillsAffixed,
  restorePathTemplate,
  shownEndpoint,
} from '../../core/model/endpoint.js';
import type { Endpoint, HttpMethod, PathTemplate, TemplateSegment } from '../../core/model/endpoint.js';
import { parsePathTemplate } from './path-template.js';

/** Operation to look up: `GET /towers/:id`, `/towers/:id`, or a complete URL. */
export interface OperationQuery {
  /** Undefined for any method. */
  readonly method: HttpMethod | undefined;
  /** Relative to the base URL. */
  readonly path: PathTemplate;
  /** The API of the host in the text; null for an unknown host, absent without a host. */
  readonly api?: Api['id'] | null;
}

/** Entries of a catalogue about an operation. */
export interface FoundOperation {
  readonly deprecations: readonly Deprecation[];
  readonly hidden: readonly HiddenDeprecation[];
  /** Matching operations in use, each with the reason. */
  readonly inUse: readonly string[];
  /** Operations of the catalogue with the most literal segments in common. */
  readonly near: readonly string[];
}

const OPERATION_OR_URL = /^(?:([A-Za-z]+)\s+)?(\/\S*|https?:\/\/\S+)$/;

/**
 * The operations that a text may mean; none if it is not an operation. A path may begin with that of a base URL, as
 * vendors write it: `POST /v1/assistants` is `POST /assistants` below `https://api.openai.com/v1`.
 *
 * @throws CatalogueError for an invalid path.
 */
export function operationQueries(text: string, { apis }: Catalogue): readonly OperationQuery[] {
  const [, methodText, target] = OPERATION_OR_URL.exec(text.trim()) ?? [];
  if (target === undefined) return [];
  const method = HTTP_METHODS.find((known) => known === methodText?.toUpperCase());
  if (methodText !== undefined && method === undefined) return [];
  const address = target.replace(/[?#][^]*/, '');
  const hasHost = !address.startsWith('/');
  const belowBases = apis.flatMap(({ id, baseUrls }) =>
    baseUrls.flatMap(({ url }): readonly OperationQuery[] => {
      const base = hasHost ? url : pathOf(url);
      const path = base === '' ? undefined : pathBelow(address, base);
      return path === undefined ? [] : [{ method, path: readPath(path), api: id }];
    }),
  );
  if (!hasHost) return [{ method, path: readPath(address) }, ...belowBases];
  return belowBases.length > 0
    ? belowBases.slice(0, 1)
    : [{ method, path: readPath(new URL(address).pathname), api: null }];
}

/** `/v1` of `https://api.openai.com/v1`. */
function pathOf(baseUrl: string): string {
  return /^\w+:\/\/[^/]+(\/.*)?$/.exec(baseUrl)?.[1] ?? '';
}

/** The operation of a request; its path may have segments that no catalogue has. */
export function queryOfRequest(method: string | undefined, path: string): OperationQuery {
  return { method: HTTP_METHODS.find((known) => known === method), path: restorePathTemplate(path) };
}

/** Looks up an operation. A parameter of the catalogue matches any segment, and a literal only itself. */
export function findOperation({ method, path, api }: OperationQuery, catalogue: Catalogue): FoundOperation {
  const { apis, deprecations, hidden = [] } = catalogue;
  const isOfApi = (id: Api['id']): boolean => api === undefined || api === id;
  const lookAlikes = [...deprecations, ...hidden.map(({ deprecation }) => deprecation)]
    .filter((deprecation) => isOfApi(deprecation.api))
    .flatMap(({ nearMisses }) => nearMisses)
    .filter((miss) => miss.status === 'live' && miss.path.startsWith('/'))
    .map((miss) => ({ ...miss, path: restorePathTemplate(miss.path), why: `: ${miss.why}` }));
  const live = apis
    .filter(({ id }) => isOfApi(id))
    .flatMap(({ live: operations = [] }) => operations.map((operation) => ({ ...operation, why: '' })));
  const inUse = [...live, ...lookAlikes].filter(
    (operation) => (method ?? operation.method) === operation.method && matchesTemplate(operation.path, path),
  );
  // As for requests in code, the operation with more literal segments wins.
  const minWeight = Math.max(-1, ...inUse.map((operation) => literalWeightOf(operation.path)));
  const isMatching = (deprecation: Deprecation): boolean =>
    isOfApi(deprecation.api) &&
    operationsOf(deprecation).some(
      (endpoint) =>
        (method === undefined || acceptsMethod(endpoint, method)) &&
        literalWeightOf(endpoint.path) >= minWeight &&
        // Any path matches `/**`, which is significant only with a host.
        (api !== undefined || literalWeightOf(endpoint.path) > 0) &&
        matchesTemplate(endpoint.path, path, deprecation),
    );
  return {
    deprecations: deprecations.filter(isMatching),
    hidden: hidden.filter(({ deprecation }) => isMatching(deprecation)),
    inUse: [...new Set(inUse.map((operation) => `${operation.method} ${operation.path.text}${operation.why}`))],
    near: nearestOperations(
      path,
      deprecations.filter((deprecation) => isOfApi(deprecation.api)),
    ),
  };
}

function operationsOf(deprecation: Deprecation): readonly Endpoint[] {
  if ('endpoints' in deprecation) return deprecation.endpoints;
  if (deprecation.kind !== 'segment') return [];
  return [{ methods: HTTP_METHODS, path: restorePathTemplate(`${deprecation.after}/${deprecation.segment}`) }];
}

/** Whether a path matches a template. Any path below a deprecated segment does. */
function matchesTemplate(template: PathTemplate, { segments }: PathTemplate, deprecation?: Deprecation): boolean {
  const isOpen = deprecation?.kind === 'segment' || template.segments.at(-1)?.kind === 'rest';
  const required = template.segments.filter(({ kind }) => kind !== 'rest');
  if (isOpen ? segments.length < required.length : segments.length !== required.length) return false;
  return required.every((expected, index) => matchesSegment(segments[index], expected));
}

/** Whether a segment matches one of a template. */
function matchesSegment(segment: TemplateSegment | undefined, expected: TemplateSegment): boolean {
  if (expected.kind === 'parameter') return true;
  if (expected.kind === 'literal') return segment?.kind === 'literal' && segment.text === expected.text;
  if (expected.kind === 'rest') return true;
  if (segment?.kind === 'affixed') return segment.before === expected.before && segment.after === expected.after;
  return segment?.kind === 'literal' && fillsAffixed(segment.text, expected);
}

/** Weight of the literal segments of a path, which decides between two matches of a request. */
function literalWeightOf({ segments }: PathTemplate): number {
  return segments.reduce(
    (sum, { kind }) => sum + (kind === 'literal' ? 1 : kind === 'affixed' ? AFFIXED_WEIGHT : 0),
    0,
  );
}

const MAX_NEAR = 5;

/** Operations with the most literals in common with a path. */
function nearestOperations(path: PathTemplate, deprecations: readonly Deprecation[]): readonly string[] {
  const requested = new Set(literalsOf(path));
  const scored = deprecations.flatMap((deprecation) =>
    operationsOf(deprecation).flatMap((endpoint) => {
      const literals = literalsOf(endpoint.path);
      const common = literals.filter((word) => requested.has(word)).length;
      // The first literal is the scope, such as `zones`, which most operations share.
      const score = literals.slice(1).some((word) => requested.has(word)) || literals.length === 1 ? common : 0;
      return score === 0 ? [] : [{ score, text: `${shownEndpoint(endpoint)} (${deprecation.id})` }];
    }),
  );
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_NEAR)
    .map(({ text }) => text);
}

function literalsOf({ segments }: PathTemplate): readonly string[] {
  return segments.flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : []));
}

function readPath(text: string): PathTemplate {
  return text === '/' || text === '' ? { text: '/', segments: [] } : parsePathTemplate(text, undefined, { file: text });
}

/** The part of an address below a base URL, whose variables match any text without a slash. */
function pathBelow(address: string, baseUrl: string): string | undefined {
  const pattern = baseUrl
    .split(/\{[^{}]*\}/)
    .map(escapeRegExp)
    .join('[^/?#]+');
  return new RegExp(`^${pattern}(?=/|$)(.*)$`, 'i').exec(address)?.[1];
}
