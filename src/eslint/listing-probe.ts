import { split } from '../sources/disk-kinds.js';
import { FileProbe } from '../sources/file-probe.js';

/**
 * Reports the dependencies of its answers, and answers from listings: one call for each folder in place of several for
 * each file.
 */
export class ListingProbe extends FileProbe {
  readonly #asked: (path: string) => void;

  /** `asked` is called with each folder and file that an answer depends on, before it is read. */
  constructor(asked: (path: string) => void) {
    super(undefined, 'listed');
    this.#asked = asked;
  }

  override isFile(path: string): boolean {
    this.#asked(split(path)[0]);
    return super.isFile(path);
  }

  override isFolder(path: string): boolean {
    this.#asked(split(path)[0]);
    return super.isFolder(path);
  }

  override namesIn(path: string): readonly string[] {
    this.#asked(path);
    return this.disk.namesIn(path);
  }

  override readJson(path: string): Readonly<Record<string, unknown>> | undefined {
    this.#asked(path);
    return super.readJson(path);
  }

  override readText(path: string): string | undefined {
    this.#asked(path);
    return super.readText(path);
  }

  /** Whether a file was added to a folder since that was listed. */
  lacks(path: string): boolean {
    return this.disk.lacked(path);
  }
}
