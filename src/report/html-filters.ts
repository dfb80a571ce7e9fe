import { escapeText } from '../lib/escape-text.js';
import { LANGUAGE_IDS, LANGUAGE_WORDS } from '../model/language.js';
import type { FormatContext } from './format-context.js';
import type { PageGroup } from './html-groups.js';
import { html } from './html-text.js';
import type { Html } from './html-text.js';
import { ownerNames } from './owners.js';
import type { Report } from './report.js';

type Choice = readonly [value: string, text: string];

/** The search form of the findings, hidden where no script runs. */
export function filterForm({ findings }: Report, groups: readonly PageGroup[], { packageOf }: FormatContext): Html {
  const deprecations = [...new Map(findings.map(({ deprecation, feature }) => [deprecation, feature]))].sort(
    ([, a], [, b]) => (a < b ? -1 : 1),
  );
  const owners = sorted(findings.flatMap(ownerNames).map(escapeText));
  const packages = packageOf === undefined ? [] : sorted(findings.map(({ file }) => escapeText(packageOf(file))));
  const languages = LANGUAGE_IDS.filter((id) => findings.some(({ language }) => language === id));
  const states = new Set(groups.map(({ state }) => state));
  return html`<form id="_filters" role="search" aria-label="Filter the findings" hidden>
<p class="wide"><label for="_text">Search</label><input type="search" id="_text" name="text" autocomplete="off" spellcheck="false" placeholder="file, operation, message"></p>
<details class="wide"><summary>Filters</summary><div class="filters">
${select(
  'state',
  'State',
  STATES.filter(([state]) => state === 'open' || states.has(state)),
)}
${select('confidence', 'Confidence', CONFIDENCES)}
${select('deprecation', 'Deprecation', deprecations)}
${select(
  'language',
  'Language',
  languages.map((id) => [id, LANGUAGE_WORDS[id]] as const),
)}
${
  packages.length === 0
    ? ''
    : select(
        'package',
        'Package',
        packages.map((name) => [name, name] as const),
      )
}
${select('owner', 'Owner', [['-', 'Nobody'], ...owners.map((owner) => [owner, owner] as const)])}
<p><button type="button" id="_clear">Clear filters</button></p></div></details>
</form>
<details id="_open-in" hidden><summary>Open places in VS Code</summary><p><label for="_copy">Folder of your copy of the repository; it stays in this browser</label><input type="text" id="_copy" autocomplete="off" spellcheck="false" placeholder="/home/me/project"></p></details>
<p id="_status" role="status" aria-live="polite"></p>`;
}

const STATES = [
  ['open', 'Open'],
  ['past', 'Past the end of life'],
  ['before', 'Before the end of life'],
  ['undated', 'No end announced'],
  ['mistake', 'Mistakes in requests'],
  ['suppressed', 'Suppressed'],
] as const;

const CONFIDENCES: readonly Choice[] = [
  ['certain', 'Certain'],
  ['probable', 'Probable'],
  ['possible', 'Possible'],
];

function select(name: string, label: string, choices: readonly Choice[]): Html {
  const options = ([value, text]: Choice): Html => html`<option value="${value}">${text}</option>`;
  return html`<p><label for="_${name}">${label}</label><select id="_${name}" name="${name}"><option value="">All</option>${choices.map(options)}</select></p>`;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
