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
import {
  lazyMembership,
  firstHop,
  importersAmong,
  noNames,
  filesWithAccess,
  filesReachedFrom,
} from '../select/reach-names.js';
import type { CallSelection } from '../select/select-calls.js';
import type { FileList } from '../files/list-files.js';
import { FileProbe } from '../files/file-probe.js';
import type { TreeOverlay } from '../files/tree-overlay.js';
import type { ResourceLimit } from './resource-limit.js';
import { createModuleReader } from './module-reader.js';
import type { SourceStore } from './source-store.js';
import { declaresSdk } from '../select/api-signs.js';
import { selectsFile } from '../select/select-file.js';
import { selectImporting } from '../select/importers.js';
import type { ImportingFiles, ReachSeeds } from '../select/importers.js';
import { embeddedCode } from './code-of.js';

/**
 * Files of a scan in one language. Languages are independent: a mention in a file of one language does not cause files
 * of another language to be parsed.
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
 * Returns the candidates and `others` whose analysis a change of some files can affect: the changed files, their
 * transitive importers, and the modules that they call, because callers complete a request in a wrapper.
 */
export type AffectedBy = (files: readonly string[], others?: readonly string[]) => ReadonlySet<string>;

/** A program before its files are read. */
export interface ProgramDraft {
  readonly language: Language;
  readonly mentions: Mentions;
  /** Whether mentions include more than the catalogue covers. */
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
  readonly #drafts = new Map<LanguageId, ProgramDraft>();

  constructor(input: DraftInput) {
    this.#input = input;
  }

  /** Existing drafts, in the order of languages. */
  get existingDrafts(): readonly ProgramDraft[] {
    return LANGUAGES.flatMap(({ id }) => this.#drafts.get(id) ?? []);
  }

  of(language: Language): ProgramDraft {
    let draft = this.#drafts.get(language.id);
    if (draft === undefined) this.#drafts.set(language.id, (draft = this.#createDraft(language)));
    return draft;
  }

  #createDraft(language: Language): ProgramDraft {
    const { list, tsconfig, store, catalogue, overlay, allowance, cache, reading, probeOf, widened } = this.#input;
    const hasCode = (file: string): boolean => store.kinds.of(file).some((kind) => kind.language === language);
    const files = [...list.files, ...list.perhaps].filter(hasCode);
    const probe = probeOf?.(language.id) ?? new FileProbe(overlay, cache === undefined ? 'once' : 'kept');
    const isSame = reading && ((id: string, compared: FileProbe): boolean => reading.isSame(language.id, id, compared));
    const outcome = reading && ((): StoredOutcome | undefined => reading.outcome(language.id));
    const programCache = cache?.program(language.id, { root: store.root, probe, files, isSame, outcome }, store);
    return {
      language,
      isWidened: widened !== undefined,
      get mentions() {
        const ofCatalogue = mentionsOf(catalogue, language.forms);
        return widened?.(ofCatalogue, language) ?? ofCatalogue;
      },
      cache: programCache,
      modules: createModuleReader({
        store,
        catalogue,
        probe,
        overlay,
        cache: programCache,
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

/** Completes a program after the search for the files that mention the API. */
export function finishProgram(
  draft: ProgramDraft,
  { mentioning, data, read, catalogue, seen, store, allowance }: FinishInput,
): LanguageProgram {
  const { language, modules, cache } = draft;
  const files = new Set(draft.files);
  const namingFiles = mentioning.flatMap(({ file, mention }) => (mention === 'api' ? [file] : []));
  modules.noteRead(
    read.filter((file) => files.has(file)),
    new Set(namingFiles),
  );
  let flow: ApiFlow | undefined;
  const requireFlow = (): ApiFlow => {
    if (flow === undefined) {
      flow = new ApiFlow(modules, originsOf(catalogue));
      flow.follow([...namingFiles, ...data]);
    }
    return flow;
  };
  // A widened scan looks for requests to other APIs too, which the flow of these values does not show.
  if (!draft.isWidened)
    modules.noteReached(
      (file) => requireFlow().of(file),
      () => flow?.isCut === true,
    );
  let filesByApi: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const filesReachedBy = (api: string): ReadonlySet<string> =>
    (filesByApi ??= requireFlow().filesByApi()).get(api) ?? NO_FILES;
  let selections: readonly SelectedFiles[] | undefined;
  const selectedFiles = (): readonly SelectedFiles[] =>
    (selections ??= mentionedByApi(draft, mentioning, catalogue, { store, seen }).map((mentioned) =>
      selectFiles(mentioned, { modules, store, allowance, files, filesReachedBy }),
    ));
  const cachedSelection = cache?.unchangedSelection(modules);
  const { candidates, isComplete } = cachedSelection ?? mergeSelections(selectedFiles());
  if (cachedSelection === undefined) cache?.noteSelection({ candidates, isComplete });
  const dataNames: NamesByFile = new Map(data.map((file) => [file, firstHop([ANY_NAME])]));
  const importsOf = (file: string): readonly string[] => modules.imports(file);
  let selection: CallSelection | undefined;
  return {
    language,
    modules,
    cache,
    get selection() {
      return (selection ??= callSelectionOf(selectedFiles().map(selectedFor), modules, dataNames));
    },
    candidates,
    isComplete,
    affectedBy(changed, others = []) {
      if (changed.length === 0) return new Set();
      const calledFiles = filesReachedFrom(changed, importsOf);
      const starts = [...changed, ...candidates.filter((file) => calledFiles.has(file))];
      const importers = importersAmong([...candidates, ...others], importsOf);
      return filesReachedFrom(starts, (file) => importers.get(file) ?? []);
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

/** Input of the selection of calls for the API of these files. */
function selectedFor({ id, catalogue, mentions, direct, importing }: SelectedFiles): SelectedFor {
  const { files, names } = importing;
  const allFiles = new Set([...direct, ...files]);
  return { id, catalogue, mentions, names, has: (file) => allFiles.has(file) };
}

/** Mentions of one API in the files of a program, or of all APIs in a widened scan. */
interface MentionedApi extends SoughtApi {
  readonly files: readonly MentioningFile[];
  /** Whether the API applies because a file uses it, even one of another program. */
  readonly isSeen: boolean;
  /** Whether imports are followed by name; languages that import all names of a file are followed by file. */
  readonly hasNames: boolean;
}

/** Inputs for finding mentions in the texts of a program. */
interface MentionInput {
  readonly language: Language;
  readonly mentions: Mentions;
  readonly cache: ProgramCache | undefined;
}

/**
 * Splits mentions by API, so that files are selected as if each catalogue were alone: a common word of one API near the
 * host of another API does not count.
 */
function mentionedByApi(
  { language, mentions, cache }: MentionInput,
  files: readonly MentioningFile[],
  catalogue: Catalogue,
  { store, seen }: { readonly store: SourceStore; readonly seen: ReadonlySet<Api['id']> },
): readonly MentionedApi[] {
  const apiCatalogues = cataloguesByApi(catalogue);
  const hasNames = language.forms.sdkImport !== undefined;
  if (apiCatalogues.length < 2 || mentions.anyRequest !== undefined)
    return [{ id: '', catalogue, mentions, files, isSeen: false, hasNames }];
  const byApi = apiCatalogues.map((entry) => ({
    ...entry,
    mentions: entry.mentions(language.forms),
    files: [] as MentioningFile[],
    isSeen: seen.has(entry.id),
    hasNames,
  }));
  for (const file of files) {
    const findMentions = (): readonly (Mention | 'none')[] => {
      const holder = store.kinds.of(file.file).find((kind) => kind.language === language)?.hostFile;
      const code = embeddedCode(holder, file.file, store.text(file.file) ?? '');
      const wordsInCode = [...mentions.commonWordsIn(code)];
      // The mention of one API is never stronger than the mention of all APIs.
      const possibleKinds = MENTIONS.slice(MENTIONS.indexOf(file.mention));
      return byApi.map(({ mentions: { of, isCommonWord } }) => {
        const isPossible = (kind: Mention): boolean =>
          possibleKinds.includes(kind) && (kind !== 'common' || wordsInCode.some(isCommonWord));
        return of(code, isPossible) ?? 'none';
      });
    };
    const mentionByApi = cache === undefined ? findMentions() : cache.ofText(file.file, 'mentions', findMentions);
    for (const [index, mention] of mentionByApi.entries())
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
  /** Returns the files with a call that a value of the API reaches. */
  readonly filesReachedBy: (api: string) => ReadonlySet<string>;
}

/** Whether a text has a word of a path or of an SDK method. */
function hasWord(mentions: Mentions, text: string): boolean {
  return mentions.wordKindIn(text) !== 'none' || mentions.hasMember(text) || mentions.of(text) !== undefined;
}

/** Selects the files whose analysis can give a result for one API. */
function selectFiles(
  mentioned: MentionedApi,
  { modules: reader, store, allowance, files, filesReachedBy }: SelectInput,
): SelectedFiles {
  const modules: ScanModuleReader = {
    ...reader,
    // A file without importers need not be parsed to find its re-exports.
    exportLinks: (file, through) => (reader.importers(file).length === 0 ? [] : reader.exportLinks(file, through)),
  };
  const reachedFiles = filesReachedBy(mentioned.id);
  const { mentions, files: mentioning, isSeen, hasNames } = mentioned;
  const isNamed = ({ mention }: MentioningFile): boolean => mention === 'api';
  const namingFiles = mentioning.filter(isNamed);
  const seedFiles = mentioning.filter(({ mention }) => mention === 'api' || mention === 'rare').map(({ file }) => file);
  const importersOf = (file: string): readonly string[] => modules.importers(file);
  const importsOf = (file: string): readonly string[] => modules.imports(file);
  const seedsOf = (mentioningFiles: readonly MentioningFile[]): ReachSeeds =>
    reachSeeds(mentioningFiles, mentioned, modules);
  const hasSeeds = !allowance.isSpent() && seedFiles.length > 0;
  const namedSeeds = hasSeeds ? seedsOf(namingFiles) : noNames();
  const namingPaths = namingFiles.map(({ file }) => file);
  let memoisedPathFiles: ReadonlySet<string> | undefined;
  const pathFiles = (): ReadonlySet<string> =>
    (memoisedPathFiles ??= hasNames
      ? filesWithAccess(namedSeeds.api, modules)
      : filesReachedFrom(namingPaths.flatMap(importersOf), importersOf));
  // Importers are computed only if a file names the API.
  const isNear =
    namingFiles.length === 0
      ? () => seedFiles.length > 0
      : lazyMembership(() => filesReachedFrom(filesReachedFrom(seedFiles, importersOf), importsOf));
  // Files of another language cannot be imported, nor can the code in a workflow.
  const isImportable = ({ file, language }: MentioningFile): boolean =>
    store.kinds
      .of(file)
      .some(({ language: { id }, hostFile }) => id === language && (hostFile?.scanRole ?? 'code') === 'code');
  const isNamedElsewhere = isSeen && !namingFiles.some(isImportable);
  const isSelected = ({ file, mention }: MentioningFile): boolean => {
    const text = (): string => store.text(file) ?? '';
    return selectsFile(mention, {
      reachesApi: () => reachedFiles.has(file) || pathFiles().has(file),
      hasContext: () => (isNamedElsewhere ? mentions.hasPiece(text()) : mentions.hasContext(text())),
      isSure: () =>
        mentions.wordKindIn(text()) === 'path' ||
        mentions.isSufficientAlone(text()) ||
        (isSeen && mentions.callsMember(text()) && declaresSdk(modules, file, mentioned.catalogue)),
      isNear: () => isNear(file),
    });
  };
  // Without allowance, no test is made: all files are candidates, which are reported as not analysed. The allowance may
  // run out during the test.
  const mayMatter = (file: MentioningFile): boolean => allowance.isSpent() || isSelected(file) || allowance.isSpent();
  const direct = new Set(mentioning.filter(mayMatter).map(({ file }) => file));
  for (const file of reachedFiles)
    if (!direct.has(file) && files.has(file) && hasWord(mentions, store.text(file) ?? '')) direct.add(file);
  const weak = hasSeeds ? mentioning.filter(({ file }) => !direct.has(file)) : [];
  const otherSeeds = hasSeeds
    ? seedsOf(mentioning.filter((file) => direct.has(file.file) && !isNamed(file)))
    : noNames();
  const seeds: ReachSeeds = {
    api: namedSeeds.api,
    words: new Map([...namedSeeds.words, ...otherSeeds.words]),
    paths: new Map([...namedSeeds.paths, ...otherSeeds.paths]),
  };
  const importing = selectImporting(
    { direct, seeds, filesWithAccess: pathFiles, weak, seedsOf, arrives: reachedFiles },
    modules,
    (file) => direct.has(file) || !files.has(file),
  );
  return { id: mentioned.id, catalogue: mentioned.catalogue, mentions, direct, importing };
}
