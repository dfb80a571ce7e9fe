import { apisOf } from '../../api/known-apis.js';
import { findOperation, parseOperationQuery } from '../../catalogue/find-operation.js';
import type { FoundOperation, OperationQuery } from '../../catalogue/find-operation.js';
import { storeDeprecation } from '../../catalogue/stored.js';
import { withLivingReplacement } from '../../engine/judge/living.js';
import { didYouMean } from '../../lib/did-you-mean.js';
import { escapeText } from '../../lib/escape-text.js';
import type { Catalogue, Deprecation, HiddenDeprecation, IsoDate } from '../../model/deprecation.js';
import { ConfigError } from '../../model/errors.js';
import { formatExplanation } from '../../report/explain.js';

/** All that is known of a deprecation, by its id or an operation. @throws ConfigError for an id that is none. */
export function explain(asked: string, catalogue: Catalogue, asOf: IsoDate): string {
  const { listed, off, query, found } = lookUp(asked, catalogue);
  const explained = (deprecation: Deprecation): string => {
    const api = apisOf(catalogue).of(deprecation);
    return formatExplanation(withLivingReplacement(deprecation, catalogue, asOf), asOf, api?.baseUrls[0]?.url, api);
  };
  const said = [...listed.map(explained), ...off.map((one) => `${whyHidden(one)}\n\n${explained(one.deprecation)}`)];
  return said.length === 0 && query !== undefined && found !== undefined
    ? `${nothingFound(query, found).map(escapeText).join('\n')}\n`
    : said.join('\n');
}

/** The same as data: `explanation.schema.json` describes it. @throws as `explain`. */
export function explanationData(asked: string, catalogue: Catalogue): object {
  const { listed, off, found } = lookUp(asked, catalogue);
  return {
    deprecations: [
      ...listed.map((one) => ({ api: one.api, reported: one.kind !== 'undetectable', ...storeDeprecation(one) })),
      ...off.map((one) => ({
        api: one.deprecation.api,
        reported: false,
        hidden: whyHidden(one),
        ...storeDeprecation(one.deprecation),
      })),
    ],
    ...(found === undefined ? {} : { inUse: found.inUse, near: found.near }),
  };
}

/** What the catalogue has of what is asked for. */
interface LookedUp {
  readonly listed: readonly Deprecation[];
  readonly off: readonly HiddenDeprecation[];
  /** Where it is no id: the operation, and what is near it. */
  readonly query?: OperationQuery;
  readonly found?: FoundOperation;
}

/** @throws ConfigError for what is neither an id nor an operation. */
function lookUp(asked: string, catalogue: Catalogue): LookedUp {
  const { deprecations, hidden = [] } = catalogue;
  const listed = deprecations.filter(({ id }) => id === asked);
  if (listed.length > 0) return { listed, off: [] };
  const off = hidden.filter(({ deprecation }) => deprecation.id === asked);
  if (off.length > 0) return { listed, off };
  const query = parseOperationQuery(asked, catalogue);
  if (query === undefined) {
    const ids = [...deprecations, ...hidden.map(({ deprecation }) => deprecation)].map(({ id }) => id);
    throw new ConfigError(
      `unknown deprecation '${asked}'${didYouMean(asked, ids)}\n'sunset-lint catalogue' lists all ids.`,
    );
  }
  const found = findOperation(query, catalogue);
  return { listed: found.deprecations, off: found.hidden, query, found };
}

const REASONS: Readonly<Record<HiddenDeprecation['reason'], string>> = {
  disabled: 'it is disabled',
  withdrawn: 'the vendor took it back',
  revived: 'all of its operations are in use again',
  edition: 'only another edition has it',
};

/** Why an entry is not reported, and who says so. */
function whyHidden({ deprecation, reason, layer }: HiddenDeprecation): string {
  const { since, source } = deprecation.withdrawn ?? {};
  const when = reason !== 'withdrawn' || since === undefined ? '' : ` on ${since}`;
  const where = reason !== 'withdrawn' || source === undefined || source === '' ? '' : ` (${source})`;
  return escapeText(`Not reported: ${REASONS[reason]}${when}${where}, as ${layer.kind} '${layer.name}' says.`);
}

function nothingFound({ method, path, api }: OperationQuery, { inUse, near }: FoundOperation): readonly string[] {
  const operation = `${method ?? 'any method of'} ${path.text}`;
  if (inUse.length > 0) return [`${operation} is in use:`, ...inUse.map((one) => `  ${one}`)];
  const where = api === null ? ', and the address is at no base URL of it' : '';
  return [
    `Nothing in the catalogue is about ${operation}${where}.`,
    ...(near.length === 0 ? [] : ['Operations of it that are near:', ...near.map((one) => `  ${one}`)]),
  ];
}
