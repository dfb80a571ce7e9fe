import type { LanguageId } from '../model/language.js';
import { isInTestFolder } from '../sources/test-file.js';
import type { Holder, Language } from './language.js';
import { LANGUAGES } from './table.js';

/** A language in a file, and what holds it where the file is of another kind. */
export interface FileKind {
  readonly language: Language;
  readonly holder?: Holder;
}

const NONE: readonly FileKind[] = [];

/** Which files hold code of some languages, by their names and first lines. */
export class FileKinds {
  readonly #byExtension = new Map<string, readonly FileKind[]>();
  readonly #holders: readonly Required<FileKind>[];
  readonly #interpreters: readonly Language[];
  /** Files without an extension, by what their first line said. */
  readonly #scripts = new Map<string, readonly FileKind[]>();

  /** `asked`: files count that are read only when asked for. */
  constructor(languages: readonly LanguageId[], asked = false) {
    const rows = LANGUAGES.filter(({ id }) => languages.includes(id));
    for (const language of rows)
      for (const extension of language.extensions) this.#byExtension.set(extension, [{ language }]);
    this.#holders = rows.flatMap((language) =>
      language.holders.filter(({ counts }) => asked || counts !== 'asked').map((holder) => ({ language, holder })),
    );
    this.#interpreters = rows.filter(({ interpreters }) => interpreters.length > 0);
  }

  /** Kinds of code in a file; empty for unknown kinds and for languages that do not count. */
  of(path: string): readonly FileKind[] {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
    const own = this.#byExtension.get(extension);
    if (own !== undefined) return own;
    const script = this.#scripts.get(path);
    if (script !== undefined) return script;
    const held = this.#holders.filter(({ holder }) => holder.isHolder(path));
    return held.length === 0 ? NONE : held;
  }

  /** Kind of a listed file; `perhaps` means that its text decides whether it counts. */
  listed(path: string): 'code' | 'perhaps' | undefined {
    const kinds = this.of(path);
    if (kinds.some(({ holder }) => holder === undefined || holder.counts === 'code')) return 'code';
    if (kinds.length > 0) return 'perhaps';
    return this.#interpreters.length > 0 && isNameless(path) ? 'perhaps' : undefined;
  }

  /** Whether a file is a test or a mock. */
  isTest(path: string): boolean {
    return isInTestFolder(path) || this.of(path).some(({ language }) => language.isTestName(path));
  }

  /** Whether what is found in a file never fails: it is read only when asked for. */
  isDocument(path: string): boolean {
    return this.of(path).some(({ holder }) => holder?.counts === 'asked');
  }

  /** Looks at the first line of a file whose name says nothing, and remembers what it says. */
  look(path: string, text: string): readonly FileKind[] {
    const known = this.of(path);
    if (known.length > 0 || !text.startsWith('#!') || !isNameless(path)) return known;
    const [, program = ''] = /^#!\s*(?:\S*\/env\s+(?:-\S+\s+)*)?(?:\S*\/)?([\w.+-]+)/.exec(text) ?? [];
    const named = program.replace(/(?<![\d.])[\d.]+$/, '');
    const language = this.#interpreters.find(({ interpreters }) => interpreters.includes(named));
    return language === undefined ? known : this.#remember(path, language);
  }

  /** Takes the word of an earlier run for the language that the first line of a file tells. */
  takeScript(path: string, id: LanguageId): readonly FileKind[] {
    const language = this.#interpreters.find((one) => one.id === id);
    return language === undefined ? NONE : this.#remember(path, language);
  }

  #remember(path: string, language: Language): readonly FileKind[] {
    const kinds = [{ language }];
    this.#scripts.set(path, kinds);
    return kinds;
  }
}

/** Whether the name of a file says nothing: it has no extension. */
function isNameless(path: string): boolean {
  return !/(?:^|\/)[^/.]*\.[^/]*$/.test(path);
}
