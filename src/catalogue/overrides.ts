import { isDeepStrictEqual } from 'node:util';
import type { IsoDate } from '../model/deprecation.js';
import type { WrittenEntry } from './file-format.js';
import { changesOf } from './known-entries.js';
import type { KnownEntries, Piece } from './known-entries.js';

/** A change to an entry by a configuration, as `rules/config.schema.json` describes it. */
export interface Override extends WrittenEntry {
  /** Expected content of the catalogues below; the override is needed as long as it is true. */
  readonly expects?: Omit<WrittenEntry, 'id'>;
  /** Last day on which it is intended. */
  readonly until?: IsoDate;
  readonly why?: string;
}

/** Advice on overrides that are out of date, one sentence each. `known`: the entries below them. */
export function overrideWarnings(known: KnownEntries, overrides: readonly Piece[], asOf?: IsoDate): readonly string[] {
  return overrides.flatMap(({ entry, layer, override = {} }) => {
    const below = known.get(entry.id)?.entry;
    if (below === undefined) return [];
    const { expects, until } = override;
    const name = `override of '${entry.id}' (${layer.name})`;
    const gone = expects === undefined ? [] : changesOf({ ...expects, id: entry.id });
    const changed = gone.find(([key, value]) => !isDeepStrictEqual(below[key], value));
    if (changed !== undefined) {
      const [key, value] = changed;
      const what = key === 'endOfLife' ? '' : `the ${key} `;
      return [
        `${name} expected ${what}${shown(value)}, the catalogue has ${shown(below[key])}${key === 'endOfLife' ? since(below) : ''}: remove the override.`,
      ];
    }
    if (changesOf(entry).every(([key, value]) => isDeepStrictEqual(below[key], value)))
      return [`${name} says what the catalogue says: remove the override.`];
    if (until !== undefined && asOf !== undefined && asOf > until)
      return [`${name} was meant until ${until}: remove it, or set a later day.`];
    return [];
  });
}

/** ` since 2024-12`: day of the last change of the end of life. */
function since({ endOfLife, history = [] }: WrittenEntry): string {
  const said = history.findLast((change) => change.endOfLife === endOfLife)?.since;
  return said === undefined ? '' : ` since ${said}`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
