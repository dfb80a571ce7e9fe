import { isRecord } from '../core/lib/json.js';
import type { JsonRecord } from '../core/lib/json.js';
import { QUERIES } from './queries.js';

const ASKED = ['kinds', 'texts', 'folders', 'deciders'] as const;
const GIST = ['sums', 'notes', 'unread'] as const;
const RESOLUTIONS = [...ASKED, ...GIST, 'answers'] as const;
const FILES = ['facts', 'texts'] as const;
const RESULT = ['findings', 'unresolved', 'completed'] as const;

/**
 * Whether JSON has the shape of stored results, down to each analysis: a signature proves who wrote a file, not that
 * this version of the program did.
 */
export function isStored(value: unknown): boolean {
  return isRecord(value) && arePairs(value['programs'], isProgram);
}

/** Whether JSON has the shape of results of reading. */
export function isReading(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { said, files, grounds, outcomes, beside } = value;
  return (
    Array.isArray(said) &&
    said.every(isSaid) &&
    arePairs(files, isText(said)) &&
    arePairs(grounds, areGrounds) &&
    arePairs(outcomes, isString) &&
    arePairs(beside, isGround)
  );
}

/** Whether JSON has the shape of the outcome of a program. */
export function isOutcome(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { imports, asked, analyses, isComplete, parsed, broken } = value;
  return (
    hasLists(imports, GIST) &&
    areAll(asked, isQuestion) &&
    arePairs(analyses, (result) => hasLists(result, RESULT)) &&
    typeof isComplete === 'boolean' &&
    areAll(parsed, isString) &&
    areAll(broken, isString)
  );
}

function isSaid(value: unknown): boolean {
  return (
    isRecord(value) &&
    arePairs(value['mentions'], isString) &&
    areAll(value['apis'], isString) &&
    (value['script'] === undefined || isString(value['script'])) &&
    (value['left'] === undefined || areAll(value['left'], (left) => areAll(left, isString))) &&
    (value['sent'] === undefined || areAll(value['sent'], isSent)) &&
    (value['leftOut'] === undefined || isLeftOut(value['leftOut']))
  );
}

function isSent(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number' && areAll(value.slice(1), isString);
}

function isLeftOut(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { names, paths, apis, kind, unread } = value;
  return (
    typeof names === 'boolean' &&
    (paths === undefined || typeof paths === 'boolean') &&
    (apis === undefined || areAll(apis, isString)) &&
    (kind === undefined || isString(kind)) &&
    (unread === undefined || unread === true)
  );
}

function isText(summaries: unknown): (value: unknown) => boolean {
  return (value) =>
    isRecord(value) &&
    isStamp(value['stamp']) &&
    arePlaces([value['said']], summaries) &&
    (value['digest'] === undefined || isString(value['digest'])) &&
    (value['imports'] === undefined || arePairs(value['imports'], (names) => areAll(names, isString)));
}

function areGrounds(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { folders, texts, rest } = value;
  return (
    arePairs(folders, isGround) &&
    arePairs(texts, isGround) &&
    isRecord(rest) &&
    ASKED.every((key) => arePairs(rest[key], isString))
  );
}

function isGround(stamp: unknown): boolean {
  return stamp === null || isStamp(stamp);
}

function isStamp(value: unknown): boolean {
  return areAll(value, (part) => typeof part === 'number');
}

function isProgram(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { files, resolutions, questions, analyses, searches } = value;
  const areUses = (uses: JsonRecord): boolean =>
    FILES.every((key) => arePlaces(uses[key] ?? [], files)) && arePlaces(uses['questions'] ?? [], questions);
  return (
    arePairs(
      files,
      (file) =>
        isRecord(file) &&
        typeof file['digest'] === 'string' &&
        (file['answers'] === undefined || arePairs(file['answers'], () => true)),
    ) &&
    (resolutions === undefined || hasLists(resolutions, RESOLUTIONS)) &&
    areAll(questions, isQuestion) &&
    arePairs(analyses, (analysis) => isRecord(analysis) && hasLists(analysis['result'], RESULT) && areUses(analysis)) &&
    areAll(searches, (search) => isRecord(search) && arePairs(search['settled'], isSettled) && areUses(search))
  );
}

function isQuestion(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string' && Object.hasOwn(QUERIES, value[0]);
}

function isSettled(value: unknown): boolean {
  return (
    isRecord(value) &&
    (value['calls'] === undefined || areAll(value['calls'], isCall)) &&
    (value['elsewhere'] === undefined || value['elsewhere'] === true)
  );
}

function isCall(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number' && areAll(value[1], isString);
}

/** Whether these are indexes of a list. */
function arePlaces(value: unknown, list: unknown): boolean {
  return (
    Array.isArray(value) &&
    Array.isArray(list) &&
    value.every((place: unknown) => typeof place === 'number' && place >= 0 && place < list.length)
  );
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function areAll(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function arePairs(value: unknown, isSecond: (second: unknown) => boolean): boolean {
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
