import { count } from '../lib/count.js';
import { escapeText } from '../lib/escape-text.js';
import type { Inventory, InventoryApi, InventorySdk, UnknownRequests } from './inventory.js';

/** Files, places and hosts that are named where nobody asks for all. */
const AT_ONCE = 5;

interface TextOptions {
  readonly verbose: boolean;
}

/** The inventory for people. */
export function formatInventoryText(inventory: Inventory, { verbose }: TextOptions): string {
  const { apis, unknown, mentioned, coverage, asOf } = inventory;
  const most = verbose ? Infinity : AT_ONCE;
  const checked = apis.filter(({ api, calls }) => api !== null && calls > 0);
  const unchecked = apis.filter(({ api }) => api === null);
  const idle = apis.filter(({ api, calls }) => api !== null && calls === 0);
  const lines = [
    headlineOf(inventory),
    ...section(
      'Checked',
      checked.flatMap((api) => describeApi(api, most)),
    ),
    ...section(
      'Not checked, because there is no catalogue',
      unchecked.flatMap((api) => describeApi(api, most)),
    ),
    ...section(
      'No call seen',
      idle.flatMap((api) => describeApi(api, most)),
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
          `${count(mentioned.length, 'more host')} ${mentioned.length === 1 ? 'stands' : 'stand'} in addresses that no request was seen to use${verbose ? `: ${mentioned.join(', ')}` : ' (--verbose names them)'}.`,
        ]),
    `${coverage.read} of ${count(coverage.files, 'file')} read, ${coverage.analysed} analysed, as of ${asOf}.`,
    ...limitsOf(coverage.limits, most),
  ];
  return `${lines.map(escapeText).join('\n')}\n`;
}

/** `3 APIs are called, 1 of them checked; …`. */
export function headlineOf({ apis, unknown }: Inventory): string {
  const called = apis.filter(({ calls }) => calls > 0);
  const checked = called.filter(({ api }) => api !== null).length;
  const rest = unknown.length === 0 ? '' : `; ${count(unknown.length, 'request')} of which the server is not known`;
  if (called.length === 0) return `No API was seen to be called${rest}.`;
  return `${count(called.length, 'API is', 'APIs are')} called, ${checked} of them checked${rest}.`;
}

/** What was seen and is no API of others. */
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

/** ` (2 of them in tests)`. */
export function callsOf({ calls, inTests }: Pick<InventoryApi, 'calls' | 'inTests'>): string {
  if (calls === 0) return 'no call seen';
  const tests = inTests === 0 ? '' : inTests === calls ? ', in tests alone' : `, ${inTests} of them in tests`;
  return `${count(calls, 'call')}${tests}`;
}

/** With facts of which day an API was checked; undefined where it was not. */
export function checkedOf({ api, edition }: Pick<InventoryApi, 'api' | 'edition'>): string | undefined {
  if (api === null) return undefined;
  if (edition === null) return 'checked with a catalogue that names no day';
  const stale = edition.stale ? `, STALE: it was to be looked through by ${edition.reviewBy ?? ''}` : '';
  return `checked with facts of ${edition.asOf} (${edition.id})${stale}`;
}

/** `stripe ^14.0.0 (package.json)`. */
export function sdkOf({ name, version, manifest }: InventorySdk): string {
  return `${name}${version === null ? '' : ` ${version}`} (${manifest})`;
}

function describeApi(api: InventoryApi, most: number): readonly string[] {
  const { name, hosts, files, sdks, findings, unresolved, notUnderstood } = api;
  const checked = checkedOf(api);
  const others = hosts.filter((host) => host !== name);
  return [
    `${name}: ${callsOf(api)}${files.length === 0 ? '' : ` in ${count(files.length, 'file')}`}`,
    ...(others.length === 0 ? [] : [`  hosts: ${listed(others, most)}`]),
    ...(checked === undefined ? [] : [`  ${checked}: ${count(findings, 'finding')}`]),
    ...(unresolved === 0
      ? []
      : [`  ${count(unresolved, 'call')} of it could not be resolved: the operation is not known`]),
    ...(sdks.length === 0 ? [] : [`  SDK: ${listed(sdks.map(sdkOf), most)}`]),
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
