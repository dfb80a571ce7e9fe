/** Replacement for a part of a specifier. */
export interface Alias {
  readonly find: string;
  /** `name`: the specifier, or what it has before a slash. `start`: whatever it begins with. `whole`: all of it. */
  readonly fits: 'name' | 'start' | 'whole';
  /** As written: an absolute path, one relative to the project, or another specifier. */
  readonly target: string;
}

/** A specifier with its alias replaced; undefined where the alias is of others. */
export function replaced({ find, fits, target }: Alias, specifier: string): string | undefined {
  if (!specifier.startsWith(find)) return undefined;
  const rest = specifier.slice(find.length);
  if (rest === '') return target;
  if (fits === 'whole' || (fits === 'name' && !rest.startsWith('/'))) return undefined;
  return target + rest;
}

/**
 * An alias as bundlers write it. A name stands for itself and for what follows it behind a slash, with one at its end or
 * a star as without; `$` at the end ends it (`vue$`).
 */
export function namedAlias(key: string, value: string): Alias | undefined {
  if (key === '' || key === '/') return undefined;
  if (key.length > 1 && key.endsWith('$')) return { find: key.slice(0, -1), fits: 'whole', target: value };
  const find = key.replace(/\/\*{0,2}$/, '');
  return find.includes('*') ? undefined : { find, fits: 'name', target: value.replace(/(?<=.)\/\*{0,2}$/, '') };
}

/** The start of a specifier, and what may follow it. Nothing else is understood: expressions of others are never run. */
const SIMPLE = /^\^((?:[\w@~#/-]|\\[/$.@~#-])*)(\$|\(\.[*+]\)\$?|\(\[\^[^\]]*\][*+]\)\$?|\.\*\$?)?$/;

/** An alias whose key is a regular expression, where that is the start of a specifier: `^@/(.*)$`. */
export function patternAlias(source: string, value: string): Alias | undefined {
  const [, start, after = ''] = SIMPLE.exec(source) ?? [];
  if (start === undefined) return undefined;
  const find = start.replaceAll('\\', '');
  if (find === '' || find === '.') return undefined;
  const [target = '', behind] = value.split('$1');
  // The rest of the specifier has to stand at the end.
  if (behind !== undefined && behind !== '') return undefined;
  if (after === '$') return { find, fits: 'whole', target };
  // An expression takes all and its replacement names nothing of it: one file for many.
  return after !== '' && behind === undefined ? undefined : { find, fits: 'start', target };
}
