import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LanguageId } from '../core/model/language.js';
import type { FileAnalysis } from '../core/model/finding.js';
import type { Resolution } from '../core/model/module-reader.js';
import type { SettledFunctions } from '../core/model/query-log.js';
import type { StoredReading } from './reading-cache.js';
import { isStoredReading, isStoredScan } from './stored-shape.js';
import type { StoredResolutions } from './stored-resolutions.js';
import type { Question, Dependencies } from './queries.js';

/** Results that are cached between runs: pairs instead of objects, because files can have any name. */
export interface StoredScan {
  readonly programs: readonly (readonly [LanguageId, StoredProgram])[];
}

/** One program of a scan. Names of files are relative to the root. */
export interface StoredProgram {
  readonly files: readonly (readonly [file: string, StoredFile])[];
  /** Absent if a part of it must not be cached. */
  readonly resolutions?: StoredResolutions;
  /** Questions of the analyses and searches. */
  readonly questions: readonly Question[];
  readonly analyses: readonly (readonly [file: string, StoredAnalysis])[];
  readonly searches: readonly StoredSearch[];
}

export interface StoredFile {
  /** Digest of its text. */
  readonly digest: string;
  /** Whether it was parsed, and has syntax errors. */
  readonly broken?: true;
  /** Answers of pure functions of its facts, by question. */
  readonly answers?: readonly (readonly [question: string, answer: unknown])[];
}

/**
 * All dependencies of a result. Numbers are indexes of `files` and `questions` of the program; empty lists are absent.
 */
export type StoredDependencies = Readonly<Partial<Record<keyof Dependencies, readonly number[]>>>;

/** The analysis of a file. */
export interface StoredAnalysis extends StoredDependencies {
  readonly result: FileAnalysis;
}

/** Results of a search for several functions. */
export interface StoredSearch extends StoredDependencies {
  readonly settled: SettledFunctions;
}

export function encodeResolution(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'file':
      return `f${resolution.file}`;
    case 'package':
      return `p${resolution.name}`;
    case 'unresolved':
      return `u${resolution.reason}`;
  }
}

export function decodeResolution(text: string): Resolution {
  const rest = text.slice(1);
  if (text.startsWith('f')) return { kind: 'file', file: rest };
  return text.startsWith('p') ? { kind: 'package', name: rest } : { kind: 'unresolved', reason: rest };
}

/** Cache key of a stored text, and the secret that signs it. */
export interface Seal {
  /** Digest of everything except the files that affects results: the program, its catalogue, its flags. */
  readonly key: string;
  /** Secret that signs caches where others can write. Absent if only the user can. */
  readonly secret?: Buffer;
}

/** Formats a cache file: a line with the cache key and the signature of everything, then the content. */
export function formatStored(stored: StoredScan | StoredReading, seal: Seal): string {
  const body = JSON.stringify(stored);
  return `${headerOf(body, seal)}\n${body}`;
}

/** See `parseSealed`. */
export function parseStored(text: string, seal: Seal): StoredScan | 'foreign' | 'other' {
  return parseSealed(text, seal, isStoredScan);
}

/** See `parseSealed`. */
export function parseReading(text: string, seal: Seal): StoredReading | 'foreign' | 'other' {
  return parseSealed(text, seal, isStoredReading);
}

/**
 * Content of a file, or the reason why it is not used: another secret signed it (or it is damaged), or it has another
 * cache key. Nothing of it is parsed before its signature is verified.
 */
function parseSealed<T>(text: string, seal: Seal, hasShape: (value: unknown) => boolean): T | 'foreign' | 'other' {
  const end = text.indexOf('\n');
  const [header, body] = [text.slice(0, Math.max(end, 0)), text.slice(end + 1)];
  const key = /^\{"key":"([0-9a-f]{64})"/.exec(header)?.[1];
  if (key === undefined) return 'foreign';
  const [actual, expected] = [Buffer.from(header), Buffer.from(headerOf(body, { ...seal, key }))];
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'foreign';
  if (key !== seal.key) return 'other';
  const stored: unknown = JSON.parse(body);
  return hasShape(stored) ? (stored as T) : 'foreign';
}

function headerOf(body: string, { key, secret }: Seal): string {
  const signature = createHmac('sha256', secret ?? '')
    .update(`${key}\n`)
    .update(body)
    .digest('hex');
  return JSON.stringify({ key, signature });
}
