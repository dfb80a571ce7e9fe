import type { ts } from 'ts-morph';
import type { FileFacts } from '../model/facts.js';
import { FactsBuilder } from './builder.js';
import { TypeScriptLowering } from './typescript/statements.js';
import { TypeScriptSyntax } from './typescript/syntax.js';

type TypeScript = typeof ts;

/**
 * Extracts the facts of a parsed file. The compiler is passed in, so that this module loads none; the
 * tree must be its own. Parent links are not needed.
 */
function lowerTypeScript(typescript: TypeScript, sourceFile: ts.SourceFile, file: string): FileFacts {
  const builder = new FactsBuilder(file, sourceFile.text.length);
  return new TypeScriptLowering(builder, new TypeScriptSyntax(typescript, sourceFile)).lower(sourceFile);
}

/** Parses `text` as the language that the file's extension says and extracts its facts. */
export function parseTypeScript(
  typescript: TypeScript,
  file: string,
  text: string,
): { facts: FileFacts; syntaxErrors: number } {
  const options: ts.CreateSourceFileOptions = {
    languageVersion: typescript.ScriptTarget.Latest,
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
    // Lets `await (x)` at the top level be no call of a function `await`, also in a file without imports.
    setExternalModuleIndicator(parsed) {
      if (!/\.c[jt]s$/i.test(file)) (parsed as { externalModuleIndicator?: unknown }).externalModuleIndicator = true;
    },
  };
  const sourceFile = typescript.createSourceFile(file, text, options, false, scriptKind(typescript, file));
  const { parseDiagnostics } = sourceFile as { parseDiagnostics?: readonly unknown[] };
  return { facts: lowerTypeScript(typescript, sourceFile, file), syntaxErrors: parseDiagnostics?.length ?? 0 };
}

function scriptKind({ ScriptKind }: TypeScript, file: string): ts.ScriptKind {
  if (/\.[mc]?jsx?$/i.test(file)) return ScriptKind.JSX;
  return /\.tsx$/i.test(file) ? ScriptKind.TSX : ScriptKind.TS;
}
