import { dirname, join, normalize, resolve } from 'node:path';
import type { SyntaxNode, Tree } from '@lezer/common';
import type { StepBudget } from '../../core/lib/bounds.js';
import { MAX_NESTED, parseProgram, childrenOf, propertyKey, unquoted, propertyValue } from './program-syntax.js';

/** Location of a configuration, its budget, and access to its imports. */
export interface StaticPlace {
  /** Absolute path of the file. */
  readonly file: string;
  /** Absolute path of the folder in which its program would run. */
  readonly project: string;
  /** Budget of steps for the configuration and all its imports. */
  readonly budget: StepBudget;
  /** Opens another file by its path; undefined if it does not exist, or too many were read. */
  readonly open: (path: string) => StaticFile | undefined;
}

type Scope = ReadonlyMap<string, StaticValue>;

const EMPTY_SCOPE: Scope = new Map();
/** Maximum depth of followed values. */
const MAX_DEPTH = 25;
/** Maximum length of an expression that is compared as text. */
const MAX_WRITTEN = 10_000;

interface ImportedName {
  readonly specifier: string;
  readonly name: string;
}

/** A configuration that is a program, read without running it: names, texts, tables and calls that join paths. */
export class StaticFile {
  readonly text: string;
  readonly #place: StaticPlace;
  readonly #tree: Tree;
  readonly #declarations = new Map<string, SyntaxNode>();
  readonly #imports = new Map<string, ImportedName>();
  #depth = 0;

  constructor(text: string, place: StaticPlace) {
    this.text = text;
    this.#place = place;
    this.#tree = parseProgram(text);
    this.visitNodes(/^(?:VariableDeclaration|FunctionDeclaration|ImportDeclaration)$/, (node) => {
      if (node.name === 'VariableDeclaration') this.#addVariables(node);
      else if (node.name === 'FunctionDeclaration') this.#addDeclaration(node.getChild('VariableDefinition'), node);
      else this.#addImports(node);
    });
  }

  /** Visits the nodes with these names, parents first. */
  visitNodes(names: RegExp, visit: (node: SyntaxNode) => void): void {
    let depth = 0;
    this.#tree.iterate({
      enter: (ref) => {
        depth += 1;
        // Creating a node creates all its ancestors.
        if (depth < MAX_NESTED && names.test(ref.name)) visit(ref.node);
        return depth < MAX_NESTED;
      },
      leave: () => {
        depth -= 1;
      },
    });
  }

  /** Source of a node; empty if it is long. */
  sourceOf(node: SyntaxNode | null): string {
    return node === null || node.to - node.from > MAX_WRITTEN ? '' : this.text.slice(node.from, node.to);
  }

  /** The value of an expression, as far as it is known statically. */
  value(node: SyntaxNode | null, scope: Scope = EMPTY_SCOPE): StaticValue {
    if (node === null || this.#depth > MAX_DEPTH || !this.#place.budget.take(1)) return UNKNOWN;
    this.#depth += 1;
    try {
      return this.#evaluate(node, scope);
    } finally {
      this.#depth -= 1;
    }
  }

  /** The value that the file exports under a name. */
  exportedValue(name: string): StaticValue {
    let result: StaticValue | undefined;
    this.visitNodes(/^(?:ExportDeclaration|AssignmentExpression)$/, (node) => {
      if (node.name === 'ExportDeclaration' && name === 'default' && node.getChild('default') !== null)
        result ??= this.value(childrenOf(node).at(-1) ?? null);
      if (node.name === 'AssignmentExpression' && this.sourceOf(node.firstChild) === 'module.exports') {
        const assigned = this.value(node.lastChild);
        result ??= name === 'default' ? assigned : rowOf(assigned, name);
      }
    });
    return result ?? this.#nameValue(name, EMPTY_SCOPE);
  }

  #addDeclaration(definition: SyntaxNode | null, node: SyntaxNode): void {
    const name = this.sourceOf(definition);
    if (name !== '' && !this.#declarations.has(name)) this.#declarations.set(name, node);
  }

  #addVariables(declaration: SyntaxNode): void {
    let target: SyntaxNode | null = null;
    for (let part = declaration.firstChild; part !== null; part = part.nextSibling) {
      if (part.name === 'VariableDefinition' || part.name === 'ObjectPattern') target = part;
      else if (part.name === 'Equals' && target !== null && part.nextSibling !== null) {
        if (target.name === 'VariableDefinition') this.#addDeclaration(target, part.nextSibling);
        else this.#addRequired(target, part.nextSibling);
      }
    }
  }

  /** Adds the names of `const { alias } = require('./alias')`. */
  #addRequired(pattern: SyntaxNode, call: SyntaxNode): void {
    const specifier = /^require\(\s*(['"][^'"\n]*['"])\s*\)$/.exec(this.sourceOf(call))?.[1];
    if (specifier === undefined) return;
    for (const property of pattern.getChildren('PatternProperty')) {
      const name = this.sourceOf(property);
      if (/^\w+$/.test(name)) this.#imports.set(name, { specifier: unquoted(specifier), name });
    }
  }

  #addImports(declaration: SyntaxNode): void {
    const specifier = unquoted(this.sourceOf(declaration.getChild('String')));
    for (const clause of this.sourceOf(declaration).split(/\bfrom\b/, 1)) {
      const braces = /\{([^{}]*)\}/.exec(clause)?.[1] ?? '';
      for (const item of braces.split(',')) {
        const [, name, local = name] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(item) ?? [];
        if (name !== undefined && local !== undefined) this.#imports.set(local, { specifier, name });
      }
      const defaultName = /^import\s+(\w+)/.exec(clause)?.[1];
      if (defaultName !== undefined) this.#imports.set(defaultName, { specifier, name: 'default' });
    }
  }

  #evaluate(node: SyntaxNode, scope: Scope): StaticValue {
    switch (node.name) {
      case 'String':
        return textValue(unquoted(this.sourceOf(node)));
      case 'TemplateString':
        return this.#template(node, scope);
      case 'RegExp':
        return {
          kind: 'pattern',
          source: /^\/(.*)\/[a-z]*$/s.exec(this.sourceOf(node))?.[1]?.replaceAll('\\/', '/') ?? '',
        };
      case 'VariableName':
      case 'PropertyDefinition':
        return this.#nameValue(this.sourceOf(node), scope);
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
        return this.value(childrenOf(node).at(-1) ?? null, scope);
      case 'ObjectExpression':
        return { kind: 'table', rows: node.getChildren('Property').flatMap((part) => this.#rows(part, scope)) };
      case 'ArrayExpression':
        return { kind: 'list', items: childrenOf(node).flatMap((part) => this.#items(part, scope)) };
      case 'BinaryExpression':
        return this.#binary(node, scope);
      case 'ConditionalExpression':
        return this.#firstKnown(
          childrenOf(node)
            .filter(({ name }) => name !== 'LogicOp')
            .slice(1),
          scope,
        );
      case 'MemberExpression':
        return this.#member(node, scope);
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node, scope);
      default:
        return UNKNOWN;
    }
  }

  #nameValue(name: string, scope: Scope): StaticValue {
    const { file } = this.#place;
    const boundValue = scope.get(name);
    if (boundValue !== undefined) return boundValue;
    const declaration = this.#declarations.get(name);
    if (declaration !== undefined) return this.value(declaration);
    const importedName = this.#imports.get(name);
    if (importedName !== undefined)
      return this.#openImport(importedName.specifier)?.exportedValue(importedName.name) ?? UNKNOWN;
    if (name === '__dirname') return textValue(dirname(file));
    return name === '__filename' ? textValue(file) : UNKNOWN;
  }

  #openImport(specifier: string): StaticFile | undefined {
    const { file, open } = this.#place;
    return specifier.startsWith('.') ? open(resolve(dirname(file), specifier)) : undefined;
  }

  #template(node: SyntaxNode, scope: Scope): StaticValue {
    let text = '';
    let from = node.from + 1;
    for (const part of node.getChildren('Interpolation')) {
      const interpolated = textOf(
        this.value(childrenOf(part).find(({ name }) => !name.startsWith('Interpolation')) ?? null, scope),
      );
      if (interpolated === undefined) return UNKNOWN;
      text += this.text.slice(from, part.from) + interpolated;
      from = part.to;
    }
    return textValue(text + this.text.slice(from, node.to - 1));
  }

  #rows(property: SyntaxNode, scope: Scope): readonly Row[] {
    if (property.getChild('Spread') !== null) {
      const spread = this.value(childrenOf(property).at(-1) ?? null, scope);
      return spread.kind === 'table' ? spread.rows : [];
    }
    const computed =
      property.firstChild?.name === '[' ? textOf(this.value(property.firstChild.nextSibling, scope)) : undefined;
    const key = computed ?? propertyKey(this.text, property);
    return key === undefined ? [] : [[key, this.value(propertyValue(property), scope)]];
  }

  #items(part: SyntaxNode, scope: Scope): readonly StaticValue[] {
    if (part.name === 'Spread') return [];
    const value = this.value(part, scope);
    return part.prevSibling?.name === 'Spread' && value.kind === 'list' ? value.items : [value];
  }

  #binary(node: SyntaxNode, scope: Scope): StaticValue {
    const [left = null, operator = null, right = null] = childrenOf(node);
    switch (this.sourceOf(operator)) {
      case '+': {
        const [leftText, rightText] = [textOf(this.value(left, scope)), textOf(this.value(right, scope))];
        return leftText === undefined || rightText === undefined ? UNKNOWN : textValue(leftText + rightText);
      }
      case '||':
      case '??':
        return this.#firstKnown([left, right], scope);
      case 'as':
      case 'satisfies':
        return this.value(left, scope);
      default:
        return UNKNOWN;
    }
  }

  #firstKnown(nodes: readonly (SyntaxNode | null)[], scope: Scope): StaticValue {
    for (const node of nodes) {
      const value = this.value(node, scope);
      if (value.kind !== 'unknown') return value;
    }
    return UNKNOWN;
  }

  #member(node: SyntaxNode, scope: Scope): StaticValue {
    const { file } = this.#place;
    const source = this.sourceOf(node);
    if (source === 'import.meta.dirname') return textValue(dirname(file));
    if (source === 'import.meta.url' || source === 'import.meta.filename') return textValue(file);
    const name = this.sourceOf(node.getChild('PropertyName'));
    const object = this.value(node.firstChild, scope);
    return object.kind === 'text' && /^(?:pathname|href)$/.test(name) ? object : (rowOf(object, name) ?? UNKNOWN);
  }

  #call(node: SyntaxNode, scope: Scope): StaticValue {
    const [callee = null] = childrenOf(node).filter(({ name }) => name !== 'new');
    const args = childrenOf(node.getChild('ArgList'));
    const path = this.sourceOf(callee);
    const definition = this.#declarations.get(path);
    if (
      definition?.name === 'ArrowFunction' ||
      definition?.name === 'FunctionDeclaration' ||
      definition?.name === 'FunctionExpression'
    )
      return this.#apply(
        definition,
        args.map((argument) => this.value(argument, scope)),
      );
    if (path === 'process.cwd') return textValue(this.#place.project);
    if (path === 'require')
      return this.#openImport(textOf(this.value(args[0] ?? null, scope)) ?? '')?.exportedValue('default') ?? UNKNOWN;
    const [first] = args;
    if (path === 'Object.assign')
      return { kind: 'table', rows: args.flatMap((argument) => this.#spread(this.value(argument, scope))) };
    if (/^(?:define\w*|Object\.freeze|\w+\.defineConfig)$/.test(path)) return this.value(first ?? null, scope);
    return pathFromCall(
      path,
      args.map((argument) => textOf(this.value(argument, scope))),
      this.#place.project,
    );
  }

  #spread(value: StaticValue): readonly Row[] {
    return value.kind === 'table' ? value.rows : [];
  }

  /** Result of a function of the file, by its expression or its `return`. */
  #apply(definition: SyntaxNode, args: readonly StaticValue[]): StaticValue {
    const parameters = childrenOf(definition.getChild('ParamList')).filter(({ name }) => name === 'VariableDefinition');
    const scope = new Map(parameters.map((name, index) => [this.sourceOf(name), args[index] ?? UNKNOWN]));
    const body = definition.lastChild;
    if (body?.name !== 'Block') return this.value(body, scope);
    const returned = body.getChild('ReturnStatement');
    return this.value(childrenOf(returned).find(({ name }) => name !== 'return') ?? null, scope);
  }
}

/** Result of a call that builds a path, by the last name of the callee; unknown for any other call. */
function pathFromCall(callee: string, args: readonly (string | undefined)[], workingFolder: string): StaticValue {
  const texts = args.filter((text) => text !== undefined);
  const [first, second] = texts;
  if (first === undefined || texts.length < args.length) return UNKNOWN;
  switch (callee.slice(callee.lastIndexOf('.') + 1)) {
    case 'resolve':
      // `require.resolve('name')` stays a name.
      return textValue(callee === 'require.resolve' ? first : resolve(workingFolder, ...texts));
    case 'join':
      return textValue(join(...texts));
    case 'normalize':
      return textValue(normalize(first));
    case 'dirname':
      return textValue(dirname(first));
    case 'URL':
      return textValue(second === undefined ? first : resolve(dirname(second), first));
    case 'fileURLToPath':
    case 'pathToFileURL':
    case 'normalizePath':
    case 'String':
      return textValue(first);
    default:
      return UNKNOWN;
  }
}

/** The value of an expression of a configuration, as far as it is known without running it. */
export type StaticValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly source: string }
  | { readonly kind: 'list'; readonly items: readonly StaticValue[] }
  | { readonly kind: 'table'; readonly rows: readonly Row[] }
  | { readonly kind: 'unknown' };

type Row = readonly [key: string, value: StaticValue];

const UNKNOWN: StaticValue = { kind: 'unknown' };

function textValue(text: string): StaticValue {
  return { kind: 'text', text };
}

/** The text of a value; undefined if it is not a text. */
export function textOf(value: StaticValue | undefined): string | undefined {
  return value?.kind === 'text' ? value.text : undefined;
}

/** A property of a table; of several with the key, the last one. */
export function rowOf(value: StaticValue, key: string): StaticValue | undefined {
  return value.kind === 'table' ? value.rows.findLast(([name]) => name === key)?.[1] : undefined;
}
