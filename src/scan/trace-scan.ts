import { addTo } from '../core/lib/collections.js';
import type { CallTrace, FileTrace, JudgedCall } from '../core/model/evidence.js';
import { findingsByCall, placeKey } from './place-findings.js';
import type { PreparedScan } from './prepare-scan.js';
import { OpenScan } from './open-scan.js';
import type { RunOptions, ScanDependencies, ScanResult } from './open-scan.js';
import type { Steps } from './steps.js';
import { whyNotScanned } from './why-not-scanned.js';

export interface TracedScan {
  readonly files: readonly FileTrace[];
  readonly result: ScanResult;
}

type CreateDependencies = (trace: (call: CallTrace) => void) => ScanDependencies;

/**
 * Scans, and describes how the findings of some files (default: all) came about. Other files are analysed only if they
 * can affect these.
 *
 * @throws as `scanSteps`.
 */
export function* traceSteps(
  options: RunOptions,
  tracedFiles: readonly string[] | undefined,
  createDependencies: CreateDependencies,
): Steps<TracedScan> {
  const calls = new Map<string, CallTrace[]>();
  const dependencies = createDependencies((call) => addTo(calls, call.at.file, call));
  const scan = OpenScan.of(options, dependencies);
  const prepared = yield* scan.select();
  const files = tracedFiles ?? prepared.list.files;
  yield* scan.analyse(tracedFiles === undefined ? {} : { only: prepared.affectedBy(tracedFiles) });
  const result = scan.report();
  const fingerprints = findingsByCall(result.placed);
  const judge = (call: CallTrace): JudgedCall => ({ ...call, findings: fingerprints.get(placeKey(call.at)) ?? [] });
  return { files: files.map((file) => fileTrace(file, prepared, options, calls.get(file)?.map(judge) ?? [])), result };
}

function fileTrace(
  file: string,
  { list, store, found, candidates, programs }: PreparedScan,
  options: RunOptions,
  calls: readonly JudgedCall[],
): FileTrace {
  const languages = store.kinds.of(file).map(({ language }) => language.id);
  const { root, kinds } = store;
  const isScanned = list.files.includes(file);
  const relatedFiles = new Set([...found.files.map((mentioning) => mentioning.file), ...candidates]);
  const trouble = store.failed.get(file) ?? (store.hasSyntaxErrors(file) ? 'it has syntax errors' : undefined);
  return {
    file,
    ...(isScanned ? {} : { notScanned: whyNotScanned({ file, root, left: list.leftOutFiles, kinds, options }) }),
    languages,
    mentions: found.files
      .filter((mentioning) => mentioning.file === file)
      .map(({ language, mention }) => ({ language, mention })),
    leads: programs
      .filter(({ language }) => languages.includes(language.id))
      .flatMap(({ modules }) => modules.imports(file).filter((name) => name !== file && relatedFiles.has(name))),
    analysed: candidates.includes(file),
    ...(trouble === undefined ? {} : { trouble }),
    calls: [...calls].sort((a, b) => a.at.span[0] - b.at.span[0] || b.at.span[1] - a.at.span[1]),
  };
}
