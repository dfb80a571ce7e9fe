import { resolve } from 'node:path';
import { plainText } from '../../../src/core/lib/safe-output.js';
import { ConfigError } from '../../../src/core/model/errors.js';
import { formatWafPlanJson } from './report/plan-json.js';
import { formatWafPlanMarkdown } from './report/plan-markdown.js';
import { formatWafPlanText } from './report/plan-text.js';
import { mergeInputs } from './plan/merge-inputs.js';
import { parseInput } from './plan/parse-input.js';
import type { Outcome, WafPlan } from './plan/plan-types.js';
import { planMigration } from './plan/plan.js';
import { readInput } from './plan/read-inputs.js';
import { EXIT } from '../../../src/hosts/cli/shared/io.js';
import type { ExitCode, CliIo } from '../../../src/hosts/cli/shared/io.js';
import { outputOrPrint } from '../../../src/hosts/cli/shared/write-output.js';
import { parseKind, unknownKindMessage } from './plan/input-kinds.js';
import type { InputKind } from './plan/input-kinds.js';
import { parsePlanName } from './plan/plan-name.js';
import { ZONE_PLANS } from './plan/zone-export.js';
import type { ZonePlan } from './plan/zone-export.js';

export type WafPlanIo = Pick<CliIo, 'cwd' | 'data' | 'err'>;

/** Flags as the user wrote them. */
export interface WafPlanFlags {
  readonly as: readonly string[];
  readonly plan?: string;
  readonly waf?: 'on' | 'off';
  readonly format: keyof typeof FORMATS;
  readonly output?: string;
}

const FORMATS = {
  text: (plan: WafPlan) => plainText(formatWafPlanText(plan)),
  markdown: (plan: WafPlan) => plainText(formatWafPlanMarkdown(plan)),
  json: formatWafPlanJson,
} as const;

const EXIT_CODES: Readonly<Record<Outcome, ExitCode>> = {
  possible: EXIT.clean,
  blocked: EXIT.findings,
  unknown: EXIT.failure,
};

/** Reads the files, plans the migration, and writes the plan. @throws ConfigError for files that cannot be used. */
export function runWafPlan(files: readonly string[], flags: WafPlanFlags, io: WafPlanIo): ExitCode {
  const inputFiles: readonly NamedFile[] = [...files.map((file) => ({ file })), ...flags.as.map(parseNamedFile)];
  const { plan: planName, waf } = flags;
  const zoneFlags = {
    ...(planName === undefined ? {} : { plan: parsePlan(planName) }),
    ...(waf === undefined ? {} : { waf }),
  };
  if (inputFiles.length === 0)
    throw new ConfigError(
      "no file to read. Name the exported files of one zone; 'sunset-lint waf-plan --help' says which.",
    );
  const inputs = inputFiles.map(({ file, kind }) => parseInput(readInput(resolve(io.cwd, file), file, kind)));
  const plan = planMigration(mergeInputs(inputs, zoneFlags));
  outputOrPrint(FORMATS[flags.format](plan), flags.output, 'the report', io);
  if (plan.outcome === 'unknown')
    io.err(`error: the files leave open whether the migration is possible: ${missingFacts(plan)}\n`);
  return EXIT_CODES[plan.outcome];
}

/** The missing facts on which the outcome depends, without texts from the export. */
function missingFacts({ phases, limits }: WafPlan): string {
  const openStatements = [
    ...phases.filter(({ phase, verdict }) => phase === 2 && verdict === 'unknown').flatMap(({ reasons }) => reasons),
    ...limits.filter(({ verdict }) => verdict === 'unknown').map(({ what }) => what),
  ];
  return [...new Set(openStatements.map(({ text }) => text.replace(/:$/, '.')))].join(' ');
}

/** An input file, with its kind if the user named it. */
interface NamedFile {
  readonly file: string;
  readonly kind?: InputKind;
}

/**
 * The plan that `--plan` names, also in the spelling of the API: `Pro Website`. @throws ConfigError for another word.
 */
function parsePlan(word: string): ZonePlan {
  const plan = parsePlanName(word);
  if (plan === undefined) throw invalidOption('--plan <plan>', word, `Allowed choices are ${ZONE_PLANS.join(', ')}.`);
  return plan;
}

/** The file and the kind that one `--as` names. @throws ConfigError for any text but `kind=file`. */
function parseNamedFile(value: string): NamedFile {
  const separator = value.indexOf('=');
  if (separator < 1 || separator === value.length - 1)
    throw invalidOption('--as <kind=file>', value, 'Write it as kind=file, such as packages=packages.json.');
  const word = value.slice(0, separator);
  const kind = parseKind(word);
  if (kind === undefined) throw invalidOption('--as <kind=file>', value, `It has an ${unknownKindMessage(word)}.`);
  return { file: value.slice(separator + 1), kind };
}

function invalidOption(flag: string, value: string, why: string): ConfigError {
  return new ConfigError(`option '${flag}' argument '${value}' is invalid. ${why}`);
}
