import { pageHead } from './html-page.js';
import { html } from './html-text.js';
import type { Html } from './html-text.js';
import type { Inventory, InventoryApi } from './inventory.js';
import { asideOf, callsOf, checkedOf, deprecatedOf, groupsOf, headlineOf, sdkOf } from './inventory-text.js';

/** The inventory as one page without script and network access; everything from files is text. */
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
${groupsOf(apis).map((group) => table(group.title, ['API', 'Calls', 'Checked', 'Deprecated', 'Files'], group.apis.map(apiRow)))}
${table(
  'Requests whose server is not known',
  ['Place', 'Address', 'Client', 'Calls'],
  unknown.map(
    ({ file, line, url, client, calls }) =>
      html`<tr><th scope="row">${file}:${line}</th><td><code>${url}</code></td><td>${client}</td><td class="number">${calls}</td></tr>`,
  ),
)}
${list('Also seen', asideOf(inventory))}
${list('Hosts in addresses that no request was seen to use', mentioned)}
${list('What may have been missed', coverage.limits)}
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
    ...sdks.map((sdk) => `SDK: ${sdkOf(sdk)}`),
    ...importedBy.map((file) => `imported by ${file}`),
    ...passed.map(({ file, to }) => `passed to ${to.join(', ')} in ${file}`),
    ...notUnderstood.map(({ file, module }) => `not understood: '${module}' in ${file}`),
    ...deprecated.map(({ file, line }) => `deprecated: ${file}:${line}`),
    ...(unresolved === 0 ? [] : [`operation not known of ${unresolved}`]),
  ];
  return html`<tr><th scope="row">${name}${details.map((detail) => html`<br><span class="dim">${detail}</span>`)}</th><td>${callsOf(api)}</td><td>${checkedOf(api) ?? 'no: there is no catalogue'}</td><td>${api.api === null ? '' : deprecatedOf(api)}</td><td class="paths">${files.map(({ file, calls }) => html`${file} (${calls})<br>`)}</td></tr>`;
}

function table(title: string, heads: readonly string[], rows: readonly Html[]): Html {
  if (rows.length === 0) return html``;
  return html`<section>
<h2>${title}</h2>
<div class="scroll"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>
${rows}
</tbody></table></div>
</section>`;
}

function list(title: string, lines: readonly string[]): Html {
  if (lines.length === 0) return html``;
  return html`<section>
<h2>${title}</h2>
<ul>
${lines.map((line) => html`<li>${line}</li>`)}
</ul>
</section>`;
}
