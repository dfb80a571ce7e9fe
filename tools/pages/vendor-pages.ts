import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { count } from '../../src/core/lib/wording.js';
import { daysBetween } from '../../src/engine/judge/describe-end.js';
import { utcDay } from '../../src/core/lib/iso-date.js';
import type { IsoDate } from '../../src/core/model/deprecation.js';
import { formatJson } from '../catalogue/format-json.js';
import { comparePages } from './compare-pages.js';
import type { ComparedPage, StoredDigests } from './compare-pages.js';
import { knownPages } from './known-pages.js';

const DIGESTS_FILE = 'rules/vendor-page-digests.json';
const USAGE = `usage: node dist/tools/vendor-pages.js FOLDER [--keep]
FOLDER has pages by their addresses, as 'wget --force-directories' saves them. Nothing is downloaded here.
--keep takes what they say now for what was read; without it, what moved ends with exit code 1.
`;

/** Compares the pages and returns the exit code: 1 for a changed page, 2 without a folder. */
export function runVendorPages(
  root: string,
  args: readonly string[],
  { today, out }: { readonly today: IsoDate; readonly out: (text: string) => void },
): 0 | 1 | 2 {
  const [folder, ...extraArgs] = args.filter((arg) => arg !== '--keep');
  if (folder === undefined || extraArgs.length > 0) {
    out(USAGE);
    return 2;
  }
  const storedDigests = JSON.parse(readFileSync(`${root}/${DIGESTS_FILE}`, 'utf8')) as StoredDigests;
  const { pages, strangers } = comparePages(folder, knownPages(root), storedDigests);
  const pagesIn = (...states: readonly ComparedPage['state'][]): readonly ComparedPage[] =>
    pages.filter(({ state }) => states.includes(state));
  for (const page of pagesIn('moved', 'new', 'empty', 'missing')) out(linesOf(page, storedDigests, today));
  for (const name of strangers) out(`unknown  ${name}: no catalogue names it\n`);
  out(
    `${count(pagesIn('moved').length, 'page')} moved, ${pagesIn('new').length} new, ${pagesIn('same').length} the same, ${pagesIn('empty').length} without text, ${pagesIn('missing').length} not saved.\n`,
  );
  if (args.includes('--keep')) {
    const reviewedPages = pagesIn('moved', 'new', 'same').map(({ url, sha256 }) => [url, { sha256, read: today }]);
    const digests = { ...storedDigests, ...Object.fromEntries(reviewedPages) } as StoredDigests;
    writeFileSync(`${root}/${DIGESTS_FILE}`, formatJson(Object.fromEntries(Object.entries(digests).sort())));
    return 0;
  }
  return pagesIn('moved', 'new', 'empty').length === 0 ? 0 : 1;
}

/** Lines of a page with its uses and the days of reading it. */
function linesOf({ url, state, uses }: ComparedPage, storedDigests: StoredDigests, today: IsoDate): string {
  const rows = uses.map(({ catalogue, read, entries }) => {
    const lastRead = [read, storedDigests[url]?.read]
      .filter((day) => day !== undefined)
      .sort()
      .at(-1);
    const ageWords =
      lastRead === undefined ? 'never read' : `read ${lastRead}, ${count(daysBetween(lastRead, today), 'day')} ago`;
    return `         ${catalogue} (${ageWords}): ${entries.length === 0 ? 'a source of all of it' : entries.join(', ')}\n`;
  });
  return `${state.padEnd(7)}  ${url}\n${rows.join('')}`;
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self)
  process.exitCode = runVendorPages(fileURLToPath(new URL('../..', import.meta.url)), process.argv.slice(2), {
    today: utcDay(new Date()) ?? '',
    out: (text) => process.stdout.write(text),
  });
