import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { catalogueFiles } from '../../knowledge/catalogue/catalogue-files.js';
import { builtLoaders } from '../../core/built-module.js';
import { ownFolder, packageBeside, readTool } from '../../core/package-files.js';
import { ConfigError } from '../../core/model/errors.js';
import { loadTypeScript } from '../../files/load-typescript.js';
import { namedCatalogue } from './catalogue/named-catalogue.js';
import { scanOnce } from './scanning/scan-settings.js';
import { addFlags, HELP_WORDS, parserOf } from './settings/flags.js';
import { loadCatalogueFor } from './settings/load-catalogue.js';
import { parseScan } from './settings/settings.js';
import type { CliIo, CommandRun, ExitCode } from './shared/io.js';

/** Parts of this program that packages of commands share; the packages bundle copies of all other modules. */
const SHARED_PARTS = {
  ...{ Command, InvalidArgumentError, Option },
  ...{ addFlags, parserOf, parseScan, scanOnce },
  ...{ catalogueFiles, loadCatalogueFor, namedCatalogue },
  ...{ builtLoaders, loadTypeScript, readTool },
};

export type ProgramParts = typeof SHARED_PARTS;

/** Type of the export `commands` of a package, which declares commands. `finish` receives exit codes other than 0. */
export type DeclareCommands = (parts: ProgramParts, io: CliIo, finish: (code: ExitCode) => void) => readonly Command[];

/** Package of commands that scans do not need. */
interface CommandPackage {
  readonly name: string;
  /** Parent command; absent for commands of the program itself. */
  readonly parent?: string;
  /** Summaries by name. */
  readonly commands: Readonly<Record<string, string>>;
}

/** Tools for maintainers of a catalogue. */
export const CATALOGUE_TOOLS: CommandPackage = {
  name: 'sunset-lint-catalogue-tools',
  parent: 'catalogue',
  commands: {
    diff: 'Compare two catalogues, or what they find in a repository.',
    check: 'Compare the catalogue with what its vendor publishes, saved as files.',
    import: 'Make a catalogue file from an OpenAPI document or from recorded responses.',
    export: 'Write the catalogue as an OpenAPI overlay, as CSV, or as a calendar.',
    update: 'Show how old the catalogue is and which command updates it. Downloads nothing.',
  },
};

/** The planner of the WAF migration. */
export const WAF_PLAN: CommandPackage = {
  name: 'sunset-lint-waf-plan',
  commands: { 'waf-plan': 'plan the migration of a zone to the new WAF' },
};

/**
 * Returns the commands of a package. The package is loaded only if `args` call one of them, or request help; otherwise,
 * and if the package cannot be loaded, returns placeholders with the names of the commands.
 */
export function packagedCommands(commandPackage: CommandPackage, { args, io, finish }: CommandRun): readonly Command[] {
  const folder = isNeeded(commandPackage, args) ? packageBeside(commandPackage.name, ownFolder()) : undefined;
  if (folder === undefined) return placeholders(commandPackage, 'is not installed');
  try {
    const requireFromPackage = createRequire(join(folder, 'package.json'));
    const { version } = requireFromPackage(join(folder, 'package.json')) as { readonly version: string };
    if (version !== readTool().version) return placeholders(commandPackage, `is installed in version ${version}`);
    const { commands } = requireFromPackage(folder) as { readonly commands: DeclareCommands };
    return commands(SHARED_PARTS, io, finish);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return placeholders(commandPackage, `cannot be loaded (${reason})`);
  }
}

function isNeeded({ parent, commands }: CommandPackage, [firstWord = '', ...otherWords]: readonly string[]): boolean {
  if (HELP_WORDS.has(firstWord) || firstWord === 'completion') return true;
  if (parent === undefined) return Object.hasOwn(commands, firstWord);
  return firstWord === parent && otherWords.some((word) => HELP_WORDS.has(word) || Object.hasOwn(commands, word));
}

/** Creates commands that always fail, with the reason. */
function placeholders({ name, parent, commands }: CommandPackage, reason: string): readonly Command[] {
  return Object.entries(commands).map(([command, summary]) =>
    new Command(command)
      .description(`${summary.replace(/\.$/, '')} (package ${name})`)
      .argument('[args...]')
      .allowUnknownOption()
      .action(() => {
        const calledCommand = ['sunset-lint', ...(parent === undefined ? [] : [parent]), command].join(' ');
        const { name: programName, version } = readTool();
        throw new ConfigError(
          `'${calledCommand}' is a command of the package '${name}', which ${reason} beside ${programName} in ${dirname(ownFolder())}. Install ${name}@${version} there, such as with 'npm install --save-dev ${name}@${version}'.`,
        );
      }),
  );
}
