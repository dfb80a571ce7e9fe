import { apisOf } from '../core/api/known-apis.js';
import { memoByObject, memoByText } from '../core/lib/collections.js';
import type { Catalogue } from '../core/model/deprecation.js';
import type { ExprFact, FileFacts } from '../core/model/facts.js';
import type { ModuleReader } from '../core/model/module-reader.js';
import type { Span } from '../core/model/span.js';
import { ANY_NAME, indexExports, leavesOf } from './exported-names.js';
import type { ExportUse } from './exported-names.js';
import type { ReachSeeds } from './importers.js';
import type { Mention, MentioningFile, Mentions } from './mentions.js';
import { SEED_KINDS, firstHop, isFollowedName, noNames } from './reach-names.js';
import type { NamesByFile, ScanModuleReader, SeedKind } from './reach-names.js';
import type { CallSelection } from './select-calls.js';
import { mentionedApis } from './text-mentions.js';

/** API for which seeds are collected. */
export interface SoughtApi {
  /** Id of the API; empty if all APIs are searched together. */
  readonly id: string;
  readonly catalogue: Catalogue;
  readonly mentions: Mentions;
}

/** Classifies the exports of files with a mention by the kind of value that an importer gets from them. */
export function reachSeeds(
  files: readonly MentioningFile[],
  { id, catalogue, mentions }: SoughtApi,
  modules: ScanModuleReader,
): ReachSeeds {
  const tests = seedTests(catalogue, mentions);
  const seeds = noNames();
  for (const { file, mention } of files) {
    const found = modules.ofFacts(file, `seeds ${mention} ${id}`, (facts) => seedsOf(facts, mention, tests));
    if (found === undefined) continue;
    for (const kind of SEED_KINDS) if (found[kind].length > 0) seeds[kind].set(file, firstHop(found[kind]));
  }
  return seeds;
}

/** The exported names of one file to follow. Plain data. */
export type FileSeeds = Readonly<Record<SeedKind, readonly string[]>>;

/** Tests for seeds, derived from the catalogue. */
export interface SeedTests {
  readonly isApi: (expr: ExprFact) => boolean;
  readonly words: (text: string) => 'path' | 'word' | 'none';
  /** Whether the key of a property is a word of a path. As in the text of a file, a common word does not count. */
  readonly isKey: (key: string) => boolean;
}

/** Creates the tests of one scan. */
export function seedTests(catalogue: Catalogue, mentions: Mentions): SeedTests {
  const { isSdk } = apisOf(catalogue);
  const { anyRequest } = mentions;
  const words = segmentTest(mentions);
  return {
    isApi: (expr) =>
      (expr.kind === 'imported' && (isSdk(expr.specifier) || anyRequest?.isClient(expr.specifier) === true)) ||
      (expr.kind === 'literal' &&
        typeof expr.value === 'string' &&
        (mentionedApis(`'${expr.value}'`, catalogue).length > 0 || anyRequest?.hasAddress(expr.value) === true)),
    words,
    isKey: (key) => words(key) !== 'none' && mentions.of(`'${key}'`) !== 'common',
  };
}

/** Seeds that one file exports. A pure function of its facts, its mention and the catalogue. */
function seedsOf(facts: FileFacts, mention: Mention, { isApi, words, isKey }: SeedTests): FileSeeds {
  const places = { api: [] as Span[], words: [] as Span[], paths: [] as Span[] };
  const { imports, texts } = leavesOf(facts);
  const isOfApi = mention === 'api' ? isApi : () => false;
  for (const expr of imports) if (isOfApi(expr)) places.api.push(expr.at);
  for (const expr of texts) {
    if (isOfApi(expr)) places.api.push(expr.at);
    const found = words(expr.value);
    if (found !== 'none') places.words.push(expr.at);
    if (found === 'path') places.paths.push(expr.at);
  }
  for (const { properties } of facts.objects)
    for (const property of properties)
      if (property.kind === 'property' && property.key !== undefined && isKey(property.key))
        places.words.push(property.keyAt);
  const locals = new Set(
    facts.bindings.flatMap(({ name, value }) => (value?.kind === 'imported' && isOfApi(value) ? [name] : [])),
  );
  // A file without exports is imported for its side effects.
  if (facts.exports.length === 0) return { api: places.api.length === 0 ? [] : [ANY_NAME], words: [], paths: [] };
  const exportNamesWith = (at: readonly Span[], within: ExportUse, names?: ReadonlySet<string>): readonly string[] =>
    at.length === 0 ? [] : [...indexExports(facts, within).namesContaining(at, names)];
  return {
    api: exportNamesWith(places.api, 'code', locals),
    words: exportNamesWith(places.words, 'value'),
    paths: exportNamesWith(places.paths, 'value'),
  };
}

/**
 * Creates the test of a text for whole segments of deprecated paths. The words of a sentence that begins with a common
 * word are not segments.
 */
function segmentTest(mentions: Mentions): (text: string) => 'path' | 'word' | 'none' {
  const known = new Map<string, 'path' | 'word' | 'none'>();
  const test = (text: string): 'path' | 'word' | 'none' => {
    const segments = text.split(/[/?&#=]/).filter((segment) => /^[\w-]+$/.test(segment));
    const found = segments.map((segment) => mentions.wordKindIn(text.includes('/') ? `/${segment}` : `'${segment}'`));
    if (found.includes('path')) return 'path';
    return found.includes('word') && mentions.of(`'${text}'`) !== undefined ? 'word' : 'none';
  };
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) known.set(text, (answer = test(text)));
    return answer;
  };
}

/** Selection of calls for one API, or for all if they are selected together. */
export interface SelectedFor {
  /** Id of the API; empty for all. */
  readonly id: string;
  readonly catalogue: Catalogue;
  readonly mentions: Mentions;
  /** Names that lead to the API, or to words of its paths. */
  readonly names: readonly NamesByFile[];
  /** Whether a file is analysed for the API. */
  readonly has: (file: string) => boolean;
}

/**
 * Creates the selection of calls: by mentioned words, the SDK, and names that are reached from them; in each file only
 * for the APIs for which it is analysed.
 */
export function callSelectionOf(
  each: readonly SelectedFor[],
  { resolve }: Pick<ModuleReader, 'resolve'>,
  dataNames: NamesByFile,
): CallSelection {
  const selectionFor = memoByObject((selected: SelectedFor): CallSelection => {
    const { isSdk } = apisOf(selected.catalogue);
    const { anyRequest } = selected.mentions;
    const reached = [...selected.names, dataNames];
    return {
      ...wordTests(selected.mentions),
      ...(anyRequest === undefined ? {} : { names: anyRequest.globals }),
      imported(file, specifier, name) {
        if (isSdk(specifier) || anyRequest?.isClient(specifier) === true) return true;
        const target = resolve(file, specifier);
        return target.kind === 'file' && reached.some((names) => isFollowedName(names, target.file, name));
      },
    };
  });
  const selectionForIds = memoByText((ids) =>
    anyOf(each.filter(({ id }) => ids.split(' ').includes(id)).map(selectionFor)),
  );
  const apis = memoByText((file) => each.flatMap((selected) => (selected.has(file) ? [selected.id] : [])).join(' '));
  const all = anyOf(each.map(selectionFor));
  return {
    ...all,
    imported: (file, specifier, name) => selectionForIds(apis(file)).imported(file, specifier, name),
    apis,
    within: (file) => selectionForIds(apis(file)),
  };
}

/** Merges several selections: the result accepts all calls that one of them accepts. */
function anyOf(each: readonly CallSelection[]): CallSelection {
  const [only] = each;
  if (only !== undefined && each.length === 1) return only;
  return {
    text: (text) => each.some((selection) => selection.text(text)),
    key: (key) => each.some((selection) => selection.key(key)),
    imported: (file, specifier, name) => each.some((selection) => selection.imported(file, specifier, name)),
  };
}

/**
 * Tests of whether a text or a key is a mention by itself. As in the text of a file, a key that is a common word is not
 * a mention.
 */
export function wordTests(mentions: Mentions): Pick<CallSelection, 'text' | 'key'> {
  // Memoised because programs repeat their texts.
  const mentionIn = memoByText((text) => mentions.of(`'${text}'`));
  return {
    text: (text) => mentionIn(text) !== undefined,
    key: (key) => !['common', undefined].includes(mentionIn(key)),
  };
}
