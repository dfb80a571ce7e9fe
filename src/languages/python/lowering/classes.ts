import type { PythonNode } from '../syntax.js';
import type { ThisContext } from '../../facts/builder.js';
import { choiceExpression, memberExpression, withFallback } from '../../facts/expressions.js';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { childrenOf, groupsOf, spanOf, splitAt } from '../syntax.js';
import type { CallArguments } from './calls.js';
import { PythonFunctions } from './functions.js';
import { METHOD_NAMES_IN_FACTS } from '../library.js';

/** Library classes whose subclasses inherit no relevant members. */
const MARKER_CLASSES =
  /(?:^|\.)(?:object|ABC|Protocol|Generic|Exception|BaseException|\w*Error|Enum|StrEnum|IntEnum|TypedDict|BaseModel|BaseSettings|NamedTuple)$/;

/** Decorators and base classes that add a constructor with the fields as parameters. */
const RECORD_CLASSES = /(?:^|\.)(?:dataclass|define|frozen|attrs|attr\.s|BaseModel|BaseSettings|NamedTuple)$/;

/** Base class whose fields have the values of environment variables: `API_URL` for `api_url`, else the default. */
const SETTINGS_CLASSES = /(?:^|\.)BaseSettings$/;

function environmentField(name: string, fallback: ExprFact | undefined, at: Span): ExprFact {
  const variables: ExprFact = { kind: 'imported', specifier: 'os', name: 'environ', via: 'import', at };
  const value = memberExpression(variables, name.toUpperCase(), at, at);
  return fallback === undefined ? value : choiceExpression('??', value, fallback, at);
}

/** A field that a class declares with a type. */
interface Field {
  readonly name: string;
  readonly fallback: ExprFact | undefined;
}

/** Lowers classes: a method's first parameter is `this`. */
export abstract class PythonClasses extends PythonFunctions {
  protected classDefinition(node: PythonNode, decorators: readonly PythonNode[]): ExprFact {
    const { builder } = this;
    const at = spanOf(node);
    const name = node.getChild('VariableName');
    const ofClass = builder.openClass(at, name === null ? undefined : this.textOf(name));
    const bases = this.#bases(node.getChild('ArgList'));
    const [base] = bases.values;
    if (base !== undefined)
      builder.extendClass(
        ofClass,
        bases.values.length === 1
          ? base
          : { kind: 'choice', operator: '?:', options: bases.values, tests: bases.values.slice(1), at: base.at },
      );
    const body = node.getChild('Body');
    if (body === null) return { kind: 'class', class: ofClass, at };
    const isRecord = [...bases.names, ...decorators.map((decorator) => nameOfDecorator(this.textOf(decorator)))].some(
      (className) => RECORD_CLASSES.test(className),
    );
    const outerContext = builder.context;
    this.inScope(body, { kind: 'class', ofClass }, () => {
      const constructorIndex =
        isRecord && !this.#hasConstructor(body) ? this.#openConstructor(ofClass, node) : undefined;
      const fields = this.#members(
        body,
        ofClass,
        bases.names.some((className) => SETTINGS_CLASSES.test(className)),
      );
      if (constructorIndex !== undefined) this.#setFields(constructorIndex, ofClass, fields);
    });
    builder.context = outerContext;
    return { kind: 'class', class: ofClass, at };
  }

  #bases(list: PythonNode | null): { readonly names: readonly string[]; readonly values: readonly ExprFact[] } {
    const names: string[] = [];
    const values: ExprFact[] = [];
    for (const [first, second] of list === null ? [] : groupsOf(childrenOf(list))) {
      if (first === undefined || second !== undefined) continue;
      const className = this.textOf(first).replace(/\[[^]*/, '');
      names.push(className);
      const value = this.expression(first);
      if (!MARKER_CLASSES.test(className)) values.push(value);
    }
    return { names, values };
  }

  #hasConstructor(body: PythonNode): boolean {
    return /\bdef\s+__init__\b/.test(this.textOf(body));
  }

  /** Lowers the members of a class; returns the fields that have a type. */
  #members(body: PythonNode, ofClass: number, isSettingsClass: boolean): readonly Field[] {
    const { builder } = this;
    const fields: Field[] = [];
    const outerContext = builder.context;
    builder.context = { ...outerContext, block: spanOf(body), self: { ofClass, static: true } };
    for (const statement of childrenOf(body)) {
      if (statement.name === ':') continue;
      if (statement.name === 'FunctionDefinition') this.#method(statement, ofClass, []);
      else if (statement.name === 'DecoratedStatement') this.#decorated(statement, ofClass);
      else if (statement.name === 'AssignStatement') this.#attribute(statement, ofClass, fields, isSettingsClass);
      else this.statement(statement);
    }
    builder.context = outerContext;
    return fields;
  }

  #decorated(node: PythonNode, ofClass: number): void {
    const children = childrenOf(node);
    const decorators = children.filter(({ name }) => name === 'Decorator');
    const definition = children.at(-1);
    if (definition?.name !== 'FunctionDefinition') return this.statement(node);
    this.#method(definition, ofClass, decorators);
  }

  #method(node: PythonNode, ofClass: number, decorators: readonly PythonNode[]): void {
    const { builder } = this;
    const decoratorNames = decorators.map((decorator) => nameOfDecorator(this.textOf(decorator)));
    const isStatic = decoratorNames.includes('staticmethod');
    const isClassMethod = decoratorNames.includes('classmethod');
    const isGetter = decoratorNames.some((name) => /(?:^|\.)(?:\w*property|getter)$/.test(name));
    const isSetter = decoratorNames.some((name) => name.endsWith('.setter'));
    const identifier = node.getChild('VariableName');
    const name = identifier === null ? undefined : this.textOf(identifier);
    const isConstructor = name === '__init__';
    const kind = isConstructor ? 'constructor' : isGetter ? 'getter' : isSetter ? 'setter' : 'method';
    const self: ThisContext = isStatic || isClassMethod ? { ofClass, static: true } : { ofClass };
    const index = builder.openFunction({ kind, at: spanOf(node), name, ...self, ofClass });
    if (isConstructor) builder.constructClass(ofClass, index);
    else {
      const value = builder.functionValue(index);
      if (isStatic || isClassMethod) builder.recordMember(ofClass, { name, kind: 'method', static: true, value });
      builder.recordMember(ofClass, { name, kind: kind === 'constructor' ? 'method' : kind, static: false, value });
      // A call `x.append(…)` is `x.push(…)` in the facts.
      const nameInFacts = kind === 'method' && name !== undefined ? METHOD_NAMES_IN_FACTS.get(name) : undefined;
      if (nameInFacts !== undefined)
        builder.recordMember(ofClass, { name: nameInFacts, kind: 'method', static: isStatic || isClassMethod, value });
    }
    const outerContext = builder.context;
    this.functionBody(node, index, self, !isStatic);
    builder.context = outerContext;
    this.decorators(decorators, builder.functionValue(index));
  }

  /** Lowers `name = value` or `name: type = value`: a member of the class and of its instances. */
  #attribute(node: PythonNode, ofClass: number, fields: Field[], isSettingsClass: boolean): void {
    const parts = splitAt(childrenOf(node), 'AssignOp');
    const valueNodes = parts.length > 1 ? parts.at(-1) : undefined;
    const declaredValue = valueNodes === undefined ? undefined : this.expressionOrTuple(valueNodes);
    for (const [target, annotation] of declaredValue === undefined ? parts : parts.slice(0, -1)) {
      if (target?.name !== 'VariableName') continue;
      const name = this.textOf(target);
      const value =
        isSettingsClass && annotation?.name === 'TypeDef'
          ? environmentField(name, declaredValue, spanOf(target))
          : declaredValue;
      const type = annotation?.name === 'TypeDef' ? this.typeOf(annotation) : undefined;
      for (const isStatic of [true, false])
        this.builder.recordMember(ofClass, { name, kind: 'field', static: isStatic, value, type });
      if (annotation?.name === 'TypeDef') fields.push({ name, fallback: value });
    }
  }

  /** Opens an implicit constructor, whose parameters are the fields, by position or by name. */
  #openConstructor(ofClass: number, node: PythonNode): number {
    const at = spanOf(node.getChild('VariableName') ?? node);
    const index = this.builder.openFunction({ kind: 'constructor', at, name: undefined, ofClass });
    this.builder.constructClass(ofClass, index);
    return index;
  }

  #setFields(index: number, ofClass: number, fields: readonly Field[]): void {
    const { builder } = this;
    builder.describeFunction(index, fields.length, undefined, undefined);
    builder.nameParameters(
      index,
      fields.map(({ name }) => name),
    );
    const outerContext = builder.context;
    builder.enterFunction(index, { ofClass });
    const at = builder.context.functionScope;
    for (const [position, { name, fallback }] of fields.entries()) {
      const value: ExprFact = { kind: 'parameter', function: index, index: position, at };
      builder.recordAssignment(
        memberExpression(builder.thisFact('this', at), name, at, at),
        '=',
        withFallback(value, fallback, at),
        at,
      );
    }
    builder.context = outerContext;
  }

  /** The constructor call of `super().__init__(…)` or `Parent.__init__(self, …)`. */
  protected superclassCall(
    callee: ExprFact,
    { args, named }: CallArguments,
  ): { callee: ExprFact; args: CallArguments } | undefined {
    if (callee.kind !== 'member' || callee.property !== '__init__') return undefined;
    if (callee.object.kind === 'super') return { callee: callee.object, args: { args, named } };
    const [self, ...otherArguments] = args;
    if (self?.kind !== 'this') return undefined;
    return { callee: this.builder.thisFact('super', callee.at), args: { args: otherArguments, named } };
  }

  /** Lowers decorators as calls with the decorated function as an argument, such as a handler. */
  protected decorators(nodes: readonly PythonNode[], decorated: ExprFact): void {
    for (const node of nodes) {
      const list = node.getChild('ArgList');
      const [first, ...names] = childrenOf(node).filter(({ name }) => name === 'VariableName');
      if (list === null || first === undefined) continue;
      const call = this.builder.openCall(spanOf(node), 'call');
      const callee = names.reduce<ExprFact>(
        (object, name) => memberExpression(object, this.textOf(name), spanOf(name), [first.from, name.to]),
        this.nameOf(first),
      );
      const { args, named } = this.argumentsOf(list);
      this.builder.finishCall(call, callee, [...args, decorated], named);
    }
  }
}

/** The name of a decorator: `app.route` of `@app.route('/bells')`. */
function nameOfDecorator(decorator: string): string {
  return /^@\s*([\w.]+)/.exec(decorator)?.[1] ?? '';
}
