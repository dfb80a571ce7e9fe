/** An unusable catalogue source or file, with file and line of the bad row. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';

  constructor(
    message: string,
    readonly file: string,
    readonly line?: number,
  ) {
    super(line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`);
  }
}

/** Unusable options, flags or configuration file. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A scan that could not run: nothing matched, or a named path cannot be read. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
}

type ExpectedError = CatalogueError | ConfigError | ScanError;

const ERROR_NAMES: ReadonlySet<string> = new Set<ExpectedError['name']>(['CatalogueError', 'ConfigError', 'ScanError']);

/**
 * Whether an error is about the program's input, and has a message for users; any other is a bug. Commands of other
 * packages throw errors of classes with the same names.
 */
export function isExpected(error: unknown): error is ExpectedError {
  return error instanceof Error && ERROR_NAMES.has(error.name);
}

const NO_MORE_FILES =
  "too many open files: the result would be incomplete. Raise the limit, such as with 'ulimit -n 1024', and run again.";

/** Throws if the system has no more file handles: the file is not the cause, and the next one would fail as well. */
export function throwOnShortage(error: unknown): void {
  const shortage = shortageOf(error);
  if (shortage !== undefined) throw shortage;
}

/** Error for a system without more file handles; undefined for any other cause. */
export function shortageOf(error: unknown): ScanError | undefined {
  const code = errorCode(error);
  return code === 'EMFILE' || code === 'ENFILE' ? new ScanError(NO_MORE_FILES) : undefined;
}

/** The system's code of an error, such as `ENOENT`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
