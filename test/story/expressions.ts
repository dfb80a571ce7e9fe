import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** Contexts of expressions in a workflow: `github`, `inputs`, `steps`. */
export type Contexts = Readonly<Record<string, unknown>>;

/** Functions that are there in conditions alone; each with what it says where no step has failed, or one has. */
const STATUS: Readonly<Record<string, (failed: boolean) => boolean>> = {
  always: () => true,
  success: (failed) => !failed,
  failure: (failed) => failed,
  cancelled: () => false,
};

/** The text of an expression's value, by the language's own implementation. */
function evaluate(expression: string, contexts: Contexts, failed = false): string {
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  const functions = Object.entries(STATUS).map(([name, say]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(say(failed)),
  }));
  const { tokens } = new Lexer(expression).lex();
  const tree = new Parser(tokens, Object.keys(contexts), functions).parse();
  const known = new Map(functions.map((one) => [one.name, one]));
  return new Evaluator(tree, context, known).evaluate().coerceString();
}

/** A text with the values of its `${{ }}`. */
export function fill(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_whole, inner: string) => evaluate(inner.trim(), contexts));
}

/** Whether a step or a job runs. */
export function holds(condition: string | undefined, contexts: Contexts, failed: boolean): boolean {
  if (condition === undefined) return !failed;
  const bare = condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/, '$1');
  // Without a word about the status, what has failed ends all.
  if (failed && !/\b(?:always|failure|cancelled)\(\)/.test(bare)) return false;
  return !['', 'false', '0'].includes(evaluate(bare, contexts, failed));
}
