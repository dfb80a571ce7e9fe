/** Version of the layout of `results.md`, incremented with each change of a section or column. */
export const FORMAT = 2;

/** Counters with a column in the results. */
export const SHOWN_WORK = [
  'files read',
  'files parsed',
  'files analysed',
  'bytes of facts',
  'calls asked for requests',
  'calls followed',
  'expressions evaluated',
  'headers and fields merged',
];

/** Sections of `results.md` in order, each with the header of its tables. */
export const SECTIONS = {
  Scan: ['', 'wall s', 'CPU s', 'peak MB', 'now : wall', 'now : CPU', 'now : memory'],
  Work: ['', ...SHOWN_WORK],
  'Kept results': ['', 'wall s', 'CPU s', 'peak MB'],
  Commit: ['', 'wall ms', 'CPU ms', 'CPU ms beyond Node', 'peak MB'],
  ESLint: ['', 'files', 'findings', 'CPU s', '× no rules', 'parse s', 'rules, % of lint', 'peak MB'],
  'Import of the plugin': ['', 'wall ms', 'CPU ms', 'MB'],
  Growth: ['', 'wall s', 'CPU s', 'peak MB', 'CPU ms beyond the first, for each'],
};

const FIRST_LINE = `Format ${FORMAT}. Written by \`npm run bench\` at commit `;

/** Heading of `results.md`. `commit`: the measured commit; `before`: the commit for comparison. */
export function heading({ commit, before, node, cores, runs }) {
  const comparison = before === undefined ? '' : `, beside ${before}`;
  return `# What it costs\n\n${FIRST_LINE}${commit}${comparison}, on Node ${node}, ${cores} cores; medians of ${runs} runs in turn, page cache warm unless noted. Ratios can be compared, seconds cannot. \`now\` is the commit; \`>\` marks runs that were ended.`;
}

/** Differences of a text from the current format of the bench, as sentences. */
export function misplaced(text) {
  if (!text.startsWith(`# What it costs\n\n${FIRST_LINE}`)) return [`it does not begin with format ${FORMAT}`];
  const [, ...sections] = text.split(/^## /m);
  const kinds = sections.map((section) => /^[^:\n]*/.exec(section)[0]);
  const missingSections = Object.keys(SECTIONS).filter((kind) => !kinds.includes(kind));
  return [
    ...missingSections.map((kind) => `there is no section '${kind}'`),
    ...sections.flatMap((section, index) => wrongTables(kinds[index], section)),
  ];
}

function wrongTables(kind, section) {
  const columns = SECTIONS[kind];
  if (columns === undefined) return [`no section is called '${kind}'`];
  const headers = [...section.matchAll(/^\|(.*)\|\n\| *---/gm)].map(([, head]) =>
    head.split('|').map((cell) => cell.trim()),
  );
  if (headers.length === 0) return [`section '${kind}' has no table`];
  return headers
    .filter((head) => head.slice(1).join('|') !== columns.slice(1).join('|'))
    .map((head) => `a table of '${kind}' has the columns ${head.join(', ')}`);
}
