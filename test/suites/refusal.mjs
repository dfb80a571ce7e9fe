import { ts } from 'ts-morph';

/**
 * Returns the objection to a file that the compiler's parser accepts: from its checker, which rejects many invalid
 * programs, or about the name `let`, which is parsed as a declaration. Undefined for a valid program.
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

/** Diagnostics of grammar, and two others: an invalid assignment target, and a rest element with a key. */
function isGrammar(code) {
  return (code >= 1000 && code < 2000) || code === 2364 || code === 2566;
}

/** `label: let⏎a = 1`: two statements that the compiler parses as one; its checker rejects only other cases. */
function hasMisreadLet(node) {
  if ((ts.isLabeledStatement(node) || ts.isWithStatement(node)) && ts.isVariableStatement(node.statement)) {
    if ((node.statement.declarationList.flags & ts.NodeFlags.Let) !== 0) return true;
  }
  return ts.forEachChild(node, hasMisreadLet) ?? false;
}
