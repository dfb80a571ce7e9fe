import { URL_OPERATORS } from './url-operators.js';

/** Program that builds URLs and sends them by `send(id, url)`; `a.ts` is its entry. */
export interface UrlProgram {
  readonly files: Readonly<Record<string, string>>;
  /** Results of the unknown `coin(n)` at run time, bit by bit. */
  readonly coins: number;
}

/** Step of a program: an operator, and the numbers and words that it uses. */
export interface UrlStep {
  readonly operator: number;
  readonly picks: readonly number[];
  readonly word: string;
  readonly key: string;
}

type ModuleForm = 'names' | 'namespace' | 'default' | 'require' | 'star';

export interface UrlPlan {
  readonly steps: readonly UrlStep[];
  /** Number of first steps that form a module of their own, and the import form by which the rest uses their names. */
  readonly imported: number;
  readonly form: ModuleForm;
  readonly coins: number;
}

/** Program under construction: statements, and expressions for their definitions, by type of value. */
export class Draft {
  readonly lines: string[] = [];
  texts: string[] = ["'https://api.clock.test/rest/v2'", "'zones'", "'/towers/'"];
  lists: string[] = ["['towers', 'bells']"];
  /** Objects with the properties `left` and `right`. */
  tables: string[] = ["{ left: 'hands', right: 'gears' }"];
  /** Functions of two texts. */
  functions: string[] = ["((first, second) => first + '/' + second)"];
  names: string[] = [];
  #count = 0;
  #unknowns = 0;
  #sends = 0;

  /** Gives a new name in the scope of the rest of the program. */
  name(): string {
    const name = `v${this.#count++}`;
    this.names.push(name);
    return name;
  }

  /** Gives a name for use inside a function or loop. */
  local(): string {
    return `p${this.#count++}`;
  }

  unknown(kind: 'runtime' | 'coin' | 'record' | 'series'): string {
    return `${kind}(${this.#unknowns++})`;
  }

  send(url: string): string {
    return `send(${this.#sends++}, ${url});`;
  }
}

/** The source of a program. */
export function urlProgram({ steps, imported, form, coins }: UrlPlan): UrlProgram {
  const draft = new Draft();
  const add = (step: UrlStep): void => {
    const operator = URL_OPERATORS[step.operator];
    const text = operator?.run(draft, step);
    if (text !== undefined) draft.texts.push(text);
  };
  const cut = Math.min(imported, steps.length);
  steps.slice(0, cut).forEach(add);
  const files: Record<string, string> = {};
  if (draft.names.length > 0) {
    const { names } = draft;
    const list = names.join(', ');
    const own = draft.lines.splice(0).join('\n');
    const ends: Record<ModuleForm, readonly [exporting: string, importing: string]> = {
      names: [`export { ${list} };`, `import { ${list} } from './b';`],
      star: [`export { ${list} };`, `import { ${list} } from './c';`],
      namespace: [`export { ${list} };`, `import * as b from './b';\nconst { ${list} } = b;`],
      default: [`export default { ${list} };`, `import b from './b';\nconst { ${list} } = b;`],
      require: [`module.exports = { ${list} };`, `const { ${list} } = require('./b');`],
    };
    const [exporting, importing] = ends[form];
    files['b.ts'] = `${own}\n${exporting}`;
    if (form === 'star') files['c.ts'] = "export * from './b';";
    draft.lines.push(importing);
  }
  steps.slice(cut).forEach(add);
  for (const text of draft.texts.slice(-4)) draft.lines.push(draft.send(text));
  files['a.ts'] = draft.lines.join('\n');
  return { files, coins };
}
