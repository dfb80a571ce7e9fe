import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { RELEASE_FORMAT } from '../../src/knowledge/catalogue/catalogue-files.js';
import type { Release } from '../../src/knowledge/catalogue/catalogue-files.js';
import type { IsoDate } from '../../src/core/model/deprecation.js';

/** Files of `rules` that the program reads at run time, which the data package contains. */
export function releasedFiles(root: string): readonly string[] {
  const inFolder = (folder: string): readonly string[] =>
    readdirSync(`${root}/rules/${folder}`).flatMap((name) => (name.endsWith('.json') ? [`${folder}/${name}`] : []));
  return ['catalogue.json', 'packaged-apis.json', ...inFolder('apis'), ...inFolder('editions')].sort();
}

/**
 * Returns the release of these files: the last one if no file has changed, else a later one. Each state of the facts
 * has its own version.
 */
export function nextRelease(
  names: readonly string[],
  textOf: (name: string) => string,
  { last, today }: { readonly last: Release | undefined; readonly today: IsoDate },
): Release {
  const files = Object.fromEntries(
    names.map((name) => [name, createHash('sha256').update(textOf(name)).digest('hex')] as const),
  );
  if (last?.format === RELEASE_FORMAT && JSON.stringify(last.files) === JSON.stringify(files)) return last;
  const day = last === undefined || last.day < today ? today : last.day;
  return { format: RELEASE_FORMAT, day, number: last?.day === day ? last.number + 1 : 0, files };
}
