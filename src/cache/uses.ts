/** Questions besides those about facts and texts, with their answers, by kind. */
export interface Answered {
  /** Digest of the importers of a file; with words, of the importers that have one of them. */
  readonly importers: readonly [file: string, words: readonly string[] | null, digest: string];
  /** Digest of the imports of a file by its text. */
  readonly walked: readonly [file: string, digest: string];
  /** Ids of the APIs that a file names; null where it cannot be read. */
  readonly mentions: readonly [file: string, apis: string | null];
  readonly versions: readonly [file: string, name: string, version: string | null];
  /** Addresses that settings files give to a variable: digest of the answer. */
  readonly settings: readonly [file: string, name: string, digest: string];
  /** Whether a file may have a name for those that open it. */
  readonly offers: readonly [file: string, name: string, apart: string, answer: boolean];
  /** Digest of the places that values of APIs reach in a file. */
  readonly reached: readonly [file: string, digest: string];
  /** Whether an imported name leads to the API. */
  readonly imported: readonly [specifier: string, name: string, answer: boolean];
}

/** Lists of questions, by kind. */
export type AskedQuestions = { readonly [K in keyof Answered]: readonly Answered[K][] };

/** Questions of a computation, each once. Analyses share the ones they have in common. */
export interface Uses extends AskedQuestions {
  /** Files whose facts were read, including those without any. */
  readonly facts: readonly string[];
  readonly texts: readonly string[];
}

/** Numbers values, the same number for equal ones. */
export class Numbered<T extends object> {
  readonly all: T[] = [];
  readonly #places = new Map<T, number>();
  readonly #equals = new Map<string, number>();

  readonly place = (item: T): number => {
    let place = this.#places.get(item);
    if (place !== undefined) return place;
    const text = JSON.stringify(item);
    place = this.#equals.get(text);
    if (place === undefined) {
      this.#equals.set(text, (place = this.all.length));
      this.all.push(item);
    }
    this.#places.set(item, place);
    return place;
  };
}

/** The questions of a program, numbered for storage. */
export class NumberedQuestions {
  readonly importers = new Numbered<Answered['importers']>();
  readonly walked = new Numbered<Answered['walked']>();
  readonly mentions = new Numbered<Answered['mentions']>();
  readonly versions = new Numbered<Answered['versions']>();
  readonly settings = new Numbered<Answered['settings']>();
  readonly offers = new Numbered<Answered['offers']>();
  readonly reached = new Numbered<Answered['reached']>();
  readonly imported = new Numbered<Answered['imported']>();

  get all(): AskedQuestions {
    return {
      importers: this.importers.all,
      walked: this.walked.all,
      mentions: this.mentions.all,
      versions: this.versions.all,
      settings: this.settings.all,
      offers: this.offers.all,
      reached: this.reached.all,
      imported: this.imported.all,
    };
  }
}
