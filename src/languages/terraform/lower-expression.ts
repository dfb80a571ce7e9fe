import { deepestLevel } from '../../facts/builder.js';
import type { FactsBuilder } from '../../facts/builder.js';
import { literalExpression, memberExpression, nameExpression, unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import { entryOf, lowerFunction } from './functions.js';
import type { Expression, Step } from './hcl/tree.js';

type Of<Kind extends Expression['kind']> = Extract<Expression, { readonly kind: Kind }>;

/** Number of leading words that name the target of a reference, where not two: `data.acme_bell.front`. */
const WORDS: Readonly<Record<string, number>> = { data: 3, ephemeral: 3 };

/** Lowers expressions to facts. A name that is bound in part of a file is a plain name there. */
export class ExpressionLowering {
  readonly builder: FactsBuilder;
  /** Names of loops that the lowering is in. */
  readonly #looped: string[] = [];

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
          ? builder.string(expression.value, at)
          : literalExpression(expression.value, at);
      case 'template':
        return builder.concat(expression.parts.map(this.lower), at);
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

  /** The names of a loop represent one of its rounds, in this part of the file. */
  loop<Result>(names: readonly string[], read: () => Result): Result {
    this.#looped.push(...names);
    const result = read();
    this.#looped.length -= names.length;
    return result;
  }

  #choice({ tests, options, at }: Of<'choice'>): ExprFact {
    const asked = tests.map((test) => unknownExpression('arithmetic', test.at));
    return { kind: 'choice', operator: '?:', options: options.map(this.lower), tests: asked, at };
  }

  #call({ name, args, spread, at }: Of<'call'>): ExprFact {
    const { builder, lower } = this;
    const [only, ...others] = args;
    if (spread && others.length === 0 && only !== undefined) {
      // `merge(list...)`: any of them.
      if (name !== 'merge' && name !== 'concat' && name !== 'setunion') return unknownExpression('function-result', at);
      const each = (value: Expression): ExprFact => ({ kind: 'each', value: lower(value), at: value.at });
      return lowerFunction(name, { builder, written: [only], lower: each, at });
    }
    return lowerFunction(name, { builder, written: args, lower, at });
  }

  #reference({ root, steps, at }: Of<'reference'>): ExprFact {
    if (steps.length > deepestLevel) return unknownExpression('too-deep', at);
    let rest = steps;
    let fact: ExprFact;
    if (root.kind === 'name' && !this.#looped.includes(root.name)) {
      const taken = wordsOf(root.name, steps);
      fact = nameExpression([root.name, ...taken.names].join('.'), [root.at[0], taken.end]);
      rest = steps.slice(taken.names.length);
    } else fact = this.lower(root);
    let many = false;
    for (const step of rest) {
      const span: Span = [at[0], step.at[1]];
      if (step.kind === 'splat') {
        many = true;
        fact = { kind: 'each', value: fact, at: span };
      } else if (step.kind === 'attribute') fact = memberExpression(fact, step.name, step.at, span);
      else fact = entryOf(fact, step.index, { lower: this.lower, at: span });
    }
    return many ? { kind: 'array', elements: [fact], at } : fact;
  }

  #object({ entries, at }: Of<'object'>): ExprFact {
    const { builder } = this;
    const object = builder.openObject(at);
    for (const { key, value } of entries) {
      const keyAt = key.at;
      const named = key.kind === 'literal' ? { key: String(key.value) } : { computed: this.lower(key) };
      builder.property(object, { kind: 'property', ...named, keyAt, value: this.lower(value) });
    }
    return { kind: 'object', object, at };
  }

  /** `[for bell in bells : bell.name]` gives one element that represents all. */
  #loop({ keyName, valueName, over, key, value, grouped, at }: Of<'for'>): ExprFact {
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
    return this.loop(names, () => {
      if (object === undefined || key === undefined) return { kind: 'array', elements: [this.lower(value)], at };
      const computed = this.lower(key);
      const made = this.lower(value);
      const gathered: ExprFact = grouped ? { kind: 'array', elements: [made], at: value.at } : made;
      builder.property(object, { kind: 'property', computed, keyAt: key.at, value: gathered });
      return { kind: 'object', object, at };
    });
  }
}

/** The words behind the first one that name something together with it. */
function wordsOf(root: string, steps: readonly Step[]): { readonly names: readonly string[]; readonly end: number } {
  const names: string[] = [];
  let end = 0;
  for (const step of steps.slice(0, (WORDS[root] ?? 2) - 1)) {
    if (step.kind !== 'attribute') break;
    names.push(step.name);
    [, end] = step.at;
  }
  return { names, end };
}
