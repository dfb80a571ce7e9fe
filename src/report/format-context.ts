import type { Catalogue } from '../model/deprecation.js';
import type { Project } from './project.js';

/** How the gate judged the report. */
export interface Verdict {
  /** `error`: not all could be looked at. */
  readonly status: 'passed' | 'failed' | 'error';
  /** Findings that count against it. */
  readonly failing: number;
  /** Which findings count against it: the value of `--fail-on`. */
  readonly failOn?: string;
  /** Base of the change, for people, where only a change was looked at. */
  readonly since?: string;
}

/** Context of a format beside the report. */
export interface FormatContext {
  /** Text of a file of the report; undefined where it is not at hand, as for a merged report. */
  readonly textOf: (file: string) => string | undefined;
  /** Way from the root of the repository to the scanned one: empty, or `packages/app/`. */
  readonly prefix: string;
  /** Project of the report; absent where nobody looked. */
  readonly project?: Project;
  /** Name of the workspace package of a file of the report; absent where there are none, or nobody looked. */
  readonly packageOf?: (file: string) => string;
  /** The catalogue of the scan, for what the report itself does not say. */
  readonly catalogue?: Catalogue;
  /** Absent where nothing was judged. */
  readonly verdict?: Verdict;
  /** Whether suppressed findings are in a SARIF file, marked as such, or left out. */
  readonly suppressed: 'marked' | 'omitted';
}
