/**
 * Counters of work. Unlike seconds, they are the same on every machine, so that a change that costs more is visible.
 * They are plain fields that only grow; no decision depends on them.
 */
export const work = {
  filesListed: 0,
  filesRead: 0,
  bytesRead: 0,
  pathsProbed: 0,
  importsResolved: 0,
  gitProcesses: 0,
  compilersLoaded: 0,
  filesParsed: 0,
  charactersParsed: 0,
  factsBytes: 0,
  filesAnalysed: 0,
  callsAsked: 0,
  callsFollowed: 0,
  expressions: 0,
  steps: 0,
  entriesMerged: 0,
};

type Work = Readonly<Record<keyof typeof work, number>>;

/** Names of the counters, in the order in which a scan works. */
const WORK_NAMES: Readonly<Record<keyof Work, string>> = {
  filesListed: 'files listed',
  filesRead: 'files read',
  bytesRead: 'bytes read',
  pathsProbed: 'paths looked at',
  importsResolved: 'imports resolved',
  gitProcesses: 'git processes',
  compilersLoaded: 'compilers loaded',
  filesParsed: 'files parsed',
  charactersParsed: 'characters parsed',
  factsBytes: 'bytes of facts',
  filesAnalysed: 'files analysed',
  callsAsked: 'calls asked for requests',
  callsFollowed: 'calls followed',
  expressions: 'expressions evaluated',
  steps: 'steps of evaluation',
  entriesMerged: 'headers and fields merged',
};

const COUNTERS = Object.keys(WORK_NAMES) as readonly (keyof Work)[];

/** Resets the counters, at the start of a command. */
export function resetWork(): void {
  for (const counter of COUNTERS) work[counter] = 0;
}

/** The numbers as lines of a small table. */
export function workTable(): string {
  const rows = COUNTERS.map((counter) => [WORK_NAMES[counter], String(work[counter])] as const);
  const [widest, digits] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = ([name, count]: readonly [string, string]): string =>
    `  ${name.padEnd(widest ?? 0)}  ${count.padStart(digits ?? 0)}\n`;
  return `Work:\n${rows.map(line).join('')}`;
}
