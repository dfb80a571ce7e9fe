#!/usr/bin/env node
import { EXIT } from './exit-code.js';

try {
  await import('./start.js');
} catch (error) {
  // Such as where no more files can be opened: Node's own exit code would say that there are findings.
  process.stderr.write(
    `error: sunset-lint could not be started: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = EXIT.failure;
}
