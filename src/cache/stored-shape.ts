import { isRecord } from '../lib/is-record.js';

const RESOLUTIONS = ['kinds', 'texts', 'folders', 'deciders', 'sums', 'notes', 'unread', 'answers'] as const;
const USES = ['facts', 'texts', 'importers', 'walked', 'versions', 'settings', 'offers', 'imported'] as const;
const RESULT = ['findings', 'unresolved', 'completed'] as const;

/**
 * Whether JSON has the shape of stored results, down to each analysis: a signature proves who wrote a file, not that this
 * version of the program did.
 */
export function isStored(value: unknown): boolean {
  return isRecord(value) && arePairs(value['programs'], isProgram);
}

function isProgram(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { files, resolutions, analyses } = value;
  return (
    arePairs(files, (file) => isRecord(file) && typeof file['digest'] === 'string') &&
    (resolutions === undefined || hasLists(resolutions, RESOLUTIONS)) &&
    arePairs(
      analyses,
      (analysis) => hasLists(analysis, USES) && isRecord(analysis) && hasLists(analysis['result'], RESULT),
    )
  );
}

function arePairs(value: unknown, isSecond: (second: unknown) => boolean): boolean {
  return (
    Array.isArray(value) &&
    value.every((pair: unknown) => Array.isArray(pair) && typeof pair[0] === 'string' && isSecond(pair[1]))
  );
}

function hasLists(value: unknown, keys: readonly string[]): boolean {
  return isRecord(value) && keys.every((key) => Array.isArray(value[key]));
}
