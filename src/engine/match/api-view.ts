import { apisOf } from '../../api/known-apis.js';
import type { KnownApi } from '../../api/known-apis.js';
import { remembered } from '../../lib/collections.js';
import type { Catalogue } from '../../model/deprecation.js';
import { indexApi } from './catalogue-index.js';
import type { ApiIndex } from './catalogue-index.js';
import { parseBase } from './base-pattern.js';
import type { ParsedBase } from './base-pattern.js';

/** One API for matching: kept apart, so that no operation is found at the host of another API. */
export interface ApiView {
  readonly id: string;
  readonly known: KnownApi;
  /** Its base URLs, the longest path first. */
  readonly bases: readonly ParsedBase[];
  readonly index: ApiIndex;
}

/** The APIs of a catalogue for matching, built once. */
export const apiViews = remembered((catalogue: Catalogue): readonly ApiView[] =>
  apisOf(catalogue).each.map((known) => ({
    id: known.api.id,
    known,
    bases: known.api.baseUrls.map(parseBase).sort((a, b) => b.version.length - a.version.length),
    index: indexApi(catalogue, known.api),
  })),
);
