import { createHash } from 'node:crypto';
import { didYouMean } from '../../src/core/lib/wording.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import { parseEndOfLife } from './end-of-life.js';
import { formatIndex } from './format-index.js';
import { formatJson } from './format-json.js';
import { parseAdvice, parseJoins, parseNearMisses, parseValueNotes, parseVendorPages } from './inputs.js';
import { joinTables } from './join.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';
import { lineOf } from '../../src/knowledge/catalogue/source-text.js';
import type { CatalogueFile, NearMissGroup } from '../../src/knowledge/catalogue/file-format.js';
import { storeDeprecation } from '../../src/knowledge/catalogue/stored.js';

/** Hand-written files from which the catalogue is generated. */
export interface CatalogueInputs {
  readonly endOfLife: SourceText;
  readonly joins: SourceText;
  readonly advice: SourceText;
  readonly nearMisses: SourceText;
  readonly valueNotes: SourceText;
  /** Addresses of the vendor's notices, by id. */
  readonly vendorPages: SourceText;
}

export interface GeneratedCatalogue {
  /** Text of rules/catalogue.json. */
  readonly catalogue: string;
  /** Markdown table for rules/README.md. */
  readonly index: string;
}

/**
 * Generates the texts: a pure function of its inputs, byte for byte. Throws a CatalogueError with file and
 * line for input that cannot be read or joined.
 */
export function generateCatalogue(inputs: CatalogueInputs): GeneratedCatalogue {
  const sources = {
    endOfLife: unifyLines(inputs.endOfLife),
    joins: unifyLines(inputs.joins),
    advice: unifyLines(inputs.advice),
    nearMisses: unifyLines(inputs.nearMisses),
    valueNotes: unifyLines(inputs.valueNotes),
    vendorPages: unifyLines(inputs.vendorPages),
  };
  const joins = parseJoins(sources.joins);
  const deprecations = joinTables({
    tables: parseEndOfLife(sources.endOfLife),
    joins,
    advice: parseAdvice(sources.advice),
    valueNotes: parseValueNotes(sources.valueNotes),
    vendorPages: parseVendorPages(sources.vendorPages),
    sources,
  });
  const nearMisses = parseNearMisses(sources.nearMisses);
  assertKnownIds(
    nearMisses,
    deprecations.map(({ id }) => id),
    sources.nearMisses,
  );
  const digests = Object.values(sources).map(({ file, text }) => ({ title: file, sha256: sha256(text) }));
  const file: CatalogueFile = {
    $schema: './catalogue.schema.json',
    format: 2,
    generatedBy: 'npm run generate',
    digest: sha256(digests.map((source) => source.sha256).join('\n')).slice(0, 16),
    api: joins.api,
    edition: { ...joins.edition, sources: digests },
    deprecations: deprecations.map(storeDeprecation),
    nearMisses,
  };
  return { catalogue: formatJson(file), index: formatIndex(deprecations) };
}

/** Text with LF line ends, so that digests do not depend on the checkout. */
export function unifyLines({ file, text }: SourceText): SourceText {
  return { file, text: text.replaceAll('\r\n', '\n') };
}

function assertKnownIds(groups: readonly NearMissGroup[], ids: readonly string[], source: SourceText): void {
  for (const id of groups.flatMap((group) => group.deprecations)) {
    if (ids.includes(id)) continue;
    throw new CatalogueError(
      `unknown deprecation '${id}'${didYouMean(id, ids)}`,
      source.file,
      lineOf(source, JSON.stringify(id)),
    );
  }
}

/** Digest of a text, in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
