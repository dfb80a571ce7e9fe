import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { writeRelease } from '../../tools/release/release.js';
import { HERE, put, scratch } from './support.js';

export const DEAD = "fetch('https://api.cloudflare.com/client/v4/zones/1/pagerules');\n";

export const { version: VERSION } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as {
  readonly version: string;
};

export const ADDRESSES = {
  repository: 'https://github.com/acme/sunset-lint',
  homepage: 'https://acme.dev/sunset-lint/',
  bugs: 'https://github.com/acme/sunset-lint/issues',
};

/** Parts of a SARIF report that tests read. */
export interface Sarif {
  readonly version: string;
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: { readonly informationUri?: string; readonly rules: readonly { helpUri?: string }[] };
      };
      readonly results: readonly { readonly ruleId: string }[];
    },
  ];
}

export interface Released {
  readonly folderOf: () => string;
  /** Reads a file of a mirror. */
  readonly mirror: (name: string, file: string) => string;
  /** Environment in which `sunset-lint` is the released program. */
  readonly withProgram: () => { readonly PATH: string };
}

/** Writes a release of this build before the tests of a file, and removes it afterwards. */
export function useRelease(): Released {
  let store = '';
  beforeAll(() => {
    store = mkdtempSync(join(tmpdir(), 'sunset-release-'));
    writeRelease(HERE, join(store, 'release'), ADDRESSES);
  });
  afterAll(() => rmSync(store, { recursive: true, force: true }));
  const folderOf = (): string => join(store, 'release');
  return {
    folderOf,
    mirror: (name, file) => readFileSync(join(folderOf(), 'mirrors', name, file), 'utf8'),
    withProgram: () => {
      const bin = scratch({});
      put(bin, 'sunset-lint', `#!/bin/sh\nexec node '${folderOf()}/npm/sunset-lint/dist/program/main.cjs' "$@"\n`);
      return { PATH: [bin, process.env['PATH']].join(delimiter) };
    },
  };
}
