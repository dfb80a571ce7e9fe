import { endInWords } from '../../src/engine/judge/describe-end.js';
import { describeReplacement } from '../../src/report/catalogue-table.js';
import { html, trustedHtml } from '../../src/report/html-page.js';
import type { Html } from '../../src/report/html-page.js';
import type { Catalogue, Deprecation, IsoDate } from '../../src/core/model/deprecation.js';
import { addDays } from '../../src/core/lib/iso-date.js';
import type { Page } from './index.js';

/** Deprecations with an announced end, before and after one day. */
export interface Ends {
  /** Those that end on the day or later, the earliest first. */
  readonly coming: readonly Deprecation[];
  /** Those that ended in the year before the day, the latest first. */
  readonly ended: readonly Deprecation[];
}

/** Names of APIs by id. */
export type Titles = ReadonlyMap<string, string>;

/** Days after its end for which a deprecation is listed. */
const LISTED_DAYS = 365;

/** Returns the ends of a catalogue around a day. */
export function endsOf({ deprecations }: Pick<Catalogue, 'deprecations'>, today: IsoDate): Ends {
  const earliestDay = addDays(today, -LISTED_DAYS);
  const sortedDeprecations = [...deprecations].sort((a, b) => compare(endOf(a), endOf(b)) || compare(a.id, b.id));
  return {
    coming: sortedDeprecations.filter((entry) => endOf(entry) >= today),
    ended: sortedDeprecations.filter((entry) => endOf(entry) < today && endOf(entry) >= earliestDay).reverse(),
  };
}

function endOf({ endOfLife }: Deprecation): string {
  return endOfLife ?? '';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Page of all announced ends, and of those of the last twelve months. */
export function endsPage({ coming, ended }: Ends, titles: Titles, today: IsoDate): Page {
  const allEntries = [...coming, ...ended];
  const vendors = [...titles]
    .map(([id, title]) => ({ id, title, count: allEntries.filter(({ api }) => api === id).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
  return {
    url: '/ends/',
    text: [
      '# What ends next',
      `${String(coming.length)} announced ends of API operations, versions and models, as their vendors had published them when this page was made, on ${today}. The number of days is counted from the day on which you read it.`,
      '[All as a calendar](/ends.ics) · [all as a feed](/ends.atom) · [by vendor, with a calendar and a feed for each](/vendors/)',
      vendorFilter(vendors).html,
      '## Ends next',
      endList(coming, 'coming', titles).html,
      '## Ended in the last twelve months',
      endList(ended, 'ended', titles).html,
      '<script type="module" src="/ends/ends.js"></script>',
    ].join('\n\n'),
  };
}

function vendorFilter(
  vendors: readonly { readonly id: string; readonly title: string; readonly count: number }[],
): Html {
  const checkboxes = vendors.map(
    ({ id, title, count }) =>
      html`<label><input type="checkbox" name="vendor" value="${id}"> ${title} (${count})</label>`,
  );
  return html`<form id="filter" class="filter" hidden>
<details>
<summary>Filter by vendor</summary>
<fieldset>
<legend>None chosen: all</legend>
${checkboxes}
</fieldset>
</details>
<p><button type="reset">Show all</button> <span id="shown" role="status"></span></p>
</form>`;
}

/**
 * List of ends, with their APIs if `titles` has names. The script of the page adds the days, and moves entries that
 * have ended since the build.
 */
export function endList(entries: readonly Deprecation[], name: 'coming' | 'ended', titles: Titles): Html {
  const items = entries.map((entry) => {
    const { id, api, feature, appliesTo } = entry;
    const title = titles.get(api);
    const vendor = title === undefined ? '' : html` <a class="vendor" href="/vendors/${api}/">${title}</a>`;
    const audience = appliesTo === undefined ? '' : ` for ${appliesTo}`;
    return html`<li data-vendor="${api}" data-end="${endOf(entry)}"><span class="when"><time datetime="${endOf(entry)}">${endInWords(entry)}</time> <span class="left"></span></span> <span class="what"><a href="/deprecations/${id}/">${feature}</a>${audience}${vendor}</span> <span class="instead">${replacementHtml(entry)}</span></li>`;
  });
  return html`<ol class="ends" data-ends="${name}" data-days="${LISTED_DAYS}">
${items}
</ol>`;
}

function replacementHtml({ replacement }: Deprecation): Html {
  const text = describeReplacement(replacement);
  if (replacement.kind === 'none') return html`No replacement`;
  if (replacement.kind === 'unstated') return html`No replacement stated`;
  return html`Use ${replacement.kind === 'operation' ? html`<code>${text}</code>` : proseHtml(text)}`;
}

/** Text with code in backticks. */
export function proseHtml(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return trustedHtml(
    parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`).html).join(''),
  );
}
