import { baseUrlsOf, splitBaseUrl } from '../src/core/api/base-url.js';
import { createAnalyser } from '../src/engine/analyse.js';
import type { AddressOutcome } from '../src/engine/requests/described/addresses.js';
import type { FileKinds } from '../src/languages/table.js';
import { LANGUAGES } from '../src/languages/table.js';
import type { Catalogue } from '../src/core/model/deprecation.js';
import type { Span } from '../src/core/model/span.js';
import { hasUnreadAddress } from '../src/scan/unread-address.js';
import { createModuleReader } from '../src/scan/module-reader.js';
import type { SourceStore } from '../src/scan/source-store.js';
import { mentionedApis } from '../src/select/text-mentions.js';

/** Outcome of an address; `the file is named` for one in a part of a file that is listed as not understood. */
type Outcome = AddressOutcome['outcome'] | 'reported' | 'the file is named';

/** Outcomes of all addresses with the host of an API. */
export interface AddressOutcomes {
  readonly outcomes: ReadonlyMap<Outcome, number>;
  /** Addresses without an outcome, as `file:line: source line`. */
  readonly strays: readonly string[];
}

/** Determines the outcome of every address with the host of an API, except in comments. */
export function addressOutcomes(
  store: SourceStore,
  kinds: FileKinds,
  files: readonly string[],
  catalogue: Catalogue,
): AddressOutcomes {
  const outcomes = new Map<Outcome, number>();
  const strays: string[] = [];
  const hosts = baseUrlsOf(catalogue)
    .map(({ url }) => splitBaseUrl(url).host)
    .filter((host) => !host.includes('{'));
  for (const { id } of LANGUAGES) {
    const own = files.filter((file) => kinds.of(file).some(({ language }) => language.id === id));
    const addresses: AddressOutcome[] = [];
    const modules = createModuleReader({ store, files: own, catalogue, language: id });
    const analyse = createAnalyser({
      catalogue,
      modules,
      language: id,
      onAddress: (address) => addresses.push(address),
    });
    for (const file of own) {
      const places = placesOf(store.text(file) ?? '', hosts);
      if (places.length === 0 || store.facts(file, id) === undefined) continue;
      addresses.length = 0;
      const { findings, unresolved } = analyse(file);
      const reported = [...findings.map(({ at }) => at), ...unresolved.map(({ at }) => at)].filter(
        (at) => at.file === file,
      );
      const silent = silentSpans(store, file, id);
      for (const place of places) {
        if (silent.some((span) => isIn(place, span))) continue;
        const outcome = addresses.find(({ at }) => isIn(place, at.span))?.outcome;
        const known =
          outcome ??
          (reported.some(({ span }) => isIn(place, span)) ? 'reported' : undefined) ??
          (isOutside(store, file, place) && isNamed(store, file, catalogue) ? 'the file is named' : undefined);
        if (known !== undefined) outcomes.set(known, (outcomes.get(known) ?? 0) + 1);
        else strays.push(lineOf(file, store.text(file) ?? '', place));
      }
    }
  }
  return { outcomes, strays };
}

/** Spans of comments, and of code in other languages. */
function silentSpans(store: SourceStore, file: string, id: string): readonly Span[] {
  return [...store.comments(file).map(({ span }) => span), ...codesIn(store, file, (language) => language !== id)];
}

/** Spans of code in some languages within a file of another kind. */
function codesIn(store: SourceStore, file: string, isWanted: (language: string) => boolean): readonly Span[] {
  const text = store.text(file) ?? '';
  return store.kinds
    .of(file)
    .filter(({ language }) => isWanted(language.id))
    .flatMap(({ hostFile }) => hostFile?.fragmentsOf(text, file) ?? [])
    .map(({ start, end }): Span => [start, end]);
}

/** Whether a place is outside the code in a file of another kind. */
function isOutside(store: SourceStore, file: string, place: number): boolean {
  if (store.kinds.of(file).every(({ hostFile }) => hostFile === undefined)) return false;
  return !codesIn(store, file, () => true).some((span) => isIn(place, span));
}

function isNamed(store: SourceStore, file: string, catalogue: Catalogue): boolean {
  const hasAddress = (text: string): boolean => mentionedApis(text, catalogue).length > 0;
  return hasUnreadAddress({ file, text: store.text(file) ?? '', kinds: store.kinds.of(file) }, hasAddress);
}

function placesOf(text: string, hosts: readonly string[]): readonly number[] {
  return hosts.flatMap((host) =>
    [...text.matchAll(new RegExp(`(?<![\\w.-])${host.replace(/\./g, '\\.')}`, 'g'))].map(({ index }) => index),
  );
}

function isIn(place: number, [start, end]: Span): boolean {
  return start <= place && place < end;
}

function lineOf(file: string, text: string, place: number): string {
  const line = text.slice(0, place).split('\n').length;
  return `${file}:${String(line)}: ${(text.split('\n')[line - 1] ?? '').trim().slice(0, 140)}`;
}
