import type {
  Advice,
  DateChange,
  Deprecation,
  FieldDeprecation,
  Replacement,
  Revival,
  Withdrawal,
} from '../../src/core/model/deprecation.js';
import type { ClientModel, RequestRow } from '../../src/core/model/client-model.js';
import { HTTP_METHODS } from '../../src/core/model/endpoint.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';
import type { NearMissGroup, Stored } from '../../src/knowledge/catalogue/file-format.js';
import { ADVICE_OF_ENTRY } from './inputs.js';
import { closedObject, parseInput } from './validate-input.js';

/** Changes of an edition to a row of the specification; absent keys stay as in the row. */
export interface EditionRow extends Partial<Withdrawal> {
  readonly id: string;
  readonly endOfLife?: string;
  readonly note?: string;
  readonly history?: readonly DateChange[];
  readonly state?: 'withdrawn';
  readonly revived?: readonly Revival[];
}

/** Entry newer than the specification. */
export interface EditionEntry extends Pick<EditionRow, 'id' | 'note' | 'history'> {
  /** Anchor of the entry on the vendor's page, if there is one. */
  readonly anchor?: string;
  readonly feature: string;
  readonly kind: Deprecation['kind'];
  /** A day, a month, or null without an announced end. */
  readonly endOfLife: string | null;
  readonly announced?: string;
  readonly deprecated?: string;
  readonly replacement: Stored<Replacement>;
  readonly advice?: Advice;
  /** Methods and a path each: `GET, POST /accounts`. */
  readonly operations?: readonly string[];
  readonly pointers?: readonly string[];
  readonly direction?: FieldDeprecation['direction'];
  readonly instead?: string;
  readonly name?: string;
  readonly parameter?: string;
  readonly pointer?: string;
  readonly equals?: readonly string[];
  readonly reason?: string;
}

/** Source of the facts of an edition, in the form of a catalogue file. */
interface EditionSource {
  readonly title: string;
  readonly url: string;
  readonly retrieved: string;
  readonly sha256?: string;
  readonly licence?: string;
}

export interface EditionEntries {
  /** Address of the vendor's page, without the anchors of entries. */
  readonly page: string;
  readonly edition: {
    readonly id: string;
    readonly asOf: string;
    readonly reviewBy: string;
    readonly sources: readonly EditionSource[];
  };
  readonly rows: readonly EditionRow[];
  readonly entries: readonly EditionEntry[];
  readonly nearMisses: readonly NearMissGroup[];
}

/** SDK methods whose operations only this edition deprecates, and the client model of the SDK. */
interface EditionSdk {
  readonly client: Omit<ClientModel, 'requests'>;
  readonly methods: readonly {
    readonly call: string;
    readonly method: NonNullable<RequestRow['method']>;
    readonly path: string;
    readonly versions: string;
  }[];
}

const TEXT = { type: 'string', minLength: 1 };
const TEXTS = { type: 'array', items: TEXT, minItems: 1 };
const ID = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' };
const DAY = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const DAY_OR_MONTH = { type: 'string', pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' };
const DAY_MONTH_OR_YEAR = { type: 'string', pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$' };
const END = { oneOf: [DAY_OR_MONTH, { type: 'null' }] };
const HISTORY = {
  type: 'array',
  minItems: 1,
  items: closedObject(['endOfLife', 'since', 'source'], { endOfLife: END, since: DAY_MONTH_OR_YEAR, source: TEXT }),
};

const ENTRIES_SCHEMA = closedObject(['page', 'edition', 'rows', 'entries', 'nearMisses'], {
  page: { type: 'string', pattern: '^https://\\S+/$' },
  edition: closedObject(['id', 'asOf', 'reviewBy', 'sources'], {
    id: ID,
    asOf: DAY,
    reviewBy: DAY,
    sources: {
      type: 'array',
      items: closedObject(['title', 'url', 'retrieved'], {
        title: TEXT,
        url: TEXT,
        retrieved: DAY,
        sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        licence: TEXT,
      }),
    },
  }),
  rows: {
    type: 'array',
    items: closedObject(['id'], {
      id: ID,
      endOfLife: DAY_OR_MONTH,
      note: TEXT,
      history: HISTORY,
      state: { const: 'withdrawn' },
      since: DAY_MONTH_OR_YEAR,
      source: TEXT,
      revived: {
        type: 'array',
        items: closedObject(['operations', 'since', 'source'], {
          operations: TEXTS,
          since: DAY_MONTH_OR_YEAR,
          source: TEXT,
        }),
      },
    }),
  },
  entries: {
    type: 'array',
    items: closedObject(['id', 'feature', 'kind', 'endOfLife', 'history', 'replacement'], {
      id: ID,
      feature: TEXT,
      kind: { enum: ['endpoint', 'field', 'header', 'query', 'value', 'undetectable'] },
      anchor: DAY,
      announced: DAY_OR_MONTH,
      deprecated: DAY_OR_MONTH,
      endOfLife: END,
      note: TEXT,
      history: HISTORY,
      replacement: { type: 'object' },
      advice: ADVICE_OF_ENTRY,
      operations: { type: 'array', items: TEXT },
      pointers: TEXTS,
      direction: { enum: ['request', 'response', 'both'] },
      instead: TEXT,
      name: TEXT,
      parameter: TEXT,
      pointer: TEXT,
      equals: TEXTS,
      reason: TEXT,
    }),
  },
  nearMisses: {
    type: 'array',
    items: closedObject(['deprecations', 'status', 'why', 'operations'], {
      deprecations: TEXTS,
      status: { const: 'live' },
      why: TEXT,
      operations: TEXTS,
    }),
  },
});

const SDK_SCHEMA = closedObject(['client', 'methods'], {
  client: { type: 'object' },
  methods: {
    type: 'array',
    items: closedObject(['call', 'method', 'path', 'versions'], {
      call: { type: 'string', pattern: '^[a-zA-Z]+(\\.[a-zA-Z0-9]+)*$' },
      method: { enum: [...HTTP_METHODS] },
      path: { type: 'string', pattern: '^/' },
      versions: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+ - \\d+\\.\\d+\\.\\d+$' },
    }),
  },
});

/** Reads the entries of an edition. Throws a CatalogueError with the place of an invalid shape. */
export function parseEditionEntries(source: SourceText): EditionEntries {
  return parseInput<EditionEntries>(source, ENTRIES_SCHEMA);
}

/** Reads the SDK methods of an edition. Throws like `parseEditionEntries`. */
export function parseEditionSdk(source: SourceText): EditionSdk {
  return parseInput<EditionSdk>(source, SDK_SCHEMA);
}
