import { escapeText } from '../core/lib/escape.js';
import { count } from '../core/lib/wording.js';
import { html, pageHead } from './html-page.js';
import type { Html } from './html-page.js';
import type { Inventory, InventoryApi, InventorySdk, UnknownRequest } from './inventory.js';

/** Number of files, places and hosts that are listed without `--verbose`. */
const SHORT_LIST = 5;

interface TextOptions {
  readonly verbose: boolean;
}

/** The inventory as text for people. */
export function formatInventoryText(inventory: Inventory, { verbose }: TextOptions): string {
  const { apis, unknown, mentioned, coverage, asOf } = inventory;
  const maxItems = verbose ? Infinity : SHORT_LIST;
  const lines = [
    headlineOf(inventory),
    ...groupsOf(apis).flatMap((group) =>
      sectionLines(
        group.title,
        group.apis.flatMap((api) => describeApi(api, maxItems)),
      ),
    ),
    ...sectionLines('Requests whose server is not known', [
      ...unknown.slice(0, maxItems).map(describeUnknown),
      ...moreLine(unknown.length - maxItems, 'place'),
    ]),
    '',
    ...localCallSentences(inventory),
    ...(mentioned.length === 0
      ? []
      : [
          `${count(mentioned.length, 'more host')} ${mentioned.length === 1 ? 'is' : 'are'} named in addresses that no request was seen to use${verbose ? `: ${mentioned.join(', ')}` : ' (--verbose names them)'}.`,
        ]),
    `${coverage.read} of ${count(coverage.files, 'file')} read, ${coverage.analysed} analysed, as of ${asOf}.`,
    ...limitLines(coverage.limits, maxItems),
  ];
  return `${lines.map(escapeText).join('\n')}\n`;
}

interface Group {
  readonly title: string;
  readonly apis: readonly InventoryApi[];
}

/** The APIs by the state of their calls; each is in one group. */
function groupsOf(apis: readonly InventoryApi[]): readonly Group[] {
  return GROUPS.map((title) => ({ title, apis: apis.filter((api) => groupOf(api) === title) }));
}

const GROUPS = [
  'Checked',
  'Not checked, because no catalogue covers the calls',
  'In tests alone',
  'An SDK is used, of which only calls of deprecated operations are known',
  'Perhaps called: an address is passed to something that is not a known client',
  'In a manifest alone',
] as const;

function groupOf({ api, calls, inTests, findings, importedBy, notUnderstood }: InventoryApi): (typeof GROUPS)[number] {
  if (calls > 0 && calls === inTests && findings === 0) return 'In tests alone';
  if (calls + findings + notUnderstood.length > 0)
    return api === null ? 'Not checked, because no catalogue covers the calls' : 'Checked';
  if (api === null) return 'Perhaps called: an address is passed to something that is not a known client';
  return importedBy.length > 0
    ? 'An SDK is used, of which only calls of deprecated operations are known'
    : 'In a manifest alone';
}

/** Headline: `3 APIs are called, 1 of them checked; …`. */
function headlineOf({ apis, unknown }: Inventory): string {
  const calledApis = apis.filter(({ calls, inTests }) => calls > inTests);
  const checkedCount = calledApis.filter(({ api }) => api !== null).length;
  const unknownCount = unknown.filter(({ isTest }) => isTest !== true).length;
  const unknownWords = unknownCount === 0 ? '' : `; the server of ${count(unknownCount, 'request')} is not known`;
  if (calledApis.length === 0) return `No API was seen to be called${unknownWords}.`;
  if (calledApis.length === 1)
    return `1 API is called, and it is ${checkedCount === 1 ? 'checked' : 'not checked'}${unknownWords}.`;
  return `${calledApis.length} APIs are called, ${checkedCount} of them checked${unknownWords}.`;
}

/** Sentences about calls to the page's own server and to this machine. */
function localCallSentences({ ownOrigin, local }: Inventory): readonly string[] {
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

/** Number of calls: `5 calls (2 in tests)`, `up to 5 calls (all can go elsewhere as well)`. */
function callWords({
  calls,
  inTests,
  shared,
  findings,
}: Pick<InventoryApi, 'calls' | 'inTests' | 'shared' | 'findings'>): string {
  if (calls === 0) return findings === 0 ? 'no call seen' : 'no call, but a resource, a field or a text of it';
  const testNotes = inTests === 0 || inTests === calls ? [] : [`${inTests} in tests`];
  const elsewhereNotes = shared === 0 ? [] : [`${shared === calls ? 'all' : shared} can go elsewhere as well`];
  const notes = [...testNotes, ...elsewhereNotes];
  return `${shared === calls ? 'up to ' : ''}${count(calls, 'call')}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

/** Number of deprecated calls: `2 of 3 calls deprecated (3 findings)`; only the findings where there is no call. */
function deprecatedWords({ calls, deprecated, findings }: InventoryApi): string {
  const findingWords = count(findings, 'finding');
  return calls === 0 ? findingWords : `${deprecated.length} of ${count(calls, 'call')} deprecated (${findingWords})`;
}

/** Describes the facts with which an API was checked; undefined where no catalogue covers it. */
function checkWords(inventoryApi: InventoryApi): string | undefined {
  const { api, edition } = inventoryApi;
  if (api === null) return undefined;
  if (groupOf(inventoryApi) === 'In a manifest alone') return 'not checked, because nothing was seen to call it';
  if (edition === null) return 'checked with a catalogue that names no day';
  const staleNote = edition.stale ? `, overdue: its review was due on ${edition.reviewBy ?? ''}` : '';
  return `checked with facts of ${edition.asOf} (${edition.id})${staleNote}`;
}

/** Package, version and manifest: `stripe ^14.0.0 (package.json)`. */
function sdkWords({ name, version, manifest }: InventorySdk): string {
  return `${name}${version === null ? '' : ` ${version}`} (${manifest})`;
}

function describeApi(api: InventoryApi, maxItems: number): readonly string[] {
  const { name, hosts, files, passed, sdks, importedBy, findings, deprecated, unresolved, notUnderstood, edition } =
    api;
  const checkText = checkWords(api);
  const otherHosts = hosts.filter((host) => host !== name);
  return [
    api.calls + findings === 0
      ? name
      : `${name}: ${callWords(api)}${files.length === 0 ? '' : `, in ${count(files.length, 'file')}`}`,
    ...(otherHosts.length === 0 ? [] : [`  hosts: ${joinFirst(otherHosts, maxItems)}`]),
    ...(checkText === undefined
      ? []
      : [`  ${checkText}${edition === null && api.calls + findings === 0 ? '' : `: ${deprecatedWords(api)}`}`]),
    ...(deprecated.length === 0
      ? []
      : [
          `  deprecated: ${joinFirst(
            deprecated.map(({ file, line }) => `${file}:${line}`),
            maxItems,
          )}`,
        ]),
    ...(unresolved === 0
      ? []
      : [`  ${count(unresolved, 'call')} of it could not be resolved: the operation is not known`]),
    ...(sdks.length === 0 ? [] : [`  SDK: ${joinFirst(sdks.map(sdkWords), maxItems)}`]),
    ...(importedBy.length === 0 ? [] : [`  imported by: ${joinFirst(importedBy, maxItems)}`]),
    ...(passed.length === 0
      ? []
      : [
          `  passed to: ${joinFirst(
            passed.map(({ file, to }) => `${to.join(', ')} in ${file}`),
            maxItems,
          )}`,
        ]),
    ...(notUnderstood.length === 0
      ? []
      : [
          `  not understood, because no method of the SDK is known: ${joinFirst(
            notUnderstood.map(({ file, module }) => `${file} ('${module}')`),
            maxItems,
          )}`,
        ]),
    ...(files.length === 0
      ? []
      : [
          `  ${joinFirst(
            files.map(({ file, calls }) => (calls === 1 ? file : `${file} (${calls})`)),
            maxItems,
          )}`,
        ]),
  ];
}

function describeUnknown({ file, line, client, url, calls, perhaps }: UnknownRequest): string {
  const fromCalls = calls > 1 ? `, from ${calls} calls` : '';
  const hint = perhaps.length === 0 ? '' : `, perhaps ${perhaps.join(' or ')}`;
  return `${file}:${line}  ${url === '' ? 'an address that is not known' : url}  (${client}${fromCalls}${hint})`;
}

function sectionLines(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
}

function joinFirst(items: readonly string[], maxItems: number): string {
  const omitted = items.length - maxItems;
  return [...items.slice(0, maxItems), ...(omitted > 0 ? [`and ${omitted} more`] : [])].join(', ');
}

function moreLine(omitted: number, noun: string): readonly string[] {
  return omitted > 0 ? [`and ${omitted} more ${omitted === 1 ? noun : `${noun}s`} (--verbose names them)`] : [];
}

function limitLines(limits: readonly string[], maxItems: number): readonly string[] {
  return [...limits.slice(0, maxItems), ...moreLine(limits.length - maxItems, 'limit')].map((limit) => `- ${limit}`);
}

/** The inventory as one page without script and network access; all content from files is escaped. */
export function formatInventoryHtml(inventory: Inventory): string {
  const { apis, unknown, mentioned, coverage, asOf, tool } = inventory;
  return html`${pageHead(`APIs that the code calls, ${asOf}`)}
<body>
<header>
<h1>APIs that the code calls</h1>
<p class="headline">${headlineOf(inventory)}</p>
<p class="dim">${coverage.read} of ${coverage.files} files read, ${coverage.analysed} analysed.</p>
</header>
<main>
${groupsOf(apis).map((group) => tableSection(group.title, ['API', 'Calls', 'Checked', 'Deprecated', 'Files'], group.apis.map(apiRow)))}
${tableSection(
  'Requests whose server is not known',
  ['Place', 'Address', 'Client', 'Calls'],
  unknown.map(
    ({ file, line, url, client, calls }) =>
      html`<tr><th scope="row">${file}:${line}</th><td><code>${url}</code></td><td>${client}</td><td class="number">${calls}</td></tr>`,
  ),
)}
${listSection('Also seen', localCallSentences(inventory))}
${listSection('Hosts in addresses that no request was seen to use', mentioned)}
${listSection('What may have been missed', coverage.limits)}
</main>
<footer><p class="dim">${tool.name} ${tool.version}, as of ${asOf}.</p></footer>
</body>
</html>
`.html;
}

function apiRow(api: InventoryApi): Html {
  const { name, hosts, sdks, deprecated, unresolved, files, importedBy, passed, notUnderstood } = api;
  const details = [
    ...hosts.filter((host) => host !== name),
    ...sdks.map((sdk) => `SDK: ${sdkWords(sdk)}`),
    ...importedBy.map((file) => `imported by ${file}`),
    ...passed.map(({ file, to }) => `passed to ${to.join(', ')} in ${file}`),
    ...notUnderstood.map(({ file, module }) => `not understood: '${module}' in ${file}`),
    ...deprecated.map(({ file, line }) => `deprecated: ${file}:${line}`),
    ...(unresolved === 0 ? [] : [`operation not known of ${unresolved}`]),
  ];
  return html`<tr><th scope="row">${name}${details.map((detail) => html`<br><span class="dim">${detail}</span>`)}</th><td>${callWords(api)}</td><td>${checkWords(api) ?? 'no: no catalogue covers the calls'}</td><td>${api.api === null ? '' : deprecatedWords(api)}</td><td class="paths">${files.map(({ file, calls }) => html`${file} (${calls})<br>`)}</td></tr>`;
}

function tableSection(title: string, headings: readonly string[], rows: readonly Html[]): Html {
  if (rows.length === 0) return html``;
  return html`<section>
<h2>${title}</h2>
<div class="scroll"><table><thead><tr>${headings.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>
${rows}
</tbody></table></div>
</section>`;
}

function listSection(title: string, lines: readonly string[]): Html {
  if (lines.length === 0) return html``;
  return html`<section>
<h2>${title}</h2>
<ul>
${lines.map((line) => html`<li>${line}</li>`)}
</ul>
</section>`;
}

/**
 * The inventory as a CycloneDX 1.6 document: a service for each API. It has no serial number and no time of day, so
 * that the same code gives the same bytes.
 */
export function formatInventoryCyclonedx(inventory: Inventory): object {
  const { tool, asOf, apis, unknown, coverage } = inventory;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: `${asOf}T00:00:00Z`,
      tools: { components: [{ type: 'application', name: tool.name, version: tool.version }] },
      properties: listProperties({
        unknownServers: unknown.length,
        limits: coverage.limits,
      }),
    },
    services: apis.map(serviceOf),
  };
}

function serviceOf(api: InventoryApi): object {
  const { name, vendor, hosts } = api;
  return {
    'bom-ref': api.api === null ? `host:${name}` : `api:${api.api}`,
    ...(vendor === null ? {} : { provider: { name: vendor } }),
    name,
    // An address with an unknown part is left out.
    ...(hosts.some(isFullyKnown) ? { endpoints: hosts.filter(isFullyKnown).map((host) => `https://${host}`) } : {}),
    'x-trust-boundary': true,
    properties: propertiesOf(api),
  };
}

function propertiesOf(api: InventoryApi): readonly CyclonedxProperty[] {
  const {
    calls,
    inTests,
    shared,
    files,
    passed,
    sdks,
    importedBy,
    edition,
    deprecated,
    findings,
    unresolved,
    notUnderstood,
    hosts,
  } = api;
  const isChecked = api.api !== null;
  return listProperties({
    checked: isChecked,
    calls,
    callsInTests: inTests,
    callsThatCanGoElsewhere: shared,
    ...(isChecked ? { api: api.api, callsDeprecated: deprecated.length, findings, unresolved } : {}),
    ...(edition === null ? {} : { edition: edition.id, factsOf: edition.asOf, stale: edition.stale }),
    ...(edition?.reviewBy === undefined ? {} : { reviewBy: edition.reviewBy }),
    hostPattern: hosts.filter((host) => !isFullyKnown(host)),
    sdk: sdks.map(({ name, version, manifest }) => `${name}${version === null ? '' : `@${version}`} in ${manifest}`),
    importedBy,
    passedTo: passed.map(({ file, to }) => `${to.join(', ')} in ${file}`),
    notUnderstood: notUnderstood.map(({ file, module }) => `${module} in ${file}`),
    file: files.map(({ file }) => file),
  });
}

function isFullyKnown(host: string): boolean {
  return !host.includes('*');
}

/** Property of a CycloneDX document. */
interface CyclonedxProperty {
  readonly name: string;
  readonly value: string;
}

type PropertyValue = string | number | boolean | null;

/** Properties with the prefix of this program; a list gives one property for each value. */
function listProperties(
  values: Readonly<Record<string, PropertyValue | readonly string[]>>,
): readonly CyclonedxProperty[] {
  return Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly string[]) : [value as PropertyValue]).map((item) => ({
      name: `sunset-lint:${name}`,
      value: String(item),
    })),
  );
}
