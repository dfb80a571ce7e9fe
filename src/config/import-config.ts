import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { ts as TypeScript } from 'ts-morph';
import { ConfigError } from '../model/errors.js';

/** The default export of a configuration that is a program. @throws ConfigError where it cannot be run. */
export async function importConfig(file: string): Promise<unknown> {
  let module: { readonly default?: unknown };
  try {
    module = (await load(file)) as { readonly default?: unknown };
  } catch (error) {
    throw new ConfigError(`'${file}' cannot be run: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (module.default === undefined)
    throw new ConfigError(`'${file}' has no default export. Write 'export default { … }'.`);
  return module.default;
}

async function load(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
  }
  // A Node.js that does not read TypeScript: types are taken away, which leaves nothing to resolve imports from.
  const { ts } = createRequire(import.meta.url)('ts-morph') as { readonly ts: typeof TypeScript };
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  try {
    return await import(`data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!/data:|Invalid relative URL|Failed to resolve/.test(message)) throw error;
    throw new ConfigError(
      `this Node.js runs a .ts configuration only where it imports nothing but types. Use sunset-lint.config.mjs, or Node.js 22.18 or later.`,
    );
  }
}
