import { withFingerprints } from '../engine/judge/finding.js';
import { addTo } from '../core/lib/collections.js';
import type { Finding } from '../core/model/finding.js';
import type { Place } from '../core/model/span.js';

/**
 * Moves findings to the places where they can be fixed: a finding whose cause is in another scanned file is reported
 * in that file, once for all calls with this cause. The fingerprints of a file that receives findings are recomputed.
 */
export function placeFindings(findings: readonly Finding[], isScanned: (file: string) => boolean): readonly Finding[] {
  const receivingFiles = new Set<string>();
  const byFile = new Map<string, Finding[]>();
  for (const { causedAt, ...finding } of findings) {
    const isMoved = causedAt !== undefined && isScanned(causedAt.file);
    if (isMoved) receivingFiles.add(causedAt.file);
    addTo(byFile, isMoved ? causedAt.file : finding.at.file, isMoved ? { ...finding, at: causedAt } : finding);
  }
  if (receivingFiles.size === 0) return findings;
  return [...byFile].flatMap(([file, fileFindings]) =>
    receivingFiles.has(file) ? withFingerprints(fileFindings) : fileFindings,
  );
}

/** Fingerprints of findings by the calls that send the deprecated request. */
export function findingsByCall(findings: readonly Finding[]): ReadonlyMap<string, readonly string[]> {
  const byCall = new Map<string, string[]>();
  for (const { fingerprint, sentAt = [] } of findings)
    for (const key of new Set(sentAt.map(placeKey))) addTo(byCall, key, fingerprint);
  return byCall;
}

/** Returns the key of a place in a map. */
export function placeKey({ file, span }: Place): string {
  return `${span[0]}:${span[1]}:${file}`;
}
