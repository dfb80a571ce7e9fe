import type { Command } from 'commander';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import type { ExitCode, CliIo } from '../../../src/hosts/cli/shared/io.js';
import type { HarFlags, OpenApiFlags, SdkFolder } from './run-catalogue-import.js';

const OPENAPI_HELP = `
Swagger 2.0 and OpenAPI 3.0 to 3.2, in JSON or YAML. References may point within the document, or to files
in its folder. Servers of a path or of an operation become further base URLs.
Deprecated operations become entries. Their dates are those of x-sunset, x-sunset-date, x-github and
x-cfDeprecation; failing that, a date in a sentence about their removal (the sentence is quoted in the history
of the entry and on standard error). Without a date, the end of life is null. Deprecated parameters and
properties become entries of their own. All other operations are listed as live, except those that are
deprecated only in prose. Parts that cannot be imported are listed on standard error, with their places.

--previous names an earlier document of the API: operations that the newer one lacks are kept.
--sdk reads the methods of an unpacked SDK; families: octokit, slack, slack-python, stainless, stainless-python, stripe.

Exit codes: 0 a catalogue was written, 1 a catalogue was written that lacks most of the operations,
2 no catalogue could be made.

Examples:
  sunset-lint catalogue import openapi openapi.yaml --api bells --output bells.json
  sunset-lint catalogue import openapi v5.json --previous v4.json --base-url https://api.bells.example/v5
  sunset-lint scan --catalogue bells.json`;

const HAR_HELP = `
Responses with a Deprecation header (RFC 9745, or the forms of its drafts) or a Sunset header (RFC 8594)
become entries; addresses of their Link headers (deprecation, sunset, successor-version) are kept.
Segments that look like an id become parameters: these guesses are listed on standard error. Nothing else of
the recording is written: no other header, no cookie, no query value, no body.

Exit codes: 0 a catalogue was written, 2 no catalogue could be made.

Examples:
  sunset-lint catalogue import har session.har --api bells --output bells.json
  sunset-lint catalogue import har session.har --base-url https://api.bells.example/v1`;

/** Declares `catalogue import`: catalogue files from vendors' publications, and from recorded traffic. */
export function importCommand(parts: ProgramParts, io: CliIo, finish: (code: ExitCode) => void): Command {
  const { Command, Option } = parts;
  const { collectSdk } = parsersOf(parts);
  const openapi = addCommonOptions(new Command('openapi'), parts)
    .description('Make a catalogue file from an OpenAPI document.')
    .argument('<file>', 'the document')
    .option('--previous <file>', 'an earlier document of the same API')
    .addOption(
      new Option('--sdk <family=folder>', 'methods of an unpacked SDK; repeatable')
        .argParser(collectSdk)
        .default([], 'none'),
    )
    .addHelpText('after', OPENAPI_HELP)
    .action(async (file: string, flags: OpenApiFlags) => {
      const { importOpenApi } = await import('./run-catalogue-import.js');
      finish(importOpenApi(file, flags, io, parts));
    });
  const har = addCommonOptions(new Command('har'), parts)
    .description('Make a catalogue file from recorded responses.')
    .argument('<file>', 'a recording in the HTTP archive format')
    .addHelpText('after', HAR_HELP)
    .action(async (file: string, flags: HarFlags) => {
      const { importHar } = await import('./run-catalogue-import.js');
      importHar(file, flags, io);
    });
  return new Command('import')
    .description('Make a catalogue file from an OpenAPI document or from recorded responses.')
    .addCommand(openapi)
    .addCommand(har);
}

/** Adds the options of both imports to a command. */
function addCommonOptions(command: Command, parts: ProgramParts): Command {
  const { Option } = parts;
  const { parseId, collectUrl } = parsersOf(parts);
  return command
    .addOption(
      new Option('--api <id>', 'id of the API (default: from the title of the API, or from its host)').argParser(
        parseId,
      ),
    )
    .addOption(
      new Option('--base-url <url>', 'base URL of the API; repeatable')
        .argParser(collectUrl)
        .default([], 'the base URLs in the file'),
    )
    .option('--output <file>', 'write the catalogue to a file');
}

/** Parsers of flag values. */
function parsersOf({ InvalidArgumentError }: ProgramParts) {
  return { parseId, collectUrl, collectSdk };

  function parseId(text: string): string {
    if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)) return text;
    throw new InvalidArgumentError('Write it in lower case, with hyphens: bells-v2.');
  }

  function collectUrl(text: string, previous: readonly string[]): readonly string[] {
    if (!/^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/.test(text))
      throw new InvalidArgumentError('Write an absolute address: https://api.bells.example/v1.');
    return [...previous, text.endsWith('/') ? text.slice(0, -1) : text];
  }

  function collectSdk(text: string, previous: readonly SdkFolder[]): readonly SdkFolder[] {
    const separator = text.indexOf('=');
    if (separator < 1 || separator === text.length - 1)
      throw new InvalidArgumentError('Write it as family=folder, such as stainless=node_modules/bells.');
    return [...previous, { family: text.slice(0, separator), folder: text.slice(separator + 1) }];
  }
}
