import { escapeText } from '../../lib/escape-text.js';
import type { Linter } from '../../init/step.js';
import { linesByLinter } from './init-try-lint.js';
import type { TriedLinter } from './init-try-lint.js';
import type { Place } from './init-try-scan.js';
import type { CliIo } from '../shared/io.js';

/** Files that a linter reads: components first, for these need most of its configuration. */
const LINTED = [/\.(?:vue|svelte|astro)$/, /\.[cm]?[jt]sx?$/];

/** The file for which a linter and the scan are compared; undefined where nothing was found that a linter could find. */
function fileToCompare(places: readonly Place[]): string | undefined {
  for (const kind of LINTED) {
    const found = places.find(({ file }) => kind.test(file));
    if (found !== undefined) return found.file;
  }
  return undefined;
}

const ADVICE: Readonly<Record<Linter, string>> = {
  eslint: 'See docs/frameworks.md for the parsers that ESLint needs',
  oxlint: 'See docs/frameworks.md for what oxlint does not see',
};

/** Lints a file in which the scan found something, and says what the linter of the project makes of it. */
export async function compareWithLinter(
  tried: TriedLinter,
  name: string,
  places: readonly Place[],
  io: CliIo,
): Promise<string> {
  const file = fileToCompare(places);
  if (file === undefined) return '';
  const lines = [...new Set(places.flatMap((place) => (place.file === file ? [place.line] : [])))];
  const linted = await linesByLinter(tried, file, io);
  if (linted === undefined)
    return `${name} could not lint ${escapeText(file)}, so it was not compared with the scan.\n`;
  const missed = lines.filter((line) => !linted.has(line)).sort((a, b) => a - b);
  const where = `the ${lines.length === 1 ? 'line' : `${String(lines.length)} lines`} of ${escapeText(file)}`;
  if (missed.length === 0) return `${name} reports ${where} that the scan reports.\n`;
  const which = `line${missed.length === 1 ? '' : 's'} ${missed.join(', ')}`;
  return `${name} misses ${which} of ${escapeText(file)}, which the scan reports. ${ADVICE[tried.linter]}; run 'npx sunset-lint scan' in CI as well.\n`;
}
