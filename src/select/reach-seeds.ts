import { apisOf } from '../api/known-apis.js';
import type { Catalogue } from '../model/deprecation.js';
import type { ExprFact } from '../model/facts.js';
import { mentionedApis } from './api-mention.js';
import type { ReachSeeds } from './select-importing.js';
import { exportsHolding } from './exported-names.js';
import type { ScanModuleReader } from './modules.js';
import type { MentioningFile, Mentions } from './mentions.js';
import type { Seed } from './reach-names.js';

/** Sorts what files with a mention export by what it can give to a file that imports it. */
export function reachSeeds(
  files: readonly MentioningFile[],
  catalogue: Catalogue,
  modules: ScanModuleReader,
  mentions: Mentions,
): ReachSeeds {
  const { isSdk } = apisOf(catalogue);
  const isApi = (expr: ExprFact): boolean =>
    (expr.kind === 'imported' && isSdk(expr.specifier)) ||
    (expr.kind === 'literal' &&
      typeof expr.value === 'string' &&
      mentionedApis(`'${expr.value}'`, catalogue).length > 0);
  const words = segmentTest(mentions);
  const seeds = { api: [] as Seed[], words: [] as Seed[], paths: [] as Seed[] };
  for (const { file, mention } of files) {
    const facts = modules.facts(file);
    if (facts === undefined || facts.exports.length === 0) continue;
    const add = (list: Seed[], isRoot: (expr: ExprFact) => boolean, isKey: (key: string) => boolean): void => {
      const locals = new Set(
        facts.bindings.flatMap(({ name, value }) => (value?.kind === 'imported' && isRoot(value) ? [name] : [])),
      );
      const found = exportsHolding(facts, { isRoot, locals, isKey });
      if (found.size > 0) list.push({ file, names: found });
    };
    if (mention === 'api') add(seeds.api, isApi, () => false);
    add(
      seeds.words,
      (expr) => expr.kind === 'literal' && typeof expr.value === 'string' && words(expr.value) !== 'none',
      (key) => words(key) !== 'none',
    );
    add(
      seeds.paths,
      (expr) => expr.kind === 'literal' && typeof expr.value === 'string' && words(expr.value) === 'path',
      () => false,
    );
  }
  return seeds;
}

/** What a text has of deprecated paths as whole segments: a sentence that begins with a common word has nothing. */
function segmentTest(mentions: Mentions): (text: string) => 'path' | 'word' | 'none' {
  const known = new Map<string, 'path' | 'word' | 'none'>();
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) {
      const segments = text.split(/[/?&#=]/).filter((segment) => /^[\w-]+$/.test(segment));
      const found = segments.map((segment) => mentions.words(text.includes('/') ? `/${segment}` : `'${segment}'`));
      answer = found.includes('path') ? 'path' : found.includes('word') ? 'word' : 'none';
      known.set(text, answer);
    }
    return answer;
  };
}
