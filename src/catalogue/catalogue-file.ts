import type { Api, BaseUrl, Catalogue, Deprecation, Edition, NameList, NearMiss } from '../model/deprecation.js';
import type { Operation } from '../model/endpoint.js';
import { ConfigError } from '../model/errors.js';
import type { CatalogueBundle, CatalogueFile, NearMissGroup, WrittenEntry, WrittenNames } from './file-format.js';
import { storeDeprecation } from './stored.js';
import { thirdFormatIn } from './third-format.js';

/**
 * A catalogue as a file of the oldest format that can say it, 2 or 3: of one API, or of all, which is a list of such where there are several. What it
 * gives can be read again, and comes to the same entries. @throws ConfigError for an API that the catalogue has not.
 */
export function catalogueFile(catalogue: Catalogue, apiId?: Api['id']): CatalogueFile | CatalogueBundle {
  const { apis } = catalogue;
  const wanted = apiId === undefined ? apis : apis.filter(({ id }) => id === apiId);
  const [first, ...others] = wanted.map((api) => fileOf(api, catalogue));
  if (first === undefined)
    throw new ConfigError(`unknown API '${apiId ?? ''}'; in use: ${apis.map(({ id }) => id).join(', ')}`);
  const catalogues = [first, ...others];
  const format = catalogues.some((file) => file.format === 3) ? 3 : 2;
  return others.length === 0 ? first : { format, catalogues };
}

function fileOf(api: Api, { editions, deprecations, hidden = [] }: Catalogue): CatalogueFile {
  const { live = [], clients, names, id, title, baseUrls, ...rest } = api;
  const own = deprecations.filter((deprecation) => deprecation.api === id);
  const off = hidden.filter(({ deprecation, reason }) => deprecation.api === id && reason !== 'edition');
  const edition = editions.find((one) => one.api === id);
  const nearMisses = [...own, ...off.map(({ deprecation }) => deprecation)].flatMap(nearMissGroups);
  const file: CatalogueFile = {
    format: 2,
    api: { id, ...(title === undefined ? {} : { title }), baseUrls: baseUrls.map(plainBaseUrl), ...rest },
    ...(edition === undefined ? {} : { edition: asWritten(edition) }),
    deprecations: [
      ...own.map(storeDeprecation),
      ...off.map(({ deprecation, reason }): WrittenEntry => {
        const entry = storeDeprecation(deprecation);
        return reason === 'disabled' ? { ...entry, disabled: true } : entry;
      }),
    ],
    ...(live.length === 0 ? {} : { live: operationTexts(live) }),
    ...(nearMisses.length === 0 ? {} : { nearMisses }),
    ...(clients === undefined ? {} : { clients }),
    ...(names === undefined ? {} : { names: writtenNames(names) }),
  };
  return thirdFormatIn(file) === undefined ? file : { ...file, format: 3 };
}

function writtenNames({ operations, also, ...names }: NameList): WrittenNames {
  const others = also?.map((one) => ({ ...one, operations: operationTexts(one.operations) }));
  return { ...names, operations: operationTexts(operations), ...(others === undefined ? {} : { also: others }) };
}

function plainBaseUrl({ url, names }: BaseUrl): BaseUrl {
  return names === undefined ? { url } : { url, names };
}

function asWritten({ api: _api, package: _package, ...edition }: Edition): Omit<Edition, 'api' | 'package'> {
  return edition;
}

/** `GET, POST /towers`, for each run of operations on one path. */
function operationTexts(operations: readonly Operation[]): readonly string[] {
  return runsOf(operations, ({ path }) => path.text).map(
    ([text, run]) => `${run.map(({ method }) => method).join(', ')} ${text}`,
  );
}

/** The look-alikes of an entry, in their order: a group for each run with one reason. */
function nearMissGroups({ id, nearMisses }: Deprecation): readonly NearMissGroup[] {
  return runsOf(nearMisses, ({ status, why }) => `${status} ${why}`).flatMap(([, run]) => {
    const [{ status, why } = { status: 'live' as const, why: '' }] = run;
    const operations = runsOf(run, ({ path }: NearMiss) => path).map(
      ([path, same]) => `${same.map(({ method }) => method).join(', ')} ${path}`,
    );
    return [{ deprecations: [id], status, why, operations }];
  });
}

/** Neighbours with one key. */
function runsOf<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly [string, readonly T[]])[] {
  const runs: [string, T[]][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.[0] === keyOf(item)) last[1].push(item);
    else runs.push([keyOf(item), [item]]);
  }
  return runs;
}
