import { resolve } from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { apisOf } from '../../../core/api/known-apis.js';
import { findOperation, operationQueries } from '../../../knowledge/catalogue/find-operation.js';
import type { FoundOperation, OperationQuery } from '../../../knowledge/catalogue/find-operation.js';
import { storeDeprecation } from '../../../knowledge/catalogue/stored.js';
import { withLivingReplacement } from '../../../engine/judge/replacement-text.js';
import { escapeText } from '../../../core/lib/escape.js';
import { isInside } from '../../../core/lib/read-file.js';
import { kindOfPath } from '../../../files/walk.js';
import { asJson } from '../../../core/lib/safe-output.js';
import { didYouMean } from '../../../core/lib/wording.js';
import type { Catalogue, Deprecation, HiddenDeprecation, IsoDate } from '../../../core/model/deprecation.js';
import { ConfigError } from '../../../core/model/errors.js';
import { formatCatalogueTable } from '../../../report/catalogue-table.js';
import { formatExplanation, whyHidden } from '../../../report/explain.js';
import { traceData } from '../../../report/trace-json.js';
import { formatTraces, traceRequestedFiles } from '../scanning/requested-files.js';
import type { TraceRequest } from '../scanning/requested-files.js';
import { addFlags, parserOf } from '../settings/flags.js';
import type { FlagsOf } from '../settings/flags.js';
import { loadCatalogueFor } from '../settings/load-catalogue.js';
import { parseScan, writtenFlags } from '../settings/settings.js';
import type { CommandRun } from '../shared/io.js';

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

/** Declares `explain`: explains a deprecation, or a place in the code. */
export function declareExplain(command: Command, { io }: CommandRun): Command {
  command
    .description(
      'Explain one deprecation (operations, replacement, similar endpoints, an example), or how a scan understands one place in the code and why it is reported or not.',
    )
    .argument('<what>', 'an id, an operation, a path, a URL, a value, an SDK method, an API, or FILE:LINE[:COLUMN]')
    .addOption(
      new Option('--as-of <date>', 'day to count from, YYYY-MM-DD (default: today, UTC)').argParser(parserOf('date')),
    )
    .option('--json', 'print JSON, as explanation.schema.json describes it', false)
    .addHelpText('after', HELP)
    .action(async (query: string, flags: ExplainFlags, self: Command) => {
      const asOf = flags.asOf ?? io.today();
      const printJson = (data: object): void => io.data(asJson({ schemaVersion: 1, asked: query, asOf, ...data }));
      const place = parsePlace(query);
      if (place !== undefined) {
        const settings = await parseScan(writtenFlags(self, ['json']), [], io);
        if (flags.json) printJson({ files: (await traceRequestedFiles(settings, io, [place])).map(traceData) });
        else io.out(await formatTraces(settings, io, [place]));
        return;
      }
      const catalogue = await loadCatalogueFor(flags, io, 'all');
      if (flags.json) printJson(await explanationData(query, catalogue, io.cwd));
      else io.out(await explain(query, catalogue, asOf, io.cwd));
    });
  return addFlags(command, ['catalogue']);
}

/** Parses `src/a.ts:12` or `src/a.ts:12:5`; undefined for anything else, such as a URL or an operation. */
export function parsePlace(text: string): TraceRequest | undefined {
  const [, file, line, column] = /^(?!\w+:\/\/|[A-Za-z]+\s+\/)(.+?):(\d{1,9})(?::(\d{1,9}))?$/s.exec(text) ?? [];
  if (file === undefined) return undefined;
  return { file, at: { line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) } };
}

/**
 * Explains a deprecation by its id, or all deprecations of an operation, a method of an SDK, a value such as the name
 * of a model, or an API.
 *
 * @throws ConfigError for anything else, such as a file in `cwd` without a line.
 */
export async function explain(subject: string, catalogue: Catalogue, asOf: IsoDate, cwd: string): Promise<string> {
  const { listed, hiddenEntries, query, found } = await lookUp(subject, catalogue, cwd);
  const withReplacement = (deprecation: Deprecation): Deprecation =>
    withLivingReplacement(deprecation, catalogue, asOf);
  // Entries about the operation itself are shown in full; many entries about its fields and values become a table.
  const isAboutOperation = ({ kind }: Deprecation): boolean =>
    query !== undefined && (kind === 'endpoint' || kind === 'segment');
  const others = listed.filter((deprecation) => !isAboutOperation(deprecation));
  const isTable = others.length > MOST_IN_FULL;
  const explained = (deprecation: Deprecation): string => {
    const api = apisOf(catalogue).of(deprecation);
    return formatExplanation(withReplacement(deprecation), asOf, api?.baseUrls[0]?.url, api);
  };
  const sections = [
    ...(isTable ? listed.filter(isAboutOperation) : listed).map(explained),
    ...hiddenEntries.map((entry) => `${whyHidden(entry)}\n\n${explained(entry.deprecation)}`),
    ...(isTable ? [formatCatalogueTable({ ...catalogue, deprecations: others.map(withReplacement) })] : []),
  ];
  return sections.length === 0 && query !== undefined && found !== undefined
    ? `${nothingFound(query, found).map(escapeText).join('\n')}\n`
    : sections.join('\n');
}

/** Largest number of deprecations that are explained in full; more become a table. */
const MOST_IN_FULL = 4;

/** Returns the explanation as data of `explanation.schema.json`. @throws as `explain`. */
async function explanationData(subject: string, catalogue: Catalogue, cwd: string): Promise<object> {
  const { listed, hiddenEntries, found } = await lookUp(subject, catalogue, cwd);
  return {
    deprecations: [
      ...listed.map((deprecation) => ({
        api: deprecation.api,
        reported: deprecation.kind !== 'undetectable',
        ...storeDeprecation(deprecation),
      })),
      ...hiddenEntries.map((entry) => ({
        api: entry.deprecation.api,
        reported: false,
        hidden: whyHidden(entry),
        ...storeDeprecation(entry.deprecation),
      })),
    ],
    ...(found === undefined ? {} : { inUse: found.inUse, near: found.near }),
  };
}

/** Catalogue entries that match an argument of `explain`. */
interface MatchingEntries {
  readonly listed: readonly Deprecation[];
  readonly hiddenEntries: readonly HiddenDeprecation[];
  /** Present if the argument is an operation, or a method of an SDK. */
  readonly query?: OperationQuery;
  readonly found?: Pick<FoundOperation, 'inUse' | 'near'>;
}

/** Finds the entries that match an argument of `explain`. @throws ConfigError if there are none. */
async function lookUp(subject: string, catalogue: Catalogue, cwd: string): Promise<MatchingEntries> {
  const { apis, deprecations, hidden = [] } = catalogue;
  const entriesWith = (isMatch: (deprecation: Deprecation) => boolean): MatchingEntries => ({
    listed: deprecations.filter(isMatch),
    hiddenEntries: hidden.filter(({ deprecation }) => isMatch(deprecation)),
  });
  const byId = entriesWith(({ id }) => id === subject);
  if (byId.listed.length > 0) return { listed: byId.listed, hiddenEntries: [] };
  if (byId.hiddenEntries.length > 0) return byId;
  const byOperation = ofOperations(operationQueries(subject, catalogue), catalogue);
  if (byOperation !== undefined) return byOperation;
  const api = apis.find(({ id, title }) => [id, title?.toLowerCase()].includes(subject.toLowerCase()));
  const byValueOrApi = [
    entriesWith((deprecation) => deprecation.kind === 'value' && deprecation.equals.includes(subject)),
    entriesWith((deprecation) => api !== undefined && deprecation.api === api.id),
  ].find(({ listed, hiddenEntries }) => listed.length + hiddenEntries.length > 0);
  if (byValueOrApi !== undefined) return byValueOrApi;
  const byMethod = await ofSdkMethod(subject, catalogue);
  if (byMethod !== undefined) return byMethod;
  const path = resolve(cwd, subject);
  if (isInside(cwd, path) && kindOfPath(path) === 'file')
    throw new ConfigError(`'${subject}' is a file: explain takes one of its lines, such as '${subject}:1'.`);
  const all = [...deprecations, ...hidden.map(({ deprecation }) => deprecation)];
  const words = all.flatMap((deprecation) => [
    deprecation.id,
    ...(deprecation.kind === 'value' ? deprecation.equals : []),
  ]);
  throw new ConfigError(
    `unknown deprecation '${subject}'${didYouMean(subject, unique([...words, ...apis.map(({ id }) => id)]))}\n'sunset-lint catalogue' lists all ids.`,
  );
}

/**
 * Finds the deprecations of the operations that an SDK method calls. For a member with several methods, such as
 * `rateLimits`, finds those of all its methods. Undefined if no SDK of the catalogue has the method or member.
 */
async function ofSdkMethod(subject: string, catalogue: Catalogue): Promise<MatchingEntries | undefined> {
  const name = subject.replaceAll('()', '');
  const { sdkMethods } = await import('../../../engine/known-clients.js');
  const methods = sdkMethods(catalogue).map(({ model, row }) => ({
    ...row,
    api: model.api,
    member: row.member.replaceAll('()', ''),
  }));
  const isMethod = (member: string): boolean =>
    member !== '' && (member === name || name.endsWith(`.${member}`) || member.endsWith(`.${name}`));
  const isMemberWithMethods = (member: string): boolean =>
    prefixesOf(member).some((part) => part === name || name.endsWith(`.${part}`));
  const matching = [isMethod, isMemberWithMethods]
    .map((isMatch) => methods.filter(({ member }) => isMatch(member)))
    .find(({ length }) => length > 0);
  const calls = (matching ?? []).flatMap(({ api, method, template }) =>
    api === undefined || method === undefined || template === undefined
      ? []
      : operationQueries(`${method} ${template}`, catalogue).map((query) => ({ ...query, api })),
  );
  return ofOperations(calls, catalogue);
}

/** Finds entries about any of these operations; undefined for an empty list of operations. */
function ofOperations(queries: readonly OperationQuery[], catalogue: Catalogue): MatchingEntries | undefined {
  const [query] = queries;
  if (query === undefined) return undefined;
  const matches = queries.map((candidate) => findOperation(candidate, catalogue));
  return {
    listed: withoutWideEntries(unique(matches.flatMap(({ deprecations }) => deprecations))),
    hiddenEntries: unique(matches.flatMap(({ hidden }) => hidden)),
    query,
    found: {
      near: unique(matches.flatMap(({ near }) => near)),
      inUse: unique(matches.flatMap(({ inUse }) => inUse)),
    },
  };
}

/** Lists the prefixes of a member: `zones` and `zones.settings` of `zones.settings.get`. */
function prefixesOf(member: string): readonly string[] {
  const words = member.split('.');
  return words.slice(0, -1).map((_word, index) => words.slice(0, index + 1).join('.'));
}

/** Removes entries about all operations below a path, if an entry is about the operation itself. */
function withoutWideEntries(listed: readonly Deprecation[]): readonly Deprecation[] {
  const isWide = (deprecation: Deprecation): boolean =>
    deprecation.kind === 'endpoint' && deprecation.endpoints.every(({ path }) => path.segments.at(-1)?.kind === 'rest');
  const narrow = listed.filter((deprecation) => !isWide(deprecation));
  return narrow.some(({ kind }) => kind === 'endpoint') ? narrow : listed;
}

function unique<T>(list: readonly T[]): readonly T[] {
  return [...new Set(list)];
}

function nothingFound(
  { method, path, api }: OperationQuery,
  { inUse, near }: Pick<FoundOperation, 'inUse' | 'near'>,
): readonly string[] {
  const operation = `${method ?? 'any method of'} ${path.text}`;
  if (inUse.length > 0) return [`${operation} is in use:`, ...inUse.map((phrase) => `  ${phrase}`)];
  const where = api === null ? ', and the address matches none of its base URLs' : '';
  return [
    `Nothing in the catalogue is about ${operation}${where}.`,
    ...(near.length === 0 ? [] : ['Similar operations:', ...near.map((similar) => `  ${similar}`)]),
  ];
}
