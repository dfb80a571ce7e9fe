import { restrict } from './report-algebra.js';
import { OpenScan } from './open-scan.js';
import type { RunOptions, ScanDependencies, ScanResult } from './open-scan.js';
import type { Steps } from './steps.js';
import { whyNotScanned } from './why-not-scanned.js';

export interface OneFileResult extends ScanResult {
  /** Reason why the file is not scanned, as the end of a sentence. */
  readonly notScanned?: string;
}

/**
 * Scans a tree for the findings of one of its files. Other files are analysed if they can affect it: a finding is
 * reported at its cause, even if the call is in another file.
 *
 * @throws as `scanSteps`.
 */
export function* oneFileSteps(file: string, options: RunOptions, dependencies: ScanDependencies): Steps<OneFileResult> {
  const scan = OpenScan.of({ ...options, empty: 'allowed' }, dependencies);
  const { affectedBy, list, store } = yield* scan.select();
  yield* scan.analyse({ only: affectedBy([file]) });
  const result = restrictToFile(file, scan.report());
  if (result.read.has(file)) return result;
  const { root, kinds } = store;
  return { ...result, notScanned: whyNotScanned({ file, root, left: list.leftOutFiles, kinds, options }) };
}

/** Reduces a result to one file. */
function restrictToFile(file: string, result: ScanResult): ScanResult {
  const { report, directives, read } = result;
  const files = new Set([file]);
  return {
    ...result,
    report: restrict(report, files),
    directives: directives.filter((note) => note.file === file),
    read: new Set(read.has(file) ? [file] : []),
  };
}
