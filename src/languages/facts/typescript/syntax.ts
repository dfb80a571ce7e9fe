import type { ts } from 'ts-morph';
import type { TypeDeclarationFact, TypeFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { MAX_TYPE_DEPTH, isUnwrappedType, skipTrivia } from '../shared-syntax.js';

/** Parts of the compiler that the lowering uses; `build/typescript-parser.mjs` bundles them as a module. */
export type TypeScriptParser = Pick<
  typeof ts,
  'createSourceFile' | 'tokenToString' | 'JSDocParsingMode' | 'NodeFlags' | 'ScriptKind' | 'ScriptTarget' | 'SyntaxKind'
>;

/** Value of `TokenFlags.ContainsInvalidEscape`, which is missing in the types of the compiler. */
const containsInvalidEscape = 1 << 11;

/** Minimum length of the white space and comments before a token for which the start of the token is memoised. */
const MIN_LONG_TRIVIA = 40;

const tagNames = [
  'ArrayBindingPattern',
  'ArrayLiteralExpression',
  'ArrowFunction',
  'AsExpression',
  'AwaitExpression',
  'BinaryExpression',
  'Block',
  'BreakStatement',
  'CallExpression',
  'ClassDeclaration',
  'ClassExpression',
  'ClassStaticBlockDeclaration',
  'ComputedPropertyName',
  'ConditionalExpression',
  'Constructor',
  'ContinueStatement',
  'Decorator',
  'DeleteExpression',
  'DoStatement',
  'ElementAccessExpression',
  'BreakStatement',
  'ContinueStatement',
  'EnumDeclaration',
  'InterfaceDeclaration',
  'TypeAliasDeclaration',
  'ExportAssignment',
  'ExportDeclaration',
  'ExpressionStatement',
  'ExpressionWithTypeArguments',
  'FalseKeyword',
  'ForInStatement',
  'ForOfStatement',
  'ForStatement',
  'FunctionDeclaration',
  'FunctionExpression',
  'GetAccessor',
  'Identifier',
  'IfStatement',
  'ImportDeclaration',
  'ImportEqualsDeclaration',
  'ImportKeyword',
  'JsxElement',
  'JsxExpression',
  'JsxFragment',
  'JsxSelfClosingElement',
  'JsxSpreadAttribute',
  'LabeledStatement',
  'LiteralType',
  'MetaProperty',
  'MethodDeclaration',
  'ModuleBlock',
  'ModuleDeclaration',
  'NamespaceExport',
  'NewExpression',
  'NoSubstitutionTemplateLiteral',
  'NonNullExpression',
  'NullKeyword',
  'NumericLiteral',
  'BigIntLiteral',
  'ObjectBindingPattern',
  'ObjectLiteralExpression',
  'OmittedExpression',
  'ParenthesizedExpression',
  'ParenthesizedType',
  'PostfixUnaryExpression',
  'PrefixUnaryExpression',
  'PrivateIdentifier',
  'PropertyAccessExpression',
  'PropertyAssignment',
  'PropertyDeclaration',
  'QualifiedName',
  'RegularExpressionLiteral',
  'ReturnStatement',
  'SatisfiesExpression',
  'SetAccessor',
  'ShorthandPropertyAssignment',
  'SpreadAssignment',
  'SpreadElement',
  'StringLiteral',
  'SuperKeyword',
  'SwitchStatement',
  'TaggedTemplateExpression',
  'TemplateExpression',
  'ThisKeyword',
  'ThrowStatement',
  'TrueKeyword',
  'TryStatement',
  'TypeAssertionExpression',
  'TypeOfExpression',
  'TypeOperator',
  'TypeReference',
  'TypeLiteral',
  'FunctionType',
  'MethodSignature',
  'PropertySignature',
  'UndefinedKeyword',
  'UnionType',
  'VariableDeclarationList',
  'VariableStatement',
  'VoidExpression',
  'WhileStatement',
  'WithStatement',
  'YieldExpression',
  'AbstractKeyword',
  'DeclareKeyword',
  'DefaultKeyword',
  'ExportKeyword',
  'OverrideKeyword',
  'PrivateKeyword',
  'ProtectedKeyword',
  'PublicKeyword',
  'ReadonlyKeyword',
  'StaticKeyword',
  'TypeKeyword',
] as const;

export type Tag = (typeof tagNames)[number];

type PlaceOf = (offset: number) => number;

const tagTables = new WeakMap<TypeScriptParser, readonly (Tag | undefined)[]>();

/** Look-ups on TypeScript nodes that need the parser, but no parent links. */
export class TypeScriptSyntax {
  readonly #ts: TypeScriptParser;
  readonly #sourceFile: ts.SourceFile;
  readonly #tags: readonly (Tag | undefined)[];
  /** Start of the token after long white space or comments, by the start of these. All links of a chain share it. */
  readonly #startsAfterTrivia = new Map<number, number>();
  readonly #placeOf: PlaceOf | undefined;

  /** `placeOf`: maps offsets of the source to offsets of its host file, if it is a fragment. */
  constructor(typescript: TypeScriptParser, sourceFile: ts.SourceFile, placeOf?: PlaceOf) {
    this.#ts = typescript;
    this.#sourceFile = sourceFile;
    this.#tags = tagTable(typescript);
    this.#placeOf = placeOf;
  }

  /** The name of the node's kind, whose number differs between versions of the compiler. */
  tag(node: ts.Node): Tag | undefined {
    return this.#tags[node.kind];
  }

  span(node: ts.Node): Span {
    const memoisedStart = this.#startsAfterTrivia.get(node.pos);
    if (memoisedStart !== undefined && memoisedStart < node.end) return this.#spanOf(memoisedStart, node.end);
    const start = node.getStart(this.#sourceFile);
    if (start - node.pos > MIN_LONG_TRIVIA) this.#startsAfterTrivia.set(node.pos, start);
    return this.#spanOf(start, node.end);
  }

  #spanOf(start: number, end: number): Span {
    return this.#placeOf === undefined ? [start, end] : [this.#placeOf(start), this.#placeOf(end)];
  }

  /** Range of a declaration without its decorators, `export` and `default`. */
  declarationSpan(node: ts.Node): Span {
    const modifiers = this.#modifiers(node);
    const last = modifiers.findLast((modifier) => isOuterModifier(this.tag(modifier)));
    return last === undefined ? this.span(node) : this.#spanOf(this.#tokenStart(last.end), node.end);
  }

  /** Range of a class member without its decorators. */
  memberSpan(node: ts.Node): Span {
    const last = this.#modifiers(node).findLast((modifier) => this.tag(modifier) === 'Decorator');
    return last === undefined ? this.span(node) : this.#spanOf(this.#tokenStart(last.end), node.end);
  }

  #tokenStart(position: number): number {
    return skipTrivia(this.#sourceFile.text, position);
  }

  hasModifier(node: ts.Node, ...tags: readonly Tag[]): boolean {
    return this.#modifiers(node).some((modifier) => {
      const tag = this.tag(modifier);
      return tag !== undefined && tags.includes(tag);
    });
  }

  decorators(node: ts.Node): readonly ts.Decorator[] {
    return this.#modifiers(node).filter((modifier): modifier is ts.Decorator => this.tag(modifier) === 'Decorator');
  }

  #modifiers(node: ts.Node): readonly ts.ModifierLike[] {
    return (node as { modifiers?: readonly ts.ModifierLike[] }).modifiers ?? [];
  }

  operator(kind: ts.SyntaxKind): string {
    return this.#ts.tokenToString(kind) ?? '';
  }

  declarationKind(list: ts.VariableDeclarationList): 'const' | 'let' | 'var' {
    const { NodeFlags } = this.#ts;
    if ((list.flags & NodeFlags.BlockScoped) === 0) return 'var';
    return (list.flags & NodeFlags.BlockScoped) === NodeFlags.Let ? 'let' : 'const';
  }

  /** Whether a module declaration is a namespace, and not `module 'name'` or `global`. */
  isNamespace(node: ts.ModuleDeclaration): boolean {
    const isGlobal = (node.flags & this.#ts.NodeFlags.GlobalAugmentation) !== 0;
    return !isGlobal && this.tag(node.name) === 'Identifier';
  }

  /** The expression without syntax that the facts omit. */
  unwrap(node: ts.Node): ts.Node {
    for (let current = node; ;) {
      switch (this.tag(current)) {
        case 'ParenthesizedExpression':
        case 'AsExpression':
        case 'AwaitExpression':
        case 'NonNullExpression':
        case 'SatisfiesExpression':
        case 'TypeAssertionExpression':
        case 'ExpressionWithTypeArguments':
          current = (current as ts.ParenthesizedExpression).expression;
          break;
        default:
          return current;
      }
    }
  }

  stripParentheses(node: ts.Expression): ts.Expression {
    let current = node;
    while (this.tag(current) === 'ParenthesizedExpression') {
      current = (current as ts.ParenthesizedExpression).expression;
    }
    return current;
  }

  /** Text of a string literal or of a template without holes. */
  stringText(node: ts.Node): string | undefined {
    const tag = this.tag(node);
    if (tag === 'NoSubstitutionTemplateLiteral') return this.templateText(node as ts.NoSubstitutionTemplateLiteral);
    return tag === 'StringLiteral' ? (node as ts.StringLiteral).text : undefined;
  }

  /** Text of a piece of a template; undefined for an invalid escape. */
  templateText(node: ts.TemplateLiteralLikeNode): string | undefined {
    const { templateFlags = 0 } = node as { templateFlags?: number };
    return (templateFlags & containsInvalidEscape) === 0 ? node.text : undefined;
  }

  /** Static name of a property. */
  propertyName(name: ts.PropertyName): string | undefined {
    switch (this.tag(name)) {
      case 'Identifier':
      case 'PrivateIdentifier':
      case 'StringLiteral':
      case 'NoSubstitutionTemplateLiteral':
        return (name as ts.Identifier).text;
      case 'NumericLiteral':
        return String(Number((name as ts.NumericLiteral).text));
      case 'BigIntLiteral':
        return BigInt((name as ts.BigIntLiteral).text.replace(/n$/, '')).toString();
      case 'ComputedPropertyName': {
        const key = this.unwrap((name as ts.ComputedPropertyName).expression);
        const text = this.stringText(key);
        if (text !== undefined) return text;
        return this.tag(key) === 'NumericLiteral' ? String(Number((key as ts.NumericLiteral).text)) : undefined;
      }
      default:
        return undefined;
    }
  }

  propertyNameSpan(name: ts.PropertyName): Span {
    if (this.tag(name) !== 'ComputedPropertyName') return this.span(name);
    return this.span(this.unwrap((name as ts.ComputedPropertyName).expression));
  }

  typeFact(node: ts.TypeNode | undefined): TypeFact | undefined {
    for (let current = node; current !== undefined;) {
      switch (this.tag(current)) {
        case 'ParenthesizedType':
          current = (current as ts.ParenthesizedTypeNode).type;
          break;
        case 'TypeOperator': {
          const operator = current as ts.TypeOperatorNode;
          current = this.#tags[operator.operator] === 'ReadonlyKeyword' ? operator.type : undefined;
          break;
        }
        case 'UnionType': {
          const nonNullish = (current as ts.UnionTypeNode).types.filter((type) => !this.#isNullishType(type));
          current = nonNullish.length === 1 ? nonNullish[0] : undefined;
          break;
        }
        case 'TypeReference': {
          const { typeName, typeArguments } = current as ts.TypeReferenceNode;
          const name = this.entityName(typeName);
          const argument = typeArguments?.[0];
          if (argument === undefined || !isUnwrappedType(name)) return { name, at: this.span(typeName) };
          current = argument;
          break;
        }
        case 'TypeLiteral':
          return {
            name: '{}',
            at: this.span(current),
            methods: this.#methodsOf(current as ts.TypeLiteralNode, '', MAX_TYPE_DEPTH),
          };
        default:
          return undefined;
      }
    }
    return undefined;
  }

  /** Fields of an object type whose types are named or have methods. */
  fieldTypes(members: readonly ts.TypeElement[]): TypeDeclarationFact['members'] {
    return members.flatMap((member) => {
      if (this.tag(member) !== 'PropertySignature' || member.name === undefined) return [];
      const type = this.typeFact((member as ts.PropertySignature).type);
      return type === undefined || this.tag(member.name) !== 'Identifier'
        ? []
        : [{ name: (member.name as ts.Identifier).text, type }];
    });
  }

  /** Paths of the methods of an object type. */
  #methodsOf({ members }: ts.TypeLiteralNode, prefix: string, depth: number): readonly string[] {
    return members.flatMap((member): readonly string[] => {
      if (member.name === undefined || this.tag(member.name) !== 'Identifier') return [];
      const path = prefix + (member.name as ts.Identifier).text;
      if (this.tag(member) === 'MethodSignature') return [path];
      const type = this.tag(member) === 'PropertySignature' ? (member as ts.PropertySignature).type : undefined;
      if (type === undefined) return [];
      if (this.tag(type) === 'FunctionType') return [path];
      return this.tag(type) === 'TypeLiteral' && depth > 0
        ? this.#methodsOf(type as ts.TypeLiteralNode, `${path}.`, depth - 1)
        : [];
    });
  }

  entityName(name: ts.EntityName): string {
    const parts: string[] = [];
    let current = name;
    while (this.tag(current) === 'QualifiedName') {
      const qualified = current as ts.QualifiedName;
      parts.push(qualified.right.text);
      current = qualified.left;
    }
    parts.push((current as ts.Identifier).text);
    return parts.reverse().join('.');
  }

  #isNullishType(type: ts.TypeNode): boolean {
    const tag = this.tag(type);
    if (tag === 'LiteralType') return this.tag((type as ts.LiteralTypeNode).literal) === 'NullKeyword';
    return tag === 'UndefinedKeyword';
  }
}

function isOuterModifier(tag: Tag | undefined): boolean {
  return tag === 'Decorator' || tag === 'ExportKeyword' || tag === 'DefaultKeyword';
}

function tagTable(typescript: TypeScriptParser): readonly (Tag | undefined)[] {
  const memo = tagTables.get(typescript);
  if (memo !== undefined) return memo;
  const table: (Tag | undefined)[] = [];
  for (const name of tagNames) table[typescript.SyntaxKind[name]] = name;
  tagTables.set(typescript, table);
  return table;
}
