import { Command, Option } from 'commander';
import { asJson } from '../../lib/leaving.js';
import type { IsoDate } from '../../model/deprecation.js';
import { traceData } from '../../report/trace-json.js';
import { addFlags, parserOf } from '../settings/flags.js';
import type { FlagsOf } from '../settings/flags.js';
import { explain, explanationData } from './explain.js';
import type { CliIo } from '../shared/io.js';
import { loadCatalogueFor } from '../settings/load-catalogue.js';
import { parseScan, writtenFlags } from '../settings/parse-scan.js';
import { tracedFiles, traceFiles } from '../scanning/trace-files.js';
import type { AskedFile } from '../scanning/trace-files.js';

const HELP = `
Examples:
  sunset-lint explain access-bookmarks-api       by id, as 'catalogue' lists it
  sunset-lint explain 'GET /zones/:id/pagerules'
  sunset-lint explain /zones/:id/pagerules       by path, or by a whole URL
  sunset-lint explain 'POST /v1/assistants'      with the path of its base URL, as vendors write it
  sunset-lint explain gpt-4-turbo                a value of a field, such as the name of a model
  sunset-lint explain beta.assistants.create     a method of an SDK
  sunset-lint explain openai                     all deprecations of one API
  sunset-lint explain src/rules.ts:12            how this place is understood, and why it is reported or not
  sunset-lint explain src/rules.ts:12:5`;

interface ExplainFlags extends FlagsOf<'catalogue'> {
  readonly asOf?: IsoDate;
  readonly json: boolean;
}

/** Declares `explain`, of a deprecation or of a place in the code. */
export function explainCommand(io: CliIo): Command {
  const command = new Command('explain')
    .summary('explain a deprecation, or why code is reported')
    .description(
      'Explain one deprecation (operations, replacement, similar endpoints, an example), or how a scan understands one place in the code and why it is reported or not.',
    )
    .argument('<what>', 'an id, an operation, a path, a URL, a value, an SDK method, an API, or FILE:LINE[:COLUMN]')
    .addOption(
      new Option('--as-of <date>', 'day to count from, YYYY-MM-DD (default: today, UTC)').argParser(parserOf('date')),
    )
    .option('--json', 'print JSON, as explanation.schema.json describes it', false)
    .addHelpText('after', HELP)
    .action(async (asked: string, flags: ExplainFlags, self: Command) => {
      const asOf = flags.asOf ?? io.today();
      const printJson = (data: object): void => io.data(asJson({ schemaVersion: 1, asked, asOf, ...data }));
      const place = parsePlace(asked);
      if (place !== undefined) {
        const settings = await parseScan(writtenFlags(self, ['json']), [], io);
        if (flags.json) printJson({ files: (await tracedFiles(settings, io, [place])).map(traceData) });
        else io.out(await traceFiles(settings, io, [place]));
        return;
      }
      const catalogue = await loadCatalogueFor(flags, io, 'all');
      if (flags.json) printJson(await explanationData(asked, catalogue));
      else io.out(await explain(asked, catalogue, asOf));
    });
  return addFlags(command, ['catalogue']);
}

/** `src/a.ts:12` or `src/a.ts:12:5`; undefined for anything else, such as a URL or an operation. */
export function parsePlace(asked: string): AskedFile | undefined {
  const [, file, line, column] = /^(?!\w+:\/\/|[A-Za-z]+\s+\/)(.+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(asked) ?? [];
  if (file === undefined) return undefined;
  return { file, at: { line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) } };
}
