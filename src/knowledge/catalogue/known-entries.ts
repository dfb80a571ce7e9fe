import { isDeepStrictEqual } from 'node:util';
import { validatorOf } from '../../core/lib/validators.js';
import { didYouMean } from '../../core/lib/wording.js';
import type { Api, IsoDate, Layer, NearMiss, SourceRef } from '../../core/model/deprecation.js';
import type { WrittenEntry } from './file-format.js';
import { describeErrors } from './source-text.js';
import type { SourceAt } from './source-text.js';

/** A definition of an entry, or a change to one, in one catalogue. */
export interface Piece {
  readonly entry: WrittenEntry;
  /** The API of a new entry; undefined if the catalogue names none. */
  readonly api: Api['id'] | undefined;
  readonly layer: Layer;
  readonly source: SourceRef;
  /** Present for overrides alone. */
  readonly override?: { readonly expects?: WrittenEntry; readonly until?: IsoDate };
  /** Creates an error about a key of the entry; the empty key is the entry itself. */
  readonly fail: (key: string, message: string) => Error;
  /** Place of a key, for errors of other modules. */
  readonly where: (key: string) => SourceAt;
}

/** An entry, merged from all layers so far. */
export interface KnownEntry {
  /** Complete, with a kind. */
  readonly entry: WrittenEntry;
  readonly api: Api['id'];
  readonly layers: readonly Layer[];
  readonly source: SourceRef;
  readonly nearMisses: readonly NearMiss[];
  /** The last change of each key; keys without one are from the definition. */
  readonly deciders: ReadonlyMap<string, Piece>;
  readonly definedBy: Pick<Piece, 'layer' | 'fail' | 'where'>;
}

export type KnownEntries = ReadonlyMap<string, KnownEntry>;

/** Returns a hint at the place of an unknown id. */
export type UnknownIdHint = (id: string) => string | undefined;

/**
 * Applies one level of catalogues to those below it. A piece with a kind defines an entry; any other piece changes one.
 *
 * @throws the errors of the pieces, for an unknown id, for two pieces that disagree without `replaces`, and for a
 * change that the kind of its entry does not allow.
 */
export function applyLevel(
  lowerEntries: KnownEntries,
  pieces: readonly Piece[],
  whereElse: UnknownIdHint,
): KnownEntries {
  assertAgree(pieces);
  const known = new Map(lowerEntries);
  for (const piece of [...pieces].sort((a, b) => rankOf(a) - rankOf(b))) {
    const { id, kind } = piece.entry;
    const earlier = known.get(id);
    if (kind !== undefined) known.set(id, definedEntry(piece, earlier));
    else if (earlier !== undefined) known.set(id, changedEntry(earlier, piece));
    else throw piece.fail('id', unknownId(piece, known.keys(), whereElse));
  }
  return known;
}

/** A layer with its facts on an end of life. */
export function layerOf(kind: Layer['kind'], name: string, { endOfLife }: WrittenEntry): Layer {
  return { kind, name, ...(endOfLife === undefined ? {} : { endOfLife }) };
}

function unknownId({ entry: { id }, layer }: Piece, known: Iterable<string>, whereElse: UnknownIdHint): string {
  const advice = layer.kind === 'override' ? '' : ' (a new one needs "kind")';
  return `unknown deprecation '${id}'${whereElse(id) ?? `${didYouMean(id, known)}${advice}`}`;
}

/** Order of pieces: definitions before changes, and those that replace last. */
function rankOf({ entry }: Piece): number {
  return (entry.replaces === true ? 2 : 0) + (entry.kind === undefined ? 1 : 0);
}

function definedEntry(piece: Piece, earlier: KnownEntry | undefined): KnownEntry {
  const { entry, layer, source } = piece;
  const api = piece.api ?? earlier?.api;
  if (api === undefined)
    throw piece.fail('id', `the new deprecation '${entry.id}' belongs to no API. Write "api" at the top of the file.`);
  return {
    entry,
    api,
    layers: [layer],
    source: typeof entry.source === 'object' ? entry.source : source,
    nearMisses: earlier?.nearMisses ?? [],
    deciders: NO_DECIDERS,
    definedBy: piece,
  };
}

/** Deciders of an entry without changes. */
export const NO_DECIDERS: KnownEntry['deciders'] = new Map();

/** Keys that control merging, and are not part of the entry. */
const MERGE_KEYS = new Set(['id', 'replaces']);

function changedEntry(known: KnownEntry, piece: Piece): KnownEntry {
  const changes = changesOf(piece.entry);
  const { areas, ...withoutAreas } = known.entry;
  // The areas are derived from the operations, unless a catalogue sets them.
  const base = areas === undefined || piece.entry.endpoints !== undefined ? withoutAreas : known.entry;
  const entry: WrittenEntry = { ...base, ...Object.fromEntries(changes) };
  const errors = validatorOf('catalogue')({ format: 3, deprecations: [entry] });
  if (errors.length > 0) {
    const { at, what } = describeErrors(errors);
    throw piece.fail(at.split('/').slice(3).join('/'), what);
  }
  const deciders = new Map(known.deciders);
  for (const [key] of changes) deciders.set(key, piece);
  return { ...known, entry, layers: [...known.layers, piece.layer], deciders };
}

/** Changes of a piece to its entry, by key. */
function changesOf(entry: WrittenEntry): readonly (readonly [keyof WrittenEntry, unknown])[] {
  return (Object.entries(entry) as [keyof WrittenEntry, unknown][]).filter(([key]) => !MERGE_KEYS.has(key));
}

/** Refuses two pieces of one level that disagree on a key, unless one of them replaces the other. */
function assertAgree(pieces: readonly Piece[]): void {
  const firstById = new Map<string, Piece>();
  const groups = new Map<string, [Piece, ...Piece[]]>();
  for (const piece of pieces) {
    const { id } = piece.entry;
    const other = firstById.get(id);
    if (other === undefined) firstById.set(id, piece);
    else groups.set(id, [...(groups.get(id) ?? [other]), piece]);
  }
  for (const group of groups.values()) {
    for (const [index, piece] of group.entries()) {
      for (const other of group.slice(0, index)) {
        if (other.entry.replaces !== piece.entry.replaces) continue;
        const key = disagreeingKey(other.entry, piece.entry);
        if (key === undefined) continue;
        throw piece.fail(
          key,
          `'${piece.entry.id}' has another "${key}" here than at ${other.layer.name}, and neither comes before the other. Remove one, or write "replaces": true where it should win.`,
        );
      }
    }
  }
}

/** A key on which two entries disagree; for two complete entries, also a key that one of them lacks. */
function disagreeingKey(a: WrittenEntry, b: WrittenEntry): string | undefined {
  const areComplete = a.kind !== undefined && b.kind !== undefined;
  const [valuesA, valuesB] = [new Map(changesOf(a)), new Map(changesOf(b))];
  return [...new Set([...valuesA.keys(), ...valuesB.keys()])].find((key) => {
    if (!areComplete && !(valuesA.has(key) && valuesB.has(key))) return false;
    return !isDeepStrictEqual(valuesA.get(key), valuesB.get(key));
  });
}

/** A change to an entry by a configuration, as `rules/config.schema.json` describes it. */
export interface Override extends WrittenEntry {
  /** Expected content of the catalogues below; the override is out of date if theirs differs. */
  readonly expects?: Omit<WrittenEntry, 'id'>;
  /** Last day for which the override is intended. */
  readonly until?: IsoDate;
  readonly why?: string;
}

/** A sentence for each override that is out of date. `known`: the entries of the layers below. */
export function overrideWarnings(known: KnownEntries, overrides: readonly Piece[], asOf?: IsoDate): readonly string[] {
  return overrides.flatMap(({ entry, layer, override = {} }) => {
    const below = known.get(entry.id)?.entry;
    if (below === undefined) return [];
    const { expects, until } = override;
    const name = `override of '${entry.id}' (${layer.name})`;
    const expectations = expects === undefined ? [] : changesOf({ ...expects, id: entry.id });
    const mismatch = expectations.find(([key, value]) => !isDeepStrictEqual(below[key], value));
    if (mismatch !== undefined) {
      const [key, value] = mismatch;
      const keyText = key === 'endOfLife' ? '' : `the ${key} `;
      return [
        `${name} expected ${keyText}${shownValue(value)}, the catalogue has ${shownValue(below[key])}${key === 'endOfLife' ? sinceText(below) : ''}: remove the override.`,
      ];
    }
    if (changesOf(entry).every(([key, value]) => isDeepStrictEqual(below[key], value)))
      return [`${name} repeats the catalogue: remove the override.`];
    if (until !== undefined && asOf !== undefined && asOf > until)
      return [`${name} was meant until ${until}: remove it, or set a later day.`];
    return [];
  });
}

/** ` since 2024-12`: the day from which the current end of life is valid. */
function sinceText({ endOfLife, history = [] }: WrittenEntry): string {
  const day = history.findLast((change) => change.endOfLife === endOfLife)?.since;
  return day === undefined ? '' : ` since ${day}`;
}

function shownValue(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
