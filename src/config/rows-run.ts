import type { SettingRows } from './setting-row.js';

/** Settings for the side effects of a run and its limits. */
export const RUN = {
  fix: {
    group: 'fix',
    kind: 'toggle',
    flag: '--fix',
    daily: 'apply the exact replacements',
    affects: 'run',
    about: 'apply the exact replacements, then report the remaining findings',
  },
  fixDryRun: {
    group: 'fix',
    kind: 'toggle',
    flag: '--fix-dry-run',
    affects: 'run',
    about: 'print the changes of --fix as a diff, without a report; exit 1 if there are any',
  },
  debug: {
    group: 'run',
    kind: 'toggle',
    flag: '--debug',
    affects: 'run',
    about: 'print to standard error what was examined in each named file, and why it is reported or not',
  },
  stats: {
    group: 'run',
    kind: 'toggle',
    flag: '--stats',
    affects: 'run',
    about: 'print to standard error how much work was done, in counts that do not depend on the machine',
  },
  cacheLocation: {
    group: 'run',
    kind: 'path',
    flag: '--cache-location <folder>',
    affects: 'run',
    about: 'folder for results kept between runs, outside the repository (default: in your cache folder)',
  },
  cache: {
    group: 'run',
    kind: 'negated',
    flag: '--no-cache',
    affects: 'run',
    about: 'do not use or keep results of earlier runs',
  },
  maxMemory: {
    group: 'run',
    kind: 'memory',
    affects: 'run',
    combine: 'later',
    about: 'stop with a partial report before memory exceeds this, such as 512mb (exit code 2)',
  },
  timeout: {
    group: 'run',
    kind: 'duration',
    affects: 'run',
    combine: 'later',
    about: 'stop with a partial report after this time, such as 30s or 2m (exit code 2)',
  },
} as const satisfies SettingRows;
