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

type MakeDependencies = (trace: (call: CallTrace) => void) => ScanDependencies;

/**
 * Scans, and describes how the findings of some files (default: all) came about. Others are analysed as far as they can
 * affect these.
 *
 * @throws as `scanSteps`.
 */
export function* traceSteps(
  options: RunOptions,
  asked: readonly string[] | undefined,
  dependenciesWith: MakeDependencies,
): Steps<TracedScan> {
  const calls = new Map<string, CallTrace[]>();
  const dependencies = dependenciesWith((call) => addTo(calls, call.at.file, call));
  const scan = OpenScan.of(options, dependencies);
  const prepared = yield* scan.select();
  const files = asked ?? prepared.list.files;
  yield* scan.analyse(asked === undefined ? {} : { only: prepared.affectedBy(asked) });
  const result = scan.report();
  const fingerprints = findingsByCall(result.placed);
  const judged = (call: CallTrace): JudgedCall => ({ ...call, findings: fingerprints.get(placeKey(call.at)) ?? [] });
  return { files: files.map((file) => fileTrace(file, prepared, options, calls.get(file)?.map(judged) ?? [])), result };
}

function fileTrace(
  file: string,
  { list, store, found, candidates, programs }: PreparedScan,
  options: RunOptions,
  calls: readonly JudgedCall[],
): FileTrace {
  const languages = store.kinds.of(file).map(({ language }) => language.id);
  const { root, kinds } = store;
  const scanned = list.files.includes(file);
  const related = new Set([...found.files.map((mentioning) => mentioning.file), ...candidates]);
  const trouble = store.failed.get(file) ?? (store.isBroken(file) ? 'it has syntax errors' : undefined);
  return {
    file,
    ...(scanned ? {} : { notScanned: whyNotScanned({ file, root, left: list.left, kinds, options }) }),
    languages,
    mentions: found.files
      .filter((mentioning) => mentioning.file === file)
      .map(({ language, mention }) => ({ language, mention })),
    leads: programs
      .filter(({ language }) => languages.includes(language.id))
      .flatMap(({ modules }) => modules.imports(file).filter((imported) => imported !== file && related.has(imported))),
    analysed: candidates.includes(file),
    ...(trouble === undefined ? {} : { trouble }),
    calls: [...calls].sort((a, b) => a.at.span[0] - b.at.span[0] || b.at.span[1] - a.at.span[1]),
  };
}
