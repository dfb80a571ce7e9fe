import { count } from '../lib/wording.js';
import { escapeText } from '../lib/escape.js';
import type { Inventory, InventoryApi, InventorySdk, UnknownRequests } from './inventory.js';

/** Files, places and hosts that are named without `--verbose`. */
const AT_ONCE = 5;

interface TextOptions {
  readonly verbose: boolean;
}

/** The inventory for people. */
export function formatInventoryText(inventory: Inventory, { verbose }: TextOptions): string {
  const { apis, unknown, mentioned, coverage, asOf } = inventory;
  const most = verbose ? Infinity : AT_ONCE;
  const lines = [
    headlineOf(inventory),
    ...groupsOf(apis).flatMap((group) =>
      section(
        group.title,
        group.apis.flatMap((api) => describeApi(api, most)),
      ),
    ),
    ...section('Requests whose server is not known', [
      ...unknown.slice(0, most).map(describeUnknown),
      ...moreOf(unknown.length - most, 'place'),
    ]),
    '',
    ...asideOf(inventory),
    ...(mentioned.length === 0
      ? []
      : [
          `${count(mentioned.length, 'more host')} ${mentioned.length === 1 ? 'is' : 'are'} named in addresses that no request was seen to use${verbose ? `: ${mentioned.join(', ')}` : ' (--verbose names them)'}.`,
        ]),
    `${coverage.read} of ${count(coverage.files, 'file')} read, ${coverage.analysed} analysed, as of ${asOf}.`,
    ...limitsOf(coverage.limits, most),
  ];
  return `${lines.map(escapeText).join('\n')}\n`;
}

interface Group {
  readonly title: string;
  readonly apis: readonly InventoryApi[];
}

/** The APIs by the state of their calls; each is in one group. */
export function groupsOf(apis: readonly InventoryApi[]): readonly Group[] {
  return GROUPS.map((title) => ({ title, apis: apis.filter((api) => groupOf(api) === title) }));
}

const GROUPS = [
  'Checked',
  'Not checked, because there is no catalogue',
  'In tests alone',
  'An SDK is used, of which only calls of deprecated operations are known',
  'Perhaps called: an address is passed to something that is no known client',
  'In a manifest alone',
] as const;

function groupOf({ api, calls, inTests, findings, importedBy, notUnderstood }: InventoryApi): (typeof GROUPS)[number] {
  if (calls > 0 && calls === inTests && findings === 0) return 'In tests alone';
  if (calls + findings + notUnderstood.length > 0)
    return api === null ? 'Not checked, because there is no catalogue' : 'Checked';
  if (api === null) return 'Perhaps called: an address is passed to something that is no known client';
  return importedBy.length > 0
    ? 'An SDK is used, of which only calls of deprecated operations are known'
    : 'In a manifest alone';
}

/** `3 APIs are called, 1 of them checked; …`. */
export function headlineOf({ apis, unknown }: Inventory): string {
  const called = apis.filter(({ calls, inTests }) => calls > inTests);
  const checked = called.filter(({ api }) => api !== null).length;
  const open = unknown.filter(({ isTest }) => isTest !== true).length;
  const rest = open === 0 ? '' : `; the server of ${count(open, 'request')} is not known`;
  if (called.length === 0) return `No API was seen to be called${rest}.`;
  return `${count(called.length, 'API is', 'APIs are')} called, ${checked} of them checked${rest}.`;
}

/** Sentences on calls of the own server and of this machine. */
export function asideOf({ ownOrigin, local }: Inventory): readonly string[] {
  return [
    ...(ownOrigin === 0
      ? []
      : [`${count(ownOrigin, 'call goes', 'calls go')} to the server that the page comes from.`]),
    ...(local === 0
      ? []
      : [
          `${count(local, 'call goes', 'calls go')} to this machine, or to names that are reserved for examples and tests.`,
        ]),
  ];
}

/** `5 calls (2 in tests)`, `up to 5 calls (all can go elsewhere as well)`. */
export function callsOf({
  calls,
  inTests,
  shared,
  findings,
}: Pick<InventoryApi, 'calls' | 'inTests' | 'shared' | 'findings'>): string {
  if (calls === 0) return findings === 0 ? 'no call seen' : 'no call, but a resource, a field or a text of it';
  const tests = inTests === 0 || inTests === calls ? [] : [`${inTests} in tests`];
  const others = shared === 0 ? [] : [`${shared === calls ? 'all' : shared} can go elsewhere as well`];
  const notes = [...tests, ...others];
  return `${shared === calls ? 'up to ' : ''}${count(calls, 'call')}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

/** `2 of 3 calls deprecated (3 findings)`; the findings alone where there is no call. */
export function deprecatedOf({ calls, deprecated, findings }: InventoryApi): string {
  const found = count(findings, 'finding');
  return calls === 0 ? found : `${deprecated.length} of ${count(calls, 'call')} deprecated (${found})`;
}

/** Day of the facts with which an API was checked; undefined where it was not. */
export function checkedOf(inventoried: InventoryApi): string | undefined {
  const { api, edition } = inventoried;
  if (api === null) return undefined;
  if (groupOf(inventoried) === 'In a manifest alone') return 'not checked, because nothing was seen to call it';
  if (edition === null) return 'checked with a catalogue that names no day';
  const stale = edition.stale ? `, STALE: it was to be looked through by ${edition.reviewBy ?? ''}` : '';
  return `checked with facts of ${edition.asOf} (${edition.id})${stale}`;
}

/** `stripe ^14.0.0 (package.json)`. */
export function sdkOf({ name, version, manifest }: InventorySdk): string {
  return `${name}${version === null ? '' : ` ${version}`} (${manifest})`;
}

function describeApi(api: InventoryApi, most: number): readonly string[] {
  const { name, hosts, files, passed, sdks, importedBy, findings, deprecated, unresolved, notUnderstood, edition } =
    api;
  const checked = checkedOf(api);
  const others = hosts.filter((host) => host !== name);
  return [
    api.calls + findings === 0
      ? name
      : `${name}: ${callsOf(api)}${files.length === 0 ? '' : `, in ${count(files.length, 'file')}`}`,
    ...(others.length === 0 ? [] : [`  hosts: ${listed(others, most)}`]),
    ...(checked === undefined
      ? []
      : [`  ${checked}${edition === null && api.calls + findings === 0 ? '' : `: ${deprecatedOf(api)}`}`]),
    ...(deprecated.length === 0
      ? []
      : [
          `  deprecated: ${listed(
            deprecated.map(({ file, line }) => `${file}:${line}`),
            most,
          )}`,
        ]),
    ...(unresolved === 0
      ? []
      : [`  ${count(unresolved, 'call')} of it could not be resolved: the operation is not known`]),
    ...(sdks.length === 0 ? [] : [`  SDK: ${listed(sdks.map(sdkOf), most)}`]),
    ...(importedBy.length === 0 ? [] : [`  imported by: ${listed(importedBy, most)}`]),
    ...(passed.length === 0
      ? []
      : [
          `  passed to: ${listed(
            passed.map(({ file, to }) => `${to.join(', ')} in ${file}`),
            most,
          )}`,
        ]),
    ...(notUnderstood.length === 0
      ? []
      : [
          `  not understood, because no method of the SDK is known: ${listed(
            notUnderstood.map(({ file, module }) => `${file} ('${module}')`),
            most,
          )}`,
        ]),
    ...(files.length === 0
      ? []
      : [
          `  ${listed(
            files.map(({ file, calls }) => (calls === 1 ? file : `${file} (${calls})`)),
            most,
          )}`,
        ]),
  ];
}

function describeUnknown({ file, line, client, url, calls, perhaps }: UnknownRequests): string {
  const callers = calls > 1 ? `, from ${calls} calls` : '';
  const hint = perhaps.length === 0 ? '' : `, perhaps ${perhaps.join(' or ')}`;
  return `${file}:${line}  ${url === '' ? 'an address that is not known' : url}  (${client}${callers}${hint})`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
}

function listed(all: readonly string[], most: number): string {
  const left = all.length - most;
  return [...all.slice(0, most), ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

function moreOf(left: number, noun: string): readonly string[] {
  return left > 0 ? [`and ${left} more ${left === 1 ? noun : `${noun}s`} (--verbose names them)`] : [];
}

function limitsOf(limits: readonly string[], most: number): readonly string[] {
  return [...limits.slice(0, most), ...moreOf(limits.length - most, 'limit')].map((limit) => `- ${limit}`);
}
