/** Judged part of a file. */
type Judged = 'whole' | 'in part' | 'not at all';

const JUDGED: Readonly<Record<Judged, string | undefined>> = {
  whole: undefined,
  'in part': 'not all of this file was judged',
  'not at all': 'nothing of this file was judged',
};

/** Checks that were left out of a file so that the editor does not wait: reported once, by the first rule. */
export class Unfinished {
  readonly #file: string;
  readonly #judged: Judged;
  #untold = 0;
  #isTold = false;

  constructor(file: string, judged: Judged) {
    this.#file = file;
    this.#judged = judged;
  }

  /** Counts a finding that is not reported. */
  leave(): void {
    this.#untold += 1;
  }

  /** The message about the file, for the first caller; undefined where nothing was left out. */
  take(): { readonly what: string; readonly file: string } | undefined {
    if (this.#isTold) return undefined;
    this.#isTold = true;
    const untold = this.#untold === 1 ? '1 finding is not shown' : `${String(this.#untold)} findings are not shown`;
    const what = [JUDGED[this.#judged], this.#untold === 0 ? undefined : untold].filter((part) => part !== undefined);
    return what.length === 0 ? undefined : { what: what.join(', and '), file: asArgument(this.#file) };
  }
}

/** A file as an argument in a shell. */
function asArgument(file: string): string {
  return /^[\w./@+:-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
