import { ts } from 'ts-morph';

/**
 * Returns objections to a file that the compiler's parser accepts: by its checker, which refuses much of what
 * is no program, or about a `let` that is a name there and no declaration. Nothing for a proper program.
 */
export function refusalOf(file, text, goal) {
  const options = {
    allowJs: true,
    checkJs: true,
    noLib: true,
    noResolve: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.Preserve,
    alwaysStrict: goal === 'module',
    moduleDetection: goal === 'module' ? ts.ModuleDetectionKind.Force : ts.ModuleDetectionKind.Legacy,
  };
  const source = ts.createSourceFile(file, text, options.target, true);
  const host = { ...ts.createCompilerHost(options), getSourceFile: (name) => (name === file ? source : undefined) };
  const refusal = ts
    .createProgram([file], options, host)
    .getSemanticDiagnostics(source)
    .find(({ code }) => isGrammar(code));
  if (refusal !== undefined) return `TS${refusal.code}: ${ts.flattenDiagnosticMessageText(refusal.messageText, ' ')}`;
  return hasMisreadLet(source) ? '`let` after a label or `with` is read as a declaration.' : undefined;
}

/** Diagnostics of grammar, and two others: what is assigned to is no target, a rest element has a key. */
function isGrammar(code) {
  return (code >= 1000 && code < 2000) || code === 2364 || code === 2566;
}

/** `label: let⏎a = 1` is two statements, of which the compiler makes one; its checker minds only other places. */
function hasMisreadLet(node) {
  if ((ts.isLabeledStatement(node) || ts.isWithStatement(node)) && ts.isVariableStatement(node.statement)) {
    if ((node.statement.declarationList.flags & ts.NodeFlags.Let) !== 0) return true;
  }
  return ts.forEachChild(node, hasMisreadLet) ?? false;
}
