import { dirname, join } from 'node:path';
import { ConfigError } from '../model/errors.js';
import { checkShape } from './check-shape.js';
import type { SunsetConfig } from './config.js';
import { CONFIG_NAMES, isProgram, PACKAGE_KEY } from './load-config.js';
import { parseJsonText, placeIn } from './read-json.js';

/** A configuration of an earlier state of the tree. `unknown`: a program, which is not run, or unusable. */
export type EarlierConfig =
  | { readonly kind: 'known'; readonly file: string; readonly config: SunsetConfig }
  | { readonly kind: 'unknown'; readonly file: string; readonly why: string }
  | { readonly kind: 'none' };

/** Text of a file of the earlier state by its absolute path; undefined where there is none. */
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

/** A file as the configuration of an earlier state. */
export function earlierConfig(file: string, textOf: TextOf): EarlierConfig {
  const text = textOf(file)?.replace(/^\uFEFF/, '');
  if (text === undefined) return { kind: 'none' };
  if (isProgram(file)) return { kind: 'unknown', file, why: 'it is a program' };
  const isManifest = /(?:^|[\\/])package\.json$/.test(file);
  if (isManifest && !text.includes(PACKAGE_KEY)) return { kind: 'none' };
  try {
    const source = { file, text, form: isManifest ? 'plain' : 'with-comments' } as const;
    const whole = parseJsonText(source);
    const value = isManifest ? (whole as Readonly<Record<string, unknown>> | null)?.[PACKAGE_KEY] : whole;
    if (value === undefined) return { kind: 'none' };
    return { kind: 'known', file, config: checkShape<SunsetConfig>(value, 'config', placeIn(source, [])) };
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'unknown', file, why: 'it could not be used' };
    throw error;
  }
}
