import type {
  Advice,
  Api,
  Deprecation,
  Edition,
  FieldCondition,
  FieldDeprecation,
  ValueNote,
} from '../../src/core/model/deprecation.js';
import { HTTP_METHODS } from '../../src/core/model/endpoint.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';
import type { NearMissGroup } from '../../src/knowledge/catalogue/file-format.js';
import { closedObject, parseInput } from './validate-input.js';
import type { JsonSchema } from './validate-input.js';

/** Relation of one row of the end-of-life table to the other tables. */
export interface Join {
  /** Feature, as in the end-of-life table. */
  readonly row: string;
  readonly id: string;
  readonly kind: Deprecation['kind'];
  readonly areas: readonly string[];
  /** First column of a replacement row. */
  readonly replacement: string;
  /** Operations that the specification leaves out. */
  readonly added?: readonly { readonly area: string; readonly operations: string; readonly unsure?: true }[];
  readonly record?: string;
  readonly direction?: FieldDeprecation['direction'];
  readonly when?: FieldCondition;
  readonly allowedValues?: readonly string[];
  readonly joinedInto?: string;
  readonly shared?: readonly string[];
  readonly instead?: string;
  readonly types?: readonly string[];
  readonly words?: readonly string[];
  readonly segment?: string;
  readonly headers?: string;
  readonly reason?: string;
}

export interface Joins {
  readonly api: Omit<Api, 'live' | 'clients'>;
  readonly edition: Pick<Edition, 'id' | 'asOf'>;
  readonly joins: readonly Join[];
}

export type AdviceById = Readonly<Record<string, Advice>>;
export type ValueNotesById = Readonly<Record<string, readonly ValueNote[]>>;

const TEXT = { type: 'string', minLength: 1 };
const TEXTS = { type: 'array', items: TEXT };

const DATE = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };

const JOINS_SCHEMA: JsonSchema = closedObject(['api', 'edition', 'joins'], {
  edition: closedObject(['id', 'asOf'], { id: TEXT, asOf: DATE }),
  api: closedObject(['id', 'title', 'vendor', 'baseUrls'], {
    id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
    title: TEXT,
    vendor: TEXT,
    baseUrls: {
      type: 'array',
      items: {
        type: 'object',
        properties: { url: { type: 'string', pattern: '^https?://.*[^/]$' }, names: TEXTS },
        required: ['url'],
        additionalProperties: false,
      },
      minItems: 1,
    },
    packages: TEXTS,
    envelope: TEXT,
    batch: closedObject(['segment', 'lists'], { segment: TEXT, lists: TEXTS }),
    bulk: closedObject(['path', 'list', 'key'], { path: TEXT, list: TEXT, key: TEXT }),
  }),
  joins: {
    type: 'array',
    items: closedObject(['row', 'id', 'kind', 'areas', 'replacement'], {
      row: TEXT,
      id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
      kind: { enum: ['endpoint', 'segment', 'field', 'headers', 'cipher-suites', 'undetectable'] },
      areas: TEXTS,
      replacement: TEXT,
      added: {
        type: 'array',
        items: closedObject(['area', 'operations'], { area: TEXT, operations: TEXT, unsure: { const: true } }),
      },
      record: TEXT,
      direction: { enum: ['request', 'response', 'both'] },
      when: closedObject(['pointer', 'equals'], { pointer: TEXT, equals: TEXT }),
      allowedValues: { type: 'array', items: { type: 'string' } },
      joinedInto: { type: 'string', pattern: '^/[^/]+$' },
      shared: TEXTS,
      instead: TEXT,
      types: TEXTS,
      words: TEXTS,
      segment: TEXT,
      headers: TEXT,
      reason: TEXT,
    }),
  },
});

/** Schema of the advice of one entry. */
export const ADVICE_OF_ENTRY: JsonSchema = closedObject([], {
  endpoint: TEXT,
  sdk: TEXT,
  terraform: TEXT,
  caution: TEXT,
  operations: { type: 'object', additionalProperties: { type: 'string', pattern: '^[A-Z]+ /[^\\s]*$' } },
});

const ADVICE_SCHEMA: JsonSchema = { type: 'object', additionalProperties: ADVICE_OF_ENTRY };

const VENDOR_PAGES_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'string', pattern: '^https://\\S+$' },
};

const CONDITIONS = {
  type: 'array',
  minItems: 1,
  items: closedObject(['pointer'], {
    pointer: { type: 'string', pattern: '^(/[^/]+)+$' },
    equals: TEXTS,
    except: TEXTS,
  }),
};

const VALUE_NOTES_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: {
    type: 'array',
    minItems: 1,
    items: closedObject([], {
      paths: { ...TEXTS, minItems: 1 },
      method: { enum: [...HTTP_METHODS] },
      when: CONDITIONS,
      unless: CONDITIONS,
      note: TEXT,
      first: { const: true },
      explained: { oneOf: [{ const: true }, TEXT, TEXTS] },
    }),
  },
};

const NEAR_MISSES_SCHEMA: JsonSchema = closedObject(['groups'], {
  groups: {
    type: 'array',
    items: closedObject(['deprecations', 'status', 'why', 'operations'], {
      deprecations: { ...TEXTS, minItems: 1 },
      status: { enum: ['live', 'collision'] },
      why: TEXT,
      operations: { ...TEXTS, minItems: 1 },
    }),
  },
});

/** Reads joins.json. Throws a CatalogueError with the place of an invalid shape. */
export function parseJoins(source: SourceText): Joins {
  return parseInput<Joins>(source, JOINS_SCHEMA);
}

/** Reads advice.json. Throws like `parseJoins`. */
export function parseAdvice(source: SourceText): AdviceById {
  return parseInput<AdviceById>(source, ADVICE_SCHEMA);
}

/** Reads value-notes.json. Throws like `parseJoins`. */
export function parseValueNotes(source: SourceText): ValueNotesById {
  return parseInput<ValueNotesById>(source, VALUE_NOTES_SCHEMA);
}

/** Reads vendor-pages.json. Throws like `parseJoins`. */
export function parseVendorPages(source: SourceText): Readonly<Record<string, string>> {
  return parseInput<Readonly<Record<string, string>>>(source, VENDOR_PAGES_SCHEMA);
}

/** Reads near-misses.json. Throws like `parseJoins`. */
export function parseNearMisses(source: SourceText): readonly NearMissGroup[] {
  return parseInput<{ readonly groups: readonly NearMissGroup[] }>(source, NEAR_MISSES_SCHEMA).groups;
}
