import { isatty } from 'node:tty';
import { importModule, loadBuiltWith } from '../../core/built-module.js';
import { utcDay } from '../../core/lib/iso-date.js';
import { ConfigError } from '../../core/model/errors.js';
import { EXIT, outputTo } from './shared/io.js';
import { run } from './run.js';

/**
 * Runs the command line of this process, and sets its exit code. `loaders`: replacements for the loaders of built files,
 * which a bundle needs.
 */
export async function start(loaders: Parameters<typeof loadBuiltWith>[0]): Promise<void> {
  loadBuiltWith(loaders);
  // Errors are ignored: the reader of standard error is gone.
  process.stderr.on('error', () => undefined);

  const outIsTerminal = isatty(1);

  // The first interrupt lets the run end cleanly, the second one ends it immediately.
  const interrupt = new AbortController();
  process.on('SIGINT', () => {
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
    interrupt.abort();
  });

  const served = { streams: false };
  process.exitCode = await run(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    today,
    timeOfDay: () => new Date().toTimeString().slice(0, 8),
    // Node converts encodings for terminals. Other output is synchronous, so that errors are known before the exit.
    out: outIsTerminal ? (text) => process.stdout.write(text) : outputTo(1),
    err: (text) => process.stderr.write(text),
    outIsTerminal,
    errIsTerminal: process.stderr.isTTY,
    // A terminal of unknown width reports 0.
    ...(outIsTerminal ? { columns: process.stdout.columns || 80 } : {}),
    input: () => process.stdin,
    streams: () => {
      served.streams = true;
      return { input: process.stdin, output: process.stdout };
    },
    // Not `process.stdin.isTTY`, which opens the stream.
    ...(isatty(0) ? { ask: (question) => ask(question, interrupt.signal) } : {}),
    cachesResults: true,
    signal: interrupt.signal,
  });
  // A library of a server may keep the process alive to watch its client.
  if (served.streams) process.stdout.write('', () => process.exit());
}

function today(): string {
  const day = utcDay(new Date());
  if (day === undefined)
    throw new ConfigError('the system clock is not in the years 0 to 9999. Name the day with --as-of.');
  return day;
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = (await importModule('node:readline/promises')) as typeof import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question, { signal });
  } finally {
    reader.close();
  }
}
