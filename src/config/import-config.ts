import { pathToFileURL } from 'node:url';
import { importModule } from '../lib/built-module.js';
import { ConfigError } from '../model/errors.js';
import { runTypeScript } from './run-typescript.js';

/** The default export of a configuration that is a program. @throws ConfigError where it cannot be run. */
export async function importConfig(file: string): Promise<unknown> {
  let module: { readonly default?: unknown };
  try {
    module = /\.[cm]?ts$/.test(file)
      ? runTypeScript(file)
      : ((await importModule(pathToFileURL(file).href)) as { readonly default?: unknown });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`'${file}' cannot be run: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (module.default === undefined)
    throw new ConfigError(`'${file}' has no default export. Write 'export default { … }'.`);
  return module.default;
}
