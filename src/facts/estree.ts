import type { TSESTree } from '@typescript-eslint/utils';
import type { AssignmentFact, BindingKind, ExprFact, FileFacts, TypeFact } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { deepestLevel, FactsBuilder, type Self } from './builder.js';
import {
  cookedText,
  moduleName,
  patternSpan,
  propertyName,
  propertyNameSpan,
  spanOf,
  stringText,
  typeFact,
  undecoratedSpan,
  unwrap,
  type Keyed,
} from './estree-syntax.js';
import {
  choiceExpression,
  elementExpression,
  literalExpression,
  memberExpression,
  nameExpression,
  unknownExpression,
  withFallback,
} from './expressions.js';
import { classifyOperator, isRecordedAssignment, type OperatorClass } from './operators.js';
import { bindPattern, type Pattern, type PatternElement, type PatternKey, type PatternProperty } from './pattern.js';

type Binary = TSESTree.BinaryExpression | TSESTree.LogicalExpression;
type FunctionNode = TSESTree.FunctionDeclaration | TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression;
type Method = TSESTree.MethodDefinition;
type Field = TSESTree.PropertyDefinition | TSESTree.AccessorProperty;
type LeafKind = 'binding' | 'assignment';
type Export = 'exported' | 'default' | 'local';

interface Link {
  readonly node: TSESTree.CallExpression | TSESTree.MemberExpression;
  readonly call: number;
}

/**
 * Extracts the facts of a program in the ESTree form, with or without TypeScript's nodes. `text` is what
 * the ranges of the nodes refer to.
 */
export function lowerEstree(program: TSESTree.Program, text: string, file: string): FileFacts {
  return new EstreeLowering(text, file).lower(program);
}

class EstreeLowering {
  readonly #builder: FactsBuilder;
  readonly #text: string;

  constructor(text: string, file: string) {
    this.#builder = new FactsBuilder(file, text.length);
    this.#text = text;
  }

  lower(program: TSESTree.Program): FileFacts {
    this.#body(program.body);
    return this.#builder.finish();
  }

  // Statements

  /** Statements that may begin with directives, which are no strings of the program. */
  #body(statements: readonly TSESTree.ProgramStatement[]): void {
    let prologue = true;
    for (const statement of statements) {
      prologue = prologue && isDirective(statement);
      if (!prologue) this.#statement(statement);
    }
  }

  #statement(node: TSESTree.ProgramStatement): void {
    const builder = this.#builder;
    builder.depth += 1;
    if (builder.depth <= deepestLevel) this.#statementByKind(node, 'local');
    builder.depth -= 1;
  }

  #statementByKind(node: TSESTree.Node, exported: Export): void {
    switch (node.type) {
      case 'ExpressionStatement':
        this.#expression(node.expression);
        return;
      case 'VariableDeclaration':
        if (!node.declare) this.#declarations(node, exported);
        return;
      case 'ReturnStatement':
        if (node.argument !== null) this.#builder.return(this.#expression(node.argument));
        return;
      case 'ThrowStatement':
        this.#expression(node.argument);
        return;
      case 'IfStatement':
        return this.#if(node);
      case 'BlockStatement':
        return this.#block(node);
      case 'FunctionDeclaration':
        return this.#functionDeclaration(node, exported);
      case 'ClassDeclaration':
        return this.#classDeclaration(node, exported);
      case 'ForStatement':
        return this.#for(node);
      case 'ForOfStatement':
        return this.#forEach(node, 'each');
      case 'ForInStatement':
        return this.#forEach(node, 'each-key');
      case 'WhileStatement':
        this.#expression(node.test);
        this.#loop(node.test, node.body);
        return this.#branch(node.body);
      case 'WithStatement':
        this.#expression(node.object);
        return this.#branch(node.body);
      case 'DoWhileStatement':
        this.#branch(node.body);
        this.#expression(node.test);
        this.#loop(node.body, node.test);
        return;
      case 'SwitchStatement':
        return this.#switch(node);
      case 'TryStatement':
        return this.#try(node);
      case 'LabeledStatement':
        return this.#statement(node.body);
      case 'ImportDeclaration':
        return this.#import(node);
      case 'TSImportEqualsDeclaration':
        return this.#importEquals(node, exported);
      case 'ExportNamedDeclaration':
        return this.#exportNamed(node);
      case 'ExportAllDeclaration':
        return this.#exportAll(node);
      case 'ExportDefaultDeclaration':
        return this.#exportDefault(node.declaration);
      case 'TSExportAssignment': {
        const value = this.#expression(node.expression);
        this.#builder.export({ kind: 'assigned', value }, value.at);
        return;
      }
      case 'TSEnumDeclaration':
        return this.#enum(node, exported);
      case 'TSModuleDeclaration':
        return this.#namespace(node, exported);
    }
  }

  #block(node: TSESTree.BlockStatement): void {
    const outer = this.#builder.context;
    this.#builder.enterBlock(spanOf(node));
    for (const statement of node.body) this.#statement(statement);
    this.#builder.context = outer;
  }

  #branch(node: TSESTree.Statement): void {
    const outer = this.#builder.context;
    this.#builder.enterBranch(spanOf(node));
    this.#statement(node);
    this.#builder.context = outer;
  }

  #if(node: TSESTree.IfStatement): void {
    const outer = this.#builder.context;
    for (let current = node; ;) {
      this.#expression(current.test);
      this.#branch(current.consequent);
      const otherwise = current.alternate;
      if (otherwise === null) break;
      if (otherwise.type !== 'IfStatement') {
        this.#branch(otherwise);
        break;
      }
      this.#builder.enterBranch(spanOf(otherwise));
      current = otherwise;
    }
    this.#builder.context = outer;
  }

  #for(node: TSESTree.ForStatement): void {
    const outer = this.#builder.context;
    this.#builder.enterScope(spanOf(node));
    if (node.init?.type === 'VariableDeclaration') this.#declarations(node.init, 'local');
    else if (node.init) this.#expression(node.init);
    if (node.test !== null) this.#expression(node.test);
    if (node.update !== null) this.#expression(node.update);
    this.#loop(node.test ?? node.update ?? node.body, node.body);
    this.#branch(node.body);
    this.#builder.context = outer;
  }

  #forEach(node: TSESTree.ForInStatement | TSESTree.ForOfStatement, kind: 'each' | 'each-key'): void {
    const outer = this.#builder.context;
    this.#builder.enterScope(spanOf(node));
    if (node.left.type === 'VariableDeclaration') {
      const [declaration] = node.left.declarations;
      const pattern = this.#pattern(declaration.id, 'binding');
      const value = this.#expression(node.right);
      const each: ExprFact = { kind, value, at: pattern.at };
      this.#declarePattern(pattern, each, declarationKind(node.left), undefined, 'local');
    } else {
      const pattern = this.#pattern(node.left, 'assignment');
      const value = this.#expression(node.right);
      this.#assignPattern(pattern, { kind, value, at: pattern.at });
    }
    this.#loop(node.body, node.body);
    this.#branch(node.body);
    this.#builder.context = outer;
  }

  #loop(from: TSESTree.Node, to: TSESTree.Node): void {
    this.#builder.loop(spanOf(from)[0], spanOf(to)[1]);
  }

  #switch(node: TSESTree.SwitchStatement): void {
    this.#expression(node.discriminant);
    const outer = this.#builder.context;
    this.#builder.enterScope(spanOf(node));
    const inner = this.#builder.context;
    for (const clause of node.cases) {
      if (clause.test !== null) this.#expression(clause.test);
      this.#builder.enterBranch(spanOf(clause));
      for (const statement of clause.consequent) this.#statement(statement);
      this.#builder.context = inner;
    }
    this.#builder.context = outer;
  }

  #try(node: TSESTree.TryStatement): void {
    this.#block(node.block);
    if (node.handler !== null) {
      const { param, body } = node.handler;
      const outer = this.#builder.context;
      this.#builder.enterScope(spanOf(node.handler));
      if (param !== null) this.#declarePattern(this.#pattern(param, 'binding'), undefined, 'catch', undefined, 'local');
      this.#block(body);
      this.#builder.context = outer;
    }
    if (node.finalizer !== null) this.#block(node.finalizer);
  }

  // Declarations

  #declarations(node: TSESTree.VariableDeclaration, exported: Export): void {
    const kind = declarationKind(node);
    for (const { id, init } of node.declarations) {
      const pattern = this.#pattern(id, 'binding');
      const value = init === null ? undefined : this.#expression(init);
      this.#declarePattern(pattern, value, kind, annotatedType(id), exported);
    }
  }

  #declarePattern(
    pattern: Pattern,
    value: ExprFact | undefined,
    kind: BindingKind,
    type: TypeFact | undefined,
    exported: Export,
  ): void {
    const builder = this.#builder;
    const scope = kind === 'var' ? builder.context.functionScope : builder.context.scope;
    bindPattern(pattern, value, (target, part) => {
      if (target.kind !== 'name') return;
      builder.declare(target.name, kind, target.at, scope, part, pattern.kind === 'leaf' ? type : undefined);
      if (exported === 'exported') builder.exportName(target.name, target.at);
    });
  }

  #functionDeclaration(node: TSESTree.FunctionDeclaration, exported: Export): void {
    if (!node.body || node.declare) return;
    const builder = this.#builder;
    const id = node.id;
    const index = builder.openFunction({ kind: 'function', at: spanOf(node), name: id?.name });
    const value = builder.functionValue(index);
    if (id !== null) builder.declare(id.name, 'function', spanOf(id), builder.context.scope, value);
    this.#exportDeclaration(exported, id, value);
    this.#function(index, node, {});
  }

  #classDeclaration(node: TSESTree.ClassDeclaration, exported: Export): void {
    if (node.declare) return;
    const builder = this.#builder;
    const value = this.#class(node);
    if (node.id !== null) builder.declare(node.id.name, 'class', spanOf(node.id), builder.context.scope, value);
    this.#exportDeclaration(exported, node.id, value);
  }

  #exportDeclaration(exported: Export, id: TSESTree.Identifier | null, value: ExprFact): void {
    if (exported === 'default') this.#builder.export({ kind: 'local', name: 'default', value }, value.at);
    else if (exported === 'exported' && id !== null) this.#builder.exportName(id.name, spanOf(id));
  }

  #enum(node: TSESTree.TSEnumDeclaration, exported: Export): void {
    if (node.declare) return;
    const builder = this.#builder;
    const at = spanOf(node);
    const object = builder.openObject(at);
    for (const { id, initializer } of (node.body as TSESTree.TSEnumBody | undefined)?.members ?? node.members) {
      const key = propertyName({ key: id });
      const value = initializer && this.#expression(initializer);
      if (key !== undefined) builder.enumMember(object, key, spanOf(id), value);
    }
    const nameAt = spanOf(node.id);
    builder.declare(node.id.name, 'enum', nameAt, builder.context.scope, { kind: 'object', object, at });
    if (exported === 'exported') builder.exportName(node.id.name, nameAt);
  }

  #namespace(node: TSESTree.TSModuleDeclaration, exported: Export): void {
    if (node.declare || node.kind === 'global') return;
    let id: TSESTree.Node = node.id;
    while (id.type === 'TSQualifiedName') id = id.left;
    const body = node.body as TSESTree.TSModuleBlock | undefined;
    if (body === undefined || id.type !== 'Identifier') return;
    const builder = this.#builder;
    const nameAt = spanOf(id);
    builder.declare(id.name, 'namespace', nameAt, builder.context.scope, undefined);
    if (exported === 'exported') builder.exportName(id.name, nameAt);
    const outer = builder.context;
    builder.enterBody(spanOf(body), { module: false });
    this.#body(body.body);
    builder.context = outer;
  }

  // Modules

  #import(node: TSESTree.ImportDeclaration): void {
    const builder = this.#builder;
    const specifier = node.source.value;
    builder.import(specifier, 'import', spanOf(node.source), node.importKind === 'type');
    for (const { type, local, ...rest } of node.specifiers) {
      const at = spanOf(local);
      if (type === 'ImportDefaultSpecifier') builder.declareImport(local.name, at, specifier, 'default');
      else if (type === 'ImportNamespaceSpecifier') builder.declareImport(local.name, at, specifier, '*');
      else builder.declareImport(local.name, at, specifier, moduleName((rest as TSESTree.ImportSpecifier).imported));
    }
  }

  #importEquals(node: TSESTree.TSImportEqualsDeclaration, exported: Export): void {
    const builder = this.#builder;
    const value = this.#importedReference(node);
    if (value === undefined) return;
    const at = spanOf(node.id);
    builder.declare(node.id.name, 'import', at, builder.context.scope, value);
    if (exported === 'exported') builder.exportName(node.id.name, at);
  }

  #importedReference({ moduleReference, importKind }: TSESTree.TSImportEqualsDeclaration): ExprFact | undefined {
    if (moduleReference.type !== 'TSExternalModuleReference') return this.#entity(moduleReference);
    const source = moduleReference.expression;
    const specifier = stringText(source);
    if (specifier === undefined) return undefined;
    this.#builder.import(specifier, 'require', spanOf(source), importKind === 'type');
    return { kind: 'imported', specifier, name: '*', via: 'require', at: spanOf(moduleReference) };
  }

  #entity(name: TSESTree.EntityName): ExprFact {
    const links: TSESTree.TSQualifiedName[] = [];
    let current = name;
    while (current.type === 'TSQualifiedName') {
      links.push(current);
      current = current.left;
    }
    let value = nameExpression(current.type === 'Identifier' ? current.name : 'this', spanOf(current));
    for (const link of links.reverse()) {
      value = memberExpression(value, link.right.name, spanOf(link.right), spanOf(link));
    }
    return value;
  }

  #exportNamed(node: TSESTree.ExportNamedDeclaration): void {
    if (node.declaration !== null) {
      this.#statementByKind(node.declaration, 'exported');
      return;
    }
    const builder = this.#builder;
    const specifier = node.source?.value;
    if (node.source && specifier !== undefined) {
      builder.import(specifier, 'export', spanOf(node.source), node.exportKind === 'type');
    }
    for (const { local, exported } of node.specifiers) {
      const name = moduleName(exported);
      const at = spanOf(exported);
      if (specifier !== undefined) {
        builder.export({ kind: 'from', name, specifier, imported: moduleName(local) }, at);
      } else {
        builder.export({ kind: 'local', name, value: nameExpression(moduleName(local), spanOf(local)) }, at);
      }
    }
  }

  #exportAll({ source, exported, exportKind }: TSESTree.ExportAllDeclaration): void {
    const specifier = source.value;
    this.#builder.import(specifier, 'export', spanOf(source), exportKind === 'type');
    if (exported === null) {
      this.#builder.export({ kind: 'all', specifier }, spanOf(source));
    } else {
      const name = moduleName(exported);
      this.#builder.export({ kind: 'from', name, specifier, imported: '*' }, spanOf(exported));
    }
  }

  #exportDefault(node: TSESTree.DefaultExportDeclarations): void {
    switch (node.type) {
      case 'FunctionDeclaration':
        return this.#functionDeclaration(node, 'default');
      case 'ClassDeclaration':
        return this.#classDeclaration(node, 'default');
      case 'TSDeclareFunction':
      case 'TSInterfaceDeclaration':
        return;
      default: {
        const value = this.#expression(node);
        this.#builder.export({ kind: 'local', name: 'default', value }, value.at);
      }
    }
  }

  // Patterns

  #pattern(wrapped: TSESTree.Node, leaf: LeafKind): Pattern {
    const node = leaf === 'assignment' ? unwrap(wrapped) : wrapped;
    const at = patternSpan(node, this.#text);
    const isLeaf = node.type !== 'ObjectPattern' && node.type !== 'ArrayPattern';
    if (isLeaf && leaf === 'assignment') return { kind: 'leaf', target: this.#expression(node), at };
    const builder = this.#builder;
    builder.depth += 1;
    const pattern = builder.depth <= deepestLevel ? this.#patternByKind(node, leaf, at) : undefined;
    builder.depth -= 1;
    return pattern ?? { kind: 'none', at };
  }

  #patternByKind(node: TSESTree.Node, leaf: LeafKind, at: Span): Pattern | undefined {
    switch (node.type) {
      case 'Identifier':
        return { kind: 'leaf', target: nameExpression(node.name, at), at };
      case 'ObjectPattern':
        return this.#objectPattern(node, leaf, at);
      case 'ArrayPattern':
        return { kind: 'array', elements: node.elements.map((element) => this.#arrayElement(element, leaf)), at };
      default:
        return undefined;
    }
  }

  #objectPattern(node: TSESTree.ObjectPattern, leaf: LeafKind, at: Span): Pattern {
    const properties: PatternProperty[] = [];
    for (const property of node.properties) {
      if (property.type === 'RestElement') {
        return { kind: 'object', properties, rest: this.#restTarget(property, leaf), at };
      }
      // A parser may let `({ a() {} } = b)` pass.
      if (property.method || property.kind !== 'init') continue;
      const key = this.#key(property);
      properties.push({ ...key, ...this.#patternElement(property.value, leaf) });
    }
    return { kind: 'object', properties, at };
  }

  #arrayElement(node: TSESTree.DestructuringPattern | null, leaf: LeafKind): PatternElement | undefined {
    if (node === null) return undefined;
    if (node.type === 'RestElement') return { target: this.#restTarget(node, leaf), rest: true };
    return this.#patternElement(node, leaf);
  }

  /** A parser may let `[...a = 1] = b` pass. */
  #restTarget({ argument }: TSESTree.RestElement, leaf: LeafKind): Pattern {
    return this.#patternElement(argument, leaf).target;
  }

  #patternElement(node: TSESTree.Node, leaf: LeafKind): PatternElement {
    if (node.type !== 'AssignmentPattern') return { target: this.#pattern(node, leaf) };
    const target = this.#pattern(node.left, leaf);
    return { target, fallback: this.#expression(node.right) };
  }

  #assignPattern(pattern: Pattern, value: ExprFact): void {
    bindPattern(pattern, value, (target, part) => {
      if (part !== undefined) this.#builder.assign(target, '=', part, target.at);
    });
  }

  #key(node: Keyed): PatternKey {
    const keyAt = propertyNameSpan(node);
    const key = propertyName(node);
    if (key !== undefined) return { key, keyAt };
    return node.computed ? { computed: this.#expression(node.key), keyAt } : { keyAt };
  }

  // Functions and classes

  #function(index: number, node: FunctionNode, self: Self, ofClass?: number): void {
    const builder = this.#builder;
    const outer = builder.context;
    const at = builder.functionValue(index).at;
    builder.context = { ...outer, within: index, scope: at, functionScope: at, self };
    this.#parameters(index, node, ofClass);
    if (node.body.type === 'BlockStatement') {
      builder.enterBlock(spanOf(node.body));
      this.#body(node.body.body);
    } else {
      builder.enterBranch(spanOf(node.body));
      builder.return(this.#expression(node.body));
    }
    builder.context = outer;
  }

  #parameters(index: number, node: FunctionNode, ofClass: number | undefined): void {
    const declared = node.params.filter((parameter) => parameter.type !== 'Identifier' || parameter.name !== 'this');
    const rest = declared.findIndex(({ type }) => type === 'RestElement');
    const type = typeFact(node.returnType);
    this.#builder.describeFunction(index, declared.length, rest < 0 ? undefined : rest, type);
    declared.forEach((parameter, position) => {
      this.#parameter(parameter, index, position, ofClass);
    });
  }

  #parameter(node: TSESTree.Parameter, index: number, position: number, ofClass: number | undefined): void {
    this.#decorators(node.decorators);
    const parameter = node.type === 'TSParameterProperty' ? node.parameter : node;
    if (parameter !== node) this.#decorators(parameter.decorators);
    const [left, right] = parameter.type === 'AssignmentPattern' ? [parameter.left, parameter.right] : [parameter];
    const target = left.type === 'RestElement' ? left.argument : left;
    const pattern = this.#pattern(target, 'binding');
    const fallback = right && this.#expression(right);
    const { at } = pattern;
    const argument: ExprFact =
      left.type === 'RestElement'
        ? { kind: 'parameter', function: index, index: position, rest: true, at }
        : { kind: 'parameter', function: index, index: position, at };
    const value = withFallback(argument, fallback, at);
    const type = annotatedType(left) ?? annotatedType(target);
    this.#declarePattern(pattern, value, 'parameter', type, 'local');
    if (ofClass === undefined || node.type !== 'TSParameterProperty') return;
    if (pattern.kind !== 'leaf' || pattern.target.kind !== 'name') return;
    this.#builder.member(ofClass, pattern.target.name, 'parameter', false, value, type);
  }

  #decorators(decorators: readonly TSESTree.Decorator[] | undefined): void {
    for (const { expression } of decorators ?? []) this.#expression(expression);
  }

  #class(node: TSESTree.ClassDeclaration | TSESTree.ClassExpression): ExprFact {
    const builder = this.#builder;
    this.#decorators(node.decorators);
    const at = undecoratedSpan(node, this.#text);
    const index = builder.openClass(at, node.id?.name);
    const value: ExprFact = { kind: 'class', class: index, at };
    const outer = builder.context;
    builder.enterScope(at);
    if (node.type === 'ClassExpression' && node.id !== null) {
      builder.declare(node.id.name, 'class', spanOf(node.id), at, value);
    }
    if (node.superClass !== null) builder.extendClass(index, this.#expression(node.superClass));
    for (const member of node.body.body) this.#member(member, index);
    builder.context = outer;
    return value;
  }

  #member(node: TSESTree.ClassElement, ofClass: number): void {
    switch (node.type) {
      case 'PropertyDefinition':
      case 'AccessorProperty':
        if (!node.declare) this.#field(node, ofClass);
        return;
      case 'MethodDefinition':
        if (node.value.type === 'FunctionExpression') this.#method(node, node.value, ofClass);
        return;
      case 'StaticBlock': {
        const builder = this.#builder;
        const outer = builder.context;
        builder.enterBody(spanOf(node), { self: { ofClass, static: true } });
        for (const statement of node.body) this.#statement(statement);
        builder.context = outer;
      }
    }
  }

  #method(node: Method, body: TSESTree.FunctionExpression, ofClass: number): void {
    const builder = this.#builder;
    this.#decorators(node.decorators);
    const at = undecoratedSpan(node, this.#text);
    if (node.kind === 'constructor') {
      const index = builder.openFunction({ kind: 'constructor', at, name: undefined, ofClass });
      builder.constructClass(ofClass, index);
      this.#function(index, body, { ofClass }, ofClass);
      return;
    }
    const kind = methodKind(node.kind);
    const self: Self = node.static ? { ofClass, static: true } : { ofClass };
    const name = propertyName(node);
    const index = builder.openFunction({ kind, at, name, ...self, ofClass });
    if (name === undefined && node.computed) this.#expression(node.key);
    builder.member(ofClass, name, kind, node.static, builder.functionValue(index));
    this.#function(index, body, self);
  }

  #field(node: Field, ofClass: number): void {
    const builder = this.#builder;
    this.#decorators(node.decorators);
    const name = propertyName(node);
    if (name === undefined && node.computed) this.#expression(node.key);
    const outer = builder.context;
    builder.context = { ...outer, self: node.static ? { ofClass, static: true } : { ofClass } };
    const value = node.value === null ? undefined : this.#expression(node.value);
    builder.context = outer;
    builder.member(ofClass, name, 'field', node.static, value, typeFact(node.typeAnnotation));
  }

  // Expressions

  #expression(wrapped: TSESTree.Node): ExprFact {
    const builder = this.#builder;
    const node = unwrap(wrapped);
    builder.depth += 1;
    const value =
      builder.depth <= deepestLevel ? this.#expressionByKind(node) : unknownExpression('too-deep', spanOf(node));
    builder.depth -= 1;
    return value;
  }

  #expressionByKind(node: TSESTree.Node): ExprFact {
    switch (node.type) {
      case 'MemberExpression':
      case 'CallExpression':
        return this.#chain(node);
      case 'BinaryExpression':
      case 'LogicalExpression':
        return this.#binary(node);
      case 'ConditionalExpression':
        return this.#conditional(node);
      case 'AssignmentExpression':
        return this.#assignment(node);
      case 'TaggedTemplateExpression': {
        const call = this.#builder.openCall(spanOf(node), 'tag');
        const callee = this.#expression(node.tag);
        return this.#builder.finishCall(call, callee, [this.#expression(node.quasi)]);
      }
      case 'SequenceExpression': {
        const values = node.expressions.map((expression) => this.#expression(expression));
        return values.at(-1) ?? unknownExpression('other', spanOf(node));
      }
      case 'JSXElement':
      case 'JSXFragment':
        this.#jsx(node);
        return unknownExpression('jsx', spanOf(node));
    }
    const at = spanOf(node);
    switch (node.type) {
      case 'Identifier':
        return nameExpression(node.name, at);
      case 'Literal':
        return this.#literal(node, at);
      case 'TemplateLiteral':
        return this.#template(node, at);
      case 'ThisExpression':
        return this.#builder.self('this', at);
      case 'Super':
        return this.#builder.self('super', at);
      case 'ObjectExpression':
        return this.#object(node, at);
      case 'ArrayExpression':
        return { kind: 'array', elements: node.elements.map((element) => this.#element(element, at)), at };
      case 'ArrowFunctionExpression': {
        const index = this.#builder.openFunction({ kind: 'arrow', at, name: undefined });
        this.#function(index, node, this.#builder.context.self);
        return this.#builder.functionValue(index);
      }
      case 'FunctionExpression':
        return this.#functionExpression(node, at);
      case 'ClassExpression':
        return this.#class(node);
      case 'NewExpression': {
        const call = this.#builder.openCall(at, 'new');
        const callee = this.#expression(node.callee);
        return this.#builder.finishCall(call, callee, this.#arguments(node.arguments, at));
      }
      case 'ImportExpression':
        return this.#importExpression(node, at);
      case 'UnaryExpression':
        return this.#unary(node, at);
      case 'UpdateExpression':
        return this.#builder.reckon(this.#expression(node.argument), at);
      case 'YieldExpression':
        if (node.argument) this.#expression(node.argument);
        return unknownExpression('yield', at);
      case 'MetaProperty':
        return unknownExpression('meta-property', at);
      default:
        return unknownExpression('other', at);
    }
  }

  /** `a.b[c]().d`: read inwards first, as a chain of calls may be longer than the stack is deep. */
  #chain(node: TSESTree.CallExpression | TSESTree.MemberExpression): ExprFact {
    const links: Link[] = [];
    let current: TSESTree.Node = node;
    let run = 0;
    for (;;) {
      if (current.type === 'CallExpression') {
        if (requiredModule(current) !== undefined) break;
        links.push({ node: current, call: this.#builder.openCall(spanOf(current), 'call') });
        run = 0;
        current = unwrap(current.callee);
      } else if (current.type === 'MemberExpression') {
        if (run === deepestLevel) break;
        links.push({ node: current, call: -1 });
        run += 1;
        current = unwrap(current.object);
      } else {
        break;
      }
    }
    let value = this.#chainBase(current, run);
    for (const link of links.reverse()) value = this.#link(value, link);
    return value;
  }

  #chainBase(node: TSESTree.Node, run: number): ExprFact {
    if (run === deepestLevel) return unknownExpression('too-deep', spanOf(node));
    if (node.type !== 'CallExpression') return this.#expression(node);
    const source = requiredModule(node);
    if (source === undefined) return unknownExpression('other', spanOf(node));
    return this.#imported(source, 'require', spanOf(node));
  }

  #link(value: ExprFact, { node, call }: Link): ExprFact {
    const at = spanOf(node);
    if (node.type === 'CallExpression') {
      return this.#builder.finishCall(call, value, this.#arguments(node.arguments, at));
    }
    const property = unwrap(node.property);
    if (!node.computed) {
      const name = propertyName({ key: property }) ?? '';
      return this.#builder.read(memberExpression(value, name, spanOf(property), at));
    }
    const text = stringText(property);
    if (text !== undefined) return this.#builder.read(memberExpression(value, text, spanOf(property), at));
    return elementExpression(value, this.#expression(property), at);
  }

  #imported(source: TSESTree.Node, via: 'require' | 'dynamic', at: Span): ExprFact {
    const specifier = stringText(source);
    if (specifier === undefined) {
      this.#element(source as TSESTree.Expression, at);
      return unknownExpression('other', at);
    }
    this.#builder.import(specifier, via, spanOf(source), false);
    return { kind: 'imported', specifier, name: '*', via, at };
  }

  #importExpression(node: TSESTree.ImportExpression, at: Span): ExprFact {
    // A parser may let `import.defer()` pass.
    if (node.source === null) return unknownExpression('other', at);
    const value = this.#imported(unwrap(node.source), 'dynamic', at);
    if (node.options) this.#expression(node.options);
    return value;
  }

  #arguments(nodes: readonly TSESTree.CallExpressionArgument[], at: Span): readonly ExprFact[] {
    return nodes.map((node) => this.#element(node, at));
  }

  /** An argument or array element; a hole has no place of its own, so it takes that of the whole. */
  /** What an object literal spreads: `...(a && b)` may spread nothing. */
  #spread(node: TSESTree.Expression): ExprFact {
    const value = this.#expression(node);
    const inner = unwrap(node);
    return inner.type === 'LogicalExpression' && inner.operator === '&&'
      ? choiceExpression(literalExpression(null, value.at), value, value.at)
      : value;
  }

  #element(node: TSESTree.Expression | TSESTree.SpreadElement | null, whole: Span): ExprFact {
    if (node === null) return unknownExpression('hole', whole);
    if (node.type !== 'SpreadElement') return this.#expression(node);
    return { kind: 'spread', value: this.#expression(node.argument), at: spanOf(node) };
  }

  #binary(node: Binary): ExprFact {
    const operatorClass = classifyOperator(node.operator);
    const chain = leftChain(node, operatorClass);
    const innermost = chain.at(-1) ?? node;
    let value = this.#expression(innermost.left);
    const operands = [value];
    for (const link of chain.reverse()) {
      const right = this.#expression(link.right);
      operands.push(right);
      if (operatorClass !== 'logical') continue;
      value = link.operator === '&&' ? right : choiceExpression(value, right, spanOf(link));
    }
    const at = spanOf(node);
    switch (operatorClass) {
      case 'logical':
        return value;
      case 'sum':
        return this.#builder.concat(operands, at, 'sum');
      default:
        return unknownExpression(operatorClass === 'arithmetic' ? 'arithmetic' : 'other', at);
    }
  }

  #assignment(node: TSESTree.AssignmentExpression): ExprFact {
    const at = spanOf(node);
    if (!isRecordedAssignment(node.operator)) {
      const target = this.#expression(node.left);
      this.#expression(node.right);
      return this.#builder.reckon(target, at);
    }
    const operator: AssignmentFact['operator'] = node.operator;
    const pattern = this.#pattern(node.left, 'assignment');
    const value = this.#expression(node.right);
    if (pattern.kind !== 'leaf') {
      this.#assignPattern(pattern, value);
      return value;
    }
    this.#builder.assign(pattern.target, operator, value, at);
    return this.#builder.assigned(pattern.target, operator, value, at);
  }

  #conditional(node: TSESTree.ConditionalExpression): ExprFact {
    const options: ExprFact[] = [];
    let current: TSESTree.Node = node;
    while (current.type === 'ConditionalExpression') {
      this.#expression(current.test);
      options.push(this.#expression(current.consequent));
      current = unwrap(current.alternate);
    }
    options.push(this.#expression(current));
    const flat = options.flatMap((option) => (option.kind === 'choice' ? option.options : [option]));
    return { kind: 'choice', options: flat, at: spanOf(node) };
  }

  #unary({ operator, argument }: TSESTree.UnaryExpression, at: Span): ExprFact {
    const operand = this.#expression(argument);
    if (operator === '-' && operand.kind === 'literal' && typeof operand.value === 'number') {
      return literalExpression(-operand.value, at);
    }
    return unknownExpression(operator === '~' ? 'arithmetic' : 'other', at);
  }

  #literal(node: TSESTree.Literal, at: Span): ExprFact {
    if ('regex' in node) return { kind: 'regex', source: node.regex.pattern, flags: node.regex.flags, at };
    const { value } = node;
    if (typeof value === 'string') return this.#builder.string(value, at);
    if (typeof value === 'number' || typeof value === 'boolean') return literalExpression(value, at);
    return 'bigint' in node ? unknownExpression('other', at) : literalExpression(null, at);
  }

  #template(node: TSESTree.TemplateLiteral, at: Span): ExprFact {
    const text = stringText(node);
    if (text !== undefined) return this.#builder.string(text, at);
    // Only a tagged template may have an escape that gives no text.
    if (node.expressions.length === 0) return unknownExpression('other', at);
    // Some parsers count the backticks and braces in, some do not.
    const inset = node.quasis[0]?.range[0] === at[0] ? 1 : 0;
    const parts: ExprFact[] = [];
    node.quasis.forEach((quasi, index) => {
      const cooked = cookedText(quasi);
      const closing = index === node.quasis.length - 1 ? inset : inset * 2;
      const span: Span = [quasi.range[0] + inset, quasi.range[1] - closing];
      if (cooked === undefined) parts.push(unknownExpression('other', span));
      else if (cooked !== '') parts.push(literalExpression(cooked, span));
      const expression = node.expressions[index];
      if (expression !== undefined) parts.push(this.#expression(expression));
    });
    return this.#builder.concat(parts, at);
  }

  #object(node: TSESTree.ObjectExpression, at: Span): ExprFact {
    const object = this.#builder.openObject(at);
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        this.#builder.property(object, { kind: 'spread', value: this.#spread(property.argument) });
      } else if (property.value.type === 'FunctionExpression' && (property.method || property.kind !== 'init')) {
        this.#objectMethod(property, property.value, object);
      } else {
        const key = this.#key(property);
        // `{ a = 1 }` is a pattern only, but a parser may let it pass.
        const value = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
        this.#builder.property(object, { kind: 'property', ...key, value: this.#expression(value) });
      }
    }
    return { kind: 'object', object, at };
  }

  #objectMethod(node: TSESTree.Property, body: TSESTree.FunctionExpression, object: number): void {
    const builder = this.#builder;
    const kind = methodKind(node.kind);
    const index = builder.openFunction({ kind, at: spanOf(node), name: propertyName(node) });
    const key = this.#key(node);
    const value = builder.functionValue(index);
    if (kind === 'method') builder.property(object, { kind: 'property', ...key, value });
    if (kind === 'getter') builder.property(object, { kind: 'property', ...key, value, getter: true });
    this.#function(index, body, { ofObject: object });
  }

  #functionExpression(node: TSESTree.FunctionExpression, at: Span): ExprFact {
    const builder = this.#builder;
    const { id } = node;
    const index = builder.openFunction({ kind: 'function', at, name: id?.name });
    const value = builder.functionValue(index);
    if (id !== null) builder.declare(id.name, 'function', spanOf(id), at, value);
    this.#function(index, node, {});
    return value;
  }

  #jsx(node: TSESTree.JSXElement | TSESTree.JSXFragment): void {
    if (node.type === 'JSXElement') {
      for (const attribute of node.openingElement.attributes) {
        if (attribute.type === 'JSXSpreadAttribute') this.#expression(attribute.argument);
        else if (attribute.value !== null) this.#jsxPart(attribute.value);
      }
    }
    for (const child of node.children) this.#jsxPart(child);
  }

  #jsxPart(node: TSESTree.Node): void {
    switch (node.type) {
      case 'JSXExpressionContainer':
      case 'JSXSpreadChild':
        if (node.expression.type !== 'JSXEmptyExpression') this.#expression(node.expression);
        return;
      case 'JSXElement':
      case 'JSXFragment':
        this.#expression(node);
    }
  }
}

function isDirective(node: TSESTree.Node): boolean {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'Literal') return false;
  // In parentheses it is an ordinary string.
  return typeof node.expression.value === 'string' && node.expression.range[0] === node.range[0];
}

function declarationKind({ kind }: TSESTree.VariableDeclaration): 'const' | 'let' | 'var' {
  return kind === 'let' || kind === 'var' ? kind : 'const';
}

function annotatedType(node: TSESTree.Node): TypeFact | undefined {
  return 'typeAnnotation' in node ? typeFact(node.typeAnnotation as TSESTree.TSTypeAnnotation | undefined) : undefined;
}

function methodKind(kind: string): 'method' | 'getter' | 'setter' {
  if (kind === 'get') return 'getter';
  return kind === 'set' ? 'setter' : 'method';
}

/** The argument of `require('m')`. */
function requiredModule(node: TSESTree.CallExpression): TSESTree.Node | undefined {
  const callee = unwrap(node.callee);
  if (callee.type !== 'Identifier' || callee.name !== 'require' || node.arguments.length !== 1) return undefined;
  const argument = node.arguments[0] && unwrap(node.arguments[0]);
  return argument && stringText(argument) !== undefined ? argument : undefined;
}

/** The expressions down the left side that have operators of the same class, outermost first. */
function leftChain(node: Binary, operatorClass: OperatorClass): Binary[] {
  const chain: Binary[] = [];
  let current: TSESTree.Node = node;
  while (current.type === 'BinaryExpression' || current.type === 'LogicalExpression') {
    if (classifyOperator(current.operator) !== operatorClass) break;
    chain.push(current);
    current = unwrap(current.left);
  }
  return chain;
}
