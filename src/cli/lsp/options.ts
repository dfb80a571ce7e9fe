import { isRecord } from '../../lib/json.js';
import { LANGUAGE_IDS } from '../../model/language.js';
import type { LanguageId } from '../../model/language.js';

/** Options with which a client starts the server (`initializationOptions`). */
export interface ServerOptions {
  /** Languages whose findings are shown; default all. */
  readonly languages: ReadonlySet<LanguageId>;
  /** Whether requests to an API whose operation is not known are shown as information. */
  readonly unresolved: boolean;
  /** Whether a configuration that is a program may be run: the folder is trusted. */
  readonly configCode: boolean;
}

/** Reads the options, with errors in sentences; an invalid part is ignored. */
export function readOptions(written: unknown): {
  readonly options: ServerOptions;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const given = isRecord(written) ? written : {};
  const languagesOf = (key: string): readonly LanguageId[] | undefined => {
    const value = given[key];
    if (value === undefined || value === null) return undefined;
    const known = Array.isArray(value) ? LANGUAGE_IDS.filter((id) => value.includes(id)) : [];
    if (Array.isArray(value) && known.length === new Set<unknown>(value).size) return known;
    problems.push(`the option '${key}' is not a list of ${LANGUAGE_IDS.join(', ')}.`);
    return undefined;
  };
  const flagOf = (key: string): boolean => {
    const value = given[key];
    if (value !== undefined && value !== null && typeof value !== 'boolean')
      problems.push(`the option '${key}' is neither true nor false.`);
    return value === true;
  };
  const ignored = languagesOf('ignoreLanguages') ?? [];
  const languages = (languagesOf('languages') ?? LANGUAGE_IDS).filter((id) => !ignored.includes(id));
  return {
    options: {
      languages: new Set(languages),
      unresolved: flagOf('unresolved'),
      configCode: flagOf('configCode'),
    },
    problems,
  };
}
