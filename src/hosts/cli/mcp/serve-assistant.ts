import { loadLibrary } from '../../../core/lib/late-library.js';
import { plainText } from '../../../core/lib/safe-output.js';
import { readTool } from '../../../core/package-files.js';
import { ConfigError, isExpected } from '../../../core/model/errors.js';
import type { CliIo, Streams } from '../shared/io.js';
import { onInputEnd } from '../shared/io.js';
import { isRecord } from '../../../core/lib/json.js';
import { jsonText } from '../../../core/lib/escape.js';
import { shownEnd } from '../../../core/lib/iso-date.js';
import { daysBetween } from '../../../engine/judge/describe-end.js';
import { CONFIDENCES } from '../../../core/model/evidence.js';
import { codeSpan } from '../../../report/markdown-text.js';
import { formatAgent } from '../../../report/agent.js';
import { withLivingReplacement } from '../../../engine/judge/replacement-text.js';
import { describeReplacement } from '../../../report/catalogue-table.js';
import { maskExternalTextsOfReport } from '../../../report/mask-report.js';
import type { Report } from '../../../report/report.js';
import { applyOpenBaseline, openBaseline } from '../scanning/baseline-step.js';
import { scanOnce, scanProblems } from '../scanning/scan-settings.js';
import { formatTraces } from '../scanning/requested-files.js';
import { loadCatalogueFor } from '../settings/load-catalogue.js';
import { parseScan } from '../settings/settings.js';
import type { ScanSettings } from '../settings/settings.js';
import { explain, parsePlace } from '../explain/explain.js';
import { resolve } from 'node:path';
import { isInside } from '../../../core/lib/read-file.js';
import { baseOfPath } from '../../../files/path-pattern.js';
import { realPathOf } from '../../../core/lib/user-cache.js';

/** MCP annotations of all tools, which only read. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

interface ToolAnswer {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
  readonly [key: string]: unknown;
}

/** Serves a client until the connection ends. */
export async function serveAssistant(io: CliIo, streams: Streams): Promise<void> {
  const { input, output } = streams;
  const {
    CallToolRequestSchema,
    GetPromptRequestSchema,
    ListPromptsRequestSchema,
    ListToolsRequestSchema,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the newer class requires zod, and is larger by half
    Server,
    StdioServerTransport,
  } = loadLibrary('@modelcontextprotocol/sdk');
  const server = new Server(
    { name: 'sunset-lint', version: readTool().version },
    {
      capabilities: { prompts: {}, tools: {} },
      instructions:
        'Finds calls to deprecated HTTP API operations in this folder. Scan after a change of code that requests an API, and before a dependency on an operation is added.',
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ name, title, description, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations: { title, ...READ_ONLY },
    })),
  }));
  // Calls run one after another, because each may need the memory of a full scan.
  let previousCall: Promise<unknown> = Promise.resolve();
  const enqueue = async <T>(call: () => Promise<T>): Promise<T> => {
    const answer = previousCall.then(call);
    previousCall = answer.catch(() => undefined);
    return answer;
  };
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
    enqueue(() => callTool(params, { ...io, signal })),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [PLAN_PROMPT] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, { signal }) =>
    enqueue(() => answerPrompt(params, { ...io, signal })),
  );
  server.onerror = (error) => {
    io.err(`error: ${plainText(error.message)}\n`);
  };
  const transport = new StdioServerTransport(input, output);
  const connectionEnd = new Promise<void>((resolveEnd) => {
    server.onclose = resolveEnd;
    onInputEnd(streams, io, resolveEnd);
  });
  await server.connect(transport);
  await connectionEnd;
  // A client may close its input and still wait for the answers.
  await previousCall;
  await server.close();
  input.destroy();
}

async function callTool(
  {
    name,
    arguments: rawArguments,
  }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  io: CliIo,
): Promise<ToolAnswer> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  try {
    if (tool === undefined) throw new ConfigError(`there is no tool '${name}'.`);
    return { content: [{ type: 'text', text: await tool.run(new ToolArguments(rawArguments, tool), io) }] };
  } catch (error) {
    if (io.signal?.aborted === true) throw error;
    if (!isExpected(error)) throw error;
    return { content: [{ type: 'text', text: plainText(error.message) }], isError: true };
  }
}

/** Description of the prompt of a migration plan for clients. */
const PLAN_PROMPT = {
  name: 'migration-plan',
  title: 'Plan the migration of a deprecation',
  description:
    'The plan of a deprecation for this folder, as `fix --dry-run --plan` writes it: exact edits, calls to change by hand, fields that the replacement refuses, what to check, what is not known.',
  arguments: [
    { name: 'deprecation', description: 'id of the deprecation, as scan_paths answers it', required: true },
    { name: 'path', description: 'file or folder below the folder; default all of it', required: false },
  ],
};

interface PromptAnswer {
  readonly description: string;
  readonly messages: { readonly role: 'user'; readonly content: { readonly type: 'text'; readonly text: string } }[];
  readonly [key: string]: unknown;
}

/** Answers a prompt. @throws an error with a safe message, which is sent to the client. */
async function answerPrompt(
  {
    name,
    arguments: rawArguments,
  }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  io: CliIo,
): Promise<PromptAnswer> {
  try {
    if (name !== PLAN_PROMPT.name) throw new ConfigError(`there is no prompt '${name}'.`);
    const properties = Object.fromEntries(PLAN_PROMPT.arguments.map((argument) => [argument.name, argument]));
    const values = new ToolArguments(rawArguments, { inputSchema: { type: 'object', properties } });
    const text = await migrationPlan(values.text('deprecation'), values.has('path') ? values.text('path') : '.', io);
    return { description: PLAN_PROMPT.title, messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    if (io.signal?.aborted === true || !isExpected(error)) throw error;
    throw new Error(plainText(error.message));
  }
}

/** Returns the plan of a deprecation for a path. @throws ConfigError if the deprecation has no open findings. */
async function migrationPlan(id: string, path: string, io: CliIo): Promise<string> {
  const [{ fixFindings }, { planFixes }] = await Promise.all([
    import('../fix/fix-findings.js'),
    import('../fix/fix-plan.js'),
  ]);
  const settings = await settingsFor([path], io, ['--fix-dry-run']);
  const scan = await scanOnce(settings, io, () => undefined);
  const baseline = openBaseline(scan.settings, io.cwd);
  const run = { settings: scan.settings, baseline, io, onProgress: () => undefined };
  const plans = planFixes(await fixFindings(scan, run), run, 'ready');
  const plan = plans.find((candidate) => candidate.id === id);
  const problems = scanProblems(scan.result);
  if (plan === undefined) {
    const otherIds = plans.map((candidate) => candidate.id).join(', ');
    throw new ConfigError(
      `there is no open finding of '${id}'; ${otherIds === '' ? 'nor of any other deprecation' : `there are findings of ${otherIds}`}.${problems.map((problem) => ` ${problem}`).join('')}`,
    );
  }
  const unreadNote = problems.length === 0 ? '' : `\nNot all was read: ${codeSpan(problems.join(' '))}\n`;
  const { text } = plan;
  if (text.length <= MAX_ANSWER_CHARACTERS) return plainText(text + unreadNote);
  // Cuts between items, outside of code.
  const cutText = text.slice(0, text.lastIndexOf('\n- [', MAX_ANSWER_CHARACTERS));
  return plainText(`${cutText}\nThe plan is longer: name a narrower 'path'.\n${unreadNote}`);
}

/** A tool of the server, with the schema of its input. */
interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  /** @throws ConfigError, ScanError, CatalogueError, whose messages are sent to the client. */
  readonly run: (args: ToolArguments, io: CliIo) => Promise<string>;
}

/** Default number of records in an answer. */
const DEFAULT_RECORDS = 50;

/** Maximum numbers of records and characters in an answer, because an assistant has to read the complete answer. */
const MAX_RECORDS = 1000;
const MAX_ANSWER_CHARACTERS = 200_000;

/** Maximum number of characters in a text argument. */
const MAX_ARGUMENT_CHARACTERS = 2000;

const RECORD_COUNT_SCHEMA = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_RECORDS,
  description: `most records to answer, default ${DEFAULT_RECORDS}`,
};

/** Arguments of a tool call, validated on access. */
class ToolArguments {
  readonly #values: Readonly<Record<string, unknown>>;

  /** @throws ConfigError for an unknown argument. */
  constructor(values: unknown, { inputSchema }: Pick<Tool, 'inputSchema'>) {
    this.#values = isRecord(values) ? values : {};
    const knownNames = Object.keys(inputSchema['properties'] as object);
    for (const name of Object.keys(this.#values))
      if (!knownNames.includes(name)) throw new ConfigError(`there is no '${name}'; known: ${knownNames.join(', ')}.`);
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  text(name: string): string {
    const value = this.#values[name];
    if (typeof value !== 'string' || value === '') throw new ConfigError(`'${name}' has to be a text.`);
    if (value.length > MAX_ARGUMENT_CHARACTERS)
      throw new ConfigError(`'${name}' has more than ${MAX_ARGUMENT_CHARACTERS} characters.`);
    return value;
  }

  oneOf(name: string, choices: readonly string[]): string {
    const value = this.text(name);
    if (!choices.includes(value)) throw new ConfigError(`'${name}' has to be one of ${choices.join(', ')}.`);
    return value;
  }

  texts(name: string): readonly string[] | undefined {
    const value = this.#values[name];
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || value.length === 0 || !value.every((item) => typeof item === 'string' && item !== ''))
      throw new ConfigError(`'${name}' has to be a list of texts.`);
    return value as readonly string[];
  }

  number(name: string, fallback: number): number {
    const value = this.#values[name] ?? fallback;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
      throw new ConfigError(`'${name}' has to be a whole number.`);
    return value;
  }
}

/** Reads the settings of a scan of paths below the current folder, without a cache and without running code. */
async function settingsFor(
  paths: readonly string[],
  io: CliIo,
  moreFlags: readonly string[] = [],
): Promise<ScanSettings> {
  for (const path of paths) refuseOutside(io.cwd, path);
  return parseScan(['--no-cache', '--no-config-code', ...moreFlags], paths, io);
}

const SCAN_TOOL: Tool = {
  name: 'scan_paths',
  title: 'Find calls to deprecated API operations',
  description:
    'Scans files and folders below the current folder and answers JSON lines: a record for each open finding (place, what ends when, why, exact edit or steps, what to check), the most urgent first, and a summary.',
  inputSchema: {
    type: 'object',
    properties: {
      paths: {
        type: 'array',
        items: { type: 'string' },
        description: 'files, folders and patterns below the folder; default all of it',
      },
      minConfidence: { type: 'string', enum: CONFIDENCES, description: 'default: probable' },
      limit: RECORD_COUNT_SCHEMA,
    },
    additionalProperties: false,
  },
  async run(args, io) {
    const confidenceFlags = args.has('minConfidence')
      ? ['--min-confidence', args.oneOf('minConfidence', CONFIDENCES)]
      : [];
    const settings = await settingsFor(args.texts('paths') ?? ['.'], io, confidenceFlags);
    const scan = await scanOnce(settings, io, () => undefined);
    const { findings } = applyOpenBaseline(openBaseline(scan.settings, io.cwd), scan.result, scan.settings);
    const { missing, shortfalls, report } = scan.result;
    const limits = [
      ...missing.map(({ path, reason }) => `cannot scan '${path}': ${reason}.`),
      ...shortfalls,
      ...report.coverage.limits,
    ];
    const answerReport = maskExternalTextsOfReport(
      shortenLists({ ...report, findings, coverage: { ...report.coverage, limits } }),
    );
    const lines = [...formatAgent(answerReport, { textOf: scan.result.textOf, prefix: '', suppressed: 'marked' })];
    return limitRecords(lines.slice(0, -1), args).concat(lines.slice(-1)).join('');
  },
};

const EXPLAIN_TOOL: Tool = {
  name: 'explain',
  title: 'Explain a deprecation or a place in the code',
  description:
    'Explains a deprecation by id, operation (GET /zones/:id/pagerules), path or URL: its end, replacement, an example; or a place (src/a.ts:12): how it is understood, and why it is reported or not.',
  inputSchema: {
    type: 'object',
    properties: { what: { type: 'string', description: 'an id, operation, path, URL, or FILE:LINE[:COLUMN]' } },
    required: ['what'],
    additionalProperties: false,
  },
  async run(args, io) {
    const what = args.text('what');
    const place = parsePlace(what);
    if (place !== undefined) {
      refuseOutside(io.cwd, place.file);
      return plainText(await formatTraces(await settingsFor(['.'], io), io, [place]));
    }
    const catalogue = await loadCatalogueFor(await configuredFlags(io), io, 'all');
    return plainText(await explain(what, catalogue, io.today(), io.cwd));
  },
};

const LIST_ENDS_TOOL: Tool = {
  name: 'list_ends',
  title: 'List what ends',
  description:
    'Lists deprecations of the catalogues in use by their end of life, as JSON lines, the earliest first: id, API, feature, end, days until then (negative: past), replacement.',
  inputSchema: {
    type: 'object',
    properties: {
      withinDays: {
        type: 'integer',
        minimum: 0,
        description: 'only what ends within this number of days, or has ended',
      },
      api: { type: 'string', description: 'only of this API, by its id' },
      limit: RECORD_COUNT_SCHEMA,
    },
    additionalProperties: false,
  },
  async run(args, io) {
    const maxDays = args.number('withinDays', Number.MAX_SAFE_INTEGER);
    const today = io.today();
    const catalogue = await loadCatalogueFor(await configuredFlags(io), io, 'all');
    const api = args.has('api') ? args.text('api') : undefined;
    const datedDeprecations = catalogue.deprecations.flatMap((deprecation) => {
      const { endOfLife } = deprecation;
      if (endOfLife === null || (api !== undefined && deprecation.api !== api)) return [];
      const days = daysBetween(today, endOfLife);
      return days > maxDays ? [] : [{ deprecation, endOfLife, days }];
    });
    datedDeprecations.sort((a, b) => (a.endOfLife < b.endOfLife ? -1 : a.endOfLife > b.endOfLife ? 1 : 0));
    const lines = datedDeprecations.map(({ deprecation, days }) => {
      const { replacement } = withLivingReplacement(deprecation, catalogue, today);
      const isNamed = replacement.kind === 'operation' || replacement.kind === 'product';
      const replacementText = isNamed ? describeReplacement(replacement) : null;
      const { id, feature } = deprecation;
      const ends = shownEnd(deprecation);
      return `${jsonText({ id, api: deprecation.api, feature, ends, days, replacement: replacementText })}\n`;
    });
    return lines.length === 0 ? 'Nothing ends.\n' : plainText(limitRecords(lines, args).join(''));
  },
};

/** Shortens the lists of a report for an assistant, except the findings; the last limit describes the omissions. */
function shortenLists(report: Report): Report {
  const omissions: string[] = [];
  const takeFirst = <T>(items: readonly T[], noun: string): readonly T[] => {
    if (items.length <= DEFAULT_RECORDS) return items;
    omissions.push(`${items.length - DEFAULT_RECORDS} more ${noun}`);
    return items.slice(0, DEFAULT_RECORDS);
  };
  const { coverage, hidden } = report;
  const { requests, syntaxErrors, unread, limits } = coverage;
  const lists = {
    syntaxErrors: takeFirst(syntaxErrors, 'files with syntax errors'),
    ...(unread === undefined ? {} : { unread: takeFirst(unread, 'unread files') }),
    ...(requests === undefined
      ? {}
      : {
          requests: {
            ...requests,
            uncatalogued: takeFirst(requests.uncatalogued, 'APIs without a catalogue').map((api) => ({
              ...api,
              places: api.places.slice(0, 3),
            })),
            bySdk: takeFirst(requests.bySdk, 'uses of SDKs'),
            unknown: takeFirst(requests.unknown, 'requests with an unknown destination'),
          },
        }),
  };
  const shownHidden = hidden && takeFirst(hidden, 'hidden findings');
  const shownLimits = takeFirst(limits, 'limits');
  const omissionNote =
    omissions.length === 0 ? [] : [`Not named here: ${omissions.join(', ')}. A narrower 'paths' names them.`];
  return {
    ...report,
    ...(shownHidden === undefined ? {} : { hidden: shownHidden }),
    coverage: { ...coverage, ...lists, limits: [...shownLimits, ...omissionNote] },
  };
}

/** Returns the first records within the requested number and maximum size, and a record with the omitted number. */
function limitRecords(lines: readonly string[], args: ToolArguments): readonly string[] {
  let size = 0;
  const overflowIndex = lines.findIndex((line) => (size += line.length) > MAX_ANSWER_CHARACTERS);
  const maxCount = overflowIndex < 0 ? lines.length : Math.max(1, overflowIndex);
  const limit = Math.min(maxCount, MAX_RECORDS, Math.max(1, args.number('limit', DEFAULT_RECORDS)));
  const omittedCount = lines.length - limit;
  return omittedCount <= 0
    ? lines
    : [...lines.slice(0, limit), `${jsonText({ record: 'more', left: omittedCount })}\n`];
}

async function configuredFlags(io: CliIo): Promise<ScanSettings['flags']> {
  return (await settingsFor(['.'], io)).flags;
}

const TOOLS: readonly Tool[] = [SCAN_TOOL, EXPLAIN_TOOL, LIST_ENDS_TOOL];

/** @throws ConfigError for a path or pattern outside of the folder, also through a link. */
function refuseOutside(folder: string, path: string): void {
  const base = baseOfPath(folder, path.replace(/^!/, ''));
  const isBelow = isInside(folder, resolve(folder, base)) && isInside(realPathOf(folder), realPathOf(base));
  if (isBelow && !path.includes('\0')) return;
  throw new ConfigError(`'${path}' is outside the folder that this server was started in. Name paths below it.`);
}
