import { appendFileSync } from 'node:fs';
import { ConfigError } from '../../model/errors.js';
import type { FormatContext } from '../../report/format-context.js';
import type { Report } from '../../report/report.js';
import { openFindings } from '../../report/severity.js';
import type { CliIo } from '../shared/io.js';

/**
 * Tells a step of GitHub Actions, in the files that the runner names, what is beside its log: the job summary, and the
 * outputs `status`, `findings` and `failing`. Nothing of the code is in the outputs: numbers, and one of three words.
 *
 * @throws ConfigError where such a file cannot be written.
 */
export async function tellStep(report: Report, context: FormatContext, { env }: CliIo): Promise<void> {
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs } = env;
  if (summary) {
    const { formatMarkdown } = await import('../../report/markdown.js');
    append('the job summary', summary, formatMarkdown(report, context));
  }
  const { verdict } = context;
  if (outputs && verdict !== undefined) {
    const found = openFindings(report).length;
    append(
      'the outputs of the step',
      outputs,
      `status=${verdict.status}\nfindings=${found}\nfailing=${verdict.failing}`,
    );
  }
}

function append(what: string, file: string, text: string): void {
  try {
    appendFileSync(file, `${text}\n`);
  } catch (error) {
    throw new ConfigError(
      `cannot append ${what} to '${file}': ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
