import { resolve } from 'node:path';
import { ConfigError } from '../model/errors.js';
import { formatWafPlanJson } from '../waf/report/plan-json.js';
import { formatWafPlanMarkdown } from '../waf/report/plan-markdown.js';
import { formatWafPlanText } from '../waf/report/plan-text.js';
import type { InputKind } from '../waf/plan/input-kinds.js';
import { mergeInputs } from '../waf/plan/merge-inputs.js';
import { parseInput } from '../waf/plan/parse-input.js';
import type { Outcome, WafPlan } from '../waf/plan/plan-types.js';
import { planMigration } from '../waf/plan/plan.js';
import { readInput } from '../waf/plan/read-inputs.js';
import type { ZonePlan } from '../waf/plan/zone-export.js';
import { EXIT } from './exit-code.js';
import type { ExitCode } from './exit-code.js';
import type { CliIo } from './io.js';
import { writeOutput } from './write-output.js';

export type WafPlanIo = Pick<CliIo, 'cwd' | 'out' | 'err'>;

export interface NamedFile {
  readonly file: string;
  readonly kind?: InputKind;
}

export interface WafPlanFlags {
  readonly as: readonly NamedFile[];
  readonly plan?: ZonePlan;
  readonly waf?: 'on' | 'off';
  readonly format: keyof typeof FORMATS;
  readonly output?: string;
}

const FORMATS = { text: formatWafPlanText, markdown: formatWafPlanMarkdown, json: formatWafPlanJson } as const;

const CODES: Readonly<Record<Outcome, ExitCode>> = {
  possible: EXIT.clean,
  blocked: EXIT.findings,
  unknown: EXIT.failure,
};

/** Reads the files, plans, writes the plan. @throws ConfigError for files that cannot be used. */
export function runWafPlan(files: readonly string[], flags: WafPlanFlags, io: WafPlanIo): ExitCode {
  const named: readonly NamedFile[] = [...files.map((file) => ({ file })), ...flags.as];
  if (named.length === 0)
    throw new ConfigError(
      "no file to read. Name the exported files of one zone; 'sunset-lint waf-plan --help' says which.",
    );
  const inputs = named.map(({ file, kind }) => parseInput(readInput(resolve(io.cwd, file), file, kind)));
  const plan = planMigration(mergeInputs(inputs, flags));
  const text = FORMATS[flags.format](plan);
  if (flags.output === undefined) io.out(text);
  else
    writeOutput(resolve(io.cwd, flags.output), text, {
      what: 'the report',
      advice: 'Name a file in an existing, writable folder with --output.',
    });
  if (plan.outcome === 'unknown')
    io.err(`error: the files leave open whether the migration is possible: ${missingFrom(plan)}\n`);
  return CODES[plan.outcome];
}

/** What would settle it: our own words only. */
function missingFrom({ phases, limits }: WafPlan): string {
  const open = [
    ...phases.filter(({ phase, verdict }) => phase === 2 && verdict === 'unknown').flatMap(({ reasons }) => reasons),
    ...limits.filter(({ verdict }) => verdict === 'unknown').map(({ what }) => what),
  ];
  return [...new Set(open.map(({ text }) => text.replace(/:$/, '.')))].join(' ');
}
