import { resolve } from 'node:path';
import { escapeText } from '../../../src/core/lib/escape.js';
import { asJson, plainText } from '../../../src/core/lib/safe-output.js';
import type { SafeOutput } from '../../../src/core/lib/safe-output.js';
import { MEGABYTE } from '../../../src/core/lib/read-file.js';
import { compareUpstream } from './upstream/compare.js';
import type { Drift } from './upstream/compare.js';
import { readUpstream } from './upstream/read-upstream.js';
import { readSdkOperations } from './upstream/sdk-operations.js';
import type { Upstream } from './upstream/upstream.js';
import type { FlagsOf } from '../../../src/hosts/cli/settings/flags.js';
import { EXIT } from '../../../src/hosts/cli/shared/io.js';
import type { ExitCode, CliIo } from '../../../src/hosts/cli/shared/io.js';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import { outputOrPrint } from '../../../src/hosts/cli/shared/write-output.js';
import { isFolder, readInput } from './read-input.js';
import { neighbourReader } from './read-neighbours.js';
import { readSdkFolder } from './read-sdk-folder.js';

export interface CheckFlags extends FlagsOf<'catalogue'> {
  readonly upstream: readonly string[];
  readonly format: 'text' | 'json';
  readonly output?: string;
}

const MAX_UPSTREAM = 128 * MEGABYTE;

/** Compares, prints, and returns the exit code. @throws ConfigError, CatalogueError for unreadable input. */
export async function runCheck(flags: CheckFlags, io: CliIo, parts: ProgramParts): Promise<ExitCode> {
  const catalogue = await parts.loadCatalogueFor(flags, io);
  const upstreams: Upstream[] = [];
  for (const file of flags.upstream)
    upstreams.push(
      isFolder(resolve(io.cwd, file))
        ? readSdkOperations(readSdkFolder(file, io.cwd), parts.loadTypeScript())
        : readUpstream(readInput(file, MAX_UPSTREAM, io), neighbourReader(file, MAX_UPSTREAM, io)),
    );
  const drift = compareUpstream(catalogue, upstreams);
  const text = flags.format === 'json' ? driftJson(drift, upstreams) : plainText(driftText(drift, upstreams));
  outputOrPrint(text, flags.output, 'the comparison', io);
  const hasDifferences = drift.onlyThey.length + drift.onlyWe.length + drift.otherDate.length > 0;
  return hasDifferences ? EXIT.findings : EXIT.clean;
}

function driftJson(drift: Drift, upstreams: readonly Upstream[]): SafeOutput {
  const inputs = upstreams.map(({ file, kind, title, operations, leftOut }) => ({
    file,
    kind,
    ...(title === undefined ? {} : { title }),
    operations: operations.length,
    deprecated: operations.filter(({ deprecated }) => deprecated).length,
    leftOut,
  }));
  return asJson({ upstream: inputs, ...drift });
}

const MAX_LISTED = 20;

function driftText(drift: Drift, upstreams: readonly Upstream[]): string {
  const lines = upstreams.flatMap(({ file, kind, operations, leftOut }) => [
    `${file} (${kind}): ${String(operations.length)} operations, ${String(operations.filter(({ deprecated }) => deprecated).length)} of them deprecated.`,
    ...leftOut.slice(0, MAX_LISTED).map(({ place, why }) => `  not used: ${place}: ${why}.`),
    ...(leftOut.length > MAX_LISTED
      ? [`  not used: ${String(leftOut.length - MAX_LISTED)} more places; --format json lists them.`]
      : []),
  ]);
  const { onlyThey, onlyWe, otherDate, same, notCompared } = drift;
  lines.push(
    ...section(
      'Deprecated only upstream',
      onlyThey.map(
        ({ method, path, endOfLife, affected, file, place }) =>
          `${method} ${path}: ${affected ? 'the operation or a part of it, ' : ''}${endText(endOfLife)} (${file}: ${place})`,
      ),
    ),
    ...section(
      'Deprecated only in the catalogue',
      onlyWe.map(
        ({ deprecation, method, path, endOfLife, inUse }) =>
          `${method} ${path}: ${deprecation}, ${endText(endOfLife)}; ${inUse ? 'upstream lists it as in use' : 'upstream does not list it'}`,
      ),
    ),
    ...section(
      'Different dates',
      otherDate.map(
        ({ deprecation, method, path, affected, ours, theirs, file, place }) =>
          `${method} ${path}: ${deprecation} ${ours ?? 'no end of life'}, upstream says ${theirs}${affected ? ' for the operation or a part of it' : ''} (${file}: ${place})`,
      ),
    ),
    '',
    `${String(same)} operations are the same.`,
  );
  if (notCompared.length > 0) lines.push(`Not compared, because they have no operations: ${notCompared.join(', ')}.`);
  return `${lines.map(escapeText).join('\n')}\n`;
}

function section(title: string, rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? [] : ['', `${title} (${String(rows.length)}):`, ...rows.map((row) => `  ${row}`)];
}

function endText(endOfLife: string | null): string {
  return endOfLife === null ? 'no end of life given' : `end of life ${endOfLife}`;
}
