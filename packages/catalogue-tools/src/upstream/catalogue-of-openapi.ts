import { createHash } from 'node:crypto';
import { findFormat3Construct } from '../../../../src/knowledge/catalogue/file-format.js';
import { ConfigError } from '../../../../src/core/model/errors.js';
import { kebab, SCHEMA_URL } from './catalogue-file.js';
import type { ImportedCatalogue } from './catalogue-file.js';
import { entriesOf } from './group-entries.js';
import type { OpenApiDocument } from './openapi.js';
import { compactLines, operationKey } from './operations.js';
import type { UpstreamOperation } from './upstream.js';

export interface ImportOptions {
  /** Day on which the document is imported. */
  readonly asOf: string;
  /** The text of the document, whose digest is recorded. */
  readonly text: string;
  readonly previous?: OpenApiDocument;
  /** Id of the API; by default it is derived from the title. */
  readonly api?: string;
  /** Used instead of the base URLs of the document. */
  readonly baseUrls: readonly string[];
}

/** Creates a catalogue from a document. @throws ConfigError if required facts of the API are missing. */
export function catalogueOfOpenApi(document: OpenApiDocument, options: ImportOptions): ImportedCatalogue {
  const { title = 'API', operations, parts } = document;
  const { asOf } = options;
  const id = options.api ?? apiIdOf(title);
  const urls = options.baseUrls.length > 0 ? options.baseUrls : document.baseUrls;
  if (urls.length === 0)
    throw new ConfigError(`'${document.file}' gives no base URL that could be used. Name it with --base-url.`);
  const retrieval = { retrieved: asOf, sha256: createHash('sha256').update(options.text).digest('hex') };
  const deprecations = entriesOf({
    api: id,
    deprecated: operations.filter(({ deprecated }) => deprecated),
    removed: removedOperations(document, options.previous),
    parts,
  });
  const live = compactLines(operations.filter(({ deprecated, onlyInProse }) => !deprecated && onlyInProse !== true));
  return {
    $schema: SCHEMA_URL,
    format: findFormat3Construct({ deprecations, live }) === undefined ? 2 : 3,
    api: { id, title, baseUrls: urls.map((url) => ({ url, names: [id] })) },
    edition: {
      id: 'imported',
      asOf,
      sources: [
        { title: `${title}, OpenAPI ${document.version}`, ...(document.url && { url: document.url }), ...retrieval },
      ],
    },
    deprecations,
    live,
  };
}

/** Returns the operations of an earlier document that the new one lacks. */
function removedOperations(
  document: OpenApiDocument,
  previous: OpenApiDocument | undefined,
): readonly UpstreamOperation[] {
  const currentKeys = new Set(document.operations.map(operationKey));
  return (previous?.operations ?? []).filter((operation) => !currentKeys.has(operationKey(operation)));
}

/** Id of an API by its title: `github` for `GitHub v3 REST API`. */
function apiIdOf(title: string): string {
  const words = kebab(title).split('-');
  const distinctiveWords = words.filter(
    (word) => !/^(?:v?\d+|api|apis|rest|the|openapi|spec|specification|public)$/.test(word),
  );
  return (distinctiveWords.length > 0 ? distinctiveWords : words).join('-') || 'api';
}
