import { resolve } from 'node:path';
import { loadCatalogue } from '../catalogue/load.js';
import type { ClientModel } from '../model/client-model.js';
import type { Catalogue, IsoDate } from '../model/deprecation.js';
import type { Confidence } from '../model/evidence.js';
import { CONFIDENCES } from '../model/evidence.js';
import {
  checkBoolean,
  checkDate,
  checkKeys,
  checkList,
  checkObject,
  checkOneOf,
  checkText,
  hint,
  settingError,
} from './checks.js';
import { checkClients } from './client-settings.js';

/** What `settings.sunset` says, checked and with its defaults. */
export interface Settings {
  readonly catalogue: Catalogue;
  /** Client models beside the built-in ones. */
  readonly clients: readonly ClientModel[];
  readonly minConfidence: Confidence;
  /** Deprecations that are not reported. */
  readonly ignore: ReadonlySet<string>;
  readonly followImports: boolean;
  /** The day on which exceptions with a date are judged; without it, today. */
  readonly asOf: IsoDate | undefined;
}

const KEYS = ['catalogues', 'baseUrls', 'clients', 'minConfidence', 'ignore', 'followImports', 'asOf'] as const;
const WHERE = 'settings.sunset';

const byObject = new WeakMap<object, Settings>();
const byText = new Map<string, Settings>();

/**
 * Reads `settings.sunset` of a configuration. Checked once for each settings object; a host that makes
 * a new object for each file (oxlint does) is answered by the text of it.
 *
 * @throws ConfigError for a setting that cannot be used, CatalogueError for such a catalogue.
 */
export function readSettings(all: Readonly<Record<string, unknown>>, cwd: string): Settings {
  const written = all['sunset'] ?? NONE;
  const known = typeof written === 'object' ? byObject.get(written) : undefined;
  if (known !== undefined) return known;
  const object = checkObject(written, WHERE);
  const key = `${cwd}\0${JSON.stringify(object)}`;
  let settings = byText.get(key);
  if (settings === undefined) {
    settings = checkSettings(object, cwd);
    byText.set(key, settings);
  }
  byObject.set(object, settings);
  return settings;
}

const NONE: Readonly<Record<string, unknown>> = {};
const NOTHING: ReadonlySet<string> = new Set();

function checkSettings(written: Readonly<Record<string, unknown>>, cwd: string): Settings {
  checkKeys(written, WHERE, KEYS);
  const { catalogues, baseUrls, clients, minConfidence, ignore, followImports, asOf } = written;
  const catalogue = withBaseUrls(
    loadCatalogue({ extra: texts(catalogues, 'catalogues').map((path) => resolve(cwd, path)) }),
    baseUrls,
  );
  return {
    catalogue,
    clients: clients === undefined ? [] : checkClients(clients, `${WHERE}.clients`),
    minConfidence:
      minConfidence === undefined ? 'probable' : checkOneOf(minConfidence, `${WHERE}.minConfidence`, CONFIDENCES),
    ignore: checkIgnore(texts(ignore, 'ignore'), catalogue, `${WHERE}.ignore`),
    followImports: followImports === undefined ? true : checkBoolean(followImports, `${WHERE}.followImports`),
    asOf: asOf === undefined ? undefined : checkDate(asOf, `${WHERE}.asOf`),
  };
}

function texts(value: unknown, name: (typeof KEYS)[number]): readonly string[] {
  if (value === undefined) return [];
  const where = `${WHERE}.${name}`;
  return checkList(value, where).map((item, index) => checkText(item, `${where}[${String(index)}]`));
}

/** Ids of deprecations. @throws ConfigError, with the nearest id, for one that the catalogue does not have. */
export function checkIgnore(ids: readonly string[], catalogue: Catalogue, where: string): ReadonlySet<string> {
  // Asked for each file and rule, and hardly ever used.
  if (ids.length === 0) return NOTHING;
  const known = new Set(catalogue.deprecations.map((deprecation) => deprecation.id));
  for (const id of ids) {
    if (known.has(id)) continue;
    throw settingError(
      where,
      `names '${id}', which is no deprecation of the catalogue`,
      `${hint(id, known)}\`sunset-lint catalogue\` lists the ids.`,
    );
  }
  return new Set(ids);
}

function withBaseUrls(catalogue: Catalogue, written: unknown): Catalogue {
  const urls = texts(written, 'baseUrls').map((url, index) => {
    if (/^https?:\/\/[^/]/i.test(url)) return { url: url.replace(/\/+$/, '') };
    throw settingError(
      `${WHERE}.baseUrls[${String(index)}]`,
      `is '${url}', not a whole URL`,
      "Write it with its scheme, such as 'https://api.example.com/v4'.",
    );
  });
  return urls.length === 0 ? catalogue : { ...catalogue, baseUrls: [...catalogue.baseUrls, ...urls] };
}
