import { isatty } from 'node:tty';
import { EXIT } from './exit-code.js';
import { run } from './run.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has seen enough (`| head`): not our failure.
  if (error.code === 'EPIPE') return;
  process.stderr.write(`error: cannot write the report: ${error.message}.\n`);
  process.exitCode = EXIT.failure;
});
// Nobody is left to tell.
process.stderr.on('error', () => undefined);

// The first interrupt lets the run end cleanly, the second ends it at once.
const interrupt = new AbortController();
process.on('SIGINT', () => {
  if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
  interrupt.abort();
});

const code = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  today: () => new Date().toISOString().slice(0, 10),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  outIsTerminal: process.stdout.isTTY,
  errIsTerminal: process.stderr.isTTY,
  // A terminal that does not tell its width says 0.
  ...(process.stdout.isTTY ? { columns: process.stdout.columns || 80 } : {}),
  // Not `process.stdin.isTTY`, which opens the stream.
  ...(isatty(0) ? { ask } : {}),
  signal: interrupt.signal,
});
// The error of a write may have come first, and is worse.
process.exitCode = Math.max(code, Number(process.exitCode ?? EXIT.clean));

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question, { signal: interrupt.signal });
  } finally {
    reader.close();
  }
}
