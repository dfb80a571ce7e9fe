/** A catalogue source or file that cannot be used: says file and line of the bad row. */
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

/** Options, flags or a configuration file that cannot be used. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The scan could not do its job: nothing matched, or a named path cannot be read. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
}
