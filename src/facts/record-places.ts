import type { FileFacts } from '../model/facts.js';
import type { Span } from '../model/span.js';

/** A version of a file. */
export interface FileVersion {
  readonly text: string;
  readonly facts: FileFacts;
}

/** Tables that facts refer to by index, by the names of such properties. */
const TABLES: Readonly<Record<string, 'calls' | 'functions' | 'classes' | 'objects'>> = {
  call: 'calls',
  function: 'functions',
  within: 'functions',
  construct: 'functions',
  answers: 'functions',
  class: 'classes',
  ofClass: 'classes',
  object: 'objects',
  ofObject: 'objects',
};

/** The table that a number under this key is an index of; undefined for other numbers. */
export function tableOf(facts: FileFacts, key: string): readonly { readonly at: Span }[] | undefined {
  const table = TABLES[key];
  return table === undefined ? undefined : facts[table];
}

/** The records of one kind. */
export function recordsIn(facts: FileFacts, part: keyof FileFacts): readonly unknown[] {
  const value: unknown = facts[part];
  return Array.isArray(value) ? value : [value];
}

/** Whether a value is a span: other numbers in facts are single. */
export function isSpan(value: unknown): value is Span {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'number');
}
