import { memoByText } from '../../core/lib/collections.js';
import type { Api } from '../../core/model/deprecation.js';
import type { FileFacts } from '../../core/model/facts.js';
import type { CallPlace, Reached } from '../../core/model/module-reader.js';
import type { ImportClause } from '../../languages/language-texts.js';
import { fileFlow } from './file-flow.js';
import type { ApisOfText } from './file-flow.js';
import { ELEMENT, WHOLE_MODULE } from './graph.js';
import type { FileFlow, FlowCall } from './graph.js';
import { completingFunctions, newState, reachedOf } from './file-state.js';
import type { Caller, FileState } from './file-state.js';
import { NAMED_ARGUMENTS } from './node-roles.js';
import { INDIRECT_CALL_METHODS, INSTANCE, RESULT, TargetFinder } from './target-finder.js';
import type { Target } from './target-finder.js';
import { Tokens } from './token.js';
import type { Token, Wanted } from './token.js';

/** Files of a program, as the flow analysis reads them. */
export interface FlowModules {
  /** Undefined if the file cannot be parsed. */
  readonly flow: (file: string, ofText: ApisOfText) => FileFlow | undefined;
  readonly importers: (file: string) => readonly string[];
  /** Clauses by which a file imports from another, by its text. */
  readonly clausesOf: (fromFile: string, file: string) => readonly ImportClause[];
  /** The file to which a specifier resolves. */
  readonly target: (fromFile: string, specifier: string) => string | undefined;
}

/** Origins of values of APIs. */
export interface FlowOrigins {
  /** APIs with the module as an SDK. */
  readonly ofModule: (specifier: string) => readonly Api['id'][];
  /** APIs with a client of the type in the module. */
  readonly ofType: (specifier: string, name: string) => readonly Api['id'][];
  /** APIs whose address is in a text. */
  readonly ofText: (text: string) => readonly Api['id'][];
  /** Whether a function with the name sends a request, so that its result is a response and not a part of a client. */
  readonly sends: (name: string) => boolean;
}

/** Maximum number of nested wrappers of a request, each completed by its callers. */
const MAX_WRAPPERS = 2;

/** Maximum number of moves of values to other nodes in one program. */
const MAX_MOVES = 300_000;

interface ImporterClauses {
  readonly importer: string;
  readonly clauses: readonly ImportClause[];
}

/** Nodes for the names that a file imports from another file. */
interface ImportLinks {
  readonly imports: readonly (readonly [node: number, name: string])[];
  readonly types: ImportLinks['imports'];
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
  readonly #importersOf: (file: string) => readonly ImporterClauses[];
  readonly #states = new Map<string, FileState | undefined>();
  readonly #queue: (readonly [file: string, node: number, token: Token])[] = [];
  #tokens = new Tokens();
  #moves = 0;
  readonly #exportedTokens = new Map<string, Set<string>>();
  readonly #targets: TargetFinder;
  readonly #importLinks = new Map<string, ImportLinks>();
  /** Sets of APIs by their ids; many calls share a set. */
  readonly #apiSets = new Map<string, ReadonlySet<Api['id']>>();
  readonly #reachedByFile = new Map<string, Reached>();

  constructor(modules: FlowModules, origins: FlowOrigins) {
    this.#modules = modules;
    this.#importersOf = memoByText((file) =>
      modules.importers(file).map((importer) => ({ importer, clauses: modules.clausesOf(importer, file) })),
    );
    this.#targets = new TargetFinder(modules.target.bind(modules), (file) => this.#state(file));
    this.#origins = {
      ...origins,
      ofModule: memoByText(origins.ofModule),
      ofText: memoByText(origins.ofText),
      sends: memoByText(origins.sends),
    };
  }

  /** Follows the values of APIs that begin in some files. Can be called only once. */
  follow(files: Iterable<string>): void {
    for (const file of files) this.#startFrom(file);
    this.#processQueue();
    for (const [file, state] of this.#states) if (state !== undefined) this.#reachedByFile.set(file, reachedOf(state));
    for (const memo of [this.#states, this.#exportedTokens, this.#importLinks, this.#apiSets]) memo.clear();
    this.#tokens = new Tokens();
    this.#targets.clear();
  }

  /** Files in which a value reaches a call, by the API of the value; the empty id has the files of all APIs. */
  filesByApi(): ReadonlyMap<Api['id'], ReadonlySet<string>> {
    const filesOfApis = new Map<string, Set<string>>();
    for (const [file, { calls }] of this.#reachedByFile) {
      if (calls.size === 0) continue;
      for (const api of new Set(['', ...[...new Set(calls.values())].flatMap((apis) => [...apis])])) {
        const files = filesOfApis.get(api) ?? new Set<string>();
        filesOfApis.set(api, files.add(file));
      }
    }
    return filesOfApis;
  }

  /** Whether there are too many values to follow all of them to the end. */
  get isCut(): boolean {
    return this.#moves > MAX_MOVES;
  }

  /** The places that values reach in a file. */
  of(file: string): Reached | undefined {
    return this.#reachedByFile.get(file);
  }

  #startFrom(file: string): void {
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
    for (const [name, specifier] of flow.passed) this.#startExport(file, specifier, [name]);
    for (const specifier of flow.opened) this.#startExport(file, specifier, this.#importedNames(file));
  }

  #startExport(file: string, specifier: string, names: Iterable<string>): void {
    for (const api of this.#origins.ofModule(specifier))
      for (const name of names)
        this.#exportToken(file, name, this.#tokens.of({ api, kind: 'way', wrappers: 0, path: [] }));
  }

  /** Names that other files import from a file. */
  #importedNames(file: string): ReadonlySet<string> {
    const clauses = this.#importersOf(file).flatMap((importer) => importer.clauses);
    return new Set(clauses.flatMap(({ names }) => (names === 'all' ? [] : names)));
  }

  #processQueue(): void {
    for (let queued = this.#queue.pop(); queued !== undefined; queued = this.#queue.pop()) {
      this.#moves += 1;
      if (this.#moves > MAX_MOVES) break;
      this.#moveToken(...queued);
    }
    this.#queue.length = 0;
  }

  #state(file: string): FileState | undefined {
    if (!this.#states.has(file)) {
      const flow = this.#modules.flow(file, this.#origins.ofText);
      this.#states.set(file, flow && newState(flow));
    }
    return this.#states.get(file);
  }

  #add(file: string, node: number, token: Token | undefined): void {
    const state = token === undefined ? undefined : this.#state(file);
    if (token === undefined || state === undefined || node < 0) return;
    const addedToken = state.tokens.add(node, token, this.#tokens);
    if (addedToken !== undefined) this.#queue.push([file, node, addedToken]);
  }

  #moveToken(file: string, node: number, token: Token): void {
    const state = this.#state(file);
    if (state === undefined) return;
    const { flow, roles } = state;
    for (const step of flow.steps[node] ?? []) this.#add(file, step[1], this.#tokens.afterStep(token, step));
    const instance = roles.instances.get(node);
    if (instance !== undefined) {
      const classFlow = flow.classes[instance];
      this.#add(file, classFlow?.node ?? -1, this.#tokens.withPath(token, [INSTANCE, ...token.path]));
      if (classFlow?.construct !== undefined && token.inside === functionKey(file, classFlow.construct))
        this.#returnToCallers(state, classFlow.construct, token);
    }
    const functionIndex = roles.results.get(node);
    if (functionIndex !== undefined) {
      if (token.inside === functionKey(file, functionIndex)) this.#returnToCallers(state, functionIndex, token);
      else
        this.#add(
          file,
          flow.functions[functionIndex]?.node ?? -1,
          this.#tokens.withPath(token, [RESULT, ...token.path]),
        );
    }
    for (const subclass of roles.subclasses.get(node))
      if (token.path[0] === INSTANCE)
        this.#add(file, flow.classes[subclass]?.instance ?? -1, this.#tokens.withPath(token, token.path.slice(1)));
    for (const call of roles.callees.get(node)) this.#atCallee(file, state, call, token);
    const args = roles.arguments.get(node);
    for (let index = 0; index < args.length; index += 2)
      this.#atArgument(file, state, args[index] ?? -1, args[index + 1] ?? 0, token);
    for (const call of roles.receivers.get(node)) this.#atReceiver(file, state, call, token);
    for (const index of roles.exported.get(node)) this.#exportToken(file, flow.exports[index]?.[0] ?? '', token);
  }

  /** Returns a token derived from an argument to the calls that passed the argument. */
  #returnToCallers(state: FileState, owner: number, token: Token): void {
    const returnedTokens = state.returned.get(owner) ?? new Map<string, Token>();
    state.returned.set(owner, returnedTokens);
    if (returnedTokens.has(token.id)) return;
    returnedTokens.set(token.id, token);
    for (const caller of state.callers.get(owner)?.values() ?? [])
      for (const outer of caller.outer) this.#returnToCaller(caller, token, outer);
  }

  #returnToCaller({ file, call }: CallPlace, token: Token, outer: string | undefined): void {
    const { inside: _, ...rest } = token;
    const returnedToken = this.#tokens.of(outer === undefined ? rest : { ...rest, inside: outer });
    const flowCall = this.#state(file)?.flow.calls[call];
    if (flowCall?.form !== 'component') this.#add(file, flowCall?.result ?? -1, returnedToken);
  }

  /** Handles a value that reaches a callee. */
  #atCallee(file: string, state: FileState, index: number, token: Token): void {
    const call = state.flow.calls[index];
    if (call === undefined) return;
    const [first, ...rest] = token.path;
    if (token.kind === 'wanting' && first === undefined) {
      this.#passToCalledArgument(file, call, token);
      return;
    }
    if (first === RESULT || first === INSTANCE) {
      if (call.form === 'component') return;
      // If a constructor received the value as an argument, `#returnToCallers` adds it to the new object.
      if (first === RESULT || token.inside === undefined)
        this.#add(file, call.result, this.#tokens.withPath(token, rest));
      return;
    }
    if (first !== undefined) return;
    state.called.add(index);
    this.#recordRequest(file, state, index, token);
    if (token.kind === 'sender' || (call.form !== 'new' && this.#origins.sends(call.name))) return;
    if (token.kind === 'way') this.#registerHandlers(file, call, token);
    const { members = 0, chained: _, ...value } = token;
    if (members === 0 || (members === 1 && CLIENT_FACTORY.test(call.name)))
      this.#add(file, call.result, this.#tokens.of({ ...value, members: 0 }));
    else this.#add(file, call.result, this.#tokens.of({ ...token, chained: true }));
  }

  /** Handles a call of a function that calls a parameter: a function argument receives the values of that call. */
  #passToCalledArgument(file: string, call: FlowCall, { wants }: Token): void {
    const arg = wants === undefined ? undefined : call.args[wants.parameter];
    if (wants === undefined || arg === undefined) return;
    for (const target of this.#targets.of(file, arg, wants.stack))
      this.#passToTarget(target, wants.argument, wants.token, wants.from);
  }

  /** Handles a value that reaches an argument of a call. */
  #atArgument(file: string, state: FileState, index: number, argument: number, token: Token): void {
    const call = state.flow.calls[index];
    if (call === undefined || token.chained === true) return;
    const targets = this.#targets.of(file, call.callee, []);
    for (const target of targets)
      for (const [parameter, passedToken] of this.#parameterIndexes(file, call, argument, token, target))
        this.#passToTarget(target, parameter, passedToken, { file, call: index });
    if (token.kind === 'way') state.received.add(index);
    // An element sends no request itself: its component does.
    if (call.form !== 'component' && (token.path.length === 0 || targets.length === 0))
      this.#recordRequest(file, state, index, token);
    if (targets.length > 0 || token.kind === 'wanting') return;
    // An unknown callee may return its arguments, or a value made of them.
    if (call.receiver !== undefined && STORING_METHOD.test(call.name))
      this.#add(file, call.receiver, this.#tokens.withPath(token, [ELEMENT, ...token.path]));
    // A context passes its value to its consumers.
    if (
      call.form === 'component' &&
      call.name === 'Provider' &&
      call.receiver !== undefined &&
      token.path[0] === 'value'
    )
      this.#add(file, call.receiver, this.#tokens.withPath(token, token.path.slice(1)));
    // An element is not a value of the API, whatever it renders.
    if (call.form === 'component' || (call.form === 'call' && this.#origins.sends(call.name))) return;
    this.#add(file, call.result, token);
    if (token.kind === 'way') this.#add(file, call.result, this.#tokens.withPath(token, []));
    this.#passToCallbacks(file, state, call, token);
  }

  /** Parameters that an argument reaches: `f.call(self, …)` shifts them, and `f.apply(self, list)` passes a list. */
  #parameterIndexes(
    file: string,
    { name, receiver }: FlowCall,
    argument: number,
    token: Token,
    target: Target,
  ): readonly (readonly [parameter: number, passedToken: Token])[] {
    const isIndirect =
      INDIRECT_CALL_METHODS.has(name) &&
      receiver !== undefined &&
      target.kind === 'function' &&
      this.#targets
        .of(file, receiver, [])
        .some((known) => known.kind === 'function' && known.file === target.file && known.index === target.index);
    if (!isIndirect) return [[argument, token]];
    if (name !== 'apply') return argument === 0 ? [] : [[argument - 1, token]];
    const [first, ...rest] = token.path;
    const element = argument === 1 && first === ELEMENT ? this.#tokens.withPath(token, rest) : undefined;
    if (element === undefined) return [];
    const { parameters = [] } = this.#state(target.file)?.flow.functions[target.index] ?? {};
    return parameters.map((_, parameter) => [parameter, element] as const);
  }

  /** Handles a value that reaches the receiver of a method. */
  #atReceiver(file: string, state: FileState, index: number, token: Token): void {
    const call = state.flow.calls[index];
    if (call === undefined || token.kind === 'wanting' || token.chained === true) return;
    const [first, ...rest] = token.path;
    // The methods of an object have access to its properties.
    if (first !== undefined && first !== ELEMENT && first !== call.name) this.#passToInstance(file, call, token);
    if (first === ELEMENT && READING_METHOD.test(call.name))
      this.#add(file, call.result, this.#tokens.withPath(token, rest));
    if (this.#origins.sends(call.name)) return;
    if (call.callbacks !== undefined && (token.path.length > 0 || token.kind === 'way'))
      this.#passToCallbacks(file, state, call, token);
    if (token.kind === 'way' && token.path.length === 0) this.#registerHandlers(file, call, token);
    // Methods of lists and similar collections return their elements: `clients.find(…)`, `[...].at(0)`,
    // `clients.values()`.
    if (token.path[0] === ELEMENT) {
      this.#add(file, call.result, token);
      this.#add(file, call.result, this.#tokens.withPath(token, token.path.slice(1)));
    }
  }

  /** Passes the token of a call to the parameters of its inline callbacks. */
  #passToCallbacks(file: string, { flow }: FileState, { callbacks = [] }: FlowCall, token: Token): void {
    for (const callback of callbacks)
      for (const parameter of flow.functions[callback]?.parameters ?? []) {
        this.#add(file, parameter, token);
        if (token.path[0] === ELEMENT) this.#add(file, parameter, this.#tokens.withPath(token, token.path.slice(1)));
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

  #passToTarget(target: Target, argument: number, token: Token, from?: CallPlace): void {
    if (target.kind === 'parameter') {
      const owner = this.#states.get(target.file)?.flow.functions[target.owner];
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
    if (from !== undefined) this.#recordCaller(state, index, from, token);
    const innerToken = this.#tokens.of({ ...token, inside });
    if (argument === NAMED_ARGUMENTS) {
      const [first, ...rest] = innerToken.path;
      const position = first === undefined ? -1 : (fn.parameterNames?.indexOf(first) ?? -1);
      if (position >= 0) this.#add(target.file, fn.parameters[position] ?? -1, this.#tokens.withPath(innerToken, rest));
      return;
    }
    if (fn.rest !== undefined && argument >= fn.rest)
      this.#add(
        target.file,
        fn.parameters[fn.rest] ?? -1,
        this.#tokens.withPath(innerToken, [ELEMENT, ...innerToken.path]),
      );
    else this.#add(target.file, fn.parameters[argument] ?? -1, innerToken);
  }

  #recordCaller(state: FileState, owner: number, from: CallPlace, { inside }: Token): void {
    const callers = state.callers.get(owner) ?? new Map<string, Caller>();
    state.callers.set(owner, callers);
    const key = `${from.file}\n${from.call}`;
    const caller = callers.get(key) ?? { ...from, outer: new Set() };
    callers.set(key, caller);
    if (caller.outer.has(inside)) return;
    caller.outer.add(inside);
    for (const token of state.returned.get(owner)?.values() ?? []) this.#returnToCaller(from, token, inside);
  }

  /**
   * Handles a request with a value of an API: an enclosing function is a sender if its parameters are used in the
   * request.
   */
  #recordRequest(file: string, state: FileState, index: number, token: Token): void {
    this.#recordApi(state, index, token.api);
    const wrappers = token.wrappers + 1;
    if (wrappers > MAX_WRAPPERS || !this.#mayBeRequest(state, index)) return;
    const { api, inside } = token;
    for (const owner of completingFunctions(state, index))
      // A function that receives all values of its request is not access to an API itself.
      if (inside !== functionKey(file, owner))
        this.#add(
          file,
          state.flow.functions[owner]?.node ?? -1,
          this.#tokens.of({ api, kind: 'sender', wrappers, path: [], ...(inside === undefined ? {} : { inside }) }),
        );
  }

  #recordApi({ calls }: FileState, index: number, api: Api['id']): void {
    const apisBefore = calls.get(index);
    if (apisBefore?.has(api) === true) return;
    const apis = [...(apisBefore ?? []), api].sort();
    const key = apis.join('\n');
    const apiSet = this.#apiSets.get(key) ?? new Set(apis);
    this.#apiSets.set(key, apiSet);
    calls.set(index, apiSet);
  }

  /** Whether a call can be a request by its callee: a value of an API, a name that suggests it, or a package. */
  #mayBeRequest({ flow, roles, called }: FileState, index: number): boolean {
    const call = flow.calls[index];
    return (
      call !== undefined && (called.has(index) || this.#origins.sends(call.name) || roles.imports.has(call.callee))
    );
  }

  #exportToken(file: string, name: string, token: Token): void {
    const key = `${file}\n${name}`;
    let exportedIds = this.#exportedTokens.get(key);
    if (exportedIds === undefined) this.#exportedTokens.set(key, (exportedIds = new Set()));
    if (exportedIds.has(token.id)) return;
    exportedIds.add(token.id);
    for (const { importer, clauses } of this.#importersOf(file)) {
      const singleName = name === WHOLE_MODULE ? undefined : name;
      const [first] = token.path;
      // A module that only re-exports need not be parsed.
      for (const { reExports, passesAll } of clauses) {
        if (passesAll && singleName !== undefined && singleName !== 'default')
          this.#exportToken(importer, singleName, token);
        for (const [imported, exported] of reExports)
          if (imported === singleName) this.#exportToken(importer, exported, token);
          else if (imported === '*' && singleName !== undefined) {
            const namespaceToken = this.#tokens.withPath(token, [singleName, ...token.path]);
            if (namespaceToken !== undefined) this.#exportToken(importer, exported, namespaceToken);
          }
      }
      const isImported = clauses.some(
        ({ names, passesAll }) =>
          !passesAll &&
          (names === 'all' ||
            (singleName === undefined
              ? names.includes('default') || (first !== undefined && names.includes(first))
              : names.includes(singleName))),
      );
      if (isImported) this.#importToken(importer, file, name, token);
    }
  }

  #importToken(importer: string, file: string, name: string, token: Token): void {
    const state = this.#state(importer);
    if (state === undefined) return;
    const { imports, types } = this.#linksTo(importer, state.flow, file);
    const [first, ...rest] = token.path;
    for (const [node, imported] of imports) {
      if (imported === name) this.#add(importer, node, token);
      else if (imported === '*')
        this.#add(importer, node, name === WHOLE_MODULE ? token : this.#tokens.withPath(token, [name, ...token.path]));
      else if (name === WHOLE_MODULE && imported === 'default') this.#add(importer, node, token);
      else if (name === WHOLE_MODULE && imported === first)
        this.#add(importer, node, this.#tokens.withPath(token, rest));
    }
    if (first === INSTANCE)
      for (const [node, imported] of types)
        if (imported === name) this.#add(importer, node, this.#tokens.withPath(token, rest));
  }

  /** Nodes of names and types that a file imports from another. */
  #linksTo(importer: string, flow: FileFlow, file: string): ImportLinks {
    const key = `${importer}\n${file}`;
    let links = this.#importLinks.get(key);
    if (links === undefined) {
      const isTarget = memoByText((specifier) => this.#modules.target(importer, specifier) === file);
      const linksIn = (nodes: FileFlow['imports']): ImportLinks['imports'] =>
        nodes.flatMap(([node, specifier, name]) => (isTarget(specifier) ? [[node, name] as const] : []));
      this.#importLinks.set(key, (links = { imports: linksIn(flow.imports), types: linksIn(flow.types) }));
    }
    return links;
  }
}

/** Returns the places that values of APIs reach inside the file in which they begin. */
export function reachedWithinFile(facts: FileFacts, origins: FlowOrigins): Reached {
  const { file } = facts;
  const flow = fileFlow(facts, origins.ofText);
  const apiFlow = new ApiFlow(
    { flow: () => flow, importers: () => [], clausesOf: () => [], target: () => undefined },
    origins,
  );
  apiFlow.follow([file]);
  return apiFlow.of(file) ?? NO_PLACES;
}

const NO_PLACES: Reached = { calls: new Map(), calleeCalls: new Set(), argumentCalls: new Set(), callers: new Map() };

/** Methods of a client that create another client. */
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
