import { notUnderstood } from '../model/skipped.js';
import type { Verdict } from './format-context.js';
import type { Report } from './report.js';
import { uncheckedWords } from './requests.js';
import { usesWords } from './unknown-sdks.js';

/** The verdict as a short sentence; a named file that was not understood never passes silently. */
export function verdictWords({ status }: Verdict, coverage: Report['coverage']): string {
  switch (status) {
    case 'error':
      return 'Not all could be looked at.';
    case 'failed':
      return 'Failed.';
    case 'passed': {
      const { skipped, unknownSdks } = coverage;
      const named = [usesWords(unknownSdks), notUnderstood(skipped), uncheckedWords(coverage)].filter(
        (words) => words !== undefined,
      );
      return named.length === 0 ? 'Passed.' : `Passed; ${named.join('; ')}.`;
    }
  }
}
