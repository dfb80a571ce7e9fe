import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Files of the ESLint that is running, and of the parser for TypeScript. */
const LINTER = /[\\/]eslint[\\/]lib[\\/]linter[\\/]linter\.js$/;
const TYPESCRIPT_PARSER = /[\\/]@typescript-eslint[\\/]parser[\\/]dist[\\/]index\.js$/;

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

/** The parser for TypeScript, where the configuration has made ESLint load it. */
export function loadedTypescriptParser(): unknown {
  const file = loadedFile(TYPESCRIPT_PARSER);
  return file === undefined ? undefined : require.cache[file]?.exports;
}

function linter(): string | undefined {
  return loadedFile(LINTER);
}

const found = new Map<RegExp, string>();

/** A file that this process has loaded already. */
function loadedFile(pattern: RegExp): string | undefined {
  const known = found.get(pattern) ?? Object.keys(require.cache).find((file) => pattern.test(file));
  if (known !== undefined) found.set(pattern, known);
  return known;
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
