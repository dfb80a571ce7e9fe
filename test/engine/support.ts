import { ts } from 'ts-morph';
import { apiViews } from '../../src/engine/match/catalogue-index.js';
import type { ApiView, ApiIndex } from '../../src/engine/match/catalogue-index.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { createEvaluator } from '../../src/engine/evaluate/create-evaluator.js';
import { createProgram } from '../../src/engine/evaluate/program.js';
import { displayText, plainText, textsOf } from '../../src/engine/values/text.js';
import type { Part, Parts } from '../../src/engine/values/value.js';
import { parseTypeScript } from '../../src/languages/facts/typescript.js';
import type {
  Catalogue,
  Deprecation,
  EndpointDeprecation,
  FieldDeprecation,
  NearMiss,
  SegmentDeprecation,
} from '../../src/core/model/deprecation.js';
import type { HttpMethod, TemplateSegment } from '../../src/core/model/endpoint.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import type { FileFacts } from '../../src/core/model/facts.js';
import type { Finding } from '../../src/core/model/finding.js';
import { restorePathTemplate } from '../../src/core/model/endpoint.js';
import type { ModuleReader } from '../../src/core/model/module-reader.js';
import type { Place } from '../../src/core/model/span.js';

export const PLACE: Place = { file: 'a.ts', span: [0, 0] };

type EndpointRow = readonly [methods: string, path: string];

/** Makes the catalogue of an invented API: nothing in the engine may know the real one. */
export function catalogueOf(
  rows: Readonly<Record<string, readonly EndpointRow[]>>,
  nearMisses: readonly NearMiss[] = [],
  segments: readonly SegmentDeprecation[] = [],
): Catalogue {
  const deprecations: Deprecation[] = Object.entries(rows).map(([id, endpoints], index): EndpointDeprecation => ({
    ...base(id),
    kind: 'endpoint',
    nearMisses: index === 0 ? nearMisses : [],
    endpoints: endpoints.map(([methods, path]) => ({
      area: id,
      methods: methods.split(' ') as readonly HttpMethod[],
      path: { text: path, segments: templateSegments(path) },
    })),
  }));
  return {
    digest: 'test',
    apis: [{ id: 'clock', baseUrls: [{ url: 'https://api.clock.test/rest/v2', names: ['clock'] }] }],
    editions: [],
    deprecations: [...deprecations, ...segments],
  };
}

export function deadSegment(id: string, after: string, segment: string, replacedBy: string): SegmentDeprecation {
  return { ...base(id), kind: 'segment', nearMisses: [], after, segment, replacedBy };
}

/** Makes fields of one operation (`GET /bells`) that are deprecated in requests and responses. */
export function deadFields(id: string, operation: string, pointers: readonly string[]): FieldDeprecation {
  const [method = '', path = ''] = operation.split(' ');
  const endpoint = {
    area: id,
    methods: [method as HttpMethod],
    path: { text: path, segments: templateSegments(path) },
  };
  return { ...base(id), kind: 'field', nearMisses: [], endpoints: [endpoint], pointers, direction: 'both' };
}

function base(
  id: string,
): Pick<EndpointDeprecation, 'id' | 'api' | 'layers' | 'feature' | 'endOfLife' | 'replacement' | 'source' | 'areas'> {
  return {
    id,
    api: 'clock',
    layers: [],
    feature: id,
    endOfLife: '2024-01-01',
    replacement: { kind: 'unstated' },
    source: { file: 'table.md', line: 1 },
    areas: [id],
  };
}

function templateSegments(path: string): readonly TemplateSegment[] {
  return restorePathTemplate(path).segments;
}

export function live(method: HttpMethod, path: string, status: NearMiss['status'] = 'live'): NearMiss {
  return { method, path, why: 'alive', status };
}

/** Builds the tables of the only API of a catalogue. */
export function indexOf(catalogue: Catalogue): ApiIndex {
  return expectDefined(apiViews(catalogue)[0], 'a catalogue without an API').index;
}

/** Splits `/towers/${id}/bells` into parts: `${…}` is a hole. */
export function partsOf(text: string): Parts {
  return text
    .split(/(\$\{[^}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece): Part =>
      piece.startsWith('${')
        ? { kind: 'hole', name: piece.slice(2, -1), at: PLACE, reason: 'a value known only at run time' }
        : { kind: 'text', text: piece, at: PLACE },
    );
}

export function lower(file: string, source: string): FileFacts {
  return parseTypeScript(ts, file, source).facts;
}

/** Reads a program of files that import each other as `./name`. */
export function readerOf(files: Readonly<Record<string, string>>): ModuleReader {
  const facts = new Map<string, FileFacts>();
  return {
    resolve(_from, specifier) {
      const file = `${specifier.replace(/^\.\//, '')}.ts`;
      if (files[file] !== undefined) return { kind: 'file', file };
      return specifier.startsWith('.')
        ? { kind: 'unresolved', reason: 'no such file' }
        : { kind: 'package', name: specifier };
    },
    facts(file) {
      const source = files[file];
      if (source === undefined) return undefined;
      const known = facts.get(file) ?? lower(file, source);
      facts.set(file, known);
      return known;
    },
    mentionsApi: (file) => (files[file]?.includes('api.clock.test') === true ? ['clock'] : []),
    importers: () => [],
  };
}

/** Lists every text that a binding can have; undefined for a text with an unknown piece. */
export function evaluate(source: string, name = 'result'): readonly (string | undefined)[] {
  return textsIn(source, name).map(plainText);
}

/** Lists every text that `result` can have, with holes shown as `${name}`. */
export function evaluateShown(source: string): readonly string[] {
  return textsIn(source, 'result').map(displayText);
}

function textsIn(source: string, name: string): readonly Parts[] {
  const text = `${source}\n;`;
  const program = createProgram(readerOf({ 'a.ts': text }));
  const context = expectDefined(program.context('a.ts'), 'the source was lowered');
  const evaluator = createEvaluator(program);
  const value = evaluator.value(context, { kind: 'name', name, at: [source.length, source.length + 1] }, undefined);
  return textsOf(value, PLACE);
}

/** Lists findings in `a.ts`, in order. */
export function findings(files: Readonly<Record<string, string>>, catalogue: Catalogue): readonly Finding[] {
  return createAnalyser({ catalogue, modules: readerOf(files) })('a.ts').findings;
}

/** APIs without entries, by their ids and base URLs. */
export function viewsOf(apis: Readonly<Record<string, readonly string[]>>): readonly ApiView[] {
  return apiViews({
    digest: 'test',
    apis: Object.entries(apis).map(([id, urls]) => ({ id, baseUrls: urls.map((url) => ({ url })) })),
    editions: [],
    deprecations: [],
  });
}
