import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ConfigError } from '../model/errors.js';
import { formatWafPlanJson } from '../report/waf-plan-json.js';
import { formatWafPlanMarkdown } from '../report/waf-plan-markdown.js';
import { formatWafPlanText } from '../report/waf-plan-text.js';
import { parseKind } from '../waf/input-kinds.js';
import type { InputKind } from '../waf/input-kinds.js';
import { mergeInputs } from '../waf/merge-inputs.js';
import { parseInput, unknownKind } from '../waf/parse-input.js';
import type { Outcome, WafPlan } from '../waf/plan-types.js';
import { planMigration } from '../waf/plan.js';
import { readInput } from '../waf/read-inputs.js';
import { ZONE_PLANS } from '../waf/zone-export.js';
import type { ZonePlan } from '../waf/zone-export.js';
import { EXIT } from './exit-code.js';
import type { ExitCode } from './exit-code.js';
import type { CliIo } from './io.js';
import { writeOutput } from './write-output.js';

type WafPlanIo = Pick<CliIo, 'cwd' | 'out' | 'err'>;

interface NamedFile {
  readonly file: string;
  readonly kind?: InputKind;
}

interface WafPlanFlags {
  readonly as: readonly NamedFile[];
  readonly plan?: ZonePlan;
  readonly waf?: 'on' | 'off';
  readonly format: keyof typeof FORMATS;
  readonly output?: string;
}

const FORMATS = { text: formatWafPlanText, markdown: formatWafPlanMarkdown, json: formatWafPlanJson } as const;

const CODES: Readonly<Record<Outcome, ExitCode>> = { possible: EXIT.clean, blocked: EXIT.findings, unknown: EXIT.failure };

const HELP = `
The files are a zone configuration of your own (rules/waf-export.schema.json says its shape), or answers
of the previous APIs as curl saves them: packages, groups, rules and overrides of the WAF, firewall
rules, filters, Page Rules, and the check and config operations of the migration. What a file holds is
told from its shape; an empty list needs --as. Nothing is sent anywhere.

Kinds for --as: packages, groups, rules, overrides, firewall-rules, filters, page-rules, check, config.

Exit codes:
  0  the migration is possible
  1  something blocks it; the plan lists what, and the call that removes it where there is one
  2  no plan could be made, or the files leave open whether the migration is possible

Examples:
  sunset-lint waf-plan zone.json
  sunset-lint waf-plan --plan pro --waf on packages.json firewall-rules.json --as overrides=overrides.json
  sunset-lint waf-plan zone.json --format markdown --output plan.md`;

/**
 * Adds `waf-plan` to the program. Its action hands the exit code to `onExit`, and throws a ConfigError
 * for files that cannot be used.
 */
export function addWafPlanCommand(program: Command, io: WafPlanIo, onExit?: (code: ExitCode) => void): void {
  program
    .command('waf-plan')
    .description('Plan the migration of a zone to the new WAF Managed Rules, from its exported configuration.')
    .argument('[files...]', 'exported files of one zone')
    .addOption(new Option('--as <kind=file>', 'read a file as this kind; may be repeated').argParser(collectNamed).default([], 'by shape'))
    .addOption(new Option('--plan <plan>', 'plan of the zone, where no file says it').choices([...ZONE_PLANS]))
    .addOption(new Option('--waf <switch>', 'whether the previous WAF is on, where no file says it').choices(['on', 'off']))
    .addOption(new Option('--format <format>', 'form of the plan').choices(Object.keys(FORMATS)).default('text'))
    .option('--output <file>', 'write the plan to a file')
    .addHelpText('after', HELP)
    .action((files: readonly string[], flags: WafPlanFlags) => {
      onExit?.(runWafPlan(files, flags, io));
    });
}

function runWafPlan(files: readonly string[], flags: WafPlanFlags, io: WafPlanIo): ExitCode {
  const named: readonly NamedFile[] = [...files.map((file) => ({ file })), ...flags.as];
  if (named.length === 0) throw new ConfigError("no file to read. Name the exported files of one zone; 'sunset-lint waf-plan --help' says which.");
  const inputs = named.map(({ file, kind }) => parseInput(readInput(resolve(io.cwd, file), file, kind)));
  const plan = planMigration(mergeInputs(inputs, flags));
  const text = FORMATS[flags.format](plan);
  if (flags.output === undefined) io.out(text);
  else writeOutput(resolve(io.cwd, flags.output), text, 'the report', 'Name a file in an existing, writable folder with --output.');
  if (plan.outcome === 'unknown') io.err(`error: the files leave open whether the migration is possible: ${missingFrom(plan)}\n`);
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

function collectNamed(value: string, previous: readonly NamedFile[]): readonly NamedFile[] {
  const split = value.indexOf('=');
  if (split < 1 || split === value.length - 1) throw new InvalidArgumentError('Write it as kind=file, such as packages=packages.json.');
  const word = value.slice(0, split);
  const kind = parseKind(word);
  if (kind === undefined) throw new InvalidArgumentError(`It has an ${unknownKind(word)}.`);
  return [...previous, { file: value.slice(split + 1), kind }];
}
