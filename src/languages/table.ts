import { expectDefined } from '../core/lib/collections.js';
import type { LanguageId } from '../core/model/language.js';
import { isInTestFolder } from '../files/file-name.js';
import { javascriptParser } from './javascript/parse.js';
import { javascript } from './javascript/row.js';
import type { HostFileReader, Language, LanguageParser } from './language.js';
import { python } from './python/row.js';
import { shell } from './shell/row.js';
import { terraform } from './terraform/row.js';

/** All supported languages, in the order of reports. */
export const LANGUAGES: readonly Language[] = [javascript, shell, terraform, python];

export function languageOf(id: LanguageId): Language {
  return expectDefined(
    LANGUAGES.find((language) => language.id === id),
    `no language ${id}`,
  );
}

/** A language in a file, with the reader of the host file if the code is in one. */
export interface FileKind {
  readonly language: Language;
  readonly hostFile?: HostFileReader;
}

const NO_KINDS: readonly FileKind[] = [];

/** Kinds of code in files, by their names and first lines. */
export class FileKinds {
  readonly #byExtension = new Map<string, readonly FileKind[]>();
  readonly #hostFiles: readonly Required<FileKind>[];
  readonly #scriptLanguages: readonly Language[];
  /** Kinds of code in files without an extension, by path; their first lines show them. */
  readonly #scriptKinds = new Map<string, readonly FileKind[]>();

  /** Selects the kinds of code. `includeDocuments`: includes files that are read only on request. */
  constructor(languages: readonly LanguageId[], includeDocuments = false) {
    const rows = LANGUAGES.filter(({ id }) => languages.includes(id));
    for (const language of rows)
      for (const extension of language.extensions) this.#byExtension.set(extension, [{ language }]);
    this.#hostFiles = rows.flatMap((language) =>
      language.hostFiles
        .filter(({ scanRole }) => includeDocuments || scanRole !== 'asked')
        .map((hostFile) => ({ language, hostFile })),
    );
    this.#scriptLanguages = rows.filter(({ interpreters }) => interpreters.length > 0);
  }

  /** Kinds of code in a file; empty for unknown kinds and for languages that are not selected. */
  of(path: string): readonly FileKind[] {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
    const byExtension = this.#byExtension.get(extension);
    if (byExtension !== undefined) return byExtension;
    const script = this.#scriptKinds.get(path);
    if (script !== undefined) return script;
    const holders = this.#hostFiles.filter(({ hostFile }) => hostFile.isHostFile(path));
    return holders.length === 0 ? NO_KINDS : holders;
  }

  /** Selection of a file by its path; `perhaps`: its text decides. */
  candidateKind(path: string): 'code' | 'perhaps' | undefined {
    const kinds = this.of(path);
    if (kinds.some(({ hostFile }) => hostFile === undefined || hostFile.scanRole === 'code')) return 'code';
    if (kinds.length > 0) return 'perhaps';
    return this.#scriptLanguages.length > 0 && hasNoExtension(path) ? 'perhaps' : undefined;
  }

  /** Whether a file is a test or a mock. */
  isTest(path: string): boolean {
    return isInTestFolder(path) || this.of(path).some(({ language }) => language.isTestName(path));
  }

  /** Whether findings in a file never fail a run, because it is read only on request. */
  isDocument(path: string): boolean {
    return this.of(path).some(({ hostFile }) => hostFile?.scanRole === 'asked');
  }

  /** Reads the first line of a file whose name does not show its language, and memoises the result. */
  readFirstLine(path: string, text: string): readonly FileKind[] {
    const kinds = this.of(path);
    if (kinds.length > 0 || !text.startsWith('#!') || !hasNoExtension(path)) return kinds;
    const [, program = ''] = /^#!\s*(?:\S*\/env\s+(?:-\S+\s+)*)?(?:\S*\/)?([\w.+-]+)/.exec(text) ?? [];
    const interpreter = program.replace(/(?<![\d.])[\d.]+$/, '');
    const language = this.#scriptLanguages.find(({ interpreters }) => interpreters.includes(interpreter));
    return language === undefined ? kinds : this.#memoise(path, language);
  }

  /** Records the language that an earlier run read from the first line of a file. */
  recordScript(path: string, id: LanguageId): readonly FileKind[] {
    const language = this.#scriptLanguages.find((candidate) => candidate.id === id);
    return language === undefined ? NO_KINDS : this.#memoise(path, language);
  }

  #memoise(path: string, language: Language): readonly FileKind[] {
    const kinds = [{ language }];
    this.#scriptKinds.set(path, kinds);
    return kinds;
  }
}

/** Whether the name of a file has no extension, so that it does not show a language. */
function hasNoExtension(path: string): boolean {
  return !/(?:^|\/)[^/.]*\.[^/]*$/.test(path);
}

/** Parsers by language, loaded on demand. That of JavaScript needs no loading: it loads its compiler with a first file. */
export class Parsers {
  readonly #loaded = new Map<LanguageId, LanguageParser>([['javascript', javascriptParser]]);

  /** Loads the missing parsers; undefined if none is missing. */
  load(languages: Iterable<LanguageId>): Promise<void> | undefined {
    const missing = [...new Set(languages)].filter((id) => !this.#loaded.has(id));
    if (missing.length === 0) return undefined;
    return Promise.all(missing.map(async (id) => this.#loaded.set(id, await languageOf(id).parser()))).then(
      () => undefined,
    );
  }

  of(language: LanguageId): LanguageParser {
    return expectDefined(this.#loaded.get(language), `the parser of ${language} is loaded`);
  }
}
