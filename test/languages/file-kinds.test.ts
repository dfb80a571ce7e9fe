import { describe, expect, it } from 'vitest';
import { FileKinds } from '../../src/languages/table.js';
import { LANGUAGE_IDS } from '../../src/core/model/language.js';
import { javascript } from '../../src/languages/javascript/row.js';

function languagesOf(path: string, text = '', kinds = new FileKinds(LANGUAGE_IDS)): readonly string[] {
  return kinds.readFirstLine(path, text).map(({ language }) => language.id);
}

describe('the name of a JavaScript test', () => {
  it.each([
    ['src/client.test.ts', true],
    ['src/client-test.ts', true],
    ['src/client_test.ts', true],
    ['test.ts', true],
    ['src/latest.ts', false],
    ['src/client_tests.ts', false],
  ])('is found for %s: %s', (path, expected) => {
    expect(javascript.isTestName(path)).toBe(expected);
  });
});

describe('the language of a file', () => {
  it.each([
    ['src/send.ts', ['javascript']],
    ['src/send.TSX', ['javascript']],
    ['pages/index.vue', ['javascript']],
    ['scripts/setup.sh', ['shell']],
    ['scripts/setup.bash', ['shell']],
    ['README', []],
    ['notes.txt', []],
    ['logo.svg', []],
    ['.sh/notes', []],
  ])('is decided by the file name %s', (path, languages) => {
    expect(languagesOf(path)).toEqual(languages);
  });

  it.each([
    ['#!/bin/sh\n', ['shell']],
    ['#!/usr/bin/env bash\n', ['shell']],
    ['#!/usr/bin/env -S bash -eu\n', ['shell']],
    ['#! /usr/local/bin/bash5 -x\n', ['shell']],
    ['#!/usr/bin/env node\n', ['javascript']],
    ['#!/usr/bin/env -S node --import tsx\n', ['javascript']],
    ['#!/usr/bin/awk -f\n', []],
    ['#!/usr/bin/bashful\n', []],
    ['bash\n#!/bin/sh\n', []],
  ])('is decided by the first line if the name has no extension: %j', (text, languages) => {
    expect(languagesOf('bin/deploy', text)).toEqual(languages);
  });

  it('is not read from the first line if the extension belongs to another kind of file', () => {
    expect(languagesOf('data.csv', '#!/bin/sh\n')).toEqual([]);
  });

  it('is never a language that was not requested', () => {
    const kinds = new FileKinds(['javascript']);
    expect(languagesOf('scripts/setup.sh', '', kinds)).toEqual([]);
    expect(languagesOf('bin/deploy', '#!/bin/sh\n', kinds)).toEqual([]);
    expect(kinds.candidateKind('scripts/setup.sh')).toBeUndefined();
    expect(kinds.candidateKind('bin/deploy')).toBe('perhaps');
  });
});
