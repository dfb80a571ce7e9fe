import type { ts } from 'ts-morph';
import type { FileFacts } from '../../core/model/facts.js';
import type { Fragment } from '../../core/model/language.js';
import { FactsBuilder } from './builder.js';
import { TypeScriptLowering } from './typescript/statements.js';
import { TypeScriptSyntax } from './typescript/syntax.js';
import type { TypeScriptParser } from './typescript/syntax.js';

/**
 * Parses `text` as the language of the file's extension and extracts its facts. The parser is a parameter, so that this
 * module does not load one. `fragments`: the parts of the file that are code; default: all of it.
 */
export function parseTypeScript(
  typescript: TypeScriptParser,
  file: string,
  text: string,
  fragments?: readonly Fragment[],
): { facts: FileFacts; syntaxErrors: number } {
  const builder = new FactsBuilder(file, text.length);
  const { context } = builder;
  const codeParts = fragments ?? [{ text, start: 0, end: text.length }];
  let syntaxErrors = 0;
  for (const { text: code, start, end, placeOf, dialect, apart } of codeParts) {
    const sourceFile = parseSource(typescript, dialect === undefined ? file : `${file}.${dialect}`, code);
    syntaxErrors += (sourceFile as { parseDiagnostics?: readonly unknown[] }).parseDiagnostics?.length ?? 0;
    const place = placeOf ?? (start === 0 ? undefined : (offset: number): number => start + offset);
    if (apart === true) builder.context = { ...context, scope: [start, end], functionScope: [start, end] };
    new TypeScriptLowering(builder, new TypeScriptSyntax(typescript, sourceFile, place)).lower(sourceFile);
    builder.context = context;
  }
  return { facts: builder.finish(), syntaxErrors };
}

/** Parses a text without parent links. */
function parseSource(typescript: TypeScriptParser, file: string, text: string): ts.SourceFile {
  const options: ts.CreateSourceFileOptions = {
    languageVersion: typescript.ScriptTarget.Latest,
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
    // Makes `await (x)` at the top level an await expression, also in a file without imports.
    setExternalModuleIndicator(parsed) {
      if (!/\.c[jt]s$/i.test(file)) (parsed as { externalModuleIndicator?: unknown }).externalModuleIndicator = true;
    },
  };
  return typescript.createSourceFile(file, text, options, false, scriptKind(typescript, file));
}

function scriptKind({ ScriptKind }: TypeScriptParser, file: string): ts.ScriptKind {
  if (/\.[mc]?jsx?$/i.test(file)) return ScriptKind.JSX;
  return /\.tsx$/i.test(file) ? ScriptKind.TSX : ScriptKind.TS;
}
