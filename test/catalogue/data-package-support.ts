import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Release } from '../../src/knowledge/catalogue/catalogue-files.js';
import { writeDataPackage } from '../../tools/catalogue/data-package.js';
import { nextRelease, releasedFiles } from '../../tools/catalogue/release.js';
import { ROOT } from './sources.js';

/** Entry that no catalogue contains. */
export const NEW_ENTRY = {
  id: 'docker-hub/bells',
  feature: 'Bells',
  kind: 'endpoint',
  endOfLife: '2026-01-31',
  url: 'https://docs.example/bells',
  endpoints: [{ methods: ['POST'], path: '/v2/bells' }],
  replacement: { kind: 'unstated' },
};

/** Call that the entry deprecates. */
export const NEW_CALL = "fetch('https://hub.docker.com/v2/bells', { method: 'POST' });\n";

interface Keys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Makes publisher keys that no program trusts by default. */
export function newKeys(): Keys {
  return generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

export const KEYS = newKeys();

/** Day of the packaged catalogues. */
export const OWN_DAY = (JSON.parse(readFileSync(`${ROOT}/rules/release.json`, 'utf8')) as Release).day;

/** Makes the program in a folder trust the test keys. */
export function trustKeys(program: string): void {
  writeFileSync(`${program}/rules/release-key.pem`, KEYS.publicKey);
}

/**
 * Writes the data package of a later day into a folder, with one more entry of Docker Hub, and returns its version;
 * `more` counts earlier releases of that day.
 */
export function writeLater(folder: string, day: string, entry: object = NEW_ENTRY, more = 0): string {
  const root = `${folder}.root`;
  cpSync(`${ROOT}/rules`, `${root}/rules`, { recursive: true });
  for (const name of ['LICENSE', 'package.json']) cpSync(`${ROOT}/${name}`, `${root}/${name}`);
  const textOf = (name: string): string => readFileSync(`${root}/rules/${name}`, 'utf8');
  const hub = JSON.parse(textOf('apis/docker-hub.json')) as { deprecations: object[] };
  hub.deprecations.push(entry);
  writeFileSync(`${root}/rules/apis/docker-hub.json`, JSON.stringify(hub));
  const last = JSON.parse(textOf('release.json')) as Release;
  const next = nextRelease(releasedFiles(root), textOf, { last, today: day });
  writeFileSync(`${root}/rules/release.json`, JSON.stringify({ ...next, number: next.number + more }));
  mkdirSync(dirname(folder), { recursive: true });
  return writeDataPackage(root, folder, KEYS.privateKey);
}
