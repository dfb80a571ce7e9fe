import type { EarlierRun } from './earlier-run.js';
import { hasNoGaps } from './stored-shape.js';
import type { StoredFile } from './stored.js';
import { proofOf } from './queries.js';
import type { Dependencies } from './queries.js';

/** Texts of a program, for its cache. */
export interface ProgramTexts {
  /** Digest of the text of a file; undefined if it cannot be read. */
  digest(file: string): string | undefined;
  /** Whether the file has syntax errors, as far as it was parsed in this run. */
  hasSyntaxErrors(file: string): boolean;
  /** Whether the file was given up and has no facts: results that depend on it are not cached. */
  isGivenUp(file: string): boolean;
  /** Whether the file counts as parsed. */
  isParsed(file: string): boolean;
  /** Counts a file that was parsed in an earlier run as parsed in this one. */
  noteParsed(file: string, isBroken: boolean): void;
}

interface FileEntry {
  readonly digest: string;
  isBroken: boolean;
  readonly answers: Map<string, unknown>;
}

/** Placeholder for the digest of a file that cannot be read. */
const UNREAD = '';

/** Cached results by the digests of file texts. */
export class AnswersByText {
  readonly #texts: ProgramTexts;
  readonly #earlierRuns: readonly EarlierRun[];
  readonly #entries = new Map<string, FileEntry>();
  readonly #parsed = new Set<string>();

  /** Whether there is a new result. */
  isChanged = false;

  constructor(earlierRuns: readonly EarlierRun[], texts: ProgramTexts) {
    this.#earlierRuns = earlierRuns;
    this.#texts = texts;
  }

  /** Returns the answer to a question that the facts of a file alone decide, as JSON, or computes it. */
  answer<T>(file: string, question: string, compute: () => T): T {
    const entry = this.#entry(file);
    if (entry.answers.has(question)) this.#texts.noteParsed(file, entry.isBroken);
    const answer = this.ofText(file, question, compute);
    entry.isBroken = this.#texts.hasSyntaxErrors(file);
    if (this.#texts.isParsed(file)) this.#parsed.add(file);
    return answer;
  }

  /** Returns the answer to a question that the text alone decides, without parsing, or computes it. */
  ofText<T>(file: string, question: string, compute: () => T): T {
    const { answers } = this.#entry(file);
    if (answers.has(question)) return answers.get(question) as T;
    const answer = compute();
    if (answer === undefined || this.#texts.isGivenUp(file)) return answer;
    this.isChanged = true;
    answers.set(question, answer);
    return answer;
  }

  /** Whether the text has the digest that an earlier run stored. */
  isSame(file: string, run: EarlierRun): boolean {
    return run.file(file)?.digest === this.#entry(file).digest;
  }

  /** Whether the text was read, and its digest differs from the one that an earlier run stored. */
  isKnownToDiffer(file: string, run: EarlierRun): boolean {
    return this.#entries.has(file) && !this.isSame(file, run);
  }

  /** Counts the files that an earlier run parsed for a result that is reused. */
  countParsed({ facts }: Pick<Dependencies, 'facts'>): void {
    for (const file of facts) {
      this.#texts.noteParsed(file, this.#entry(file).isBroken);
      this.#parsed.add(file);
    }
  }

  /**
   * Records the digests of the files that a result depends on, and their syntax errors. Returns the dependencies in
   * stored form; undefined if a file was given up.
   */
  recordDependencies(uses: Dependencies): Dependencies | undefined {
    if (uses.facts.some((file) => this.#texts.isGivenUp(file))) return undefined;
    // Data files without value tracking have no facts.
    const facts = uses.facts.filter((file) => this.#texts.isParsed(file));
    const texts = [...uses.texts, ...uses.facts.filter((file) => !this.#texts.isParsed(file))];
    for (const file of [...facts, ...texts, ...uses.questions.flatMap((question) => proofOf(question) ?? [])]) {
      const entry = this.#entry(file);
      entry.isBroken ||= this.#texts.hasSyntaxErrors(file);
    }
    for (const file of facts) this.#parsed.add(file);
    return { ...uses, facts, texts };
  }

  /** Files that count as parsed, and those of them with syntax errors. */
  get parsed(): { readonly files: readonly string[]; readonly broken: readonly string[] } {
    const files = [...this.#parsed];
    return { files, broken: files.filter((file) => this.#entry(file).isBroken) };
  }

  /** Files that were read, and files of earlier runs that `isRetained` accepts. */
  toStored(isRetained: (file: string) => boolean): (readonly [string, StoredFile])[] {
    const earlierFiles = this.#earlierRuns
      .flatMap(({ files }) => [...files])
      .filter(([file]) => !this.#entries.has(file) && isRetained(file));
    const currentFiles = [...this.#entries].map(([file, { digest, isBroken, answers }]): [string, StoredFile] => [
      file,
      {
        digest,
        ...(isBroken ? { broken: true } : {}),
        ...(answers.size === 0 ? {} : { answers: [...answers] }),
      },
    ]);
    return [...earlierFiles, ...currentFiles];
  }

  #entry(file: string): FileEntry {
    let entry = this.#entries.get(file);
    if (entry === undefined) {
      const digest = this.#texts.digest(file) ?? UNREAD;
      const earlierEntries = this.#earlierRuns
        .flatMap((run) => run.file(file) ?? [])
        .filter((stored) => stored.digest === digest);
      if (earlierEntries.length === 0) this.isChanged = true;
      entry = {
        digest,
        isBroken: earlierEntries.some(({ broken }) => broken === true),
        // The shape of answers is checked only for files in use.
        answers: new Map(
          earlierEntries.flatMap(({ answers = [] }) => answers.filter(([, answer]) => hasNoGaps(answer))),
        ),
      };
      this.#entries.set(file, entry);
    }
    return entry;
  }
}
