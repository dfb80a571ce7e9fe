import { lateLibrary } from '../../lib/late-library.js';
import { asWords } from '../../lib/leaving.js';
import { readTool } from '../../lib/package-files.js';
import { ConfigError, isExpected } from '../../model/errors.js';
import type { CliIo, Streams } from '../shared/io.js';
import { onInputEnd } from '../shared/streams.js';
import { Given, TOOLS } from './tools.js';

/** Annotations of all tools. */
const HARMLESS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

interface Answer {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
  readonly [key: string]: unknown;
}

/** Answers a client until it ends the connection. */
export async function serveAssistant(io: CliIo, streams: Streams): Promise<void> {
  const { input, output } = streams;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the other one takes shapes of zod, and half as much again
  const { CallToolRequestSchema, ListToolsRequestSchema, Server, StdioServerTransport } =
    lateLibrary('@modelcontextprotocol/sdk');
  const server = new Server(
    { name: 'sunset-lint', version: readTool().version },
    {
      capabilities: { tools: {} },
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
      annotations: { title, ...HARMLESS },
    })),
  }));
  // One scan at a time: each may take the memory of a whole run.
  let before: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const answer = before.then(() => answerOf(params, { ...io, signal }));
    before = answer.catch(() => undefined);
    return answer;
  });
  server.onerror = (error) => {
    io.err(`error: ${asWords(error.message)}\n`);
  };
  const transport = new StdioServerTransport(input, output);
  const isOver = new Promise<void>((over) => {
    server.onclose = over;
    onInputEnd(streams, io, over);
  });
  await server.connect(transport);
  await isOver;
  // Who asks and closes its end at once still waits for the answers.
  await before;
  await server.close();
  input.destroy();
}

async function answerOf(
  { name, arguments: given }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  io: CliIo,
): Promise<Answer> {
  const tool = TOOLS.find((one) => one.name === name);
  try {
    if (tool === undefined) throw new ConfigError(`there is no tool '${name}'.`);
    return { content: [{ type: 'text', text: await tool.run(new Given(given, tool), io) }] };
  } catch (error) {
    if (io.signal?.aborted === true) throw error;
    if (!isExpected(error)) throw error;
    return { content: [{ type: 'text', text: asWords(error.message) }], isError: true };
  }
}
