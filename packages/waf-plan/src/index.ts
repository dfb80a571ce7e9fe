import type { Command } from 'commander';
import type { DeclareCommands, ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import type { ExitCode } from '../../../src/hosts/cli/shared/io.js';
import { loadBuiltWith } from '../../../src/core/built-module.js';
import type { ZonePlan } from './plan/zone-export.js';
import type { WafPlanFlags, WafPlanIo } from './run-waf-plan.js';

/** Plans of a zone; a separate list, because the planner is loaded on demand. */
const PLANS: Readonly<Record<ZonePlan, true>> = { free: true, pro: true, business: true, enterprise: true };

const FORMATS: readonly WafPlanFlags['format'][] = ['text', 'markdown', 'json'];

const HELP = `
The files are a zone configuration of your own (schema: rules/waf-export.schema.json), or answers
of the previous APIs as curl saves them: packages, groups, rules and overrides of the WAF, firewall
rules, filters, Page Rules, the setting waf, the zone itself, and the check and config operations of the
migration. The kind of a file follows from its shape; an empty list needs --as. Nothing is sent over the network.

Kinds for --as: packages, groups, rules, overrides, firewall-rules, filters, page-rules, check, config,
waf, zone.

Exit codes:
  0  the migration is possible
  1  something blocks it; the plan lists what, with the call that removes it, if any
  2  no plan could be made, or the files leave open whether the migration is possible

Examples:
  sunset-lint waf-plan zone.json
  sunset-lint waf-plan --plan pro --waf on packages.json firewall-rules.json --as overrides=overrides.json
  sunset-lint waf-plan zone.json --format markdown --output plan.md`;

/** Declares the commands of this package: `waf-plan`. */
export const commands: DeclareCommands = (parts, io, finish) => {
  loadBuiltWith(parts.builtLoaders());
  return [wafPlanCommand(parts, io, finish)];
};

/**
 * Declares `waf-plan`. The action of the command passes the exit code to `finish`, and throws a ConfigError for files
 * that cannot be used.
 */
export function wafPlanCommand(
  { Command, Option }: Pick<ProgramParts, 'Command' | 'Option'>,
  io: WafPlanIo,
  finish: (code: ExitCode) => void,
): Command {
  return (
    new Command('waf-plan')
      .summary('plan the migration of a zone to the new WAF')
      .description('Plan the migration of a zone to the new WAF Managed Rules, from its exported configuration.')
      .argument('[files...]', 'exported files of one zone')
      .addOption(
        new Option('--as <kind=file>', 'read a file as this kind; repeatable')
          .argParser((value: string, previous: readonly string[]) => [...previous, value])
          .default([], 'by shape'),
      )
      // The help lists the choices; \`parsePlan\` checks the value, and accepts the API's spelling (\`Pro Website\`) too.
      .addOption(
        new Option('--plan <plan>', 'plan of the zone, if no file gives it')
          .choices(Object.keys(PLANS))
          .argParser((word) => word),
      )
      .addOption(
        new Option('--waf <switch>', 'whether the previous WAF is on, if no file says so').choices(['on', 'off']),
      )
      .addOption(new Option('--format <format>', 'format of the plan').choices(FORMATS).default('text'))
      .option('--output <file>', 'write the plan to a file')
      .addHelpText('after', HELP)
      .action(async (files: readonly string[], flags: WafPlanFlags) => {
        const { runWafPlan } = await import('./run-waf-plan.js');
        finish(runWafPlan(files, flags, io));
      })
  );
}
