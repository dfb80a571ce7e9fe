import { memoByText } from '../../core/lib/collections.js';
import type { Api } from '../../core/model/deprecation.js';
import type { FileFacts } from '../../core/model/facts.js';
import type { CallPlace, Reached } from '../../core/model/module-reader.js';
import type { ImportClause } from '../../languages/language-texts.js';
import { fileFlow } from './file-flow.js';
import type { ApisOfText } from './file-flow.js';
import { ELEMENT, WHOLE } from './graph.js';
import type { FileFlow, FlowCall } from './graph.js';
import { completingOf, newState, settled } from './file-state.js';
import type { Caller, FileState } from './file-state.js';
import { NAMED } from './node-roles.js';
import { INDIRECT, INSTANCE, RESULT, TargetFinder } from './target-finder.js';
import type { Target } from './target-finder.js';
import { Tokens } from './token.js';
import type { Token, Wanted } from './token.js';

/** Files of a program, as the flow analysis reads them. */
export interface FlowModules {
  /** Undefined if the file cannot be parsed. */
  readonly flow: (file: string, ofText: ApisOfText) => FileFlow | undefined;
  readonly importers: (file: string) => readonly string[];
  /** Clauses by which a file imports from another, by its text. */
  readonly taken: (fromFile: string, file: string) => readonly ImportClause[];
  /** The file to which a specifier resolves. */
  readonly target: (fromFile: string, specifier: string) => string | undefined;
}

/** Origins of values of APIs. */
export interface FlowOrigins {
  /** APIs with the module as an SDK. */
  readonly ofModule: (specifier: string) => readonly Api['id'][];
  /** APIs with a client of that type in the module. */
  readonly ofType: (specifier: string, name: string) => readonly Api['id'][];
  /** APIs whose address is in a text. */
  readonly ofText: (text: string) => readonly Api['id'][];
  /** Whether the result of a call of this name is an answer, rather than a part of a client. */
  readonly sends: (name: string) => boolean;
}

/** Maximum number of nested functions that pass on a request, each completed by its callers. */
const MAX_WRAPPERS = 2;

/** Maximum number of moves of values between nodes in one program. */
const MAX_MOVES = 300_000;

interface Importing {
  readonly importer: string;
  readonly clauses: readonly ImportClause[];
}

/** Nodes for the names that a file imports from one other file. */
interface Links {
  readonly imports: readonly (readonly [node: number, name: string])[];
  readonly types: Links['imports'];
}

/**
 * Tracks values of APIs through a program: from imports of an SDK and texts with an address, forwards through
 * variables, properties, parameters, results and modules, whatever their names. No expression is evaluated, and a file
 * is read only if the flow reaches it.
 */
export class ApiFlow {
  readonly #modules: FlowModules;
  readonly #origins: FlowOrigins;
  /** Importers of a file, with the clauses by which they import from it. */
  readonly #importing: (file: string) => readonly Importing[];
  readonly #files = new Map<string, FileState | undefined>();
  readonly #queue: (readonly [file: string, node: number, token: Token])[] = [];
  #tokens = new Tokens();
  #moves = 0;
  readonly #exported = new Map<string, Set<string>>();
  readonly #targets: TargetFinder;
  readonly #links = new Map<string, Links>();
  /** Sets of APIs by their ids; many calls share a set. */
  readonly #sets = new Map<string, ReadonlySet<Api['id']>>();
  readonly #reached = new Map<string, Reached>();

  constructor(modules: FlowModules, origins: FlowOrigins) {
    this.#modules = modules;
    this.#importing = memoByText((file) =>
      modules.importers(file).map((importer) => ({ importer, clauses: modules.taken(importer, file) })),
    );
    this.#targets = new TargetFinder(modules.target.bind(modules), (file) => this.#state(file));
    this.#origins = {
      ...origins,
      ofModule: memoByText(origins.ofModule),
      ofText: memoByText(origins.ofText),
      sends: memoByText(origins.sends),
    };
  }

  /** Follows the values of APIs that begin in some files. It can run only once. */
  follow(files: Iterable<string>): void {
    for (const file of files) this.#begin(file);
    this.#run();
    for (const [file, state] of this.#files) if (state !== undefined) this.#reached.set(file, settled(state));
    for (const memo of [this.#files, this.#exported, this.#links, this.#sets]) memo.clear();
    this.#tokens = new Tokens();
    this.#targets.clear();
  }

  /** Files in which a value reaches a call, by the API of the value; those of all APIs under the empty name. */
  filesByApi(): ReadonlyMap<Api['id'], ReadonlySet<string>> {
    const found = new Map<string, Set<string>>();
    for (const [file, { calls }] of this.#reached) {
      if (calls.size === 0) continue;
      for (const api of new Set(['', ...[...new Set(calls.values())].flatMap((apis) => [...apis])])) {
        const files = found.get(api) ?? new Set<string>();
        found.set(api, files.add(file));
      }
    }
    return found;
  }

  /** Whether there are too many values to follow all to the end. */
  get isCut(): boolean {
    return this.#moves > MAX_MOVES;
  }

  of(file: string): Reached | undefined {
    return this.#reached.get(file);
  }

  #begin(file: string): void {
    const state = this.#state(file);
    if (state === undefined) return;
    const { flow } = state;
    const start = (node: number, apis: readonly Api['id'][]): void => {
      for (const api of apis) this.#add(file, node, this.#tokens.of({ api, kind: 'way', wrappers: 0, path: [] }));
    };
    for (const [node, specifier] of flow.imports) start(node, this.#origins.ofModule(specifier));
    for (const [node, specifier, name] of flow.types) start(node, this.#origins.ofType(specifier, name));
    for (const [node, apis] of flow.texts) start(node, apis);
    // A module may re-export a name of an SDK, possibly under another name: `export { Client as Api } from 'sdk'`.
    for (const [name, specifier] of flow.passed) this.#beginExport(file, specifier, [name]);
    for (const specifier of flow.opened) this.#beginExport(file, specifier, this.#takenFrom(file));
  }

  #beginExport(file: string, specifier: string, names: Iterable<string>): void {
    for (const api of this.#origins.ofModule(specifier))
      for (const name of names) this.#export(file, name, this.#tokens.of({ api, kind: 'way', wrappers: 0, path: [] }));
  }

  /** Names that other files import from a file. */
  #takenFrom(file: string): ReadonlySet<string> {
    const clauses = this.#importing(file).flatMap((importing) => importing.clauses);
    return new Set(clauses.flatMap(({ names }) => (names === 'all' ? [] : names)));
  }

  #run(): void {
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      this.#moves += 1;
      if (this.#moves > MAX_MOVES) break;
      this.#advance(...next);
    }
    this.#queue.length = 0;
  }

  #state(file: string): FileState | undefined {
    if (!this.#files.has(file)) {
      const flow = this.#modules.flow(file, this.#origins.ofText);
      this.#files.set(file, flow && newState(flow));
    }
    return this.#files.get(file);
  }

  #add(file: string, node: number, token: Token | undefined): void {
    const state = token === undefined ? undefined : this.#state(file);
    if (token === undefined || state === undefined || node < 0) return;
    const added = state.tokens.add(node, token, this.#tokens);
    if (added !== undefined) this.#queue.push([file, node, added]);
  }

  #advance(file: string, node: number, token: Token): void {
    const state = this.#state(file);
    if (state === undefined) return;
    const { flow, roles } = state;
    for (const step of flow.steps[node] ?? []) this.#add(file, step[1], this.#tokens.after(token, step));
    const instance = roles.instances.get(node);
    if (instance !== undefined) {
      const cls = flow.classes[instance];
      this.#add(file, cls?.node ?? -1, this.#tokens.at(token, [INSTANCE, ...token.path]));
      if (cls?.construct !== undefined && token.inside === functionKey(file, cls.construct))
        this.#returnToCallers(state, cls.construct, token);
    }
    const result = roles.results.get(node);
    if (result !== undefined) {
      if (token.inside === functionKey(file, result)) this.#returnToCallers(state, result, token);
      else this.#add(file, flow.functions[result]?.node ?? -1, this.#tokens.at(token, [RESULT, ...token.path]));
    }
    for (const heir of roles.heirs.get(node))
      if (token.path[0] === INSTANCE)
        this.#add(file, flow.classes[heir]?.instance ?? -1, this.#tokens.at(token, token.path.slice(1)));
    for (const call of roles.callees.get(node)) this.#atCallee(file, state, call, token);
    const args = roles.arguments.get(node);
    for (let index = 0; index < args.length; index += 2)
      this.#atArgument(file, state, args[index] ?? -1, args[index + 1] ?? 0, token);
    for (const call of roles.receivers.get(node)) this.#atReceiver(file, state, call, token);
    for (const index of roles.exported.get(node)) this.#export(file, flow.exports[index]?.[0] ?? '', token);
  }

  /** Returns a token derived from an argument to the calls that passed the argument. */
  #returnToCallers(state: FileState, owner: number, token: Token): void {
    const returned = state.returned.get(owner) ?? new Map<string, Token>();
    state.returned.set(owner, returned);
    if (returned.has(token.id)) return;
    returned.set(token.id, token);
    for (const caller of state.callers.get(owner)?.values() ?? [])
      for (const outer of caller.outer) this.#returnToCaller(caller, token, outer);
  }

  #returnToCaller({ file, call }: CallPlace, token: Token, outer: string | undefined): void {
    const { inside: _, ...rest } = token;
    const back = this.#tokens.of(outer === undefined ? rest : { ...rest, inside: outer });
    const flowCall = this.#state(file)?.flow.calls[call];
    if (flowCall?.form !== 'component') this.#add(file, flowCall?.result ?? -1, back);
  }

  /** Handles a value that reaches a callee. */
  #atCallee(file: string, state: FileState, index: number, token: Token): void {
    const call = state.flow.calls[index];
    if (call === undefined) return;
    const [first, ...rest] = token.path;
    if (token.kind === 'wanting' && first === undefined) {
      this.#callArgument(file, call, token);
      return;
    }
    if (first === RESULT || first === INSTANCE) {
      if (call.form === 'component') return;
      // If a constructor received the value as an argument, `#returnToCallers` adds it to the new object.
      if (first === RESULT || token.inside === undefined) this.#add(file, call.result, this.#tokens.at(token, rest));
      return;
    }
    if (first !== undefined) return;
    state.called.add(index);
    this.#reach(file, state, index, token);
    if (token.kind === 'sender' || (call.form !== 'new' && this.#origins.sends(call.name))) return;
    if (token.kind === 'way') this.#registerHandlers(file, call, token);
    const { members = 0, chained: _, ...value } = token;
    if (members === 0 || (members === 1 && CLIENT_FACTORY.test(call.name)))
      this.#add(file, call.result, this.#tokens.of({ ...value, members: 0 }));
    else this.#add(file, call.result, this.#tokens.of({ ...token, chained: true }));
  }

  /** Handles a call of a function that calls a parameter: a function argument receives the values of that call. */
  #callArgument(file: string, call: FlowCall, { wants }: Token): void {
    const arg = wants === undefined ? undefined : call.args[wants.parameter];
    if (wants === undefined || arg === undefined) return;
    for (const target of this.#targets.of(file, arg, wants.stack))
      this.#passTo(target, wants.argument, wants.token, wants.from);
  }

  /** Handles a value that reaches an argument of a call. */
  #atArgument(file: string, state: FileState, index: number, argument: number, token: Token): void {
    const call = state.flow.calls[index];
    if (call === undefined || token.chained === true) return;
    const targets = this.#targets.of(file, call.callee, []);
    for (const target of targets)
      for (const [place, passed] of this.#places(file, call, argument, token, target))
        this.#passTo(target, place, passed, { file, call: index });
    if (token.kind === 'way') state.received.add(index);
    // An element sends no request itself: its component does.
    if (call.form !== 'component' && (token.path.length === 0 || targets.length === 0))
      this.#reach(file, state, index, token);
    if (targets.length > 0 || token.kind === 'wanting') return;
    // An unknown callee may return its arguments, or a value made of them.
    if (call.receiver !== undefined && STORING_METHOD.test(call.name))
      this.#add(file, call.receiver, this.#tokens.at(token, [ELEMENT, ...token.path]));
    // A context passes its value to its consumers.
    if (
      call.form === 'component' &&
      call.name === 'Provider' &&
      call.receiver !== undefined &&
      token.path[0] === 'value'
    )
      this.#add(file, call.receiver, this.#tokens.at(token, token.path.slice(1)));
    // An element is not a value of the API, whatever it renders.
    if (call.form === 'component' || (call.form === 'call' && this.#origins.sends(call.name))) return;
    this.#add(file, call.result, token);
    if (token.kind === 'way') this.#add(file, call.result, this.#tokens.at(token, []));
    this.#callBack(file, state, call, token);
  }

  /** Parameters that an argument reaches: `f.call(self, …)` shifts them, and `f.apply(self, list)` passes a list. */
  #places(
    file: string,
    { name, receiver }: FlowCall,
    argument: number,
    token: Token,
    target: Target,
  ): readonly (readonly [place: number, passed: Token])[] {
    const isIndirect =
      INDIRECT.has(name) &&
      receiver !== undefined &&
      target.kind === 'function' &&
      this.#targets
        .of(file, receiver, [])
        .some((known) => known.kind === 'function' && known.file === target.file && known.index === target.index);
    if (!isIndirect) return [[argument, token]];
    if (name !== 'apply') return argument === 0 ? [] : [[argument - 1, token]];
    const [first, ...rest] = token.path;
    const element = argument === 1 && first === ELEMENT ? this.#tokens.at(token, rest) : undefined;
    if (element === undefined) return [];
    const { parameters = [] } = this.#state(target.file)?.flow.functions[target.index] ?? {};
    return parameters.map((_, place) => [place, element] as const);
  }

  /** Handles a value that reaches the receiver of a method. */
  #atReceiver(file: string, state: FileState, index: number, token: Token): void {
    const call = state.flow.calls[index];
    if (call === undefined || token.kind === 'wanting' || token.chained === true) return;
    const [first, ...rest] = token.path;
    // The methods of an object have access to its properties.
    if (first !== undefined && first !== ELEMENT && first !== call.name) this.#passToInstance(file, call, token);
    if (first === ELEMENT && READING_METHOD.test(call.name)) this.#add(file, call.result, this.#tokens.at(token, rest));
    if (this.#origins.sends(call.name)) return;
    if (call.callbacks !== undefined && (token.path.length > 0 || token.kind === 'way'))
      this.#callBack(file, state, call, token);
    if (token.kind === 'way' && token.path.length === 0) this.#registerHandlers(file, call, token);
    // Methods of lists and similar collections return their elements: `clients.find(…)`, `[...].at(0)`,
    // `clients.values()`.
    if (token.path[0] === ELEMENT) {
      this.#add(file, call.result, token);
      this.#add(file, call.result, this.#tokens.at(token, token.path.slice(1)));
    }
  }

  /** Passes the token of a call to the parameters of its inline callbacks. */
  #callBack(file: string, { flow }: FileState, { callbacks = [] }: FlowCall, token: Token): void {
    for (const callback of callbacks)
      for (const parameter of flow.functions[callback]?.parameters ?? []) {
        this.#add(file, parameter, token);
        if (token.path[0] === ELEMENT) this.#add(file, parameter, this.#tokens.at(token, token.path.slice(1)));
      }
  }

  /** Passes the receiver of a framework's registration method to the registered handlers. */
  #registerHandlers(file: string, call: FlowCall, token: Token): void {
    // `app.action('x')(run)`: the result of a registrar accepts the handler.
    if (!REGISTRAR.test(call.name) && !(call.name === '' && token.chained === true)) return;
    for (const arg of call.args)
      for (const target of this.#targets.of(file, arg, [])) {
        if (target.kind !== 'function') continue;
        const { parameters = [] } = this.#state(target.file)?.flow.functions[target.index] ?? {};
        for (const parameter of parameters)
          this.#add(target.file, parameter, this.#tokens.of({ api: token.api, kind: 'way', wrappers: 0, path: [] }));
      }
  }

  #passToInstance(file: string, call: FlowCall, token: Token): void {
    for (const target of this.#targets.of(file, call.callee, [])) {
      const flow = target.kind === 'function' ? this.#state(target.file)?.flow : undefined;
      const owner = target.kind === 'function' ? flow?.functions[target.index]?.ofClass : undefined;
      if (owner !== undefined) this.#add(target.file, flow?.classes[owner]?.instance ?? -1, token);
    }
  }

  #passTo(target: Target, argument: number, token: Token, from?: CallPlace): void {
    if (target.kind === 'parameter') {
      const owner = this.#files.get(target.file)?.flow.functions[target.owner];
      if (owner === undefined || token.kind === 'wanting' || token.path.length > 0) return;
      const { inside: _, ...outer } = token;
      const wants: Wanted = {
        parameter: target.index,
        stack: target.stack,
        argument,
        token: this.#tokens.of(outer),
        from,
      };
      this.#add(
        target.file,
        owner.node,
        this.#tokens.of({ api: token.api, kind: 'wanting', wrappers: 0, path: [], wants }),
      );
      return;
    }
    const state = this.#state(target.file);
    const index = target.kind === 'function' ? target.index : constructorOf(state?.flow, target.index);
    const fn = index === undefined ? undefined : state?.flow.functions[index];
    if (state === undefined || index === undefined || fn === undefined) return;
    const inside = functionKey(target.file, index);
    if (from !== undefined) this.#noteCaller(state, index, from, token);
    const entered = this.#tokens.of({ ...token, inside });
    if (argument === NAMED) {
      const [first, ...rest] = entered.path;
      const place = first === undefined ? -1 : (fn.parameterNames?.indexOf(first) ?? -1);
      if (place >= 0) this.#add(target.file, fn.parameters[place] ?? -1, this.#tokens.at(entered, rest));
      return;
    }
    if (fn.rest !== undefined && argument >= fn.rest)
      this.#add(target.file, fn.parameters[fn.rest] ?? -1, this.#tokens.at(entered, [ELEMENT, ...entered.path]));
    else this.#add(target.file, fn.parameters[argument] ?? -1, entered);
  }

  #noteCaller(state: FileState, owner: number, from: CallPlace, { inside }: Token): void {
    const callers = state.callers.get(owner) ?? new Map<string, Caller>();
    state.callers.set(owner, callers);
    const key = `${from.file}\n${from.call}`;
    const known = callers.get(key) ?? { ...from, outer: new Set() };
    callers.set(key, known);
    if (known.outer.has(inside)) return;
    known.outer.add(inside);
    for (const token of state.returned.get(owner)?.values() ?? []) this.#returnToCaller(from, token, inside);
  }

  /**
   * Handles a request with a value of an API: an enclosing function is a sender if its parameters are used in the
   * request.
   */
  #reach(file: string, state: FileState, index: number, token: Token): void {
    this.#noteApi(state, index, token.api);
    const wrappers = token.wrappers + 1;
    if (wrappers > MAX_WRAPPERS || !this.#mayRequest(state, index)) return;
    const { api, inside } = token;
    for (const owner of completingOf(state, index))
      // A function that receives all values of its request is not access to an API itself.
      if (inside !== functionKey(file, owner))
        this.#add(
          file,
          state.flow.functions[owner]?.node ?? -1,
          this.#tokens.of({ api, kind: 'sender', wrappers, path: [], ...(inside === undefined ? {} : { inside }) }),
        );
  }

  #noteApi({ calls }: FileState, index: number, api: Api['id']): void {
    const before = calls.get(index);
    if (before?.has(api) === true) return;
    const apis = [...(before ?? []), api].sort();
    const key = apis.join('\n');
    const known = this.#sets.get(key) ?? new Set(apis);
    this.#sets.set(key, known);
    calls.set(index, known);
  }

  /** Whether a call can be a request by its callee: a value of an API, a name that suggests it, or a package. */
  #mayRequest({ flow, roles, called }: FileState, index: number): boolean {
    const call = flow.calls[index];
    return (
      call !== undefined && (called.has(index) || this.#origins.sends(call.name) || roles.imports.has(call.callee))
    );
  }

  #export(file: string, name: string, token: Token): void {
    const key = `${file}\n${name}`;
    let known = this.#exported.get(key);
    if (known === undefined) this.#exported.set(key, (known = new Set()));
    if (known.has(token.id)) return;
    known.add(token.id);
    for (const { importer, clauses } of this.#importing(file)) {
      const named = name === WHOLE ? undefined : name;
      const [first] = token.path;
      // A module that only re-exports need not be parsed.
      for (const { reExports, passesAll } of clauses) {
        if (passesAll && named !== undefined && named !== 'default') this.#export(importer, named, token);
        for (const [imported, exported] of reExports)
          if (imported === named) this.#export(importer, exported, token);
          else if (imported === '*' && named !== undefined) {
            const moduleToken = this.#tokens.at(token, [named, ...token.path]);
            if (moduleToken !== undefined) this.#export(importer, exported, moduleToken);
          }
      }
      const takes = clauses.some(
        ({ names, passesAll }) =>
          !passesAll &&
          (names === 'all' ||
            (named === undefined
              ? names.includes('default') || (first !== undefined && names.includes(first))
              : names.includes(named))),
      );
      if (takes) this.#import(importer, file, name, token);
    }
  }

  #import(importer: string, file: string, name: string, token: Token): void {
    const state = this.#state(importer);
    if (state === undefined) return;
    const { imports, types } = this.#linksTo(importer, state.flow, file);
    const [first, ...rest] = token.path;
    for (const [node, imported] of imports) {
      if (imported === name) this.#add(importer, node, token);
      else if (imported === '*')
        this.#add(importer, node, name === WHOLE ? token : this.#tokens.at(token, [name, ...token.path]));
      else if (name === WHOLE && imported === 'default') this.#add(importer, node, token);
      else if (name === WHOLE && imported === first) this.#add(importer, node, this.#tokens.at(token, rest));
    }
    if (first === INSTANCE)
      for (const [node, imported] of types)
        if (imported === name) this.#add(importer, node, this.#tokens.at(token, rest));
  }

  /** Nodes of names and types that a file imports from another. */
  #linksTo(importer: string, flow: FileFlow, file: string): Links {
    const key = `${importer}\n${file}`;
    let links = this.#links.get(key);
    if (links === undefined) {
      const isTarget = memoByText((specifier) => this.#modules.target(importer, specifier) === file);
      const linksIn = (nodes: FileFlow['imports']): Links['imports'] =>
        nodes.flatMap(([node, specifier, name]) => (isTarget(specifier) ? [[node, name] as const] : []));
      this.#links.set(key, (links = { imports: linksIn(flow.imports), types: linksIn(flow.types) }));
    }
    return links;
  }
}

/** Returns the places that values of APIs reach inside the file in which they begin. */
export function reachedAlone(facts: FileFacts, origins: FlowOrigins): Reached {
  const { file } = facts;
  const flow = fileFlow(facts, origins.ofText);
  const alone = new ApiFlow(
    { flow: () => flow, importers: () => [], taken: () => [], target: () => undefined },
    origins,
  );
  alone.follow([file]);
  return alone.of(file) ?? NOWHERE;
}

const NOWHERE: Reached = { calls: new Map(), calleeCalls: new Set(), argumentCalls: new Set(), callers: new Map() };

/** Methods of a client that create another one. */
const CLIENT_FACTORY = /^(?:create|extend|clone|instance|defaults|with[A-Z]\w*|with_\w+|copy|(?:\w*[cC]lient))$/;

/** Methods of frameworks that accept a handler: `app.command('/x', run)`, `bot.on('message', answer)`. */
const REGISTRAR =
  /^(?:on|once|use|action|command|event|function|message|middleware|options|shortcut|step|view(?:_closed|_submission)?|(?:global|message)_shortcut|(?:block|attachment|dialog)_(?:action|submission|cancellation|suggestion))$/;

/** Methods that store their argument in the receiver. */
const STORING_METHOD = /^(?:set|add|push|unshift|append|register|provide|extend|update|setdefault)$/;

/** Methods that return the content of a container. */
const READING_METHOD = /^(?:get|at|pop|shift|values|entries|find|slice|concat|filter|items|copy|setdefault)$/;

function functionKey(file: string, owner: number): string {
  return `${owner} ${file}`;
}

function constructorOf(flow: FileFlow | undefined, index: number): number | undefined {
  return flow?.classes[index]?.construct;
}
