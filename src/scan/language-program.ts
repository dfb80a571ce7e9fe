import type { ReadingCache } from '../cache/reading-cache.js';
import type { ProgramCache } from '../cache/program-cache.js';
import type { ScanCache } from '../cache/scan-cache.js';
import type { ProgramSelection } from '../cache/outcome.js';
import type { StoredOutcome } from '../cache/stored-outcome.js';
import type { Language } from '../languages/language.js';
import { LANGUAGES } from '../languages/table.js';
import type { Api, Catalogue } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import { callSelectionOf, reachSeeds } from '../select/reach-seeds.js';
import type { SelectedFor, SoughtApi } from '../select/reach-seeds.js';
import { ANY_NAME } from '../select/exported-names.js';
import { MENTIONS, cataloguesByApi, mentionsOf } from '../select/mentions.js';
import type { MentioningFile, Mentions, Mention } from '../select/mentions.js';
import type { NamesByFile, ScanModuleReader } from '../select/reach-names.js';
import { ApiFlow } from '../select/flow/api-flow.js';
import { originsOf } from '../select/flow/origins.js';
import { lazyMembership, firstHop, importersAmong, noNames, onTheWay, reached } from '../select/reach-names.js';
import type { CallSelection } from '../select/select-calls.js';
import type { FileList } from '../files/list-files.js';
import { FileProbe } from '../files/file-probe.js';
import type { TreeOverlay } from '../files/tree-overlay.js';
import type { ResourceLimit } from './resource-limit.js';
import { createModuleReader } from './module-reader.js';
import type { SourceStore } from './source-store.js';
import { declaresSdk } from '../select/seen-apis.js';
import { selectsFile } from '../select/select-file.js';
import { selectImporting } from '../select/importers.js';
import type { ImportingFiles, ReachSeeds } from '../select/importers.js';
import { embeddedCode } from './code-of.js';

/**
 * Files of a scan in one language. Languages are independent: a mention in one does not cause files of another to be
 * parsed.
 */
export interface LanguageProgram {
  readonly language: Language;
  readonly modules: ScanModuleReader;
  /** Cache of the program between runs. */
  readonly cache: ProgramCache | undefined;
  readonly selection: CallSelection;
  /** Files whose analysis can give a result, sorted. */
  readonly candidates: readonly string[];
  /** Whether the candidates include all importers of the files with a mention. */
  readonly isComplete: boolean;
  readonly affectedBy: AffectedBy;
}

/**
 * Returns the candidates and `others` whose analysis a change of some files can affect: these files, their transitive
 * importers, and the modules that they call, because callers complete a request in a wrapper.
 */
export type AffectedBy = (files: readonly string[], others?: readonly string[]) => ReadonlySet<string>;

/** A program before its files are read. */
export interface ProgramDraft {
  readonly language: Language;
  readonly mentions: Mentions;
  /** Whether more is looked for than the catalogue covers. */
  readonly isWidened: boolean;
  readonly modules: ScanModuleReader;
  readonly cache: ProgramCache | undefined;
  /** Files of the program; those identified only by their first line are added when they are read. */
  readonly files: string[];
}

interface DraftInput {
  readonly store: SourceStore;
  readonly list: FileList;
  readonly catalogue: Catalogue;
  readonly overlay?: TreeOverlay | undefined;
  readonly allowance: ResourceLimit;
  readonly tsconfig?: string | undefined;
  /** Results of an earlier run. */
  readonly cache?: ScanCache | undefined;
  readonly reading?: ReadingCache | undefined;
  readonly probeOf?: ((language: LanguageId) => FileProbe) | undefined;
  readonly widened?: WidenMentions | undefined;
}

/** Extends mentions beyond the catalogue. */
export type WidenMentions = (mentions: Mentions, language: Language) => Mentions;

/** The programs of a scan, each created with its first file. */
export class ProgramDrafts {
  readonly #input: DraftInput;
  readonly #made = new Map<LanguageId, ProgramDraft>();

  constructor(input: DraftInput) {
    this.#input = input;
  }

  /** Existing drafts, in the order of languages. */
  get made(): readonly ProgramDraft[] {
    return LANGUAGES.flatMap(({ id }) => this.#made.get(id) ?? []);
  }

  of(language: Language): ProgramDraft {
    let draft = this.#made.get(language.id);
    if (draft === undefined) this.#made.set(language.id, (draft = this.#make(language)));
    return draft;
  }

  #make(language: Language): ProgramDraft {
    const { list, tsconfig, store, catalogue, overlay, allowance, cache, reading, probeOf, widened } = this.#input;
    const isOwn = (file: string): boolean => store.kinds.of(file).some((kind) => kind.language === language);
    const files = [...list.files, ...list.perhaps].filter(isOwn);
    const probe = probeOf?.(language.id) ?? new FileProbe(overlay, cache === undefined ? 'once' : 'kept');
    const isSame = reading && ((id: string, compared: FileProbe): boolean => reading.isSame(language.id, id, compared));
    const outcome = reading && ((): StoredOutcome | undefined => reading.outcome(language.id));
    const kept = cache?.program(language.id, { root: store.root, probe, files, isSame, outcome }, store);
    return {
      language,
      isWidened: widened !== undefined,
      get mentions() {
        const own = mentionsOf(catalogue, language.forms);
        return widened?.(own, language) ?? own;
      },
      cache: kept,
      modules: createModuleReader({
        store,
        catalogue,
        probe,
        overlay,
        cache: kept,
        allowance,
        language: language.id,
        files,
        tsconfig,
      }),
      files,
    };
  }
}

interface FinishInput {
  readonly mentioning: readonly MentioningFile[];
  /** Data files with an address of the API that files of the program import. */
  readonly data: readonly string[];
  readonly read: readonly string[];
  readonly catalogue: Catalogue;
  /** Ids of the APIs that apply because a file uses them, even one of another program. */
  readonly seen: ReadonlySet<Api['id']>;
  readonly store: SourceStore;
  readonly allowance: ResourceLimit;
}

/** Completes a program once the files that mention the API are known. */
export function finishProgram(
  draft: ProgramDraft,
  { mentioning, data, read, catalogue, seen, store, allowance }: FinishInput,
): LanguageProgram {
  const { language, modules, cache } = draft;
  const files = new Set(draft.files);
  const named = mentioning.flatMap(({ file, mention }) => (mention === 'api' ? [file] : []));
  modules.noteRead(
    read.filter((file) => files.has(file)),
    new Set(named),
  );
  let flow: ApiFlow | undefined;
  const requireFlow = (): ApiFlow => {
    if (flow === undefined) {
      flow = new ApiFlow(modules, originsOf(catalogue));
      flow.follow([...named, ...data]);
    }
    return flow;
  };
  // Values of the APIs of the catalogue are irrelevant for requests to others.
  if (!draft.isWidened)
    modules.noteReached(
      (file) => requireFlow().of(file),
      () => flow?.isCut === true,
    );
  let filesByApi: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const arrives = (api: string): ReadonlySet<string> =>
    (filesByApi ??= requireFlow().filesByApi()).get(api) ?? NO_FILES;
  let selections: readonly SelectedFiles[] | undefined;
  const selected = (): readonly SelectedFiles[] =>
    (selections ??= mentionedByApi(draft, mentioning, catalogue, { store, seen }).map((mentioned) =>
      selectFiles(mentioned, { modules, store, allowance, files, arrives }),
    ));
  const cachedSelection = cache?.unchangedSelection(modules);
  const { candidates, isComplete } = cachedSelection ?? mergeSelections(selected());
  if (cachedSelection === undefined) cache?.noteSelected({ candidates, isComplete });
  const ofData: NamesByFile = new Map(data.map((file) => [file, firstHop([ANY_NAME])]));
  const importsOf = (file: string): readonly string[] => modules.imports(file);
  let selection: CallSelection | undefined;
  return {
    language,
    modules,
    cache,
    get selection() {
      return (selection ??= callSelectionOf(selected().map(selectedFor), modules, ofData));
    },
    candidates,
    isComplete,
    affectedBy(changed, others = []) {
      if (changed.length === 0) return new Set();
      const called = reached(changed, importsOf);
      const starts = [...changed, ...candidates.filter((file) => called.has(file))];
      const importers = importersAmong([...candidates, ...others], importsOf);
      return reached(starts, (file) => importers.get(file) ?? []);
    },
  };
}

const NO_FILES: ReadonlySet<string> = new Set();

/** Files that are selected for at least one API. */
function mergeSelections(selected: readonly SelectedFiles[]): ProgramSelection {
  const files = selected.flatMap(({ direct, importing }) => [...direct, ...importing.files]);
  return {
    candidates: [...new Set(files)].sort(),
    isComplete: selected.every(({ importing }) => importing.complete),
  };
}

/** Selection of calls for the API of these files. */
function selectedFor({ id, catalogue, mentions, direct, importing }: SelectedFiles): SelectedFor {
  const { files, names } = importing;
  const all = new Set([...direct, ...files]);
  return { id, catalogue, mentions, names, has: (file) => all.has(file) };
}

/** Mentions of one API in the files of a program, or of all APIs where more than a catalogue is looked for. */
interface MentionedApi extends SoughtApi {
  readonly files: readonly MentioningFile[];
  /** Whether the API applies because files use it, even files of another program. */
  readonly isSeen: boolean;
  /** Whether imports are followed by name; commands, and imports of all names of a file, are followed by file. */
  readonly hasNames: boolean;
}

/** Inputs for finding mentions in the texts of a program. */
interface MentionInput {
  readonly language: Language;
  readonly mentions: Mentions;
  readonly cache: ProgramCache | undefined;
}

/**
 * Splits mentions by API, so that files are selected as if each catalogue were alone: a common word of one API beside
 * the host of another does not count.
 */
function mentionedByApi(
  { language, mentions, cache }: MentionInput,
  files: readonly MentioningFile[],
  catalogue: Catalogue,
  { store, seen }: { readonly store: SourceStore; readonly seen: ReadonlySet<Api['id']> },
): readonly MentionedApi[] {
  const each = cataloguesByApi(catalogue);
  const hasNames = language.forms.sdk !== undefined;
  if (each.length < 2 || mentions.also !== undefined)
    return [{ id: '', catalogue, mentions, files, isSeen: false, hasNames }];
  const byApi = each.map((entry) => ({
    ...entry,
    mentions: entry.mentions(language.forms),
    files: [] as MentioningFile[],
    isSeen: seen.has(entry.id),
    hasNames,
  }));
  for (const file of files) {
    const ask = (): readonly (Mention | 'none')[] => {
      const holder = store.kinds.of(file.file).find((kind) => kind.language === language)?.holder;
      const code = embeddedCode(holder, file.file, store.text(file.file) ?? '');
      const words = [...mentions.commonWordsIn(code)];
      // The mention of one API is never stronger than that of all.
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
  return byApi.filter((entry) => entry.files.length > 0);
}

/** Files that are analysed for one API. */
interface SelectedFiles extends SoughtApi {
  /** Files selected by their own text. */
  readonly direct: ReadonlySet<string>;
  readonly importing: ImportingFiles;
}

interface SelectInput {
  readonly modules: ScanModuleReader;
  readonly store: SourceStore;
  readonly allowance: ResourceLimit;
  /** Files of the program. */
  readonly files: ReadonlySet<string>;
  /** Returns the files in which a value of the API reaches a call. */
  readonly arrives: (api: string) => ReadonlySet<string>;
}

/** Whether a text has a word of a path or of an SDK method. */
function hasWord(mentions: Mentions, text: string): boolean {
  return mentions.words(text) !== 'none' || mentions.hasMember(text) || mentions.of(text) !== undefined;
}

/** Selects the files whose analysis can give a result for one API. */
function selectFiles(
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
  const pathFiles = (): ReadonlySet<string> =>
    (found ??= hasNames ? onTheWay(ofNamed.api, modules) : reached(nameFiles.flatMap(importersOf), importersOf));
  // Importers are precomputed only where a file names the API.
  const isNear =
    named.length === 0
      ? () => asking.length > 0
      : lazyMembership(() => reached(reached(asking, importersOf), importsOf));
  // Files of another program are not importable, nor is the code in a workflow.
  const isImportable = ({ file, language }: MentioningFile): boolean =>
    store.kinds
      .of(file)
      .some(({ language: { id }, holder }) => id === language && (holder?.counts ?? 'code') === 'code');
  const isElsewhere = isSeen && !named.some(isImportable);
  const isSelected = ({ file, mention }: MentioningFile): boolean => {
    const text = (): string => store.text(file) ?? '';
    return selectsFile(mention, {
      reachesApi: () => reachedFiles.has(file) || pathFiles().has(file),
      hasContext: () => (isElsewhere ? mentions.hasPiece(text()) : mentions.hasContext(text())),
      isSure: () =>
        mentions.words(text()) === 'path' ||
        mentions.isLone(text()) ||
        (isSeen && mentions.callsMember(text()) && declaresSdk(modules, file, mentioned.catalogue)),
      isNear: () => isNear(file),
    });
  };
  // Once time is up, nothing more is looked up: all candidates are reported as not analysed, also where it ran out
  // during the search for their importers.
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
    { direct, seeds, onTheWay: pathFiles, weak, seedsOf, arrives: reachedFiles },
    modules,
    (file) => direct.has(file) || !files.has(file),
  );
  return { id: mentioned.id, catalogue: mentioned.catalogue, mentions, direct, importing };
}
