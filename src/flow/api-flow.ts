import { rememberedText } from '../lib/remembered.js';
import { addTo } from '../lib/multimap.js';
import type { Api } from '../model/deprecation.js';
import type { CallPlace, Reached } from '../model/module-reader.js';
import type { ImportClause } from '../select/import-text.js';
import { ELEMENT, WHOLE } from './file-flow.js';
import type { FileFlow, FlowCall, Step } from './file-flow.js';

/** How the flow sees the files of a program. */
export interface FlowModules {
  /** Undefined where the file cannot be parsed. */
  readonly flow: (file: string) => FileFlow | undefined;
  readonly importers: (file: string) => readonly string[];
  /** Clauses by which a file takes something from another, by its text. */
  readonly taken: (fromFile: string, file: string) => readonly ImportClause[];
  /** The file to which a specifier leads. */
  readonly target: (fromFile: string, specifier: string) => string | undefined;
}

/** Origins of values of APIs. */
export interface FlowOrigins {
  /** APIs that have the module as an SDK. */
  readonly ofModule: (specifier: string) => readonly Api['id'][];
  /** APIs whose client is of a type that a module has. */
  readonly ofType: (specifier: string, name: string) => readonly Api['id'][];
  /** APIs whose address a text has. */
  readonly ofText: (text: string) => readonly Api['id'][];
  /** Whether what a call of this name gives is an answer, rather than something that requests are made with. */
  readonly sends: (name: string) => boolean;
}

/** Most properties, results and instances that a value is followed through at once. */
const MAX_PATH = 3;

/** Most functions that hand a request on to each other, each of which its callers complete. */
const MAX_WRAPPERS = 2;

/** Most moves of values from place to place in one program. */
const MAX_MOVES = 300_000;

/** Most places that are looked at for what one call may reach. */
const MAX_PLACES = 300;

const RESULT = '()';
const INSTANCE = 'new';

/** A value of an API on its way. */
interface Token {
  readonly id: string;
  readonly api: Api['id'];
  /** `way`: what requests are made with. `sender`: a function whose requests callers complete. `wanting`: a function that calls what it is given. */
  readonly kind: 'way' | 'sender' | 'wanting';
  /** Of a sender, the number of functions up to the request. */
  readonly wrappers: number;
  /** Where the value is, in what holds it: properties, `()` for what a function returns, `new` for an instance of a class. */
  readonly path: readonly string[];
  /** Of a way, how many members deep it is in the client: 0 is the client itself. */
  readonly members?: number;
  /** What a method of the client gave, as far as the chain goes on: `api.zones(id).settings`. */
  readonly chained?: true;
  /** The function that it was handed to: what comes of it there gets back to those who handed it in, and to no others. */
  readonly inside?: string;
  /** Parameter that a function calls, and the value that it calls it with. */
  readonly wants?: Wanted;
}

interface Wanted {
  readonly parameter: number;
  readonly stack: readonly string[];
  readonly argument: number;
  readonly given: Token;
  /** The call inside the function. */
  readonly from: CallPlace | undefined;
}

/** A target of a call. */
type Target =
  | { readonly kind: 'function' | 'class'; readonly file: string; readonly index: number }
  | {
      readonly kind: 'parameter';
      readonly file: string;
      readonly owner: number;
      readonly index: number;
      readonly stack: readonly string[];
    };

/** The flow as far as it goes in one file. */
interface FileState {
  readonly flow: FileFlow;
  readonly tokens: Map<number, Map<string, Token>>;
  readonly uses: Uses;
  readonly calls: Map<number, Set<Api['id']>>;
  readonly called: Set<number>;
  readonly given: Set<number>;
  readonly callers: Map<number, Map<string, Caller>>;
  /** What came of values that functions were handed, by function. */
  readonly returned: Map<number, Map<string, Token>>;
}

/** A call that hands a value in. */
interface Caller extends CallPlace {
  /** The functions that it was handed to itself before. */
  readonly outer: Set<string | undefined>;
}

/** Roles of nodes, by node: which call, function, class or import each belongs to. */
interface Uses {
  readonly exported: ReadonlyMap<number, readonly string[]>;
  readonly imports: ReadonlyMap<number, readonly (readonly [specifier: string, name: string])[]>;
  readonly types: ReadonlyMap<number, readonly (readonly [specifier: string, name: string])[]>;
  readonly callees: ReadonlyMap<number, readonly number[]>;
  readonly arguments: ReadonlyMap<number, readonly (readonly [call: number, argument: number])[]>;
  readonly receivers: ReadonlyMap<number, readonly number[]>;
  readonly results: ReadonlyMap<number, number>;
  readonly resultsOfCalls: ReadonlyMap<number, number>;
  readonly functions: ReadonlyMap<number, number>;
  readonly parameters: ReadonlyMap<number, readonly [owner: number, index: number]>;
  readonly classes: ReadonlyMap<number, number>;
  readonly instances: ReadonlyMap<number, number>;
  readonly heirs: ReadonlyMap<number, readonly number[]>;
  readonly back: () => ReadonlyMap<number, readonly BackStep[]>;
}

type BackStep = readonly [kind: Step[0], from: number, property: string];

/** Argument that stands for those that are given by name. */
const NAMED = -1;

/**
 * Where values of APIs get to in a program: from imports of an SDK and texts with an address, forwards through
 * variables, properties, parameters, results and modules, whatever they are called. No value is worked out, and a
 * file is looked at only where the flow gets there.
 */
export class ApiFlow {
  readonly #modules: FlowModules;
  readonly #origins: FlowOrigins;
  readonly #files = new Map<string, FileState | undefined>();
  readonly #queue: (readonly [file: string, node: number, token: Token])[] = [];
  readonly #interned = new Map<string, Token>();
  #moves = 0;
  readonly #exported = new Map<string, Set<string>>();
  readonly #found = new Map<string, readonly Target[]>();

  constructor(modules: FlowModules, origins: FlowOrigins) {
    this.#modules = modules;
    this.#origins = {
      ...origins,
      ofModule: rememberedText(origins.ofModule),
      ofText: rememberedText(origins.ofText),
      sends: rememberedText(origins.sends),
    };
  }

  /** Follows the values of the APIs that begin in some files. */
  follow(files: Iterable<string>): void {
    for (const file of files) this.#begin(file);
    this.#run();
  }

  /** Files in which a value gets to a call, by the API of the value; those of all APIs under the empty name. */
  filesByApi(): ReadonlyMap<Api['id'], ReadonlySet<string>> {
    const found = new Map<string, Set<string>>();
    for (const [file, state] of this.#files) {
      if (state === undefined || state.calls.size === 0) continue;
      for (const api of ['', ...[...state.calls.values()].flatMap((apis) => [...apis])]) {
        const files = found.get(api) ?? new Set<string>();
        found.set(api, files.add(file));
      }
    }
    return found;
  }

  /** Whether values were not followed to the end, because there are too many. */
  get isCut(): boolean {
    return this.#moves > MAX_MOVES;
  }

  of(file: string): Reached | undefined {
    return this.#files.get(file);
  }

  #begin(file: string): void {
    const state = this.#state(file);
    if (state === undefined) return;
    const { flow } = state;
    const start = (node: number, apis: readonly Api['id'][]): void => {
      for (const api of apis) this.#add(file, node, this.#token({ api, kind: 'way', wrappers: 0, path: [] }));
    };
    for (const [node, specifier] of flow.imports) start(node, this.#origins.ofModule(specifier));
    for (const [node, specifier, name] of flow.types) start(node, this.#origins.ofType(specifier, name));
    for (const [node, text] of flow.texts) start(node, this.#origins.ofText(text));
    // A module may hand on a name of an SDK, under another name too: `export { Client as Api } from 'sdk'`.
    for (const [name, specifier] of flow.passed) this.#beginExport(file, specifier, [name]);
    for (const specifier of flow.opened) this.#beginExport(file, specifier, this.#takenFrom(file));
  }

  #beginExport(file: string, specifier: string, names: Iterable<string>): void {
    for (const api of this.#origins.ofModule(specifier))
      for (const name of names) this.#export(file, name, this.#token({ api, kind: 'way', wrappers: 0, path: [] }));
  }

  /** Names that other files take from one. */
  #takenFrom(file: string): ReadonlySet<string> {
    const clauses = this.#modules.importers(file).flatMap((importer) => this.#modules.taken(importer, file));
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
      const flow = this.#modules.flow(file);
      this.#files.set(
        file,
        flow && {
          flow,
          tokens: new Map(),
          uses: usesOf(flow),
          calls: new Map(),
          called: new Set(),
          given: new Set(),
          callers: new Map(),
          returned: new Map(),
        },
      );
    }
    return this.#files.get(file);
  }

  #token(token: Omit<Token, 'id'>): Token {
    const { api, kind, wrappers, path, wants, inside = '', members = 0, chained } = token;
    const wanted =
      wants === undefined ? '' : ` ${wants.parameter} ${wants.stack.join('.')} ${wants.argument} ${wants.given.id}`;
    const id = `${api} ${kind} ${wrappers} ${path.join('.')} ${members}${chained === true ? 'c' : ''} ${inside}${wanted}`;
    let known = this.#interned.get(id);
    if (known === undefined) this.#interned.set(id, (known = { ...token, id }));
    return known;
  }

  /** The token with another path; undefined where that is too long to be followed. */
  #at(token: Token, path: readonly string[]): Token | undefined {
    return path.length > (token.kind === 'wanting' ? 1 : MAX_PATH) ? undefined : this.#token({ ...token, path });
  }

  #add(file: string, node: number, token: Token | undefined): void {
    const state = token === undefined ? undefined : this.#state(file);
    if (token === undefined || state === undefined || node < 0) return;
    let tokens = state.tokens.get(node);
    if (tokens === undefined) state.tokens.set(node, (tokens = new Map<string, Token>()));
    if (tokens.has(token.id)) return;
    tokens.set(token.id, token);
    this.#queue.push([file, node, token]);
  }

  #advance(file: string, node: number, token: Token): void {
    const state = this.#state(file);
    if (state === undefined) return;
    const { flow, uses } = state;
    for (const step of flow.steps[node] ?? []) this.#add(file, step[1], this.#after(token, step));
    const instance = uses.instances.get(node);
    if (instance !== undefined) {
      const cls = flow.classes[instance];
      this.#add(file, cls?.node ?? -1, this.#at(token, [INSTANCE, ...token.path]));
      if (cls?.construct !== undefined && token.inside === insideOf(file, cls.construct))
        this.#giveBack(state, cls.construct, token);
    }
    const result = uses.results.get(node);
    if (result !== undefined) {
      if (token.inside === insideOf(file, result)) this.#giveBack(state, result, token);
      else this.#add(file, flow.functions[result]?.node ?? -1, this.#at(token, [RESULT, ...token.path]));
    }
    for (const heir of uses.heirs.get(node) ?? [])
      if (token.path[0] === INSTANCE)
        this.#add(file, flow.classes[heir]?.instance ?? -1, this.#at(token, token.path.slice(1)));
    for (const call of uses.callees.get(node) ?? []) this.#called(file, state, call, token);
    for (const [call, argument] of uses.arguments.get(node) ?? []) this.#given(file, state, call, argument, token);
    for (const call of uses.receivers.get(node) ?? []) this.#calledOn(file, state, call, token);
    for (const name of uses.exported.get(node) ?? []) this.#export(file, name, token);
  }

  /** What came of a value that a function was handed gets back to the calls that handed it in. */
  #giveBack(state: FileState, owner: number, token: Token): void {
    const returned = state.returned.get(owner) ?? new Map<string, Token>();
    state.returned.set(owner, returned);
    if (returned.has(token.id)) return;
    returned.set(token.id, token);
    for (const caller of state.callers.get(owner)?.values() ?? [])
      for (const outer of caller.outer) this.#giveBackTo(caller, token, outer);
  }

  #giveBackTo({ file, call }: CallPlace, token: Token, outer: string | undefined): void {
    const { inside: _, ...rest } = token;
    const back = this.#token(outer === undefined ? rest : { ...rest, inside: outer });
    this.#add(file, this.#state(file)?.flow.calls[call]?.result ?? -1, back);
  }

  #after(token: Token, step: Step): Token | undefined {
    const { path, kind } = token;
    const [first, ...rest] = path;
    switch (step[0]) {
      case 'copy':
        return token.chained === true ? undefined : token;
      case 'store':
        return token.chained === true ? undefined : this.#at(token, [step[2], ...path]);
      case 'open':
        if (first === undefined) return kind === 'way' ? token : undefined;
        return first === RESULT || first === INSTANCE ? undefined : this.#at(token, rest);
      case 'load':
        if (first === undefined && kind === 'way')
          return this.#token({ ...token, members: Math.min((token.members ?? 0) + 1, MAX_MEMBERS) });
        if (first === undefined) return INDIRECT.has(step[2]) ? token : undefined;
        return first === step[2] || (first === RESULT && INDIRECT.has(step[2]))
          ? this.#at(token, first === step[2] ? rest : path)
          : undefined;
    }
  }

  /** A value arrives at what is called. */
  #called(file: string, state: FileState, index: number, token: Token): void {
    const call = state.flow.calls[index];
    if (call === undefined) return;
    const [first, ...rest] = token.path;
    if (token.kind === 'wanting' && first === undefined) {
      this.#handIn(file, call, token);
      return;
    }
    if (first === RESULT || first === INSTANCE) {
      // What a constructor was handed is in what that call made.
      if (first === RESULT || token.inside === undefined) this.#add(file, call.result, this.#at(token, rest));
      return;
    }
    if (first !== undefined) return;
    state.called.add(index);
    this.#reach(file, state, index, token);
    if (token.kind === 'sender' || (call.form !== 'new' && this.#origins.sends(call.name))) return;
    const { members = 0, chained: _, ...value } = token;
    if (members === 0 || (members === 1 && MAKERS.test(call.name)))
      this.#add(file, call.result, this.#token({ ...value, members: 0 }));
    else this.#add(file, call.result, this.#token({ ...token, chained: true }));
  }

  /** A function is called that calls one of its parameters: what is handed in gets what that call gives it. */
  #handIn(file: string, call: FlowCall, { wants }: Token): void {
    const given = wants === undefined ? undefined : call.args[wants.parameter];
    if (wants === undefined || given === undefined) return;
    for (const target of this.#targets(file, given, wants.stack))
      this.#give(target, wants.argument, wants.given, wants.from);
  }

  /** A value arrives at what a call is given. */
  #given(file: string, state: FileState, index: number, argument: number, token: Token): void {
    const call = state.flow.calls[index];
    if (call === undefined || token.chained === true) return;
    const targets = this.#targets(file, call.callee, []);
    for (const target of targets)
      for (const [place, given] of this.#places(file, call, argument, token, target))
        this.#give(target, place, given, { file, call: index });
    if (token.kind === 'way') state.given.add(index);
    if (token.path.length === 0 || targets.length === 0) this.#reach(file, state, index, token);
    if (targets.length > 0 || token.kind === 'wanting') return;
    // Nothing is known of what is called: it gives what it is given, or what it makes of that.
    if (call.receiver !== undefined && KEEPERS.test(call.name))
      this.#add(file, call.receiver, this.#at(token, [ELEMENT, ...token.path]));
    if (call.form === 'call' && this.#origins.sends(call.name)) return;
    this.#add(file, call.result, token);
    if (token.kind === 'way') this.#add(file, call.result, this.#at(token, []));
    this.#callBack(file, state, call, token);
  }

  /** Parameters that an argument gets to: `f.call(self, …)` shifts them, and `f.apply(self, list)` hands over a list. */
  #places(
    file: string,
    { name, receiver }: FlowCall,
    argument: number,
    token: Token,
    target: Target,
  ): readonly (readonly [place: number, given: Token])[] {
    const isIndirect =
      INDIRECT.has(name) &&
      receiver !== undefined &&
      target.kind === 'function' &&
      this.#targets(file, receiver, []).some(
        (one) => one.kind === 'function' && one.file === target.file && one.index === target.index,
      );
    if (!isIndirect) return [[argument, token]];
    if (name !== 'apply') return argument === 0 ? [] : [[argument - 1, token]];
    const [first, ...rest] = token.path;
    const element = argument === 1 && first === ELEMENT ? this.#at(token, rest) : undefined;
    if (element === undefined) return [];
    const { parameters = [] } = this.#state(target.file)?.flow.functions[target.index] ?? {};
    return parameters.map((_, place) => [place, element] as const);
  }

  /** A value arrives at what a method is called on. */
  #calledOn(file: string, state: FileState, index: number, token: Token): void {
    const call = state.flow.calls[index];
    if (call === undefined || token.kind === 'wanting' || token.chained === true) return;
    const [first, ...rest] = token.path;
    // The methods of something see what it holds.
    if (first !== undefined && first !== ELEMENT && first !== call.name) this.#giveSelf(file, call, token);
    if (first === ELEMENT && HOLDERS.test(call.name)) this.#add(file, call.result, this.#at(token, rest));
    if (this.#origins.sends(call.name)) return;
    if (call.callbacks !== undefined && (token.path.length > 0 || token.kind === 'way'))
      this.#callBack(file, state, call, token);
    // Methods of lists and the like give what their list holds: `clients.find(…)`, `[...].at(0)`, `clients.values()`.
    if (token.path[0] === ELEMENT) {
      this.#add(file, call.result, token);
      this.#add(file, call.result, this.#at(token, token.path.slice(1)));
    }
  }

  /** What a call holds gets to the functions that are written into it. */
  #callBack(file: string, { flow }: FileState, { callbacks = [] }: FlowCall, token: Token): void {
    for (const callback of callbacks)
      for (const parameter of flow.functions[callback]?.parameters ?? []) {
        this.#add(file, parameter, token);
        if (token.path[0] === ELEMENT) this.#add(file, parameter, this.#at(token, token.path.slice(1)));
      }
  }

  #giveSelf(file: string, call: FlowCall, token: Token): void {
    for (const target of this.#targets(file, call.callee, [])) {
      const flow = target.kind === 'function' ? this.#state(target.file)?.flow : undefined;
      const owner = target.kind === 'function' ? flow?.functions[target.index]?.ofClass : undefined;
      if (owner !== undefined) this.#add(target.file, flow?.classes[owner]?.instance ?? -1, token);
    }
  }

  #give(target: Target, argument: number, token: Token, from?: CallPlace): void {
    if (target.kind === 'parameter') {
      const owner = this.#files.get(target.file)?.flow.functions[target.owner];
      if (owner === undefined || token.kind === 'wanting' || token.path.length > 0) return;
      const { inside: _, ...given } = token;
      const wants: Wanted = {
        parameter: target.index,
        stack: target.stack,
        argument,
        given: this.#token(given),
        from,
      };
      this.#add(
        target.file,
        owner.node,
        this.#token({ api: token.api, kind: 'wanting', wrappers: 0, path: [], wants }),
      );
      return;
    }
    const state = this.#state(target.file);
    const index = target.kind === 'function' ? target.index : constructorOf(state?.flow, target.index);
    const fn = index === undefined ? undefined : state?.flow.functions[index];
    if (state === undefined || index === undefined || fn === undefined) return;
    const inside = insideOf(target.file, index);
    if (from !== undefined) this.#noteCaller(state, index, from, token);
    const entered = this.#token({ ...token, inside });
    if (argument === NAMED) {
      const [first, ...rest] = entered.path;
      const place = first === undefined ? -1 : (fn.parameterNames?.indexOf(first) ?? -1);
      if (place >= 0) this.#add(target.file, fn.parameters[place] ?? -1, this.#at(entered, rest));
      return;
    }
    if (fn.rest !== undefined && argument >= fn.rest)
      this.#add(target.file, fn.parameters[fn.rest] ?? -1, this.#at(entered, [ELEMENT, ...entered.path]));
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
    for (const token of state.returned.get(owner)?.values() ?? []) this.#giveBackTo(from, token, inside);
  }

  /** A call makes a request with a value of an API: a function around it whose parameters have a part in that sends. */
  #reach(file: string, state: FileState, index: number, token: Token): void {
    const known = state.calls.get(index) ?? new Set();
    state.calls.set(index, known.add(token.api));
    const wrappers = token.wrappers + 1;
    if (wrappers > MAX_WRAPPERS || !this.#mayRequest(state, index)) return;
    const { api, inside } = token;
    for (const owner of this.#completing(state, index))
      // A function that is handed all it sends with is no way to an API itself.
      if (inside !== insideOf(file, owner))
        this.#add(
          file,
          state.flow.functions[owner]?.node ?? -1,
          this.#token({ api, kind: 'sender', wrappers, path: [], ...(inside === undefined ? {} : { inside }) }),
        );
  }

  /** Whether a call can be a request by what is called: a value of an API, something that is named so, or of a package. */
  #mayRequest({ flow, uses, called }: FileState, index: number): boolean {
    const call = flow.calls[index];
    return call !== undefined && (called.has(index) || this.#origins.sends(call.name) || uses.imports.has(call.callee));
  }

  readonly #completed = new WeakMap<FileState, Map<number, readonly number[]>>();

  /** Functions whose parameters, or whose instance, have a part in what a call is given. */
  #completing(state: FileState, index: number): readonly number[] {
    let known = this.#completed.get(state);
    if (known === undefined) this.#completed.set(state, (known = new Map<number, readonly number[]>()));
    let found = known.get(index);
    if (found === undefined) known.set(index, (found = findCompleting(state, index)));
    return found;
  }

  #export(file: string, name: string, token: Token): void {
    const key = `${file}\n${name}`;
    let known = this.#exported.get(key);
    if (known === undefined) this.#exported.set(key, (known = new Set()));
    if (known.has(token.id)) return;
    known.add(token.id);
    for (const importer of this.#modules.importers(file)) {
      const clauses = this.#modules.taken(importer, file);
      const named = name === WHOLE ? undefined : name;
      const [first] = token.path;
      // What a module only hands on need not be parsed for that.
      for (const { passed, passesAll } of clauses) {
        if (passesAll && named !== undefined && named !== 'default') this.#export(importer, named, token);
        for (const [imported, exported] of passed)
          if (imported === named) this.#export(importer, exported, token);
          else if (imported === '*' && named !== undefined) {
            const held = this.#at(token, [named, ...token.path]);
            if (held !== undefined) this.#export(importer, exported, held);
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
    const { flow } = state;
    const leads = rememberedText((specifier) => this.#modules.target(importer, specifier) === file);
    const [first, ...rest] = token.path;
    for (const [node, specifier, imported] of flow.imports) {
      if (!leads(specifier)) continue;
      if (imported === name) this.#add(importer, node, token);
      else if (imported === '*')
        this.#add(importer, node, name === WHOLE ? token : this.#at(token, [name, ...token.path]));
      else if (name === WHOLE && imported === 'default') this.#add(importer, node, token);
      else if (name === WHOLE && imported === first) this.#add(importer, node, this.#at(token, rest));
    }
    if (first === INSTANCE)
      for (const [node, specifier, imported] of flow.types)
        if (imported === name && leads(specifier)) this.#add(importer, node, this.#at(token, rest));
  }

  /** Targets of a call of a value: functions and classes of the program, or a parameter; empty where nothing is known of it. */
  #targets(file: string, node: number, stack: readonly string[]): readonly Target[] {
    const key = `${node} ${stack.join('.')} ${file}`;
    let known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, (known = this.#findTargets(file, node, stack)));
    return known;
  }

  #findTargets(file: string, node: number, stack: readonly string[]): readonly Target[] {
    const found = new Map<string, Target>();
    const seen = new Set<string>();
    const places: (readonly [file: string, node: number, stack: readonly string[]])[] = [[file, node, stack]];
    const visit = (nextFile: string, next: number, nextStack: readonly string[]): void => {
      if (next < 0 || nextStack.length > MAX_PATH) return;
      const key = `${nextFile}\n${next}\n${nextStack.join('.')}`;
      if (seen.has(key) || seen.size > MAX_PLACES) return;
      seen.add(key);
      places.push([nextFile, next, nextStack]);
    };
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      const [at, one, rest] = place;
      const state = this.#state(at);
      if (state === undefined) continue;
      const { uses, flow } = state;
      const [first, ...below] = rest;
      const fn = uses.functions.get(one);
      if (fn !== undefined) {
        if (first === undefined || INDIRECT.has(first))
          found.set(`${at} f ${fn}`, { kind: 'function', file: at, index: fn });
        else if (first === RESULT) visit(at, flow.functions[fn]?.result ?? -1, below);
      }
      const cls = uses.classes.get(one);
      if (cls !== undefined) {
        const own = flow.classes[cls];
        if (first === undefined) found.set(`${at} c ${cls}`, { kind: 'class', file: at, index: cls });
        else if (first === INSTANCE || first === RESULT) visit(at, own?.instance ?? -1, below);
        if (own?.parent !== undefined) visit(at, own.parent, rest);
      }
      const instance = uses.instances.get(one);
      const parent = instance === undefined ? undefined : flow.classes[instance]?.parent;
      if (parent !== undefined) visit(at, parent, [INSTANCE, ...rest]);
      const made = uses.resultsOfCalls.get(one);
      const call = made === undefined ? undefined : flow.calls[made];
      if (call !== undefined) visit(at, call.callee, [call.form === 'new' ? INSTANCE : RESULT, ...rest]);
      const parameter = uses.parameters.get(one);
      if (parameter !== undefined && rest.length <= 1)
        found.set(`${at} p ${one} ${rest.join('.')}`, {
          kind: 'parameter',
          file: at,
          owner: parameter[0],
          index: parameter[1],
          stack: rest,
        });
      for (const [specifier, name] of uses.imports.get(one) ?? []) this.#enter(at, specifier, name, rest, visit);
      for (const [specifier, name] of uses.types.get(one) ?? [])
        this.#enter(at, specifier, name, [INSTANCE, ...rest], visit);
      for (const [kind, from, property] of uses.back().get(one) ?? [])
        if (kind === 'copy') visit(at, from, rest);
        else if (kind === 'load') visit(at, from, [property, ...rest]);
        else if (kind === 'open') visit(at, from, [ELEMENT, ...rest]);
        else if (first === property || first === ELEMENT) visit(at, from, below);
    }
    return [...found.values()];
  }

  /** Goes on in the module that a name is imported from. */
  #enter(
    file: string,
    specifier: string,
    name: string,
    stack: readonly string[],
    visit: (file: string, node: number, stack: readonly string[]) => void,
    hops = 0,
  ): void {
    const target = this.#modules.target(file, specifier);
    const state = target === undefined || hops > 5 ? undefined : this.#state(target);
    if (target === undefined || state === undefined) return;
    const [first, ...rest] = stack;
    const { exports, passed, opened } = state.flow;
    for (const [exported, node] of exports)
      if (exported === name) visit(target, node, stack);
      else if (exported === WHOLE && (name === 'default' || name === '*')) visit(target, node, stack);
      else if (exported === WHOLE) visit(target, node, [name, ...stack]);
      else if (name === '*' && exported === first) visit(target, node, rest);
    for (const [exported, from, imported] of passed)
      if (exported === name) this.#enter(target, from, imported, stack, visit, hops + 1);
      else if (name === '*' && exported === first) this.#enter(target, from, imported, rest, visit, hops + 1);
    for (const from of opened) this.#enter(target, from, name, stack, visit, hops + 1);
  }
}

/** Most members of a client that are told apart. */
const MAX_MEMBERS = 2;

/** Methods of a client that make another one. */
const MAKERS = /^(?:create|extend|clone|instance|defaults|with[A-Z]\w*|with_\w+|copy|(?:\w*[cC]lient))$/;

/** Methods that put what they are given into what they are called on. */
const KEEPERS = /^(?:set|add|push|unshift|append|register|provide|extend|update|setdefault)$/;

/** Methods that give what a holder holds. */
const HOLDERS = /^(?:get|at|pop|shift|values|entries|find|slice|concat|filter|items|copy|setdefault)$/;

function insideOf(file: string, owner: number): string {
  return `${owner} ${file}`;
}

/** Methods of a function that call it. */
const INDIRECT: ReadonlySet<string> = new Set(['call', 'apply', 'bind']);

function constructorOf(flow: FileFlow | undefined, index: number): number | undefined {
  return flow?.classes[index]?.construct;
}

function usesOf(flow: FileFlow): Uses {
  const group = <T>(entries: Iterable<readonly [number, T]>): ReadonlyMap<number, readonly T[]> => {
    const found = new Map<number, T[]>();
    for (const [node, value] of entries) addTo(found, node, value);
    return found;
  };
  let back: ReadonlyMap<number, readonly BackStep[]> | undefined;
  return {
    exported: group(flow.exports.map(([name, node]) => [node, name])),
    imports: group(flow.imports.map(([node, specifier, name]) => [node, [specifier, name] as const])),
    types: group(flow.types.map(([node, specifier, name]) => [node, [specifier, name] as const])),
    callees: group(flow.calls.map(({ callee }, index) => [callee, index])),
    arguments: group(
      flow.calls.flatMap(({ args, named }, call) => [
        ...args.map((node, argument) => [node, [call, argument] as const] as const),
        ...(named === undefined ? [] : [[named, [call, NAMED] as const] as const]),
      ]),
    ),
    receivers: group(
      flow.calls.flatMap(({ receiver }, index) => (receiver === undefined ? [] : [[receiver, index] as const])),
    ),
    results: new Map(flow.functions.map(({ result }, index) => [result, index])),
    resultsOfCalls: new Map(flow.calls.map(({ result }, index) => [result, index])),
    functions: new Map(flow.functions.map(({ node }, index) => [node, index])),
    parameters: new Map(
      flow.functions.flatMap(({ parameters }, owner) =>
        parameters.map((node, index) => [node, [owner, index] as const] as const),
      ),
    ),
    classes: new Map(flow.classes.map(({ node }, index) => [node, index])),
    instances: new Map(flow.classes.map(({ instance }, index) => [instance, index])),
    heirs: group(flow.classes.flatMap(({ parent }, index) => (parent === undefined ? [] : [[parent, index] as const]))),
    back: () => (back ??= backwards(flow)),
  };
}

function backwards({ steps }: FileFlow): ReadonlyMap<number, readonly BackStep[]> {
  const found = new Map<number, BackStep[]>();
  for (const [from, list] of Object.entries(steps))
    for (const step of list)
      addTo(found, step[1], [step[0], Number(from), step[0] === 'load' || step[0] === 'store' ? step[2] : '']);
  return found;
}

function findCompleting({ flow, uses, tokens }: FileState, index: number): readonly number[] {
  const call = flow.calls[index];
  if (call?.within === undefined) return [];
  const around = new Set<number>();
  for (let owner: number | undefined = call.within; owner !== undefined; owner = flow.functions[owner]?.within)
    around.add(owner);
  const isWay = (node: number): boolean => {
    for (const { kind, path } of tokens.get(node)?.values() ?? []) if (kind === 'way' && path.length === 0) return true;
    return false;
  };
  const found = new Set<number>();
  const waiting = [...call.args, ...(call.named === undefined ? [] : [call.named])];
  const seen = new Set(waiting);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const parameter = uses.parameters.get(node);
    if (parameter !== undefined && around.has(parameter[0]) && !isWay(node)) found.add(parameter[0]);
    const instance = uses.instances.get(node);
    if (instance !== undefined)
      for (const owner of around) if (flow.functions[owner]?.ofClass === instance) found.add(owner);
    const made = uses.resultsOfCalls.get(node);
    const at = node;
    const inner = made === undefined ? undefined : flow.calls[made];
    const before = [
      ...(uses.back().get(node) ?? []).flatMap(([kind, from]) =>
        kind === 'load' && uses.instances.has(from) && isWay(at) ? [] : [from],
      ),
      ...(inner === undefined ? [] : [...inner.args, ...(inner.receiver === undefined ? [] : [inner.receiver])]),
    ];
    for (const from of before)
      if (!seen.has(from)) {
        seen.add(from);
        waiting.push(from);
      }
  }
  return [...found];
}
