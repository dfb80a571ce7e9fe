import { EDITIONS } from '../catalogue/load.js';
import type { SettingRows } from './setting-row.js';

/** What is deprecated, and by which clients and base URLs it is called. */
export const CATALOGUE = {
  ignore: {
    group: 'catalogue',
    kind: 'ids',
    affects: 'catalogue',
    combine: 'later',
    eslint: true,
    about: 'ids of deprecations that are not reported; the report counts what was left out, `--verbose` lists it',
  },
  edition: {
    group: 'catalogue',
    kind: 'choice',
    choices: [...EDITIONS, 'none'],
    absent: 'specification',
    flag: '--edition <edition>',
    affects: 'catalogue',
    combine: 'later',
    eslint: true,
    about:
      'state of the built-in catalogue: `specification`, what the specification says (the default), `current`, what the vendor says today, or `none`, which leaves that catalogue out',
    help: 'state of the built-in catalogue (default: specification)',
  },
  apis: {
    group: 'catalogue',
    kind: 'ids',
    flag: '--api <id>',
    affects: 'catalogue',
    combine: 'later',
    eslint: true,
    about:
      'which of the [other APIs](catalogues.md#other-apis) are looked for, such as `openai`; default `auto`, those that files use; `none` for none. An id that does not exist is answered with those that do',
    help: 'look for this one of the other APIs, not for those that files use; repeatable',
    empty: 'auto',
  },
  packages: {
    group: 'catalogue',
    kind: 'ids',
    affects: 'catalogue',
    combine: 'later',
    eslint: true,
    about: 'installed packages with [catalogues](#catalogues); data alone, nothing of them is run',
  },
  catalogues: {
    group: 'catalogue',
    kind: 'catalogues',
    flag: '--catalogue <file>',
    affects: 'catalogue',
    combine: 'later',
    eslint: true,
    about:
      'files with more deprecations; `{ "file": "own.json", "sha256": "…" }` takes the file only as long as it is the same',
    help: 'add the deprecations of a catalogue file; repeatable',
    empty: 'none',
  },
  overrides: {
    group: 'catalogue',
    kind: 'overrides',
    affects: 'catalogue',
    combine: 'later',
    eslint: true,
    about:
      '[changes](#catalogues) to known deprecations, which win over all catalogues: keys of an entry, and `expects`, `until`, `why`',
  },
  baseUrls: {
    group: 'catalogue',
    kind: 'baseUrls',
    affects: 'catalogue',
    combine: 'later',
    eslint: true,
    about:
      'more base URLs, such as a proxy of your own: of the built-in API, or of the one that `{ "url": "…", "api": "…" }` names',
  },
  clients: {
    group: 'catalogue',
    kind: 'clients',
    affects: 'catalogue',
    combine: 'later',
    eslint: true,
    about: 'models of HTTP clients beside the built-in ones',
  },
  config: {
    group: 'catalogue',
    kind: 'path',
    flag: '-c, --config <file>',
    off: ['--no-config', 'use no configuration'],
    affects: 'run',
    about: 'use this configuration (default: the nearest one)',
  },
  configCode: {
    group: 'catalogue',
    kind: 'negated',
    flag: '--no-config-code',
    affects: 'run',
    about: 'refuse a configuration that is a program (.js, .mjs, .cjs, .ts, …)',
  },
  printConfig: {
    group: 'print',
    kind: 'toggle',
    flag: '--print-config',
    affects: 'run',
    about: 'print the settings in effect, and exit',
  },
} as const satisfies SettingRows;
