#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { EXIT } from './exit-code.js';

keepCompiledCode();
import('./start.js')
  .then(({ start }) => start())
  .catch((error: unknown) => {
    // Such as where no more files can be opened: Node's own exit code would say that there are findings.
    process.stderr.write(
      `error: sunset-lint could not be started: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = EXIT.failure;
  });

/**
 * Lets Node keep what it compiles of our code for the next run, where it can. It stands beside the code: who can change
 * the one could change the other, and where the package cannot be written to nothing is kept.
 */
function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(fileURLToPath(new URL('../compiled', import.meta.url)));
}
