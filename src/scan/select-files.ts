import type { ProgramCache } from '../cache/program-cache.js';
import type { Language } from '../languages/language.js';
import type { Api, Catalogue } from '../model/deprecation.js';
import type { Mention, MentioningFile, Mentions } from '../select/mentions.js';
import { MENTIONS } from '../select/mentions.js';
import type { ScanModuleReader } from '../select/modules.js';
import { oneByOne } from '../select/one-api.js';
import { askedOnce, reached } from '../select/reach-files.js';
import { noNames, onTheWay } from '../select/reach-names.js';
import { reachSeeds } from '../select/reach-seeds.js';
import type { SoughtApi } from '../select/reach-seeds.js';
import { declaresSdk } from '../select/seen-apis.js';
import { selectsFile } from '../select/select-file.js';
import { selectImporting } from '../select/select-importing.js';
import type { ImportingFiles, ReachSeeds } from '../select/select-importing.js';
import type { Allowance } from './allowance.js';
import { codeOf } from './code-of.js';
import type { SourceStore } from './source-store.js';

/** Mentions of one API in the files of a program, or of all APIs where more than a catalogue is asked for. */
export interface MentionedApi extends SoughtApi {
  readonly files: readonly MentioningFile[];
  /** Whether it applies because files use it, even files of another program. */
  readonly isSeen: boolean;
  /** Whether names lead from file to file: what runs commands, or takes all that another file has, is followed by files. */
  readonly hasNames: boolean;
}

/** Of a program, what is asked of its texts. */
interface AskedTexts {
  readonly language: Language;
  readonly mentions: Mentions;
  readonly cache: ProgramCache | undefined;
}

/**
 * Splits mentions by API. A common word of one API beside the host of another counts for nothing: each file is selected
 * as if there were one catalogue alone.
 */
export function mentionedByApi(
  { language, mentions, cache }: AskedTexts,
  files: readonly MentioningFile[],
  catalogue: Catalogue,
  { store, seen }: { readonly store: SourceStore; readonly seen: ReadonlySet<Api['id']> },
): readonly MentionedApi[] {
  const each = oneByOne(catalogue);
  const hasNames = language.forms.sdk !== undefined;
  if (each.length < 2 || mentions.also !== undefined)
    return [{ id: '', catalogue, mentions, files, isSeen: false, hasNames }];
  const byApi = each.map((one) => ({
    ...one,
    mentions: one.mentions(language.forms),
    files: [] as MentioningFile[],
    isSeen: seen.has(one.id),
    hasNames,
  }));
  for (const file of files) {
    const ask = (): readonly (Mention | 'none')[] => {
      const holder = store.kinds.of(file.file).find((kind) => kind.language === language)?.holder;
      const code = codeOf(holder, file.file, store.text(file.file) ?? '');
      const words = [...mentions.commonWordsIn(code)];
      // Nothing says more of one API than all say together.
      const kinds = MENTIONS.slice(MENTIONS.indexOf(file.mention));
      return byApi.map(({ mentions: { of, isCommonWord } }) => {
        const isPossible = (kind: Mention): boolean =>
          kinds.includes(kind) && (kind !== 'common' || words.some(isCommonWord));
        return of(code, isPossible) ?? 'none';
      });
    };
    const found = cache === undefined ? ask() : cache.ofText(file.file, 'mentions', ask);
    for (const [index, mention] of found.entries())
      if (mention !== 'none') byApi[index]?.files.push({ ...file, mention });
  }
  return byApi.filter((one) => one.files.length > 0);
}

/** Files that are analysed for one API. */
export interface SelectedFiles extends SoughtApi {
  /** For their own text. */
  readonly direct: ReadonlySet<string>;
  readonly importing: ImportingFiles;
}

interface SelectInput {
  readonly modules: ScanModuleReader;
  readonly store: SourceStore;
  readonly allowance: Allowance;
  /** Of the program. */
  readonly files: ReadonlySet<string>;
  /** Files in which a value of the API gets to a call. */
  readonly arrives: (api: string) => ReadonlySet<string>;
}

/** Whether a text has a word that may decide: of a path, or of a method of an SDK. */
function hasWord(mentions: Mentions, text: string): boolean {
  return mentions.words(text) !== 'none' || mentions.hasMember(text) || mentions.of(text) !== undefined;
}

/** The files whose analysis can give something for one API. */
export function selectFiles(
  mentioned: MentionedApi,
  { modules: all, store, allowance, files, arrives }: SelectInput,
): SelectedFiles {
  const modules: ScanModuleReader = {
    ...all,
    // A file without importers need not be parsed to find its re-exports.
    exportLinks: (file, through) => (all.importers(file).length === 0 ? [] : all.exportLinks(file, through)),
  };
  const reachedFiles = arrives(mentioned.id);
  const { mentions, files: mentioning, isSeen, hasNames } = mentioned;
  const isNamed = ({ mention }: MentioningFile): boolean => mention === 'api';
  const named = mentioning.filter(isNamed);
  const asking = mentioning.filter(({ mention }) => mention === 'api' || mention === 'rare').map(({ file }) => file);
  const importersOf = (file: string): readonly string[] => modules.importers(file);
  const importsOf = (file: string): readonly string[] => modules.imports(file);
  const seedsOf = (own: readonly MentioningFile[]): ReachSeeds => reachSeeds(own, mentioned, modules);
  const isAsked = !allowance.isSpent() && asking.length > 0;
  const ofNamed = isAsked ? seedsOf(named) : noNames();
  const nameFiles = named.map(({ file }) => file);
  let found: ReadonlySet<string> | undefined;
  const way = (): ReadonlySet<string> =>
    (found ??= hasNames ? onTheWay(ofNamed.api, modules) : reached(nameFiles.flatMap(importersOf), importersOf));
  // Who imports whom is read ahead only where a file names the API.
  const isNear =
    named.length === 0 ? () => asking.length > 0 : askedOnce(() => reached(reached(asking, importersOf), importsOf));
  // Files of another program that use the API are no way to it, nor is what code a workflow holds: nothing imports that.
  const isImportable = ({ file, language }: MentioningFile): boolean =>
    store.kinds
      .of(file)
      .some(({ language: { id }, holder }) => id === language && (holder?.counts ?? 'code') === 'code');
  const isElsewhere = isSeen && !named.some(isImportable);
  const isSelected = ({ file, mention }: MentioningFile): boolean => {
    const text = (): string => store.text(file) ?? '';
    return selectsFile(mention, {
      reachesApi: () => reachedFiles.has(file) || way().has(file),
      hasContext: () => (isElsewhere ? mentions.hasPiece(text()) : mentions.hasContext(text())),
      isSure: () =>
        mentions.words(text()) === 'path' ||
        mentions.isLone(text()) ||
        (isSeen && mentions.callsMember(text()) && declaresSdk(modules, file, mentioned.catalogue)),
      isNear: () => isNear(file),
    });
  };
  // Once there is no time left, nothing more is looked up: all that may matter are told as not analysed, even where
  // it ran out while it was asked what leads to them.
  const mayMatter = (file: MentioningFile): boolean => allowance.isSpent() || isSelected(file) || allowance.isSpent();
  const direct = new Set(mentioning.filter(mayMatter).map(({ file }) => file));
  for (const file of reachedFiles)
    if (!direct.has(file) && files.has(file) && hasWord(mentions, store.text(file) ?? '')) direct.add(file);
  const weak = isAsked ? mentioning.filter(({ file }) => !direct.has(file)) : [];
  const others = isAsked ? seedsOf(mentioning.filter((file) => direct.has(file.file) && !isNamed(file))) : noNames();
  const seeds: ReachSeeds = {
    api: ofNamed.api,
    words: new Map([...ofNamed.words, ...others.words]),
    paths: new Map([...ofNamed.paths, ...others.paths]),
  };
  const importing = selectImporting(
    { direct, seeds, onTheWay: way, weak, seedsOf, arrives: reachedFiles },
    modules,
    (file) => direct.has(file) || !files.has(file),
  );
  return { id: mentioned.id, catalogue: mentioned.catalogue, mentions, direct, importing };
}
