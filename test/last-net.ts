import { baseUrlsOf, splitBaseUrl } from '../src/api/base-url.js';
import { createAnalyser } from '../src/engine/analyse.js';
import type { AddressFate } from '../src/engine/requests/addresses.js';
import type { FileKinds } from '../src/languages/file-kinds.js';
import { LANGUAGES } from '../src/languages/table.js';
import type { Catalogue } from '../src/model/deprecation.js';
import type { Span } from '../src/model/span.js';
import { createModuleReader } from '../src/scan/module-reader.js';
import type { SourceStore } from '../src/scan/source-store.js';

/** What became of the places of some files where the host of an API stands. */
export interface Net {
  readonly fates: ReadonlyMap<AddressFate['fate'] | 'told in a finding', number>;
  /** Places of which nothing is known, as `file:line: what stands there`. */
  readonly strays: readonly string[];
}

/** Asks of every place of files that holds the host of an API, outside comments, what became of it. */
export function castNet(store: SourceStore, kinds: FileKinds, files: readonly string[], catalogue: Catalogue): Net {
  const fates = new Map<AddressFate['fate'] | 'told in a finding', number>();
  const strays: string[] = [];
  const hosts = baseUrlsOf(catalogue)
    .map(({ url }) => splitBaseUrl(url).host)
    .filter((host) => !host.includes('{'));
  for (const { id } of LANGUAGES) {
    const own = files.filter((file) => kinds.of(file).some(({ language }) => language.id === id));
    const addresses: AddressFate[] = [];
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
      const told = [...findings.map(({ at }) => at), ...unresolved.map(({ at }) => at)].filter(
        (at) => at.file === file,
      );
      const silent = silentSpans(store, file, id);
      for (const place of places) {
        if (silent.some((span) => isIn(place, span))) continue;
        const fate = addresses.find(({ at }) => isIn(place, at.span))?.fate;
        const known = fate ?? (told.some(({ span }) => isIn(place, span)) ? 'told in a finding' : undefined);
        if (known !== undefined) fates.set(known, (fates.get(known) ?? 0) + 1);
        else strays.push(lineOf(file, store.text(file) ?? '', place));
      }
    }
  }
  return { fates, strays };
}

/** Comments, and what of a file of another kind is no code of the language. */
function silentSpans(store: SourceStore, file: string, id: string): readonly Span[] {
  const comments = store.comments(file).map(({ span }) => span);
  const holder = store.kinds.of(file).find(({ language }) => language.id === id)?.holder;
  if (holder === undefined) return comments;
  const text = store.text(file) ?? '';
  const codes = holder.fragmentsOf(text, file).map(({ start, end }): Span => [start, end]);
  const gaps = [...codes, [text.length, text.length] as const].map(([start], index): Span => [
    codes[index - 1]?.[1] ?? 0,
    start,
  ]);
  return [...comments, ...gaps];
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
