import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { count } from '../../src/core/lib/wording.js';
import { daysBetween } from '../../src/engine/judge/describe-end.js';
import { utcDay } from '../../src/core/lib/iso-date.js';
import type { IsoDate } from '../../src/core/model/deprecation.js';
import { formatJson } from '../catalogue/format-json.js';
import { comparePages } from './compare-pages.js';
import type { ComparedPage, KeptDigests } from './compare-pages.js';
import { knownPages } from './known-pages.js';

const KEPT = 'rules/vendor-page-digests.json';
const USAGE = `usage: node dist/tools/vendor-pages.js FOLDER [--keep]
FOLDER has pages by their addresses, as 'wget --force-directories' saves them. Nothing is downloaded here.
--keep takes what they say now for what was read; without it, what moved ends with exit code 1.
`;

/** Compares the pages and gives the exit code: 1 for a changed page, 2 without a folder. */
export function runVendorPages(
  root: string,
  args: readonly string[],
  { today, out }: { readonly today: IsoDate; readonly out: (text: string) => void },
): 0 | 1 | 2 {
  const [folder, ...more] = args.filter((arg) => arg !== '--keep');
  if (folder === undefined || more.length > 0) {
    out(USAGE);
    return 2;
  }
  const kept = JSON.parse(readFileSync(`${root}/${KEPT}`, 'utf8')) as KeptDigests;
  const { pages, strangers } = comparePages(folder, knownPages(root), kept);
  const inState = (...states: readonly ComparedPage['state'][]): readonly ComparedPage[] =>
    pages.filter(({ state }) => states.includes(state));
  for (const page of inState('moved', 'new', 'empty', 'missing')) out(linesOf(page, kept, today));
  for (const name of strangers) out(`unknown  ${name}: no catalogue names it\n`);
  out(
    `${count(inState('moved').length, 'page')} moved, ${inState('new').length} new, ${inState('same').length} the same, ${inState('empty').length} without text, ${inState('missing').length} not saved.\n`,
  );
  if (args.includes('--keep')) {
    const reviewed = inState('moved', 'new', 'same').map(({ url, sha256 }) => [url, { sha256, read: today }]);
    const all = { ...kept, ...Object.fromEntries(reviewed) } as KeptDigests;
    writeFileSync(`${root}/${KEPT}`, formatJson(Object.fromEntries(Object.entries(all).sort())));
    return 0;
  }
  return inState('moved', 'new', 'empty').length === 0 ? 0 : 1;
}

/** Lines of a page with its uses and the days of reading it. */
function linesOf({ url, state, uses }: ComparedPage, kept: KeptDigests, today: IsoDate): string {
  const rows = uses.map(({ catalogue, read, entries }) => {
    const last = [read, kept[url]?.read]
      .filter((day) => day !== undefined)
      .sort()
      .at(-1);
    const when = last === undefined ? 'never read' : `read ${last}, ${count(daysBetween(last, today), 'day')} ago`;
    return `         ${catalogue} (${when}): ${entries.length === 0 ? 'a source of all of it' : entries.join(', ')}\n`;
  });
  return `${state.padEnd(7)}  ${url}\n${rows.join('')}`;
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self)
  process.exitCode = runVendorPages(fileURLToPath(new URL('../..', import.meta.url)), process.argv.slice(2), {
    today: utcDay(new Date()) ?? '',
    out: (text) => process.stdout.write(text),
  });
