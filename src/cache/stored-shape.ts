import { isRecord } from '../core/lib/json.js';
import type { JsonRecord } from '../core/lib/json.js';
import { QUERIES } from './queries.js';

const DISK_ANSWER_KEYS = ['kinds', 'texts', 'folders', 'deciders'] as const;
const SUMMARY_KEYS = ['sums', 'notes', 'unread'] as const;
const RESOLUTION_KEYS = [...DISK_ANSWER_KEYS, ...SUMMARY_KEYS, 'answers'] as const;
const FILE_INDEX_KEYS = ['facts', 'texts'] as const;
const RESULT_KEYS = ['findings', 'unresolved', 'completed'] as const;

/**
 * Whether JSON has the shape of stored results, down to each analysis: a signature proves who wrote a file, not that
 * this version of the program wrote it.
 */
export function isStoredScan(value: unknown): boolean {
  return isRecord(value) && arePairsWith(value['programs'], isProgram);
}

/** Whether JSON has the shape of results of reading. */
export function isStoredReading(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { said, files, grounds, outcomes, beside } = value;
  return (
    Array.isArray(said) &&
    said.every(isSummary) &&
    arePairsWith(files, storedTextCheck(said)) &&
    arePairsWith(grounds, areResolutionInputs) &&
    arePairsWith(outcomes, isString) &&
    arePairsWith(beside, isStampOrNull)
  );
}

/** Whether JSON has the shape of the outcome of a program. */
export function isStoredOutcome(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { imports, asked, analyses, isComplete, parsed, broken } = value;
  return (
    hasLists(imports, SUMMARY_KEYS) &&
    isListOf(asked, isQuestion) &&
    arePairsWith(analyses, (result) => hasLists(result, RESULT_KEYS)) &&
    typeof isComplete === 'boolean' &&
    isListOf(parsed, isString) &&
    isListOf(broken, isString)
  );
}

function isSummary(value: unknown): boolean {
  return (
    isRecord(value) &&
    arePairsWith(value['mentions'], isString) &&
    isListOf(value['apis'], isString) &&
    (value['script'] === undefined || isString(value['script'])) &&
    (value['left'] === undefined || isListOf(value['left'], (left) => isListOf(left, isString))) &&
    (value['sent'] === undefined || isListOf(value['sent'], isSent)) &&
    (value['leftOut'] === undefined || isLeftOutSummary(value['leftOut']))
  );
}

function isSent(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number' && isListOf(value.slice(1), isString);
}

function isLeftOutSummary(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { names, paths, apis, kind, unread } = value;
  return (
    typeof names === 'boolean' &&
    (paths === undefined || typeof paths === 'boolean') &&
    (apis === undefined || isListOf(apis, isString)) &&
    (kind === undefined || isString(kind)) &&
    (unread === undefined || unread === true)
  );
}

function storedTextCheck(summaries: unknown): (value: unknown) => boolean {
  return (value) =>
    isRecord(value) &&
    isStamp(value['stamp']) &&
    areIndexes([value['said']], summaries) &&
    (value['digest'] === undefined || isString(value['digest'])) &&
    (value['imports'] === undefined || arePairsWith(value['imports'], (names) => isListOf(names, isString)));
}

function areResolutionInputs(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { folders, texts, rest } = value;
  return (
    arePairsWith(folders, isStampOrNull) &&
    arePairsWith(texts, isStampOrNull) &&
    isRecord(rest) &&
    DISK_ANSWER_KEYS.every((key) => arePairsWith(rest[key], isString))
  );
}

function isStampOrNull(stamp: unknown): boolean {
  return stamp === null || isStamp(stamp);
}

function isStamp(value: unknown): boolean {
  return isListOf(value, (part) => typeof part === 'number');
}

function isProgram(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { files, resolutions, questions, analyses, searches } = value;
  const areDependencies = (uses: JsonRecord): boolean =>
    FILE_INDEX_KEYS.every((key) => areIndexes(uses[key] ?? [], files)) &&
    areIndexes(uses['questions'] ?? [], questions);
  return (
    arePairsWith(
      files,
      (file) =>
        isRecord(file) &&
        typeof file['digest'] === 'string' &&
        (file['answers'] === undefined || arePairsWith(file['answers'], () => true)),
    ) &&
    (resolutions === undefined || hasLists(resolutions, RESOLUTION_KEYS)) &&
    isListOf(questions, isQuestion) &&
    arePairsWith(
      analyses,
      (analysis) => isRecord(analysis) && hasLists(analysis['result'], RESULT_KEYS) && areDependencies(analysis),
    ) &&
    isListOf(
      searches,
      (search) => isRecord(search) && arePairsWith(search['settled'], isSettled) && areDependencies(search),
    )
  );
}

function isQuestion(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string' && Object.hasOwn(QUERIES, value[0]);
}

function isSettled(value: unknown): boolean {
  return (
    isRecord(value) &&
    (value['calls'] === undefined || isListOf(value['calls'], isCall)) &&
    (value['elsewhere'] === undefined || value['elsewhere'] === true)
  );
}

function isCall(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number' && isListOf(value[1], isString);
}

/** Whether a value is a list of indexes of another list. */
function areIndexes(value: unknown, list: unknown): boolean {
  return (
    Array.isArray(value) &&
    Array.isArray(list) &&
    value.every((place: unknown) => typeof place === 'number' && place >= 0 && place < list.length)
  );
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function arePairsWith(value: unknown, isSecond: (second: unknown) => boolean): boolean {
  return (
    Array.isArray(value) &&
    value.every((pair: unknown) => Array.isArray(pair) && typeof pair[0] === 'string' && isSecond(pair[1]))
  );
}

function hasLists(value: unknown, keys: readonly string[]): boolean {
  return isRecord(value) && keys.every((key) => Array.isArray(value[key])) && hasNoGaps(value);
}

/**
 * Whether no list at any depth of a value has a `null` element. Lists that begin with a text, such as a question with
 * its answer, may. Readers of other lists trust the type of each element.
 */
export function hasNoGaps(value: unknown): boolean {
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const isList = Array.isArray(next) && typeof next[0] !== 'string';
    for (const item of Array.isArray(next) ? (next as readonly unknown[]) : Object.values(next)) {
      if (isList && (item === null || item === undefined)) return false;
      if (typeof item === 'object') pending.push(item);
    }
  }
  return true;
}
