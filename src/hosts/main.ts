#!/usr/bin/env node
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { CompiledCodeCache, optimizeLate } from '../core/lib/v8-code.js';
import { userCacheFolder } from '../core/lib/user-cache.js';

/** Same as `EXIT.failure`, which would load more modules. */
const FAILURE_EXIT_CODE = 2;

const DIST_FOLDER = fileURLToPath(new URL('../../dist', import.meta.url));

// The program is in another file, because the code of this file is compiled in each run.
runProgram(createLoader()).catch((error: unknown) => {
  process.stderr.write(
    `error: sunset-lint could not be started: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  // The cause can be too many open files. Node's exit code for errors, 1, would mean findings.
  process.exitCode = FAILURE_EXIT_CODE;
});

async function runProgram(load: (file: string) => unknown): Promise<void> {
  const { start } = load(
    fileURLToPath(new URL('../../dist/program/start.cjs', import.meta.url)),
  ) as typeof import('./cli/start.js');
  // Node has loaded most of its own code before this point.
  optimizeLate();
  await start({ load, importUrl: (url) => import(url) });
}

/** Returns a loader of this package's files with a code cache; plain `require` if the cache is off or untrusted. */
function createLoader(): (file: string) => unknown {
  const isCacheAllowed = process.env['NODE_DISABLE_COMPILE_CACHE'] !== '1';
  const cacheFolder = isCacheAllowed ? userCacheFolder(process.env, 'compiled') : undefined;
  if (cacheFolder === undefined) return createRequire(import.meta.url);
  const compiledCode = new CompiledCodeCache(DIST_FOLDER, cacheFolder);
  process.on('exit', () => {
    compiledCode.keep();
  });
  return (file) => compiledCode.load(file);
}
