#!/usr/bin/env node
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { CompiledCodeCache, optimizeLate } from '../core/lib/v8-code.js';
import { ownCache } from '../core/lib/own-cache.js';

/** Equals `EXIT.failure`. */
const FAILURE = 2;

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

// The program is in another file, because the code of this one is compiled in each run.
runProgram(loader()).catch((error: unknown) => {
  process.stderr.write(
    `error: sunset-lint could not be started: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  // For example too many open files. Node's own exit code, 1, would mean findings.
  process.exitCode = FAILURE;
});

async function runProgram(load: (file: string) => unknown): Promise<void> {
  const { start } = load(
    fileURLToPath(new URL('../../dist/program/start.cjs', import.meta.url)),
  ) as typeof import('./cli/start.js');
  // Node has loaded most of its own code before this point.
  optimizeLate();
  await start({ load, importUrl: (url) => import(url) });
}

/** Returns a loader of this package's files; `require` itself, without a code cache, if a cache is off or untrusted. */
function loader(): (file: string) => unknown {
  const isWanted = process.env['NODE_DISABLE_COMPILE_CACHE'] !== '1';
  const cache = isWanted ? ownCache(process.env, 'compiled') : undefined;
  if (cache === undefined) return createRequire(import.meta.url);
  const code = new CompiledCodeCache(DIST, cache);
  process.on('exit', () => {
    code.keep();
  });
  return (file) => code.load(file);
}
