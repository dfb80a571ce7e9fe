import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** Contexts of expressions in a workflow: `github`, `inputs`, `steps`. */
export type Contexts = Readonly<Record<string, unknown>>;

/** Status functions, which exist only in conditions, with their values by whether a step has failed. */
const STATUS: Readonly<Record<string, (failed: boolean) => boolean>> = {
  always: () => true,
  success: (failed) => !failed,
  failure: (failed) => failed,
  cancelled: () => false,
};

/** Value of an expression as text, by GitHub's own implementation. */
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

/** Text with its `${{ }}` replaced by their values. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_whole, inner: string) => evaluate(inner.trim(), contexts));
}

/** Whether a step or a job runs. */
export function evaluatesToTrue(condition: string | undefined, contexts: Contexts, failed: boolean): boolean {
  if (condition === undefined) return !failed;
  const bare = condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/, '$1');
  // After a failure, only conditions with a status function can hold.
  if (failed && !/\b(?:always|failure|cancelled)\(\)/.test(bare)) return false;
  return !['', 'false', '0'].includes(evaluate(bare, contexts, failed));
}
