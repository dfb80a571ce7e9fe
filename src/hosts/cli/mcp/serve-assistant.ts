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
import { hideAround } from '../../../report/hide-in-report.js';
import type { Report } from '../../../report/report.js';
import { applyOpenBaseline, openBaseline } from '../scanning/baseline-step.js';
import { scanOnce, scanProblems } from '../scanning/scan-settings.js';
import { traceFiles } from '../scanning/asked-files.js';
import { loadCatalogueFor } from '../settings/load-catalogue.js';
import { parseScan } from '../settings/settings.js';
import type { ScanSettings } from '../settings/settings.js';
import { explain, parsePlace } from '../explain/explain.js';
import { resolve } from 'node:path';
import { isInside } from '../../../core/lib/read-file.js';
import { baseOfPath } from '../../../files/path-pattern.js';
import { realPlace } from '../../../core/lib/own-cache.js';

/** MCP annotations of all tools, which only read. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

interface Answer {
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
  // Calls run one after another, because each may need the memory of a whole scan.
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(call: () => Promise<T>): Promise<T> => {
    const answer = before.then(call);
    before = answer.catch(() => undefined);
    return answer;
  };
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
    inTurn(() => answerOf(params, { ...io, signal })),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [PLAN_PROMPT] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, { signal }) =>
    inTurn(() => promptOf(params, { ...io, signal })),
  );
  server.onerror = (error) => {
    io.err(`error: ${plainText(error.message)}\n`);
  };
  const transport = new StdioServerTransport(input, output);
  const isOver = new Promise<void>((over) => {
    server.onclose = over;
    onInputEnd(streams, io, over);
  });
  await server.connect(transport);
  await isOver;
  // A client may close its input and still wait for the answers.
  await before;
  await server.close();
  input.destroy();
}

async function answerOf(
  { name, arguments: given }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  io: CliIo,
): Promise<Answer> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  try {
    if (tool === undefined) throw new ConfigError(`there is no tool '${name}'.`);
    return { content: [{ type: 'text', text: await tool.run(new ToolArguments(given, tool), io) }] };
  } catch (error) {
    if (io.signal?.aborted === true) throw error;
    if (!isExpected(error)) throw error;
    return { content: [{ type: 'text', text: plainText(error.message) }], isError: true };
  }
}

/** The prompt of a migration plan, as clients list it. */
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
async function promptOf(
  { name, arguments: given }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  io: CliIo,
): Promise<PromptAnswer> {
  try {
    if (name !== PLAN_PROMPT.name) throw new ConfigError(`there is no prompt '${name}'.`);
    const properties = Object.fromEntries(PLAN_PROMPT.arguments.map((argument) => [argument.name, argument]));
    const values = new ToolArguments(given, { inputSchema: { type: 'object', properties } });
    const text = await migrationPlan(values.text('deprecation'), values.has('path') ? values.text('path') : '.', io);
    return { description: PLAN_PROMPT.title, messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    if (io.signal?.aborted === true || !isExpected(error)) throw error;
    throw new Error(plainText(error.message));
  }
}

/** The plan of a deprecation for the files of a path. @throws ConfigError if it has no findings. */
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
    const others = plans.map((candidate) => candidate.id).join(', ');
    throw new ConfigError(
      `there is no open finding of '${id}'; ${others === '' ? 'nor of any other deprecation' : `there are findings of ${others}`}.${problems.map((problem) => ` ${problem}`).join('')}`,
    );
  }
  const unread = problems.length === 0 ? '' : `\nNot all was read: ${codeSpan(problems.join(' '))}\n`;
  const { text } = plan;
  if (text.length <= MAX_ANSWER) return plainText(text + unread);
  // Cut between items, outside of code.
  const cut = text.slice(0, text.lastIndexOf('\n- [', MAX_ANSWER));
  return plainText(`${cut}\nThe plan is longer: name a narrower 'path'.\n${unread}`);
}

/** A tool of the server, with the schema of its input. */
interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  /** @throws ConfigError, ScanError, CatalogueError, whose messages are sent to the client. */
  readonly run: (given: ToolArguments, io: CliIo) => Promise<string>;
}

/** Default number of records in an answer. */
const DEFAULT_RECORDS = 50;

/** Maximum numbers of records and characters in an answer, all of which an assistant has to read. */
const MAX_RECORDS = 1000;
const MAX_ANSWER = 200_000;

/** Maximum number of characters in a text argument. */
const MAX_ASKED = 2000;

const COUNT = {
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
    const known = Object.keys(inputSchema['properties'] as object);
    for (const name of Object.keys(this.#values))
      if (!known.includes(name)) throw new ConfigError(`there is no '${name}'; known: ${known.join(', ')}.`);
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  text(name: string): string {
    const value = this.#values[name];
    if (typeof value !== 'string' || value === '') throw new ConfigError(`'${name}' has to be a text.`);
    if (value.length > MAX_ASKED) throw new ConfigError(`'${name}' has more than ${MAX_ASKED} characters.`);
    return value;
  }

  oneOf(name: string, known: readonly string[]): string {
    const value = this.text(name);
    if (!known.includes(value)) throw new ConfigError(`'${name}' has to be one of ${known.join(', ')}.`);
    return value;
  }

  texts(name: string): readonly string[] | undefined {
    const value = this.#values[name];
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || value.length === 0 || !value.every((one) => typeof one === 'string' && one !== ''))
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

/** Reads the settings of a scan of paths below the folder, without writing a cache. */
async function settingsFor(paths: readonly string[], io: CliIo, more: readonly string[] = []): Promise<ScanSettings> {
  for (const path of paths) refuseOutside(io.cwd, path);
  return parseScan(['--no-cache', '--no-config-code', ...more], paths, io);
}

const SCAN: Tool = {
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
      limit: COUNT,
    },
    additionalProperties: false,
  },
  async run(given, io) {
    const level = given.has('minConfidence') ? ['--min-confidence', given.oneOf('minConfidence', CONFIDENCES)] : [];
    const settings = await settingsFor(given.texts('paths') ?? ['.'], io, level);
    const scan = await scanOnce(settings, io, () => undefined);
    const { findings } = applyOpenBaseline(openBaseline(scan.settings, io.cwd), scan.result, scan.settings);
    const { missing, shortfalls, report } = scan.result;
    const limits = [
      ...missing.map(({ path, reason }) => `cannot scan '${path}': ${reason}.`),
      ...shortfalls,
      ...report.coverage.limits,
    ];
    const answered = hideAround(shortened({ ...report, findings, coverage: { ...report.coverage, limits } }));
    const lines = [...formatAgent(answered, { textOf: scan.result.textOf, prefix: '', suppressed: 'marked' })];
    return firstOf(lines.slice(0, -1), given).concat(lines.slice(-1)).join('');
  },
};

const EXPLAIN: Tool = {
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
  async run(given, io) {
    const what = given.text('what');
    const place = parsePlace(what);
    if (place !== undefined) {
      refuseOutside(io.cwd, place.file);
      return plainText(await traceFiles(await settingsFor(['.'], io), io, [place]));
    }
    return plainText(await explain(what, await loadCatalogueFor(await flagsOf(io), io, 'all'), io.today()));
  },
};

const ENDS: Tool = {
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
      limit: COUNT,
    },
    additionalProperties: false,
  },
  async run(given, io) {
    const within = given.number('withinDays', Number.MAX_SAFE_INTEGER);
    const today = io.today();
    const catalogue = await loadCatalogueFor(await flagsOf(io), io, 'all');
    const api = given.has('api') ? given.text('api') : undefined;
    const ending = catalogue.deprecations.flatMap((deprecation) => {
      const { endOfLife } = deprecation;
      if (endOfLife === null || (api !== undefined && deprecation.api !== api)) return [];
      const days = daysBetween(today, endOfLife);
      return days > within ? [] : [{ deprecation, endOfLife, days }];
    });
    ending.sort((a, b) => (a.endOfLife < b.endOfLife ? -1 : a.endOfLife > b.endOfLife ? 1 : 0));
    const lines = ending.map(({ deprecation, days }) => {
      const { replacement } = withLivingReplacement(deprecation, catalogue, today);
      const isNamed = replacement.kind === 'operation' || replacement.kind === 'product';
      const instead = isNamed ? describeReplacement(replacement) : null;
      const { id, feature } = deprecation;
      const ends = shownEnd(deprecation);
      return `${jsonText({ id, api: deprecation.api, feature, ends, days, replacement: instead })}\n`;
    });
    return lines.length === 0 ? 'Nothing ends.\n' : plainText(firstOf(lines, given).join(''));
  },
};

/** Shortens the lists of a report other than its findings for an assistant; the last limit describes the omissions. */
function shortened(report: Report): Report {
  const left: string[] = [];
  const first = <T>(all: readonly T[], what: string): readonly T[] => {
    if (all.length <= DEFAULT_RECORDS) return all;
    left.push(`${all.length - DEFAULT_RECORDS} more ${what}`);
    return all.slice(0, DEFAULT_RECORDS);
  };
  const { coverage, hidden } = report;
  const { requests, syntaxErrors, unread, limits } = coverage;
  const lists = {
    syntaxErrors: first(syntaxErrors, 'files with syntax errors'),
    ...(unread === undefined ? {} : { unread: first(unread, 'unread files') }),
    ...(requests === undefined
      ? {}
      : {
          requests: {
            ...requests,
            uncatalogued: first(requests.uncatalogued, 'APIs without a catalogue').map((api) => ({
              ...api,
              places: api.places.slice(0, 3),
            })),
            bySdk: first(requests.bySdk, 'uses of SDKs'),
            unknown: first(requests.unknown, 'requests with an unknown destination'),
          },
        }),
  };
  const shownHidden = hidden && first(hidden, 'hidden findings');
  const shownLimits = first(limits, 'limits');
  const more = left.length === 0 ? [] : [`Not named here: ${left.join(', ')}. A narrower 'paths' names them.`];
  return {
    ...report,
    ...(shownHidden === undefined ? {} : { hidden: shownHidden }),
    coverage: { ...coverage, ...lists, limits: [...shownLimits, ...more] },
  };
}

/** Returns the first lines within the requested number and maximum size, with a record of the number omitted. */
function firstOf(lines: readonly string[], given: ToolArguments): readonly string[] {
  let size = 0;
  const fitting = lines.findIndex((line) => (size += line.length) > MAX_ANSWER);
  const most = fitting < 0 ? lines.length : Math.max(1, fitting);
  const limit = Math.min(most, MAX_RECORDS, Math.max(1, given.number('limit', DEFAULT_RECORDS)));
  const left = lines.length - limit;
  return left <= 0 ? lines : [...lines.slice(0, limit), `${jsonText({ record: 'more', left })}\n`];
}

async function flagsOf(io: CliIo): Promise<ScanSettings['flags']> {
  return (await settingsFor(['.'], io)).flags;
}

const TOOLS: readonly Tool[] = [SCAN, EXPLAIN, ENDS];

/** @throws ConfigError for a path or pattern outside of the folder, also through a link. */
function refuseOutside(folder: string, path: string): void {
  const base = baseOfPath(folder, path.replace(/^!/, ''));
  const isBelow = isInside(folder, resolve(folder, base)) && isInside(realPlace(folder), realPlace(base));
  if (isBelow && !path.includes('\0')) return;
  throw new ConfigError(`'${path}' is outside the folder that this server was started in. Name paths below it.`);
}
