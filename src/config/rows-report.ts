import { CONFIDENCES } from '../model/evidence.js';
import type { SettingRows } from './setting-row.js';

/** What reports show, and where they go. */
export const REPORT = {
  format: {
    group: 'report',
    kind: 'formats',
    flag: '-f, --format <name[=file]>',
    affects: 'report',
    combine: 'later',
    about: 'reports, each with its file (`sarif=sunset.sarif`) inside the folder of the configuration',
    help: 'format of the report, and the file to write it to; repeatable',
    empty: 'text',
  },
  output: {
    group: 'report',
    kind: 'path',
    flag: '-o, --output <file>',
    affects: 'report',
    about: 'file for the report whose format names none',
  },
  omitSuppressed: {
    group: 'report',
    kind: 'toggle',
    flag: '--omit-suppressed',
    affects: 'report',
    about: 'omit suppressed findings from SARIF, because GitHub shows them as open',
  },
  verbose: {
    group: 'report',
    kind: 'toggle',
    flag: '-v, --verbose',
    affects: 'report',
    about: 'show all: code and evidence of each finding, unresolved requests, suppressed findings, clock and catalogue',
  },
  quiet: {
    group: 'report',
    kind: 'toggle',
    flag: '-q, --quiet',
    affects: 'report',
    about: 'one line per finding, nothing else',
  },
  color: {
    group: 'report',
    kind: 'negated',
    flag: '--no-color',
    affects: 'report',
    about: 'no colours (also: NO_COLOR; FORCE_COLOR for the opposite)',
  },
  minConfidence: {
    group: 'findings',
    kind: 'choice',
    choices: CONFIDENCES,
    default: 'probable',
    flag: '--min-confidence <level>',
    affects: 'gate',
    combine: 'first',
    eslint: true,
    about: 'lowest confidence of the findings to report: `possible`, `probable` (the default) or `certain`',
    help: 'lowest confidence of the findings to report',
  },
  asOf: {
    group: 'findings',
    kind: 'date',
    flag: '--as-of <date>',
    affects: 'report',
    about: 'date that ends of life are compared with, YYYY-MM-DD (default: today, UTC)',
  },
} as const satisfies SettingRows;
