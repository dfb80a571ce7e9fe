import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import { addFlags, addFlagsOf } from '../settings/flags.js';
import { writtenFlags } from '../settings/settings.js';
import type { CommandRun } from '../shared/io.js';
import type { ApisFormat } from './run-apis.js';

/** Formats of an inventory; repeated here, because the module of the inventory is loaded on demand. */
const FORMATS: Readonly<Record<ApisFormat, true>> = { text: true, json: true, html: true, cyclonedx: true };

const HELP = `
Lists each API to which a request is seen, with its calls, files and hosts, and each API whose SDK a manifest
names. APIs with a catalogue are 'checked', with facts of the given day; of the others, only the calls are
known. Requests to an unknown server are listed as such.

Formats:
  text       for people
  json       all data, for programs
  html       one page without any request to the network
  cyclonedx  a CycloneDX 1.6 document: a service for each API

Exit codes:
  0  the inventory is written; findings do not fail it
  2  not everything could be examined, or nothing was written: a bad flag or configuration, no files,
     a file that could not be analysed, a named path that cannot be read
  130  interrupted

Examples:
  sunset-lint apis
  sunset-lint apis src worker --format json
  sunset-lint apis --format cyclonedx --output services.cdx.json`;

interface ApisFlags {
  readonly format: ApisFormat;
  readonly output?: string;
}

/** Declares `apis`: lists the APIs that the code calls. */
export function declareApis(command: Command, { io, finish }: CommandRun): Command {
  command
    .description(
      'List the APIs that the code calls: which of them are checked, with facts of which day, and what could not be resolved.',
    )
    .addArgument(new Argument('[paths...]', 'files, folders and patterns').default(['.'], 'this folder'))
    .addOption(
      new Option('-f, --format <format>', 'format of the inventory').choices(Object.keys(FORMATS)).default('text'),
    )
    .option('-o, --output <file>', 'write the inventory to a file')
    .addHelpText('after', HELP)
    .action(async (_paths: readonly string[], flags: ApisFlags, self: Command) => {
      const { runApis } = await import('./run-apis.js');
      finish(await runApis(self.args, writtenFlags(self, ['format', 'output']), flags, io));
    });
  addFlagsOf(command, ['verbose', 'quiet', 'asOf', 'ignoreFiles', 'include', 'allowNoFiles', 'stats']);
  return addFlags(command, ['catalogue']);
}
