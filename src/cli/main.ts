#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// Whatever is imported here runs before Node keeps what it compiles: no file of ours.
keepCompiledCode();
import('./start.js')
  .then(({ start }) => start())
  .catch((error: unknown) => {
    process.stderr.write(
      `error: sunset-lint could not be started: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    // Such as where no more files can be opened: Node's own exit code would say that there are findings.
    process.exitCode = FAILURE;
  });

/** `EXIT.failure`. */
const FAILURE = 2;

/**
 * Lets Node keep what it compiles of our code for the next run, where it can. It stands beside the code: who can change
 * the one could change the other, and where the package cannot be written to nothing is kept.
 */
function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(fileURLToPath(new URL('../compiled', import.meta.url)));
}
