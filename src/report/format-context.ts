import type { Catalogue } from '../model/deprecation.js';
import type { Project } from './project.js';

/** Verdict of the gate on the report. */
export interface Verdict {
  /** `error`: the scan is incomplete. */
  readonly status: 'passed' | 'failed' | 'error';
  /** Number of findings that fail the gate. */
  readonly failing: number;
  /** Value of `--fail-on`, which decides which findings fail the gate. */
  readonly failOn?: string;
  /** Base of the change, for people, where only a change was scanned. */
  readonly since?: string;
}

/** Context of a format beside the report. */
export interface FormatContext {
  /** Text of a file of the report; undefined where it is not available, as for a merged report. */
  readonly textOf: (file: string) => string | undefined;
  /** Path from the root of the repository to the scanned folder: empty, or `packages/app/`. */
  readonly prefix: string;
  /** Project of the report; absent where it was not determined. */
  readonly project?: Project;
  /**
   * Name of the workspace package of a file of the report; absent where there are none, or they were not determined.
   */
  readonly packageOf?: (file: string) => string;
  /** The catalogue of the scan, for details that the report does not have. */
  readonly catalogue?: Catalogue;
  /** Absent where there was no gate. */
  readonly verdict?: Verdict;
  /** Whether suppressed findings are in a SARIF file, marked as such, or left out. */
  readonly suppressed: 'marked' | 'omitted';
}
