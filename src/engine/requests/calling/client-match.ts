import { addTo } from '../../../core/lib/collections.js';
import type { CallFact } from '../../../core/model/facts.js';
import type { ClientModel, DeriveRow, RequestRow } from '../../../core/model/client-model.js';
import type { LanguageId } from '../../../core/model/language.js';
import type { Place } from '../../../core/model/span.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';
import { GLOBAL_OBJECTS } from '../../evaluate/known-functions.js';
import { namedArguments } from '../../evaluate/arguments.js';
import { plainTexts } from '../../values/text.js';
import { optionsOf, UNDEFINED } from '../../values/value.js';
import type { Args, ExternalStep, ExternalValue, FunctionValue, Patch, Value } from '../../values/value.js';

/** A value that is a client, with the options and paths of its creation. */
export interface ClientUse {
  readonly model: ClientModel;
  readonly row: RequestRow;
  /** Defaults of created instances, the latest first. */
  readonly defaults: readonly Value[];
  readonly baseUrls: readonly Value[];
  /** Path pieces added before the request itself. */
  readonly paths: readonly Value[];
  readonly patches: readonly Patch[];
  /** Calls in the chain that configure the same client: `.auth(token)`. */
  readonly fluent: readonly FluentStep[];
  /** Places where clients were created in the chain. */
  readonly made: readonly Place[];
}

interface FluentStep {
  readonly member: string;
  readonly args: Args;
  readonly at: Place;
}

/** Client models by the access paths of their origins. */
export type ClientIndex = ReadonlyMap<string, readonly ClientModel[]>;

/** Models of clients in one language, with their origins there. */
export function modelsOf(models: readonly ClientModel[], language: LanguageId): readonly ClientModel[] {
  return models.flatMap((model) => {
    const origins = model.origins.filter((origin) => (origin.language ?? 'javascript') === language);
    return origins.length === 0 ? [] : [origins.length === model.origins.length ? model : { ...model, origins }];
  });
}

/** Indexes client models by the access paths of their origins. */
export function indexClients(models: readonly ClientModel[]): ClientIndex {
  const index = new Map<string, ClientModel[]>();
  for (const model of models) {
    for (const origin of model.origins) {
      const key =
        'global' in origin
          ? `global ${origin.global}`
          : 'type' in origin
            ? `type ${origin.module} ${origin.type}`
            : `package ${origin.module} ${origin.export}`;
      addTo(index, key, model);
    }
  }
  return index;
}

type CallForm = CallFact['form'];

interface Start {
  readonly key: string;
  readonly steps: readonly ExternalStep[];
}

/** The client that a callee belongs to, and the row for the call. */
export function findClient(index: ClientIndex, callee: ExternalValue, form: CallForm): ClientUse | undefined {
  for (const start of startsOf(callee)) {
    for (const model of index.get(start.key) ?? []) {
      const use = followSteps(index, model, start, { callee, form });
      if (use !== undefined) return use;
    }
  }
  return undefined;
}

/** Returns one use for each vendor to which a router can pass a request; for any other client, the use itself. */
export function routesOf(
  index: ClientIndex,
  use: ClientUse,
  callee: ExternalValue,
  form: CallForm,
): readonly ClientUse[] {
  if (use.model.routes !== true) return [use];
  return startsOf(callee).flatMap((start) =>
    (index.get(start.key) ?? []).flatMap((model) => {
      const other = model.routes === true ? followSteps(index, model, start, { callee, form }) : undefined;
      return other === undefined ? [] : [other];
    }),
  );
}

/** The modelled clients that an external value can belong to, regardless of the called member. */
export function clientsOf(index: ClientIndex, callee: ExternalValue): readonly ClientModel[] {
  return startsOf(callee).flatMap(({ key }) => index.get(key) ?? []);
}

/** Whether a call creates an instance of a modelled client, or is a step of its chain before the actual request. */
export function isBeforeRequest(index: ClientIndex, callee: ExternalValue, form: CallForm): boolean {
  return startsOf(callee).some(({ key, steps }) => {
    const from = steps.findLastIndex(({ kind }) => kind === 'call') + 1;
    const member = steps.slice(from).flatMap((step) => (step.kind === 'member' ? [step.name] : []));
    return index
      .get(key)
      ?.some((model) => model.fluent === true || findDerive(model, member.join('.'), form) !== undefined);
  });
}

/** The possible readings of the start of an access path as an origin, the most specific first. */
function startsOf(callee: ExternalValue): readonly Start[] {
  const { root, steps } = callee;
  const [first, ...rest] = steps;
  if (root.kind === 'type') return [{ key: `type ${root.module ?? ''} ${root.name}`, steps }];
  if (root.kind === 'global') {
    if (GLOBAL_OBJECTS.has(root.name) && first?.kind === 'member')
      return [{ key: `global ${first.name}`, steps: rest }];
    return [{ key: `global ${root.name}`, steps }];
  }
  const module = root.module.replace(/^node:/, '').replace(/(?<!\/)\/+$/, '');
  const starts: Start[] = [];
  const isNamespace = root.export === '*' || root.export === 'default';
  if (isNamespace && first?.kind === 'member') starts.push({ key: `package ${module} ${first.name}`, steps: rest });
  starts.push({ key: `package ${module} ${root.export === '*' ? 'default' : root.export}`, steps });
  if (isNamespace && first?.kind === 'member' && first.name === 'default')
    starts.push({ key: `package ${module} default`, steps: rest });
  if (!isNamespace)
    starts.push({ key: `package ${module} default`, steps: [{ kind: 'member', name: root.export }, ...steps] });
  return starts;
}

interface Called {
  readonly callee: ExternalValue;
  readonly form: CallForm;
}

function followSteps(
  index: ClientIndex,
  model: ClientModel,
  { steps }: Start,
  { callee, form }: Called,
): ClientUse | undefined {
  const defaults: Value[] = [];
  const baseUrls: Value[] = [];
  const paths: Value[] = [];
  const fluent: FluentStep[] = [];
  const creations: Place[] = [];
  let names: string[] = [];
  let before = '';
  for (const step of steps) {
    if (step.kind === 'member') {
      names.push(step.name);
      continue;
    }
    creations.push(step.at);
    const derive = findDerive(model, names.join('.'), step.form);
    if (derive === undefined) {
      if (model.fluent !== true) return undefined;
      fluent.push({ member: names.join('.'), args: step.args, at: step.at });
    } else {
      pushDefaults(defaults, derive.defaults, step.args);
      if (derive.merges === true)
        for (const arg of step.args()) defaults.push(...(defaultsOf(index, model, arg) ?? [arg]));
      pushArgument(baseUrls, derive.baseUrl, step.args);
      if (derive.anyOrder === true) pushInAnyOrder({ defaults, baseUrls }, step.args());
      pushArgument(paths, derive.path, step.args);
    }
    before = `${names.join('.')}().`;
    names = [];
  }
  const member = names.join('.');
  const row = model.requests.find(
    (candidate) =>
      (candidate.member === member || candidate.member === before + member) &&
      (candidate.form ?? 'call') === form &&
      (candidate.made !== true || creations.length > 0),
  );
  if (row === undefined) return undefined;
  return {
    model,
    row,
    defaults: defaults.reverse(),
    baseUrls: baseUrls.reverse(),
    paths,
    patches: callee.patches,
    fluent,
    made: creations,
  };
}

/** Arguments with which a modelled client was created, the latest last; undefined for other values. */
function defaultsOf(index: ClientIndex, model: ClientModel, value: Value): readonly Value[] | undefined {
  if (value.kind !== 'external') return undefined;
  const start = startsOf(value).find(({ key }) => index.get(key)?.includes(model));
  const use = start && followSteps(index, model, start, { callee: value, form: 'call' });
  return use?.defaults.toReversed();
}

/** Defaults of a client, with those that functions compute from earlier ones: `api.extend((options) => ({ … }))`. */
export function madeDefaults(use: ClientUse, apply: (fn: FunctionValue, soFar: readonly Value[]) => Value): ClientUse {
  if (use.defaults.every(({ kind }) => kind !== 'function')) return use;
  const defaults: Value[] = [];
  for (const value of use.defaults.toReversed())
    defaults.unshift(value.kind === 'function' ? apply(value, defaults.toReversed()) : value);
  return { ...use, defaults };
}

/** Default for models without creation rows: the origin creates a client, as in `new Tower()` or `createTower()`. */
const DEFAULT_CREATION: DeriveRow = { member: '' };

function findDerive(model: ClientModel, member: string, form: CallForm): DeriveRow | undefined {
  const { derives, requests } = model;
  if (derives === undefined)
    return member === '' && !requests.some((row) => row.member === '') ? DEFAULT_CREATION : undefined;
  return derives.find((row) => row.member === member && (row.form === undefined || row.form === form));
}

/** Adds arguments whose order is free: the name of a method, or a base URL. */
function pushInAnyOrder(
  { defaults, baseUrls }: { readonly defaults: Value[]; readonly baseUrls: Value[] },
  args: readonly Value[],
): void {
  for (const arg of args) {
    if (isMethodName(arg)) {
      const patch = { path: ['method'], operator: '=', value: arg, maybe: false } as const;
      defaults.push({ kind: 'layered', base: UNDEFINED, patches: [patch] });
    } else if (isAddress(arg)) baseUrls.push(arg);
  }
}

/** Whether a value can only be the name of a method. */
function isMethodName(value: Value): boolean {
  const texts = plainTexts(value) ?? [];
  return texts.length > 0 && texts.every((text) => HTTP_METHODS.some((method) => method === text.toUpperCase()));
}

/** Whether a value can be a URL: a keyword of the client has no slash. */
function isAddress(value: Value): boolean {
  const texts = plainTexts(value);
  return texts === undefined
    ? optionsOf(value).some(({ kind }) => kind === 'text' || kind === 'parameter' || kind === 'external')
    : texts.some((text) => text.includes('/'));
}

/** Returns the use with the row that fits the arguments, for a member whose first argument may be the method. */
export function rowFitting(use: ClientUse, args: Args): ClientUse {
  const { model, row } = use;
  if (row.methodAt !== 0) return use;
  const rowWithoutMethod = model.requests.find(
    ({ member, form, methodAt }) => member === row.member && form === row.form && methodAt === undefined,
  );
  if (rowWithoutMethod === undefined) return use;
  const [first, ...others] = args();
  return first === undefined || isMethodName(first) || others.length > 1 ? use : { ...use, row: rowWithoutMethod };
}

function pushArgument(list: Value[], index: number | undefined, args: Args): void {
  const value = index === undefined ? undefined : args()[index];
  if (value !== undefined && value !== namedArguments(args())) list.push(value);
}

/** Adds the defaults at a position, or the named arguments, which have no position. */
function pushDefaults(list: Value[], index: number | undefined, args: Args): void {
  const value = index === undefined ? undefined : (namedArguments(args()) ?? args()[index]);
  // A text is a base URL, such as of `ClientSession('https://…')`, and has no options.
  if (value !== undefined && value.kind !== 'text') list.push(value);
}
