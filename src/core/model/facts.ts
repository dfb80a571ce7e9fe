import type { LanguageId } from './language.js';
import type { Span } from './span.js';

/**
 * Facts that a lowering extracts from one file: plain, serialisable, free of any syntax tree.
 *
 * Functions, classes, object literals and calls are in tables and are referred to by index, so that a deeply nested
 * program stays a flat record. Tables are in source order of the node's start (outer before inner). Syntax that does
 * not change a value is left out: parentheses, type assertions, `satisfies`, non-null marks, `await`.
 */
export interface FileFacts {
  readonly file: string;
  readonly language: LanguageId;
  /** Set if a call of a class constructs an instance, because the language has no `new`. */
  readonly callsConstruct?: true;
  /** Set if a file that opens this one shares its own names with this one. */
  readonly sharesNames?: true;
  /** Modules whose names are all names of this file: `source ./lib.sh`, `from lib import *`. */
  readonly opens?: readonly OpenImportFact[];
  /** Module specifiers that the file imports, requires or re-exports, in source order, with duplicates. */
  readonly imports: readonly ImportFact[];
  readonly exports: readonly ExportFact[];
  readonly bindings: readonly BindingFact[];
  readonly assignments: readonly AssignmentFact[];
  readonly functions: readonly FunctionFact[];
  readonly classes: readonly ClassFact[];
  readonly objects: readonly ObjectFact[];
  /** Interfaces and object types, with their fields; absent if there are none. */
  readonly types?: readonly TypeDeclarationFact[];
  readonly calls: readonly CallFact[];
  /** Outermost string-valued expressions (literals, templates, `+` chains) whose text has a `/`. */
  readonly texts: readonly ExprFact[];
  /** Member reads, except called members. Members that patterns read are in `bindings`. */
  readonly reads: readonly ExprFact[];
  /** Values that are compared with a text or another value, in source order. */
  readonly comparisons: readonly ComparisonFact[];
  /** Conditions that are true in a range of the code, in source order of the ranges. */
  readonly guards: readonly GuardFact[];
  /** The repeated part of each loop: its body, and the head without the initializer. */
  readonly loops: readonly Span[];
  /** Parts of the program that run depending on a condition; outer before inner. */
  readonly branches: readonly BranchFact[];
  /** `delete settings.chime`: the deleted value. */
  readonly deletions: readonly DeletionFact[];
  /** Parts of the program that may never run; absent if there are none. */
  readonly idle?: readonly IdleFact[];
  /** Set if code beyond the nesting limit is left out of the facts. */
  readonly tooDeep?: true;
}

/** Code after `return`, or code that depends on a constant, or on the literal `true` or `false`. */
export interface IdleFact {
  readonly at: Span;
  /** Condition: a name or a literal. Absent for unreachable code. */
  readonly test?: ExprFact;
  /** Set if the code runs when the condition is met, rather than when it is not. */
  readonly met?: true;
}

/** A comparison, such as `bell.kind === 'chime'`; a clause of a `switch` compares with each of its values. */
export interface ComparisonFact {
  /** Range of the comparison, or of the clause. */
  readonly at: Span;
  /** A name, a member, or an element at a known index. */
  readonly value: ExprFact;
  readonly among: readonly ExprFact[];
  /** Whether the comparison is true if the value is one of `among`, rather than none of them. */
  readonly equal: boolean;
}

/** A condition, with the code that is reached only if the condition is met, or only if it is not. */
export interface GuardFact {
  /** Range of a comparison, or of a call that is the condition. */
  readonly test: Span;
  readonly met: boolean;
  /** Range of the code for which the condition is met, or not met, according to `met`. */
  readonly holds: Span;
  /** Function whose truthy result shows that the condition is met. */
  readonly answers?: number;
}

/** A module specifier that is a string literal. */
export interface ImportFact {
  readonly specifier: string;
  readonly at: Span;
  readonly via: 'import' | 'export' | 'require' | 'dynamic';
  /** Set if the import does not exist at run time (`import type`, `export type`). */
  readonly typeOnly?: true;
}

/** A module whose names are all names of the file after this import. The module is among the imports as well. */
export interface OpenImportFact {
  readonly specifier: string;
  readonly at: Span;
  /** Set if the module can use the names of this file as well, like a sourced shell script. */
  readonly shared?: true;
}

export type ExportFact =
  /** `export const a`, `export { a as b }`, `export default e`, `exports.a = e`. */
  | { readonly kind: 'local'; readonly name: string; readonly value: ExprFact }
  /** `module.exports = e`: the whole module. */
  | { readonly kind: 'assigned'; readonly value: ExprFact }
  /** `export { a as b } from 'm'` (imported: 'a') and `export * as b from 'm'` (imported: '*'). */
  | { readonly kind: 'from'; readonly name: string; readonly specifier: string; readonly imported: string }
  /** `export * from 'm'`. */
  | { readonly kind: 'all'; readonly specifier: string };

export type BindingKind =
  'const' | 'let' | 'var' | 'parameter' | 'function' | 'class' | 'import' | 'enum' | 'namespace' | 'catch';

/** A declared name and the range of source in which it is visible. */
export interface BindingFact {
  readonly name: string;
  readonly kind: BindingKind;
  /** Range of the identifier. */
  readonly at: Span;
  readonly scope: Span;
  /** Absent if the declaration gives no value (`let x;`, `catch (e)`). */
  readonly value?: ExprFact;
  readonly type?: TypeFact;
}

/** A type annotation that is a plain name, possibly qualified (`Client`, `api.Client`), or an object type. */
export interface TypeFact {
  /** Dotted name as written; type arguments, `| null` and `| undefined` are dropped. `{}` for an object. */
  readonly name: string;
  readonly at: Span;
  /** Methods of an object type, by their path in it: `bells.list`. */
  readonly methods?: readonly string[];
}

/** `interface Context { client: Client }`, or an object type. */
export interface TypeDeclarationFact {
  readonly name: string;
  /** Range of the name. */
  readonly at: Span;
  /** Fields whose type is a name or an object type. */
  readonly members: readonly { readonly name: string; readonly type: TypeFact }[];
}

export interface AssignmentFact {
  /** `name` or `member`/`element` expression. */
  readonly target: ExprFact;
  readonly operator: '=' | '+=' | '||=' | '??=' | '&&=';
  readonly value: ExprFact;
  readonly at: Span;
  /** Innermost block, branch, loop or function body that contains the assignment. */
  readonly block: Span;
  /** Innermost enclosing function. */
  readonly within?: number;
}

/** An arm of `if`, `?:` or `switch`, the right side of `&&`, `||` or `??`, a body of a loop, of `try` or of `catch`. */
export interface BranchFact {
  readonly at: Span;
  /** Expression that decides whether the branch runs: of the branches with one such expression, at most one runs. */
  readonly of: Span;
  /** Set if the branch ends the function (`return`, `throw`): code after the branch does not run. */
  readonly leaves?: true;
}

export interface DeletionFact {
  readonly target: ExprFact;
  readonly at: Span;
  /** Innermost enclosing function. */
  readonly within?: number;
}

export interface FunctionFact {
  readonly kind: 'function' | 'arrow' | 'method' | 'constructor' | 'getter' | 'setter';
  readonly name?: string;
  readonly at: Span;
  /** Number of declared parameters, a rest parameter included. */
  readonly parameters: number;
  /** Index of the rest parameter. */
  readonly rest?: number;
  /** Names of the parameters, in order, if callers can pass arguments by name. */
  readonly parameterNames?: readonly string[];
  /** Index of the parameter for all other named arguments: `**options`. */
  readonly namedRest?: number;
  /** Values of `return` statements, or the body of an expression arrow; nested functions excluded. */
  readonly returns: readonly ExprFact[];
  /** Values of `yield`; those of `yield*` are spread. */
  readonly yields?: readonly ExprFact[];
  readonly returnType?: TypeFact;
  /** Class of which the function is a member. */
  readonly ofClass?: number;
  readonly static?: true;
  /** Set if the function runs once, where it is written: `(function () {…})()`, the factory of a module. */
  readonly once?: true;
  /** Innermost enclosing function. */
  readonly within?: number;
}

export interface ClassFact {
  readonly name?: string;
  readonly at: Span;
  readonly extends?: ExprFact;
  readonly members: readonly ClassMemberFact[];
  /** Index of the constructor in `functions`. */
  readonly construct?: number;
}

export interface ClassMemberFact {
  /** Property name; `#private` names include the `#`. Computed names are left out. */
  readonly name: string;
  readonly static: boolean;
  /** `parameter`: a TypeScript parameter property. */
  readonly kind: 'method' | 'getter' | 'setter' | 'field' | 'parameter';
  readonly value?: ExprFact;
  readonly type?: TypeFact;
}

export interface ObjectFact {
  readonly at: Span;
  readonly properties: readonly PropertyFact[];
}

export type PropertyFact =
  | {
      readonly kind: 'property';
      /** Absent if the key is computed and not a literal: its expression is then in `computed`. */
      readonly key?: string;
      readonly computed?: ExprFact;
      readonly keyAt: Span;
      readonly value: ExprFact;
      /** `get x() {}`: the value is the function to call. */
      readonly getter?: true;
    }
  | { readonly kind: 'spread'; readonly value: ExprFact };

export interface CallFact {
  readonly at: Span;
  readonly callee: ExprFact;
  readonly args: readonly ExprFact[];
  /** Object with the named arguments, which are not among `args`. */
  readonly named?: ExprFact;
  /**
   * `new`: construction; `tag`: a tagged template, whose one argument is the whole template; `component`: an element of
   * JSX, whose one argument is an object of the properties that are not texts.
   */
  readonly form: 'call' | 'new' | 'tag' | 'component';
  /** Innermost enclosing function. */
  readonly within?: number;
  /** Innermost block, branch, loop or function body that contains the call; absent at top level. */
  readonly block?: Span;
}

interface ExprBase {
  readonly at: Span;
}

export type ExprFact = ExprBase &
  (
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
    | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
    /** A template (text pieces are literals, empty ones left out) or a flattened `+` chain (`sum`). */
    | { readonly kind: 'concat'; readonly parts: readonly ExprFact[]; readonly sum?: true }
    /** `live`: the value of the name after the module has run, as its importers see it. */
    | { readonly kind: 'name'; readonly name: string; readonly live?: true }
    | { readonly kind: 'this'; readonly ofClass?: number; readonly static?: true; readonly ofObject?: number }
    | { readonly kind: 'super'; readonly ofClass?: number; readonly static?: true }
    /** `object.property` and `object['property']`. */
    | { readonly kind: 'member'; readonly object: ExprFact; readonly property: string; readonly propertyAt: Span }
    /** `object[index]` with an index that is not a string literal. */
    | { readonly kind: 'element'; readonly object: ExprFact; readonly index: ExprFact }
    | { readonly kind: 'call'; readonly call: number }
    | { readonly kind: 'object'; readonly object: number }
    | { readonly kind: 'array'; readonly elements: readonly ExprFact[] }
    | { readonly kind: 'spread'; readonly value: ExprFact }
    /** The first usable one of several: `a || b`, `a ?? b` (chains of one operator flattened). `a && b` is `b`. */
    | { readonly kind: 'choice'; readonly operator: '||' | '??'; readonly options: readonly ExprFact[] }
    /** One of several: `a ? b : c ? d : e` has the options `b`, `d`, `e`, chosen by the tests `a` and `c`. */
    | {
        readonly kind: 'choice';
        readonly operator: '?:';
        readonly options: readonly ExprFact[];
        readonly tests: readonly ExprFact[];
      }
    /** `fallback` if `value` is undefined: default of a parameter or a pattern. */
    | { readonly kind: 'default'; readonly value: ExprFact; readonly fallback: ExprFact }
    | { readonly kind: 'function'; readonly function: number }
    | { readonly kind: 'class'; readonly class: number }
    /** The argument at `index` of `function`; `rest`: the array of arguments from there on. */
    | { readonly kind: 'parameter'; readonly function: number; readonly index: number; readonly rest?: true }
    /** Element in `for (const x of value)`. `keys`: the keys of a table. */
    | { readonly kind: 'each'; readonly value: ExprFact; readonly keys?: true }
    /** Key in `for (const k in value)`. */
    | { readonly kind: 'each-key'; readonly value: ExprFact }
    /** Rest of an object pattern (`...rest`), or of an array pattern (`from`). */
    | { readonly kind: 'rest'; readonly value: ExprFact; readonly omit?: readonly string[]; readonly from?: number }
    /**
     * An import. `name` is 'default', '*' or the imported name; `require('m')` and `import('m')` have name '*' and
     * their kind in `via`.
     */
    | {
        readonly kind: 'imported';
        readonly specifier: string;
        readonly name: string;
        readonly via: 'import' | 'require' | 'dynamic';
        /** Specifier of the submodule to use if the module has no such name. */
        readonly below?: string;
      }
    | { readonly kind: 'unknown'; readonly reason: UnknownSyntax }
  );

/** Reason why a lowering gave up on an expression. */
export type UnknownSyntax =
  'arithmetic' | 'function-result' | 'jsx' | 'too-deep' | 'yield' | 'meta-property' | 'hole' | 'other';

/**
 * Functions of languages and their libraries, each under one name. A lowering writes this name in the facts if its
 * language has another name for the function. Facts of JavaScript keep its own names, for which the engine has a table.
 * No name in a program contains a slash.
 */
export type Intrinsic =
  | 'context/value'
  | `function/${'bind' | 'partial' | 'result'}`
  | `json/${'read' | 'write'}`
  | 'list/of'
  | `map/${'entries' | 'keys' | 'merge' | 'mergeDeep' | 'of' | 'ownKeys' | 'values'}`
  | 'path/join'
  | `promise/${'all' | 'of'}`
  | 'request/of'
  | 'set/of'
  | `text/${'format' | 'of'}`
  | `url/${'decode' | 'decodePart' | 'encode' | 'encodePart' | 'format' | 'parse' | 'resolve' | 'resolveFrom'}`
  | `value/${'copy' | 'orDefault' | 'same'}`;

/** Whether an expression is an intrinsic: the named one, or any. */
export function isIntrinsic(expr: ExprFact, name?: Intrinsic): boolean {
  return expr.kind === 'name' && (name === undefined ? expr.name.includes('/') : expr.name === name);
}
