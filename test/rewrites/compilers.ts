import { createRequire } from 'node:module';
import { extname } from 'node:path';
import ts from 'typescript';

/** A program file as a rewrite leaves it. */
export interface Rewritten {
  readonly file: string;
  readonly text: string;
}

/** Rewrites one file. */
export type Rewrite = (file: string, text: string) => Rewritten;

/** Part of a node of Babel's tree that rewrites use. */
export interface BabelNode {
  type: string;
  [key: string]: unknown;
}

export interface BabelPath {
  readonly node: BabelNode;
  readonly parent: BabelNode;
  readonly parentPath: BabelPath | null;
  readonly scope: BabelScope;
  readonly key: string | number;
  replaceWith(node: BabelNode): void;
  replaceWithMultiple(nodes: readonly BabelNode[]): void;
  findParent(test: (path: BabelPath) => boolean): BabelPath | null;
  skip(): void;
}

interface BabelScope {
  readonly bindings: Record<string, { readonly kind: string; readonly constant: boolean; readonly path: BabelPath }>;
  rename(from: string, to: string): void;
  generateUid(name: string): string;
}

type Build = Record<string, (...parts: readonly unknown[]) => BabelNode>;

interface Babel {
  readonly types: Build;
  transformSync(text: string, options: object): { readonly code: string } | null;
}

const babel = createRequire(import.meta.url)('@babel/core') as Babel;

export const build: Build = babel.types;

type Visit = (path: BabelPath) => void;

export type Visitor = Record<string, Visit | { readonly exit: Visit }>;

/** Runs visitors over a file, including its types. */
export function visiting(make: () => Visitor): Rewrite {
  return (file, text) => ({ file, text: transformed(file, text, { plugins: [{ visitor: make() }] }) });
}

const FILES = { configFile: false, babelrc: false, compact: false, sourceType: 'unambiguous' } as const;

function transformed(file: string, text: string, options: object): string {
  const jsx = extname(file) === '.ts' || extname(file) === '.mts' ? [] : ['jsx'];
  const parserOpts = { plugins: ['typescript', 'decorators-legacy', ...jsx] };
  const result = babel.transformSync(text, { ...FILES, filename: `/${file}`, parserOpts, ...options });
  if (result === null) throw new Error(`${file}: nothing came of it`);
  return result.code;
}

/** TypeScript's output for one file, with compiler options of a `tsconfig.json`. */
export function typescript(options: object): Rewrite {
  const compilerOptions = ts.convertCompilerOptionsFromJson(options, '/').options;
  return (file, text) => {
    const { outputText } = ts.transpileModule(text, {
      fileName: file,
      compilerOptions: {
        jsx: ts.JsxEmit.React,
        experimentalDecorators: true,
        ignoreDeprecations: '6.0',
        newLine: ts.NewLineKind.LineFeed,
        ...compilerOptions,
      },
    });
    return { file: scriptName(file), text: outputText };
  };
}

function scriptName(file: string): string {
  return file.replace(/\.([cm]?)tsx?$/, '.$1js');
}

export const typesErased = typescript({ target: 'ESNext', module: 'ESNext' });

/** Babel's output for a file after its types are erased. */
export function babelPreset(preset: object): Rewrite {
  return (file, text) => {
    const script = typesErased(file, text);
    return { ...script, text: transformed(script.file, script.text, { presets: [['@babel/preset-env', preset]] }) };
  };
}

/** Applies rewrites one after another. */
export function inTurn(...rewrites: readonly Rewrite[]): Rewrite {
  return (file, text) => rewrites.reduce<Rewritten>((last, rewrite) => rewrite(last.file, last.text), { file, text });
}
