import { resolve } from 'node:path';
import type { Catalogue } from '../core/model/deprecation.js';
import type { FileFacts } from '../core/model/facts.js';
import { count } from '../core/lib/wording.js';
import { groupBy, memoByText } from '../core/lib/collections.js';
import { fileOf } from '../core/model/module-reader.js';
import type { Reached, Resolution } from '../core/model/module-reader.js';
import type { Language } from '../languages/language.js';
import { languageOf } from '../languages/table.js';
import type { LanguageId } from '../core/model/language.js';
import { mentionedApis } from '../select/text-mentions.js';
import { fileFlow } from '../select/flow/file-flow.js';
import { exportLinks } from '../select/reach-names.js';
import type { ExportLink, ScanModuleReader, LinkKind } from '../select/reach-names.js';
import { toName } from '../files/file-name.js';
import { FileProbe } from '../files/file-probe.js';
import type { ProbeNote } from '../files/file-probe.js';
import { SettingsFiles } from '../files/settings-files.js';
import { Importers, OpenNames } from '../select/importers.js';
import type { ProgramCache } from '../cache/program-cache.js';
import type { ResourceLimit } from './resource-limit.js';
import type { ScanOptions } from './scan-options.js';
import type { SourceStore } from './source-store.js';
import type { TreeOverlay } from '../files/tree-overlay.js';

export interface ModuleReaderOptions {
  readonly store: SourceStore;
  /** Default `javascript`. */
  readonly language?: LanguageId;
  /** Files of the language, in which importers are looked for. */
  readonly files: readonly string[];
  readonly catalogue: Catalogue;
  /** The tsconfig to use instead of the nearest ones. */
  readonly tsconfig?: string | undefined;
  readonly overlay?: TreeOverlay | undefined;
  /** Limit after which no more files are parsed. */
  readonly allowance?: ResourceLimit;
  /** Probe of the file system; default a new one. */
  readonly probe?: FileProbe;
  /** Results of an earlier run. */
  readonly cache?: ProgramCache | undefined;
}

/** Shared by all files that name no API, which may be very many. */
const NO_API: readonly string[] = [];

/** Creates the module reader of a scanned tree. @throws ConfigError for an unusable tsconfig. */
export function createModuleReader(options: ModuleReaderOptions): ScanModuleReader {
  const { store, cache, probe = new FileProbe(options.overlay) } = options;
  const language = languageOf(options.language ?? 'javascript');
  const tsconfig = options.tsconfig === undefined ? undefined : resolve(store.root, options.tsconfig);
  const tree = { root: store.root, probe, files: options.files, tsconfig };
  const resolver =
    cache === undefined
      ? language.resolver(tree)
      : cache.resolver((recorded) =>
          language.resolver({
            ...tree,
            // Access to the files is recorded as a dependency.
            get files() {
              return recorded.files;
            },
          }),
        );
  let settings: SettingsFiles | undefined;
  let importedData: ReadonlySet<string> = new Set();
  let isFlowCut = (): boolean => false;
  let reachedIn: ((file: string) => Reached | undefined) | undefined;
  const isJson = (file: string): boolean =>
    file.endsWith('.json') && !store.kinds.of(file).some((kind) => kind.language === language);
  const isUnimportedData = (file: string): boolean => isJson(file) && !importedData.has(file);
  const resolveSpecifier = (fromFile: string, specifier: string): Resolution => resolver.resolve(fromFile, specifier);
  const importers = new Importers({
    files: options.files,
    textOf: (file) => store.peek(file),
    resolve: resolveSpecifier,
    texts: language.imports,
    ...(cache === undefined ? {} : { clausesOf: (file, read) => cache.ofText(file, 'clauses', read) }),
  });
  const apisByFile = new Map<string, readonly string[] | undefined>();
  // Equal notes on several files share a sentence.
  const noteSentences = (notes: readonly ProbeNote[]): readonly string[] =>
    [...groupBy(notes, ({ what }) => what)].map(([what, [first, ...others]]) => {
      const more = others.length === 0 ? '' : ` and ${count(others.length, 'other file')}`;
      return `${toName(store.root, first?.file ?? '')}${more}: ${what}`;
    });
  // Without allowance, nothing more is looked up.
  const isSpent = (): boolean => options.allowance?.isSpent() === true;
  const facts = (file: string): FileFacts | undefined =>
    isSpent() || isUnimportedData(file) ? undefined : store.facts(file, language.id);
  const importersOf = (file: string): readonly string[] => (isSpent() ? [] : importers.of(file));
  // Memoised by file and words, because the callers of a function are looked up several times.
  const importersByWords = memoByText(() => new Map<string, readonly string[]>());
  const importersNaming = (file: string, words: ReadonlySet<string>): readonly string[] => {
    const wordsKey = JSON.stringify([...words].sort());
    const known = importersByWords(file).get(wordsKey);
    if (known !== undefined) return known;
    const namingImporters = importersOf(file).filter((importer) => {
      const text = store.text(importer);
      return text !== undefined && [...words].some((word) => text.includes(word));
    });
    importersByWords(file).set(wordsKey, namingImporters);
    return namingImporters;
  };
  const ofFacts = <T>(file: string, question: string, compute: (fileFacts: FileFacts) => T): T | undefined => {
    const answer = (): T | undefined => {
      const fileFacts = facts(file);
      return fileFacts === undefined ? undefined : compute(fileFacts);
    };
    return cache === undefined ? answer() : cache.answer(file, question, answer);
  };
  const linksOf = (through: LinkKind): ((file: string) => readonly ExportLink[]) =>
    memoByText((file) => ofFacts(file, `links ${through}`, (fileFacts) => exportLinks(fileFacts, through)) ?? []);
  const links = { passed: linksOf('passed'), code: linksOf('code'), value: linksOf('value') };
  const { mayDeclare } = language.imports;
  // The text of a host file does not show which parts of it are code.
  const isSearchable = memoByText((file) => {
    const text = store.text(file);
    const isHostFile = store.kinds.of(file).some(({ hostFile }) => hostFile !== undefined);
    return text !== undefined && !isHostFile && !isJson(file) && language.imports.mayHideExports?.(text) !== true;
  });
  const openNames =
    mayDeclare &&
    new OpenNames({
      declares: mayDeclare,
      textOf: (file) => (isSearchable(file) ? store.text(file) : undefined),
      imports: (file) => importers.reExportSources(file),
    });
  const importsOf = memoByText((file) =>
    isSpent() || isJson(file)
      ? []
      : importers
          .specifiers(file)
          .map((specifier) => ({ specifier, target: fileOf(resolveSpecifier(file, specifier)) })),
  );
  return {
    noteRead(files, named) {
      for (const file of files) if (!named.has(file)) apisByFile.set(file, NO_API);
    },
    noteData(files) {
      importedData = files;
    },
    noteReached(reached, isCut) {
      reachedIn = reached;
      isFlowCut = isCut;
    },
    flow: (file, ofText) => ofFacts(file, 'flow', (fileFacts) => fileFlow(fileFacts, ofText)),
    // Undefined in a widened scan, which does not track values.
    get reached() {
      return reachedIn;
    },
    noteImports: (file, latin1, decode) => importers.recordImports(file, latin1, decode),
    notedImports: (file) => importers.recordedImports(file),
    noteSpecifiers: (file, specifiers) => importers.recordSpecifiers(file, specifiers),
    resolve: resolveSpecifier,
    facts,
    mentionsApi(file) {
      if (isUnimportedData(file)) return NO_API;
      if (!apisByFile.has(file)) {
        const text = store.text(file);
        apisByFile.set(file, text === undefined ? undefined : mentionedApis(text, options.catalogue));
      }
      return apisByFile.get(file);
    },
    importers(file, words) {
      return words === undefined ? importersOf(file) : importersNaming(file, words);
    },
    ...(openNames && {
      mayDeclare: (file: string, name: string, apart?: string) => openNames.mayOffer(file, name, apart),
    }),
    importsOf,
    settings(fromFile, name) {
      settings ??= new SettingsFiles(new FileProbe(options.overlay), store.root);
      return settings.valuesOf(store.pathOf(fromFile), name);
    },
    usedSettingsFiles: () => settings?.usedFiles ?? new Set(),
    packageVersion: (fromFile, name) => language.packageVersion(tree, fromFile, name),
    target: (fromFile, specifier) => fileOf(resolveSpecifier(fromFile, specifier)),
    clausesOf: (fromFile, file) => importers.clausesOf(fromFile, file),
    ofFacts,
    exportLinks: (file, through) => links[through](file),
    imports: (file) => (isSpent() || isJson(file) ? [] : importers.importsOf(file)),
    limits() {
      const unread = new Map([...probe.unread].map(([path, why]) => [toName(store.root, path), why]));
      return [
        ...resolver.broken
          .filter((file) => !unread.has(file))
          .map((file) => `${file} cannot be read: imports from one package to another may not be followed.`),
        ...noteSentences(probe.notes),
        ...(isFlowCut()
          ? ['Values of an API reach more places than the limit: some calls may not have been examined.']
          : []),
        ...[...unread].map(([file, why]) => `${file} was not read, imports may not be followed: ${why}.`).sort(),
      ];
    },
    shortfalls: () => noteSentences(probe.notes.filter(({ why }) => why === 'much')),
  };
}

type ReaderOptions = Pick<ScanOptions, 'tsconfig'> & {
  readonly overlay?: TreeOverlay | undefined;
  /** Files among which some languages look up modules; default none. */
  readonly files?: readonly string[];
  /** File probe by language; default a new one for each language. */
  readonly probeOf?: (language: LanguageId) => FileProbe;
};

/** Returns a look-up of module readers by language, each created on first use. */
export function moduleReaders(
  store: SourceStore,
  { tsconfig, overlay, files = [], probeOf }: ReaderOptions,
  catalogue: Catalogue,
): (language: Language) => ScanModuleReader {
  const readers = new Map<Language, ScanModuleReader>();
  return (language) => {
    const known = readers.get(language);
    if (known !== undefined) return known;
    const modules = createModuleReader({
      store,
      files,
      catalogue,
      language: language.id,
      tsconfig,
      overlay,
      ...(probeOf === undefined ? {} : { probe: probeOf(language.id) }),
    });
    readers.set(language, modules);
    return modules;
  };
}
