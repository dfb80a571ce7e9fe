import type { ClientModel } from '../core/model/client-model.js';
import type { Catalogue, IsoDate } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import type { Confidence } from '../core/model/evidence.js';

export interface ScanOptions {
  /** Folder that file names in the report are relative to; default the working directory. */
  readonly root?: string;
  /**
   * Files and folders to scan, or patterns of them (`src/**\/*.ts`), absolute or relative to the root; default the
   * root itself. `!` excludes from the entries before it.
   */
  readonly paths?: readonly string[];
  /** Only files that match these globs; the last match decides, so that one with `!` excludes again. */
  readonly include?: readonly string[];
  /** Excludes files that match these globs, read as lines of a .gitignore file at the root. */
  readonly ignoreFiles?: readonly string[];
  /** The tsconfig whose `paths` and `baseUrl` count; default the nearest one of each file. */
  readonly tsconfig?: string;
  /** Lowest confidence that is reported; findings below it are only counted. Default `probable`. */
  readonly minConfidence?: Confidence;
  /** The day for which lifecycles are computed. The scanner never reads a clock. */
  readonly asOf: IsoDate;
  /** Largest file size in bytes; larger files are skipped. Default 5 MB. */
  readonly maxFileSize?: number;
  /**
   * Milliseconds after which the scan ends with a partial report, in which `coverage.skipped` lists the missing files
   * under `stopped`. The listing of files and the parsing of a file are not interrupted.
   */
  readonly timeout?: number;
  /** Bytes of memory of the process, before which the scan ends in the same way. */
  readonly maxMemory?: number;
  /** Test files and mocks: marked in the report (default), or left out. */
  readonly tests?: 'mark' | 'skip';
  /** Languages whose code is read; default all. Files in other languages are reported if they name the API. */
  readonly languages?: readonly LanguageId[];
  /** Whether code blocks of documents are read as well; findings in them never fail a gate. */
  readonly documents?: boolean;
  /** Default: the catalogue that comes with the package, and those of other APIs that files use. */
  readonly catalogue?: Catalogue;
  /** Client models in addition to the built-in ones. */
  readonly clients?: readonly ClientModel[];
  /** Ids of deprecations whose findings are left out, and counted in `coverage.limits`. */
  readonly ignore?: readonly string[];
  /** Findings of ignored deprecations: left out (default), or in the report as suppressed ones. */
  readonly ignored?: 'omit' | 'mark';
  /** One part of a scan that several machines share, from 1: files are distributed by their names. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly onProgress?: (progress: ScanProgress) => void;
}

/** Progress of a scan. `total` is 0 if it is unknown. */
export interface ScanProgress {
  readonly phase: 'list' | 'read' | 'analyse';
  readonly done: number;
  readonly total: number;
}
