import { dirname, extname, join } from 'node:path';
import { ConfigError } from '../core/model/errors.js';
import { checkShape, parseJsonText, placeIn } from './checked-json.js';
import { CONFIG_NAMES, PACKAGE_KEY, isProgram } from './load-config.js';
import type { SunsetConfig } from './setting-table.js';

/** A configuration of an earlier state of the tree. `unknown`: it is a program, which is not run, or unusable. */
export type EarlierConfig =
  | { readonly kind: 'known'; readonly file: string; readonly config: SunsetConfig }
  | { readonly kind: 'unknown'; readonly file: string; readonly why: string }
  | { readonly kind: 'none' };

/** Text of a file of the earlier state by its absolute path; undefined if there is none. */
export type TextOf = (path: string) => string | undefined;

/** The nearest configuration of an earlier state, from a folder upward to `top`. Runs no code and never throws. */
export function findEarlierConfig(folder: string, top: string, textOf: TextOf): EarlierConfig {
  for (let current = folder; ; current = dirname(current)) {
    for (const name of [...CONFIG_NAMES, 'package.json']) {
      const found = earlierConfig(join(current, name), textOf);
      if (found.kind !== 'none') return found;
    }
    if (current === top || dirname(current) === current) return { kind: 'none' };
  }
}

/** Reads a file as the configuration of an earlier state. */
export function earlierConfig(file: string, textOf: TextOf): EarlierConfig {
  const text = textOf(file)?.replace(/^\uFEFF/, '');
  if (text === undefined) return { kind: 'none' };
  if (isProgram(file)) return { kind: 'unknown', file, why: 'it is a program' };
  const isManifest = /(?:^|[\\/])package\.json$/.test(file);
  if (isManifest && !text.includes(PACKAGE_KEY)) return { kind: 'none' };
  try {
    const source = { file, text, form: isManifest ? 'plain' : 'with-comments' } as const;
    const parsed = parseJsonText(source);
    const value = isManifest ? (parsed as Readonly<Record<string, unknown>> | null)?.[PACKAGE_KEY] : parsed;
    if (value === undefined) return { kind: 'none' };
    return { kind: 'known', file, config: checkShape<SunsetConfig>(value, 'config', placeIn(source, [])) };
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'unknown', file, why: 'it could not be used' };
    throw error;
  }
}

const MODULE_EXTENSIONS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json'];

/** Quoted texts in the form of a relative path of a module. */
const RELATIVE_PATH = /(["'`])(\.{1,2}\/[^"'`\n]{1,300})\1/g;

/** Maximum number of modules of a configuration that are followed. */
const MAX_PARTS = 5000;

/**
 * Whether a configuration that is a program, or a module that it may import directly or indirectly, was changed.
 * Nothing is run. With too many modules, the answer is true.
 */
export function isModuleChanged(program: string, textOf: TextOf, isTouched: (path: string) => boolean): boolean {
  const modules = new Set([program]);
  for (const file of modules) {
    if (isTouched(file) || modules.size > MAX_PARTS) return true;
    for (const [, , path = ''] of (textOf(file) ?? '').matchAll(RELATIVE_PATH))
      for (const candidate of possibleFilesOf(join(dirname(file), path)))
        if (textOf(candidate) !== undefined) modules.add(candidate);
  }
  return false;
}

/** Possible files of a module that is imported by a path. */
function possibleFilesOf(path: string): readonly string[] {
  const withoutExtension = path.slice(0, path.length - extname(path).length);
  return [
    path,
    ...[path, withoutExtension, join(path, 'index')].flatMap((stem) =>
      MODULE_EXTENSIONS.map((extension) => stem + extension),
    ),
  ];
}
