import { ConfigError } from '../../../src/core/model/errors.js';
import { diffCatalogues, isEmptyDifference } from './diff-catalogues.js';
import { formatDifference } from './diff-text.js';
import { EXIT } from '../../../src/hosts/cli/shared/io.js';
import type { ExitCode, CliIo } from '../../../src/hosts/cli/shared/io.js';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import { outputOrPrint } from '../../../src/hosts/cli/shared/write-output.js';

export interface DiffFlags {
  readonly scan: boolean;
  readonly format: 'text' | 'json' | 'markdown';
  readonly output?: string;
}

interface Sides {
  readonly a: string;
  readonly b: string;
  readonly paths: readonly string[];
}

/** Compares, prints, and returns the exit code. @throws ConfigError, CatalogueError for unreadable input. */
export async function runDiff(
  { a, b, paths }: Sides,
  flags: DiffFlags,
  io: CliIo,
  parts: ProgramParts,
): Promise<ExitCode> {
  const [first, second] = [parts.namedCatalogue(a, io), parts.namedCatalogue(b, io)];
  if (flags.scan) {
    const { scanBoth, formatScanDifference } = await import('./diff-scan.js');
    const difference = await scanBoth({ first, second }, paths, io, parts);
    outputOrPrint(formatScanDifference(difference, { a, b }, flags.format), flags.output, 'the comparison', io);
    return difference.come.length + difference.go.length + difference.change.length === 0 ? EXIT.clean : EXIT.findings;
  }
  if (paths.length > 0) throw new ConfigError('paths are only of use with --scan.');
  const difference = diffCatalogues(first, second);
  outputOrPrint(formatDifference(difference, { a, b }, flags.format), flags.output, 'the comparison', io);
  return isEmptyDifference(difference) ? EXIT.clean : EXIT.findings;
}
