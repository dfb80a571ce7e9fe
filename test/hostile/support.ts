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

/** Catalogue of an imaginary API of clocks. */
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
  /** Steps that the evaluator took of its budget. */
  readonly steps: number;
  readonly milliseconds: number;
}

/** The pieces of a program, `count` of them. */
export function repeat(count: number, piece: (index: number) => string, separator = ''): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join(separator);
}

/** Facts of a file; undefined if the parser runs out of stack, which hosts report as a skipped file. */
export function lowerOrRefuse(file: string, source: string): FileFacts | undefined {
  try {
    return parseTypeScript(ts, file, source).facts;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Facts of a file by the TypeScript parser of ESLint; undefined also for sources that it rejects. */
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

/** Steps that one file may take; the results of the last step can exceed them a little. */
export const MOST_STEPS =
  createProgram({
    resolve: () => ({ kind: 'unresolved', reason: '' }),
    facts: () => undefined,
    mentionsApi: () => undefined,
    importers: () => [],
  }).budget * 1.2;

/** Whether the analysis reports a limit: for the file, or as the reason of an unresolved request. */
export function saysLimit({ limits = [], unresolved }: FileAnalysis): boolean {
  return (
    limits.length > 0 ||
    unresolved.some(({ reason }) => /limit|too many|refers to itself|not followed|run time/.test(reason))
  );
}
