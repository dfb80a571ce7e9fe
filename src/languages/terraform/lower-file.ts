import { FactsBuilder, deepestLevel } from '../facts/builder.js';
import {
  nameExpression,
  unknownExpression,
  withFallback,
  literalExpression,
  memberExpression,
} from '../facts/expressions.js';
import type { ExprFact, FileFacts } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { isEmptyCollection, entryOf, lowerFunction } from './functions.js';
import { attributeOf } from './hcl/syntax.js';
import type { Attribute, Block, Body, Expression, Step } from './hcl/syntax.js';
import { provisionersOf } from './provisioners.js';
import { argumentName, moduleName, providerSpecifier, SIBLING } from './imports.js';

/** Meta-arguments: Terraform itself interprets them, and they are not arguments of the resource type. */
const META_ARGUMENTS = new Set([
  'for_each',
  'count',
  'depends_on',
  'provider',
  'providers',
  'lifecycle',
  'provisioner',
  'connection',
]);

/** Lowers one file: its resources and data sources, and the values that it declares for its module. */
export function lowerFile(file: string, body: Body, text: string): FileFacts {
  const builder = new FactsBuilder(file, text.length, { language: 'terraform', sharesNames: true });
  const lowering = new FileLowering(file, builder, text);
  builder.recordOpenImport(SIBLING, [0, 0]);
  for (const item of body.items) if (item.kind === 'block') lowering.block(item);
  lowering.exportArguments();
  return builder.finish();
}

/** An argument of a called module. */
interface ModuleArgument {
  readonly at: Span;
  readonly values: ExprFact[];
}

class FileLowering {
  readonly #file: string;
  readonly #text: string;
  readonly #builder: FactsBuilder;
  readonly #expressions: ExpressionLowering;
  readonly #declaredNames = new Set<string>();
  readonly #moduleArguments = new Map<string, ModuleArgument>();

  constructor(file: string, builder: FactsBuilder, text: string) {
    this.#file = file;
    this.#text = text;
    this.#builder = builder;
    this.#expressions = new ExpressionLowering(builder);
  }

  block(block: Block): void {
    switch (block.type) {
      case 'resource':
      case 'data':
        this.#resource(block, block.type);
        break;
      case 'locals':
        for (const item of block.body.items)
          if (item.kind === 'attribute') this.#declare(`local.${item.name}`, item.nameAt, this.#value(item.value));
        break;
      case 'variable':
        this.#variable(block);
        break;
      case 'module':
        this.#module(block);
        break;
      case 'check':
        for (const item of block.body.items) if (item.kind === 'block') this.block(item);
        break;
      default:
    }
  }

  #value(expression: Expression): ExprFact {
    return this.#expressions.lower(expression);
  }

  /** Declares a value of the module. A second declaration, which Terraform rejects, is ignored. */
  #declare(name: string, at: Span, value: ExprFact): void {
    if (this.#declaredNames.size === this.#declaredNames.add(name).size) return;
    this.#builder.declare({ name, kind: 'const', at, value });
    this.#builder.exportName(name, at);
  }

  /** Binds a variable to the value from the caller of the module, else to its default. */
  #variable({ labels: [label], body }: Block): void {
    if (label === undefined) return;
    const fallback = attributeOf(body, 'default');
    const argumentsName = nameExpression(argumentName(moduleName(this.#file), label.text), label.at);
    const value = withFallback(
      argumentsName,
      fallback === undefined ? undefined : this.#value(fallback.value),
      label.at,
    );
    this.#declare(`var.${label.text}`, label.at, value);
  }

  /** Lowers a call of a module in the tree; other modules are not followed. */
  #module({ body, at }: Block): void {
    const source = attributeOf(body, 'source')?.value;
    if (source?.kind !== 'literal' || typeof source.value !== 'string' || !/^\.\.?(?:\/|$)/.test(source.value)) return;
    const specifier = source.value.replace(/(?<!\/)\/+$/, '');
    this.#builder.recordOpenImport(specifier, source.at, true);
    this.#withEach(body, at, () => {
      for (const item of body.items) {
        if (item.kind !== 'attribute' || META_ARGUMENTS.has(item.name) || item.name === 'source') continue;
        const name = argumentName(specifier.slice(specifier.lastIndexOf('/') + 1), item.name);
        const argument = this.#moduleArguments.get(name) ?? { at: item.nameAt, values: [] };
        this.#moduleArguments.set(name, argument);
        argument.values.push(this.#value(item.value));
      }
    });
  }

  /** Exports the arguments of called modules; the values of several calls are a choice. */
  exportArguments(): void {
    for (const [name, { at, values }] of this.#moduleArguments) {
      const tests = [unknownExpression('other', at)];
      const [only, ...others] = values;
      if (only === undefined) continue;
      const value: ExprFact =
        others.length === 0 ? only : { kind: 'choice', operator: '?:', options: values, tests, at };
      this.#declare(name, at, value);
    }
  }

  /** Lowers `resource "acme_bell" "front" { … }`, which constructs a resource, or `data`, which looks one up. */
  #resource({ labels: [label], body, at }: Block, type: 'resource' | 'data'): void {
    if (label === undefined || isNeverCreated(body)) return;
    const builder = this.#builder;
    const provider = providerSpecifier(providerOf(body) ?? label.text.replace(/_[^]*/, ''));
    const name = type === 'data' ? `data.${label.text}` : label.text;
    builder.recordImport(provider, 'import', label.at, false);
    const call = builder.openCall(at, type === 'data' ? 'call' : 'new');
    const callee: ExprFact = { kind: 'imported', specifier: provider, name, via: 'import', at: label.at };
    const args = this.#withEach(body, at, () => {
      this.#provisioners(body);
      return [this.#object(body)];
    });
    builder.finishCall(call, callee, args);
  }

  /** Lowers the commands of provisioners to calls of the provisioner, one for each line. */
  #provisioners(body: Body): void {
    for (const { name, at, lines } of provisionersOf(body, this.#text))
      for (const line of lines) this.#builder.recordCall(nameExpression(name, at), [this.#value(line)], line.at);
  }

  /** Binds `each.key` and `each.value` if the body has `for_each`, then lowers it. */
  #withEach<Result>(body: Body, scope: Span, lower: () => Result): Result {
    const each = attributeOf(body, 'for_each');
    if (each !== undefined) this.#bindEach('each', scope, this.#value(each.value), each.nameAt);
    return lower();
  }

  #bindEach(name: string, scope: Span, value: ExprFact, at: Span): void {
    const builder = this.#builder;
    builder.declare({
      name: `${name}.key`,
      kind: 'const',
      at,
      scope,
      value: { kind: 'each-key', value, at: value.at },
    });
    builder.declare({ name: `${name}.value`, kind: 'const', at, scope, value: { kind: 'each', value, at: value.at } });
  }

  /** Lowers attributes and blocks to the properties of an object; several blocks with one name are a list. */
  #object(body: Body): ExprFact {
    const builder = this.#builder;
    const { at } = body;
    if (builder.depth > deepestLevel) return unknownExpression('too-deep', at);
    builder.depth += 1;
    const object = builder.openObject(at);
    const blocks = new Map<string, { readonly keyAt: Span; readonly elements: ExprFact[]; isList: boolean }>();
    for (const item of body.items) {
      if (item.kind === 'attribute') this.#property(object, item);
      else if (!META_ARGUMENTS.has(item.type)) {
        const dynamic = item.type === 'dynamic' ? item.labels[0] : undefined;
        const name = dynamic?.text ?? item.type;
        const value = dynamic === undefined ? this.#object(item.body) : this.#dynamic(item, dynamic.text);
        if (value === undefined) continue;
        const sameNameBlocks = blocks.get(name) ?? { keyAt: dynamic?.at ?? item.typeAt, elements: [], isList: false };
        blocks.set(name, sameNameBlocks);
        sameNameBlocks.elements.push(value);
        sameNameBlocks.isList ||= dynamic !== undefined;
      }
    }
    for (const [key, { keyAt, elements, isList }] of blocks) {
      const [only] = elements;
      const isSingle = elements.length === 1 && !isList && only !== undefined;
      const value: ExprFact = isSingle ? only : { kind: 'array', elements, at: keyAt };
      builder.recordProperty(object, { kind: 'property', key, keyAt, value });
    }
    builder.depth -= 1;
    return { kind: 'object', object, at };
  }

  /** Adds an attribute; a null attribute is absent. */
  #property(object: number, { name: key, nameAt: keyAt, value }: Attribute): void {
    if (META_ARGUMENTS.has(key) || (value.kind === 'literal' && value.value === null)) return;
    this.#builder.recordProperty(object, { kind: 'property', key, keyAt, value: this.#value(value) });
  }

  /** Lowers `dynamic "bell" { for_each = …, content { … } }`; undefined without content or instances. */
  #dynamic({ body, at }: Block, label: string): ExprFact | undefined {
    const each = attributeOf(body, 'for_each');
    const content = body.items.find((item) => item.kind === 'block' && item.type === 'content');
    if (content?.kind !== 'block' || (each !== undefined && isEmptyCollection(each.value))) return undefined;
    const iterator = attributeOf(body, 'iterator')?.value;
    const name = iterator?.kind === 'name' ? iterator.name : label;
    if (each !== undefined) this.#bindEach(name, at, this.#value(each.value), each.nameAt);
    return this.#object(content.body);
  }
}

/** Whether Terraform never creates the resource: `count = 0`, `for_each = {}`. */
function isNeverCreated(body: Body): boolean {
  const count = attributeOf(body, 'count')?.value;
  const each = attributeOf(body, 'for_each')?.value;
  return (count?.kind === 'literal' && count.value === 0) || (each !== undefined && isEmptyCollection(each));
}

/** The provider's name in the module: `acme` of `provider = acme.north`. */
function providerOf(body: Body): string | undefined {
  const value = attributeOf(body, 'provider')?.value;
  if (value?.kind === 'name') return value.name;
  if (value?.kind === 'literal' && typeof value.value === 'string') return value.value.replace(/\.[^]*/, '');
  return value?.kind === 'reference' && value.root.kind === 'name' ? value.root.name : undefined;
}

type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { readonly kind: Kind }>;

/** Number of segments in the name of a reference's target, by the first segment; 2 for any other. */
const NAME_LENGTHS: Readonly<Record<string, number>> = { data: 3, ephemeral: 3 };

/** Lowers expressions to facts. */
class ExpressionLowering {
  readonly builder: FactsBuilder;
  /** Variables of the enclosing loops: their names have one segment. */
  readonly #loopVariables: string[] = [];

  constructor(builder: FactsBuilder) {
    this.builder = builder;
  }

  readonly lower = (expression: Expression): ExprFact => {
    const { builder } = this;
    if (builder.depth > deepestLevel) return unknownExpression('too-deep', expression.at);
    builder.depth += 1;
    const fact = this.#lower(expression);
    builder.depth -= 1;
    return fact;
  };

  #lower(expression: Expression): ExprFact {
    const { builder } = this;
    const { at } = expression;
    switch (expression.kind) {
      case 'literal':
        return typeof expression.value === 'string'
          ? builder.stringFact(expression.value, at)
          : literalExpression(expression.value, at);
      case 'template':
        return builder.concatFact(expression.parts.map(this.lower), at);
      case 'name':
        return nameExpression(expression.name, at);
      case 'reference':
        return this.#reference(expression);
      case 'object':
        return this.#object(expression);
      case 'list':
        return { kind: 'array', elements: expression.elements.map(this.lower), at };
      case 'for':
        return this.#loop(expression);
      case 'call':
        return this.#call(expression);
      case 'choice':
        return this.#choice(expression);
      case 'operation':
        return unknownExpression('arithmetic', at);
      case 'too-deep':
        builder.depth += deepestLevel;
        builder.depth -= deepestLevel;
        return unknownExpression('too-deep', at);
      case 'unknown':
        return unknownExpression('other', at);
    }
  }

  /** Lowers the body of a loop with its variables in scope. */
  withLoopVariables<Result>(names: readonly string[], lowerBody: () => Result): Result {
    this.#loopVariables.push(...names);
    const result = lowerBody();
    this.#loopVariables.length -= names.length;
    return result;
  }

  #choice({ tests, options, at }: ExpressionOf<'choice'>): ExprFact {
    const unknownTests = tests.map((test) => unknownExpression('arithmetic', test.at));
    return { kind: 'choice', operator: '?:', options: options.map(this.lower), tests: unknownTests, at };
  }

  #call({ name, args, spread, at }: ExpressionOf<'call'>): ExprFact {
    const { builder, lower } = this;
    const [onlyArgument, ...others] = args;
    if (spread && others.length === 0 && onlyArgument !== undefined) {
      // `merge(list...)`: any element.
      if (name !== 'merge' && name !== 'concat' && name !== 'setunion') return unknownExpression('function-result', at);
      const lowerEach = (value: Expression): ExprFact => ({ kind: 'each', value: lower(value), at: value.at });
      return lowerFunction(name, { builder, operands: [onlyArgument], lower: lowerEach, at });
    }
    return lowerFunction(name, { builder, operands: args, lower, at });
  }

  #reference({ root, steps, at }: ExpressionOf<'reference'>): ExprFact {
    if (steps.length > deepestLevel) return unknownExpression('too-deep', at);
    let remainingSteps = steps;
    let fact: ExprFact;
    if (root.kind === 'name' && !this.#loopVariables.includes(root.name)) {
      const target = targetName(root.name, steps);
      fact = nameExpression([root.name, ...target.names].join('.'), [root.at[0], target.end]);
      remainingSteps = steps.slice(target.names.length);
    } else fact = this.lower(root);
    let hasSplat = false;
    for (const step of remainingSteps) {
      const span: Span = [at[0], step.at[1]];
      if (step.kind === 'splat') {
        hasSplat = true;
        fact = { kind: 'each', value: fact, at: span };
      } else if (step.kind === 'attribute') fact = memberExpression(fact, step.name, step.at, span);
      else fact = entryOf(fact, step.index, { lower: this.lower, at: span });
    }
    return hasSplat ? { kind: 'array', elements: [fact], at } : fact;
  }

  #object({ entries, at }: ExpressionOf<'object'>): ExprFact {
    const { builder } = this;
    const object = builder.openObject(at);
    for (const { key, value } of entries) {
      const keyAt = key.at;
      const keyFields = key.kind === 'literal' ? { key: String(key.value) } : { computed: this.lower(key) };
      builder.recordProperty(object, { kind: 'property', ...keyFields, keyAt, value: this.lower(value) });
    }
    return { kind: 'object', object, at };
  }

  /** Lowers `[for bell in bells : bell.name]` to one element that represents all. */
  #loop({ keyName, valueName, over, key, value, grouped, at }: ExpressionOf<'for'>): ExprFact {
    const { builder } = this;
    const object = key === undefined ? undefined : builder.openObject(at);
    const collection = this.lower(over);
    const scope: Span = [over.at[1], at[1]];
    const names = keyName === undefined ? [valueName.name] : [keyName.name, valueName.name];
    const bind = (name: string, nameAt: Span, kind: 'each' | 'each-key'): void => {
      builder.declare({ name, kind: 'const', at: nameAt, scope, value: { kind, value: collection, at: over.at } });
    };
    if (keyName !== undefined) bind(keyName.name, keyName.at, 'each-key');
    bind(valueName.name, valueName.at, 'each');
    return this.withLoopVariables(names, () => {
      if (object === undefined || key === undefined) return { kind: 'array', elements: [this.lower(value)], at };
      const computed = this.lower(key);
      const loweredValue = this.lower(value);
      const groupedValue: ExprFact = grouped ? { kind: 'array', elements: [loweredValue], at: value.at } : loweredValue;
      builder.recordProperty(object, { kind: 'property', computed, keyAt: key.at, value: groupedValue });
      return { kind: 'object', object, at };
    });
  }
}

/** The steps of a reference that belong to the name of its target: `bells` of `local.bells.id`. */
function targetName(root: string, steps: readonly Step[]): { readonly names: readonly string[]; readonly end: number } {
  const names: string[] = [];
  let end = 0;
  for (const step of steps.slice(0, (NAME_LENGTHS[root] ?? 2) - 1)) {
    if (step.kind !== 'attribute') break;
    names.push(step.name);
    [, end] = step.at;
  }
  return { names, end };
}
