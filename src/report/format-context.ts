import type { Catalogue } from '../model/deprecation.js';
import type { Project } from './project.js';

/** What a format may know beside the report. */
export interface FormatContext {
  /** Text of a file of the report; undefined where it is not at hand, as for a merged report. */
  readonly textOf: (file: string) => string | undefined;
  /** Way from the root of the repository to the scanned one: empty, or `packages/app/`. */
  readonly prefix: string;
  /** What the report is about; absent where nobody looked. */
  readonly project?: Project;
  /** The catalogue of the scan, for what the report itself does not say. */
  readonly catalogue?: Catalogue;
  /** Tells several runs on one commit apart. */
  readonly category?: string;
  /** Whether suppressed findings are in a SARIF file, marked as such, or left out. */
  readonly suppressed: 'marked' | 'omitted';
}
