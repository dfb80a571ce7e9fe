import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** File of the ESLint that is running. */
const LINTER = /[\\/]eslint[\\/]lib[\\/]linter[\\/]linter\.js$/;

const byName = new Map<string, unknown>();

/**
 * The parser that a configuration gives by its name, as it may for the scripts of components. ESLint loads what its
 * configuration names; a path that is relative to a parser's own file names nothing of the project.
 */
export function namedParser(name: string, cwd: string): unknown {
  if (name === 'espree') return espreeOfEslint();
  if (name.startsWith('.')) return undefined;
  const key = `${cwd}\0${name}`;
  if (!byName.has(key)) byName.set(key, load(name, [join(cwd, 'package.json'), linter()]));
  return byName.get(key);
}

/** ESLint's own parser, which parsers of components take where no other is named. */
export function espreeOfEslint(): unknown {
  const from = linter();
  if (from !== undefined && !byName.has(from)) byName.set(from, load('espree', [from]));
  return from === undefined ? undefined : byName.get(from);
}

let loadedLinter: string | undefined;

/** The linter among the files that this process has loaded. */
function linter(): string | undefined {
  return (loadedLinter ??= Object.keys(require.cache).find((file) => LINTER.test(file)));
}

/** A module as the first of these files that can load it does; undefined where none can. */
function load(name: string, from: readonly (string | undefined)[]): unknown {
  for (const file of from) {
    if (file === undefined) continue;
    try {
      return createRequire(file)(name);
    } catch {
      // It is not to be found from there, or cannot be run.
    }
  }
  return undefined;
}
