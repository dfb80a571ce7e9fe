/** Which layout `results.md` has: one more with each change of a section or a column. */
export const FORMAT = 2;

/** The counters of which the results have a column. */
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

/** The sections of `results.md` in their order, each with the head of its tables. */
export const SECTIONS = {
  Scan: ['', 'wall s', 'CPU s', 'peak MB', 'now : wall', 'now : CPU', 'now : memory'],
  Work: ['', ...SHOWN_WORK],
  'Kept results': ['', 'wall s', 'CPU s', 'peak MB'],
  Commit: ['', 'wall ms', 'CPU ms', 'CPU ms beyond Node', 'peak MB'],
  ESLint: ['', 'files', 'findings', 'CPU s', '× no rules', 'parse s', 'rules, % of lint', 'peak MB'],
  'Import of the plugin': ['', 'wall ms', 'CPU ms', 'MB'],
  Growth: ['', 'wall s', 'CPU s', 'peak MB', 'CPU ms beyond the first, for each'],
};

const FIRST = `Format ${FORMAT}. Written by \`npm run bench\` at commit `;

/** How `results.md` begins. `commit`: what was measured; `before`: the commit that it was measured beside. */
export function heading({ commit, before, node, cores, runs }) {
  const beside = before === undefined ? '' : `, beside ${before}`;
  return `# What it costs\n\n${FIRST}${commit}${beside}, on Node ${node}, ${cores} cores; medians of ${runs} runs in turn, page cache warm unless said. Ratios can be compared, seconds cannot. \`now\` is the commit; \`>\` stands before what was ended.`;
}

/** Returns where a text differs from the format of today's bench, each in a sentence. */
export function misplaced(text) {
  if (!text.startsWith(`# What it costs\n\n${FIRST}`)) return [`it does not begin with format ${FORMAT}`];
  const [, ...sections] = text.split(/^## /m);
  const kinds = sections.map((section) => /^[^:\n]*/.exec(section)[0]);
  const missing = Object.keys(SECTIONS).filter((kind) => !kinds.includes(kind));
  return [
    ...missing.map((kind) => `there is no section '${kind}'`),
    ...sections.flatMap((section, index) => wrongTables(kinds[index], section)),
  ];
}

function wrongTables(kind, section) {
  const columns = SECTIONS[kind];
  if (columns === undefined) return [`no section is called '${kind}'`];
  const heads = [...section.matchAll(/^\|(.*)\|\n\| *---/gm)].map(([, head]) =>
    head.split('|').map((cell) => cell.trim()),
  );
  if (heads.length === 0) return [`section '${kind}' has no table`];
  return heads
    .filter((head) => head.slice(1).join('|') !== columns.slice(1).join('|'))
    .map((head) => `a table of '${kind}' has the columns ${head.join(', ')}`);
}
