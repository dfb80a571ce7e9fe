import { digestOfText } from '../core/lib/identity.js';
import type { Api } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import type { SentText } from '../core/model/evidence.js';
import type { SkipReason } from '../core/model/skipped.js';
import type { FileProbe, FileStamp, FileStamps } from '../files/file-probe.js';
import { pathsIn } from '../files/file-name.js';
import { isSameStamp } from '../files/file-probe.js';
import { areImportsUnchanged, areUnchanged, resolutionInputs, stampsOf } from './resolution-inputs.js';
import type { ResolutionInput, ResolutionInputs } from './resolution-inputs.js';
import { parseOutcome } from './stored-outcome.js';
import type { StoredOutcome } from './stored-outcome.js';
import type { StoredResolutions } from './stored-resolutions.js';
import { Numbering } from './queries.js';

/** Results of reading the text of a file. */
export interface FileSummary {
  /** Languages in which it mentions the subject of the catalogue, and the kinds of mention. */
  readonly mentions: readonly (readonly [language: LanguageId, mention: string])[];
  /** Whether it names one of our rules or directives. */
  readonly hasDirective: boolean;
  /** Ids of other APIs that it uses. */
  readonly apis: readonly Api['id'][];
  /** Whether it is a file of the scan. */
  readonly isScanned: boolean;
  /** Language of its first line, if its name has none. */
  readonly script?: LanguageId;
  /** Reasons why parts of it are not read. */
  readonly left?: readonly UnreadPart[];
  /** Requests in its text. */
  readonly sent?: readonly SentText[];
  /** Results for a file that is left out; the other fields are then unused. */
  readonly leftOut?: LeftOutSummary;
}

/** Reason why a part of a file is not read; `named`: a report names the file. */
export type UnreadPart = readonly [reason: SkipReason, named?: 'named' | 'counted', ...apis: string[]];

/** Results of reading a file that is left out. */
export interface LeftOutSummary {
  /** Whether it names the API; of data, whether it has a base URL. */
  readonly names: boolean;
  /** Whether it has paths that a program may request; absent if it was not searched for them. */
  readonly paths?: boolean;
  /** Titles of APIs whose addresses it has. */
  readonly apis?: readonly string[];
  /** Kind of data. */
  readonly kind?: 'report' | 'recording';
  /** Whether it is not text, or too large. */
  readonly unread?: true;
}

/** Import specifiers of a file by language, as written. */
export type ImportsByLanguage = readonly (readonly [language: LanguageId, specifiers: readonly string[]])[];

/** One file that was read. `said`: index of its results. */
export interface StoredText {
  readonly stamp: FileStamp;
  readonly said: number;
  /** Digest of its text, if one was needed. */
  readonly digest?: string;
  readonly imports?: ImportsByLanguage;
}

/** Results for all files that a scan read. */
export interface StoredReading {
  readonly said: readonly FileSummary[];
  readonly files: readonly (readonly [file: string, text: StoredText])[];
  readonly grounds: readonly (readonly [language: LanguageId, grounds: ResolutionInputs])[];
  /**
   * Outcomes of programs while all files were in this state, as JSON text, because most runs after a change need none
   * of them.
   */
  readonly outcomes: readonly (readonly [language: LanguageId, outcome: string])[];
  /** Files whose text programs read but that have no results here, such as data that only an import names. */
  readonly beside: readonly ResolutionInput[];
}

/** Results of the earlier run by file. */
interface EarlierReading {
  readonly summaries: readonly FileSummary[];
  readonly files: ReadonlyMap<string, StoredText>;
  readonly resolutionInputs: ReadonlyMap<LanguageId, ResolutionInputs>;
  readonly outcomes: ReadonlyMap<LanguageId, string>;
  readonly otherFiles: readonly ResolutionInput[];
}

/** The files of a scan that were read. */
export interface ReadFiles {
  readonly files: readonly string[];
  /** Whether a file is listed for reading, even if it cannot be read. */
  readonly isListed: (file: string) => boolean;
}

/** Results for a file without a mention. */
export const NOTHING_FOUND: FileSummary = { mentions: [], hasDirective: false, apis: [], isScanned: true };

/** Results for a file outside the scan. */
export const NOT_SCANNED: FileSummary = { ...NOTHING_FOUND, isScanned: false };

const EMPTY_READING: StoredReading = { said: [], files: [], grounds: [], outcomes: [], beside: [] };

const NO_FILES: ReadFiles = { files: [], isListed: () => false };

/** Results for files that are unchanged since an earlier run with the same settings read them. */
export class ReadingCache {
  readonly #root: string;
  readonly #pathOf: (file: string) => string;
  readonly #stamps: FileStamps;
  readonly #load: () => StoredReading | undefined;
  #loaded: EarlierReading | undefined;
  /** Valid results of an earlier run; `#newSummaries` has those of other files. */
  readonly #unchanged = new Map<string, StoredText>();
  readonly #newSummaries = new Map<string, FileSummary>();
  #readFiles = NO_FILES;
  /** Files that were read for more than their cached results, and whether each existed. */
  readonly #textExists = new Map<string, boolean>();
  readonly #digests = new Map<string, string>();
  readonly #resolutionInputs = new Map<LanguageId, ResolutionInputs>();
  #hasNewResolutionInputs = false;
  readonly #outcomes = new Map<LanguageId, string>();
  #hasNewOutcomes = false;
  #isOutdated = false;
  #importsOf: (file: string) => ImportsByLanguage = () => [];

  /** `root`: absolute path that names are relative to. `stamps`: taken before the first file is read. */
  constructor(load: () => StoredReading | undefined, root: string, stamps: FileStamps) {
    this.#load = load;
    this.#root = root;
    this.#pathOf = pathsIn(root);
    this.#stamps = stamps;
  }

  /** Whether there are no results of an earlier run. */
  get isEmpty(): boolean {
    return this.#earlier.files.size === 0;
  }

  /** Results for a file, if it has not changed. */
  summaryOf(file: string): (FileSummary & { readonly imports?: ImportsByLanguage | undefined }) | undefined {
    const stored = this.#unchangedText(file);
    const summary = stored && this.#earlier.summaries[stored.said];
    if (stored === undefined || summary === undefined) return undefined;
    this.#unchanged.set(file, stored);
    return { ...summary, imports: stored.imports };
  }

  /** Whether a file has not changed since it was read, without using its results. */
  hasSameStamp(file: string): boolean {
    return this.#unchangedText(file) !== undefined;
  }

  #unchangedText(file: string): StoredText | undefined {
    const stored = this.#earlier.files.get(file);
    return stored !== undefined && isSameStamp(this.#stamps.file(this.#pathOf(file)), stored.stamp)
      ? stored
      : undefined;
  }

  /** Results for a file that is left out, and its size in bytes, if it has not changed. */
  leftOut(file: string): (LeftOutSummary & { readonly size: number }) | undefined {
    const leftOut = this.summaryOf(file)?.leftOut;
    const [, , size = 0] = this.#unchanged.get(file)?.stamp ?? [];
    return leftOut && { ...leftOut, size };
  }

  noteLeftOut(file: string, leftOut: LeftOutSummary): void {
    this.noteSummary(file, { ...NOT_SCANNED, leftOut });
  }

  /** Digest of the text of a file whose earlier results are used. */
  digest(file: string): string | undefined {
    return this.#unchanged.get(file)?.digest;
  }

  noteSummary(file: string, summary: FileSummary): void {
    this.forget(file);
    this.#newSummaries.set(file, summary);
  }

  /** Drops the results for a file that is read again. */
  forget(file: string): void {
    this.#unchanged.delete(file);
  }

  /** Records which files were read: those without recorded results have no mentions. */
  noteReadFiles(readFiles: ReadFiles): void {
    this.#readFiles = readFiles;
  }

  noteDigest(file: string, digest: string): void {
    this.#digests.set(file, digest);
  }

  /** Records the text of a file that is read for more than its cached results. */
  noteText(file: string, text: string | undefined): void {
    this.#textExists.set(file, text !== undefined);
    const digest = this.digest(file);
    if (digest !== undefined && (text === undefined || digestOfText(text) !== digest)) this.#isOutdated = true;
  }

  /** Whether a file has changed since its stamp was taken: the results then belong to no state of the files. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Sets the source of the imports of files. */
  noteImports(importsOf: (file: string) => ImportsByLanguage): void {
    this.#importsOf = importsOf;
  }

  /** Whether import resolution with this `id` is still valid. */
  isSame(language: LanguageId, id: string, probe: FileProbe): boolean {
    const stored = this.#earlier.resolutionInputs.get(language);
    const isValid = stored?.of === id && areImportsUnchanged(stored, this.#root, this.#stamps, probe);
    if (isValid) this.#resolutionInputs.set(language, stored);
    return isValid;
  }

  /** Records the files and folders on which resolved imports depend. */
  noteResolutions(language: LanguageId, resolutions: StoredResolutions): void {
    if (this.#resolutionInputs.get(language)?.of === resolutions.id) return;
    this.#resolutionInputs.set(language, resolutionInputs(resolutions, this.#root, this.#stamps));
    this.#hasNewResolutionInputs = true;
  }

  /** Outcome of a program in an earlier run, if no file of the scan has changed since. */
  outcome(language: LanguageId): StoredOutcome | undefined {
    const outcome = this.#isUnchanged ? this.#earlier.outcomes.get(language) : undefined;
    if (outcome === undefined) return undefined;
    this.#outcomes.set(language, outcome);
    for (const [file, stamp] of this.#earlier.otherFiles) this.#textExists.set(file, stamp !== null);
    return parseOutcome(outcome);
  }

  /**
   * Records the outcome of a program in this run. It is cached if stamps reveal changes of all files that it depends
   * on.
   */
  noteOutcome(language: LanguageId, outcome: StoredOutcome): void {
    const text = JSON.stringify(outcome);
    if (this.#outcomes.get(language) === text) return;
    this.#outcomes.set(language, text);
    this.#hasNewOutcomes = true;
  }

  /** Whether everything that an earlier run has read is unchanged, and there is nothing else to read. */
  get #isUnchanged(): boolean {
    const { files, otherFiles: beside } = this.#earlier;
    return (
      this.#newSummaries.size === 0 &&
      this.#unchanged.size === files.size &&
      this.#readFiles.files.every((file) => files.has(file)) &&
      areUnchanged(beside, 'file', this.#root, this.#stamps)
    );
  }

  /** All valid results; undefined if nothing is new. A file that may have changed while it was read is left out. */
  toStored(): StoredReading | undefined {
    const { summaries: earlierSummaries } = this.#earlier;
    const summaryNumbers = new Numbering<FileSummary>();
    const summaries = new Map([
      ...this.#newSummaries,
      ...[...this.#unchanged].map(([file, text]) => [file, earlierSummaries[text.said] ?? NOTHING_FOUND] as const),
    ]);
    for (const file of this.#readFiles.files) if (!summaries.has(file)) summaries.set(file, NOTHING_FOUND);
    let isChanged = this.#hasNewResolutionInputs;
    const files = [...summaries].flatMap(([file, results]): StoredReading['files'] => {
      const stored = this.#unchanged.get(file);
      const newResults = this.#newResultsOf(file, stored);
      const stamp = newResults === undefined ? stored?.stamp : this.#stamps.lastingFile(this.#pathOf(file));
      if (stamp === undefined || stamp === null || (stored !== undefined && !isSameStamp(stamp, stored.stamp)))
        return [];
      isChanged ||= newResults !== undefined;
      return [[file, { ...stored, ...newResults, stamp, said: summaryNumbers.numberOf(results) }]];
    });
    if (!isChanged && !this.#hasNewOutcomes) return undefined;
    const otherFiles = files.length === summaries.size ? this.#otherFilesOf(summaries) : undefined;
    if (otherFiles === undefined && !isChanged) return undefined;
    const outcomes = otherFiles === undefined ? [] : [...this.#outcomes];
    return {
      said: summaryNumbers.items,
      files,
      grounds: [...this.#resolutionInputs],
      outcomes,
      beside: otherFiles ?? [],
    };
  }

  /** Files that programs read and that have no results; undefined if the stamp of one does not reveal changes. */
  #otherFilesOf(summaries: ReadonlyMap<string, FileSummary>): readonly ResolutionInput[] | undefined {
    // A listed file without results could not be read, and is read again in each run. The scan does not read a listed
    // link, but a program reads its target.
    const isReadAgain = (file: string): boolean =>
      this.#readFiles.isListed(file) && this.#stamps.file(this.#pathOf(file)) !== null;
    const otherFiles = [...this.#textExists].filter(([file]) => !summaries.has(file) && !isReadAgain(file));
    const stamps = stampsOf(otherFiles, this.#root, this.#stamps);
    return stamps.size === otherFiles.length ? [...stamps] : undefined;
  }

  /** New results for a file: digest and imports; undefined if there are none. */
  #newResultsOf(file: string, stored: StoredText | undefined): Pick<StoredText, 'digest' | 'imports'> | undefined {
    const digest = this.#digests.get(file);
    const imports = stored?.imports === undefined ? this.#importsOf(file) : [];
    if (stored !== undefined && digest === undefined && imports.length === 0) return undefined;
    return { ...(digest === undefined ? {} : { digest }), ...(imports.length === 0 ? {} : { imports }) };
  }

  get #earlier(): EarlierReading {
    if (this.#loaded === undefined) {
      const { said, files, grounds, outcomes, beside } = this.#load() ?? EMPTY_READING;
      this.#loaded = {
        summaries: said,
        files: new Map(files),
        resolutionInputs: new Map(grounds),
        outcomes: new Map(outcomes),
        otherFiles: beside,
      };
    }
    return this.#loaded;
  }
}
