// Parser of the compiler inside ts-morph, without its checker, emitter and services: the whole compiler takes four
// times as long to load, and a scan only parses.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export const COMPILER = createRequire(createRequire(import.meta.url).resolve('ts-morph')).resolve(
  '@ts-morph/common/dist/typescript.js',
);

/** Exports of the parser: see `TypeScriptParser` in `src/languages/facts/typescript/syntax.ts`. */
const EXPORTED = [
  'createSourceFile',
  'tokenToString',
  'JSDocParsingMode',
  'NodeFlags',
  'ScriptKind',
  'ScriptTarget',
  'SyntaxKind',
];

/** Parts of the compiler's single file to include, each between two markers in the file. */
const PARTS = [
  // Licence of the compiler.
  ['/*! ***', 'var ts = {}'],
  // Code that the bundler of the compiler added.
  ['"use strict";', '// src/typescript/typescript.ts'],
  // Everything before the parser, except code that reads and watches files.
  ['// src/compiler/corePublic.ts', '// src/compiler/sys.ts'],
  ['// src/compiler/path.ts', '// src/compiler/commandLineParser.ts'],
];

/** Methods that the services add to nodes, as far as they are used. */
const METHODS = `
const Plain = objectAllocator.getNodeConstructor();
class Name extends Plain {
  get text() { return idText(this); }
}
for (const { prototype } of [Plain, objectAllocator.getTokenConstructor()])
  prototype.getStart = function (sourceFile) { return getTokenPosOfNode(this, sourceFile); };
const getName = () => Name;
setObjectAllocator({ ...objectAllocator, getIdentifierConstructor: getName, getPrivateIdentifierConstructor: getName });
`;

/** Plugin of Rolldown that provides the module `typescript-parser`, under the licence of the compiler's package. */
export function typescriptParser() {
  const id = `${COMPILER}?parser`;
  return {
    name: 'typescript-parser',
    resolveId: (name) => (name === 'typescript-parser' ? id : undefined),
    load: (name) => (name === id ? { code: parserCode(readFileSync(COMPILER, 'utf8')), moduleType: 'js' } : undefined),
  };
}

function parserCode(compiler) {
  const parts = PARTS.map(([begin, end]) => {
    const [from, to] = [compiler.indexOf(begin), compiler.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`the compiler has another form: no '${begin}' before '${end}'`);
    return compiler.slice(from, to);
  });
  return [...parts, 'var sys;', METHODS, `export { ${EXPORTED.join(', ')} };`, ''].join('\n');
}
