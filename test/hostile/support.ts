import { parse } from '@typescript-eslint/parser';
import { ts } from 'ts-morph';
import { analyserOf, mayComplete } from '../../src/engine/analyse.js';
import { createFinder } from '../../src/engine/finder.js';
import { createProgram } from '../../src/engine/evaluate/program.js';
import { lowerEstree } from '../../src/languages/facts/estree.js';
import { parseTypeScript } from '../../src/languages/facts/typescript.js';
import type { FileFacts } from '../../src/core/model/facts.js';
import type { FileAnalysis } from '../../src/core/model/finding.js';
import type { ModuleReader } from '../../src/core/model/module-reader.js';
import { startCpuClock } from '../cpu-time.js';
import { catalogueOf } from '../engine/support.js';

/** An API of a maker of clocks. */
export const BASE = 'https://api.clock.test/rest/v2';
const CATALOGUE = catalogueOf({
  bells: [
    ['GET POST', '/towers/{id}/bells'],
    ['GET PUT DELETE', '/towers/{id}/bells/{bell_id}'],
  ],
  hands: [['GET', '/towers/{id}/hands']],
  'odd-word': [['GET', '/towers/{id}/settings/constructor']],
});

export interface Study {
  readonly analysis: FileAnalysis;
  /** Steps of the evaluator, of its full budget. */
  readonly steps: number;
  readonly milliseconds: number;
}

/** The pieces of a program, `count` of them. */
export function repeat(count: number, piece: (index: number) => string, separator = ''): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join(separator);
}

/** Facts of a file, or undefined where the parser itself has not enough stack for it; hosts tell that as a skipped file. */
export function lowerOrRefuse(file: string, source: string): FileFacts | undefined {
  try {
    return parseTypeScript(ts, file, source).facts;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The same by way of the parser of ESLint for TypeScript; undefined also for what it rejects. */
export function lowerByEstree(file: string, source: string): FileFacts | undefined {
  try {
    return lowerEstree(
      parse(source, { range: true, sourceType: 'module', filePath: file, ecmaFeatures: { jsx: file.endsWith('x') } }),
      source,
      file,
    );
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'TSError')) return undefined;
    throw error;
  }
}

/** Analyses `a.ts` (or `a.tsx`) of a program of files that import each other by `./name`. */
export function study(sources: string | Readonly<Record<string, string>>, main = 'a.ts', lower = lowerOrRefuse): Study {
  const files = typeof sources === 'string' ? { [main]: sources } : sources;
  const facts = new Map(Object.entries(files).map(([file, source]) => [file, lower(file, source)]));
  const modules: ModuleReader = {
    resolve(_from, specifier) {
      const file = `${specifier.replace(/^\.\//, '')}.ts`;
      if (facts.has(file)) return { kind: 'file', file };
      return specifier.startsWith('.')
        ? { kind: 'unresolved', reason: 'no such file' }
        : { kind: 'package', name: specifier };
    },
    facts: (file) => facts.get(file),
    mentionsApi: (file) =>
      Object.hasOwn(files, file) && files[file]?.includes('api.clock.test') === true ? ['clock'] : [],
    importers: (file) =>
      [...facts].flatMap(([other, fact]) =>
        fact?.imports.some(({ specifier }) => `${specifier.slice(2)}.ts` === file) === true ? [other] : [],
      ),
  };
  const finder = createFinder({ catalogue: CATALOGUE, modules }, mayComplete);
  const elapsed = startCpuClock();
  const analysis = analyserOf(finder, {})(main);
  const milliseconds = elapsed();
  return { analysis, steps: createProgram(modules).budget - finder.evaluator.program.budget, milliseconds };
}

/** Steps that one file may take; what a single step hands back can overshoot them a little. */
export const MOST_STEPS =
  createProgram({
    resolve: () => ({ kind: 'unresolved', reason: '' }),
    facts: () => undefined,
    mentionsApi: () => undefined,
    importers: () => [],
  }).budget * 1.2;

/** Whether it is told that something was not followed: for the file, or as the reason of a request that is not resolved. */
export function saysLimit({ limits = [], unresolved }: FileAnalysis): boolean {
  return (
    limits.length > 0 ||
    unresolved.some(({ reason }) => /limit|too many|refers to itself|not followed|run time/.test(reason))
  );
}
