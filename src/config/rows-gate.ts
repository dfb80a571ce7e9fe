import { FAIL_ON } from '../model/fail-on.js';
import type { SettingRows } from './setting-row.js';

/** Which findings fail: the gate, known findings, and what a change adds. */
export const GATE = {
  failOn: {
    group: 'gate',
    kind: 'choice',
    choices: FAIL_ON,
    default: 'deprecated',
    flag: '--fail-on <state>',
    affects: 'gate',
    combine: 'first',
    about: 'which findings fail: those past their end of life (`sunset`), all (`deprecated`), or none (`never`)',
    help: 'which findings fail: those past their end of life (sunset), all (deprecated), or none (never)',
  },
  warnWithin: {
    group: 'gate',
    kind: 'days',
    affects: 'report',
    combine: 'later',
    about: 'warn about findings that reach their end of life within this many days, such as 90d',
  },
  maxFindings: {
    group: 'gate',
    kind: 'count',
    absent: 0,
    affects: 'gate',
    combine: 'least',
    about: 'maximum number of findings allowed (default: 0)',
  },
  onlyChanged: {
    group: 'gate',
    kind: 'languages',
    affects: 'gate',
    combine: 'common',
    about:
      'findings in these languages fail only in a scan of a change (`--staged`, `--changed-since`); see [scripts](#scripts-that-ran-once)',
  },
  baseline: {
    group: 'baseline',
    kind: 'path',
    flag: '--baseline <file>',
    off: ['--no-baseline', 'ignore the baseline'],
    affects: 'gate',
    combine: 'later',
    about: 'file with the known findings; written below the folder of the configuration only',
    help: 'file with the known findings (default: sunset-baseline.json, if present)',
  },
  updateBaseline: {
    group: 'baseline',
    kind: 'toggle',
    flag: '--update-baseline',
    affects: 'gate',
    about: 'write all findings to the baseline, keeping reasons and owners',
  },
  reason: {
    group: 'baseline',
    kind: 'text',
    flag: '--reason <text>',
    affects: 'gate',
    about: 'with --update-baseline: why the new findings are accepted',
  },
  prune: {
    group: 'baseline',
    kind: 'toggle',
    flag: '--prune',
    affects: 'gate',
    about: 'remove baseline entries whose calls no longer exist',
  },
  strictClock: {
    group: 'baseline',
    kind: 'toggle',
    affects: 'gate',
    combine: 'any',
    about: 'known findings fail once their end of life has passed',
  },
  staged: {
    group: 'change',
    kind: 'toggle',
    flag: '--staged',
    affects: 'gate',
    about: 'report only findings that the staged changes introduce; reads the staged content',
  },
  changedSince: {
    group: 'change',
    kind: 'text',
    flag: '--changed-since <ref>',
    affects: 'gate',
    about: 'report only findings introduced since the branch left this commit',
  },
  watch: {
    group: 'change',
    kind: 'toggle',
    flag: '-w, --watch',
    affects: 'run',
    about: 'scan again whenever a file changes',
  },
} as const satisfies SettingRows;
