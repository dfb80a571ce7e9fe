import type { KeptReading } from '../cache/kept-reading.js';
import type { ProgramCache } from '../cache/program-cache.js';
import type { ScanCache } from '../cache/scan-cache.js';
import type { ProgramSelection } from '../cache/outcome.js';
import type { StoredOutcome } from '../cache/stored-outcome.js';
import type { Language } from '../languages/language.js';
import { LANGUAGES } from '../languages/table.js';
import type { Api, Catalogue } from '../model/deprecation.js';
import type { LanguageId } from '../model/language.js';
import { callSelectionOf } from '../select/call-selection.js';
import type { SelectedFor } from '../select/call-selection.js';
import { ANY_NAME } from '../select/exported-names.js';
import { mentionsOf } from '../select/mentions.js';
import type { MentioningFile, Mentions } from '../select/mentions.js';
import type { ScanModuleReader } from '../select/modules.js';
import { ApiFlow } from '../flow/api-flow.js';
import { originsOf } from '../flow/origins.js';
import { importersAmong, reached } from '../select/reach-files.js';
import { firstHop } from '../select/reach-names.js';
import type { NamesByFile } from '../select/reach-names.js';
import type { CallSelection } from '../select/select-calls.js';
import type { FileList } from '../sources/list-files.js';
import { FileProbe } from '../sources/file-probe.js';
import type { TreeOverlay } from '../sources/tree-overlay.js';
import type { Allowance } from './allowance.js';
import { createModuleReader } from './module-reader.js';
import { mentionedByApi, selectFiles } from './select-files.js';
import type { SelectedFiles } from './select-files.js';
import type { SourceStore } from './source-store.js';

/** The files of a scan in one language. Languages are apart: a mention in a file of one lets no file of another be parsed. */
export interface LanguageProgram {
  readonly language: Language;
  readonly modules: ScanModuleReader;
  /** Cache of the program between runs. */
  readonly cache: ProgramCache | undefined;
  readonly selection: CallSelection;
  /** Files whose analysis can give something, sorted. */
  readonly candidates: readonly string[];
  /** Whether these are all that import what names the API. */
  readonly isComplete: boolean;
  readonly affectedBy: AffectedBy;
}

/**
 * Of the files that can give something, and of others that are asked about, those whose analysis these can change: they
 * themselves, those that import them, however indirectly, and the modules they call, because a request in a wrapper is
 * understood from its callers.
 */
export type AffectedBy = (files: readonly string[], others?: readonly string[]) => ReadonlySet<string>;

/** A program before its files are read. */
export interface ProgramDraft {
  readonly language: Language;
  readonly mentions: Mentions;
  /** More is looked for than the catalogue is about. */
  readonly isWidened: boolean;
  readonly modules: ScanModuleReader;
  readonly cache: ProgramCache | undefined;
  /** Its files; those identified by their first line alone are added when they are read. */
  readonly files: string[];
}

interface DraftInput {
  readonly store: SourceStore;
  readonly list: FileList;
  readonly catalogue: Catalogue;
  readonly overlay: TreeOverlay | undefined;
  readonly allowance: Allowance;
  readonly tsconfig: string | undefined;
  /** Results of an earlier run. */
  readonly cache: ScanCache | undefined;
  readonly reading: KeptReading | undefined;
  readonly probeOf: ((language: LanguageId) => FileProbe) | undefined;
  readonly widened: WidenMentions | undefined;
}

/** Makes tests of texts that find more than the catalogue is about. */
export type WidenMentions = (mentions: Mentions, language: Language) => Mentions;

/** The programs of a scan, each made when its first file is looked at. */
export class ProgramDrafts {
  readonly #input: DraftInput;
  readonly #made = new Map<LanguageId, ProgramDraft>();

  constructor(input: DraftInput) {
    this.#input = input;
  }

  /** Those that have files, in the order of languages. */
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
  /** Data that its files import and that has an address of the API. */
  readonly data: readonly string[];
  readonly read: readonly string[];
  readonly catalogue: Catalogue;
  /** Ids of the APIs that apply because a file uses them, even one of another program. */
  readonly seen: ReadonlySet<Api['id']>;
  readonly store: SourceStore;
  readonly allowance: Allowance;
}

/** The part of a program that is analysed, once the files that mention the API are known. */
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
  const flowed = (): ApiFlow => {
    if (flow === undefined) {
      flow = new ApiFlow(modules, originsOf(catalogue));
      flow.follow([...named, ...data]);
    }
    return flow;
  };
  // Values of the APIs of the catalogue say nothing of requests to others.
  if (!draft.isWidened)
    modules.noteReached(
      (file) => flowed().of(file),
      () => flow?.isCut === true,
    );
  let filesByApi: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const arrives = (api: string): ReadonlySet<string> => (filesByApi ??= flowed().filesByApi()).get(api) ?? NO_FILES;
  let made: readonly SelectedFiles[] | undefined;
  const selected = (): readonly SelectedFiles[] =>
    (made ??= mentionedByApi(draft, mentioning, catalogue, { store, seen }).map((mentioned) =>
      selectFiles(mentioned, { modules, store, allowance, files, arrives }),
    ));
  const standing = cache?.standing(modules);
  const { candidates, isComplete } = standing ?? joined(selected());
  if (standing === undefined) cache?.noteSelected({ candidates, isComplete });
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

/** Files that are selected for one API or another. */
function joined(selected: readonly SelectedFiles[]): ProgramSelection {
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
