import { split } from '../sources/disk-kinds.js';
import { FileProbe } from '../sources/file-probe.js';

/** Tells on what its answers rest, and gives them from listings: one call for each folder in place of several for each file. */
export class ListingProbe extends FileProbe {
  readonly #asked: (path: string) => void;

  /** `asked` is told of each folder and file on which an answer rests, before it is looked at. */
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

  /** Whether a file has come to a folder since that was listed. */
  lacks(path: string): boolean {
    return this.disk.lacked(path);
  }
}
