import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Release } from '../../src/catalogue/catalogue-files.js';
import { writeDataPackage } from '../../tools/catalogue/data-package.js';
import { nextRelease, releasedFiles } from '../../tools/catalogue/release.js';
import { ROOT } from './sources.js';

/** An entry that no catalogue has. */
export const NEW_ENTRY = {
  id: 'docker-hub/bells',
  feature: 'Bells',
  kind: 'endpoint',
  endOfLife: '2026-01-31',
  url: 'https://docs.example/bells',
  endpoints: [{ methods: ['POST'], path: '/v2/bells' }],
  replacement: { kind: 'unstated' },
};

/** A call that it is about. */
export const NEW_CALL = "fetch('https://hub.docker.com/v2/bells', { method: 'POST' });\n";

/** Writes the data package of a later day into a folder, with one more entry of Docker Hub. Gives its version. */
export function writeLater(folder: string, day: string, entry: object = NEW_ENTRY): string {
  const root = `${folder}.root`;
  cpSync(`${ROOT}/rules`, `${root}/rules`, { recursive: true });
  for (const name of ['LICENSE', 'package.json']) cpSync(`${ROOT}/${name}`, `${root}/${name}`);
  const textOf = (name: string): string => readFileSync(`${root}/rules/${name}`, 'utf8');
  const hub = JSON.parse(textOf('apis/docker-hub.json')) as { deprecations: object[] };
  hub.deprecations.push(entry);
  writeFileSync(`${root}/rules/apis/docker-hub.json`, JSON.stringify(hub));
  const last = JSON.parse(textOf('release.json')) as Release;
  const next = nextRelease(releasedFiles(root), textOf, { last, today: day });
  writeFileSync(`${root}/rules/release.json`, JSON.stringify(next));
  mkdirSync(dirname(folder), { recursive: true });
  return writeDataPackage(root, folder);
}
