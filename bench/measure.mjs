import { spawnSync } from 'node:child_process';

/** The environment of what is measured: Node 20 takes 38 ms longer to start when it reads extra certificates. */
export const env = { ...process.env, SUNSET_LINT_KEY: 'signs the facts of this measurement' };
delete env.NODE_EXTRA_CA_CERTS;

const GNU_TIME = spawnSync('/usr/bin/time', ['-f', '%e', 'true']).status === 0;

/** How a shell says that a program was ended for the CPU time that it took. */
const ENDED = new Set([128 + 24, 128 + 9]);

/**
 * Wall and CPU seconds of a command and its children, and the most memory (MB) that one of them held; that is 0 where
 * GNU time is not there. What takes more than `limit` CPU seconds is ended: `late` says so.
 */
export function measure(command, args, { cwd, statuses = [0], input, limit } = {}) {
  // Only a shell tells the CPU time of a program that is not Node, in milliseconds; GNU time tells its memory.
  const [program, ...rest] = GNU_TIME ? ['/usr/bin/time', '-f', '#%M', command, ...args] : [command, ...args];
  const script = `ulimit -St ${limit ?? 'unlimited'}; TIMEFORMAT="@%3R %3U %3S"; time "$0" "$@"`;
  const child = spawnSync('bash', ['-c', script, program, ...rest], {
    cwd,
    env: { ...env, LC_ALL: 'C' },
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
  });
  const late = limit !== undefined && ENDED.has(child.status);
  if (!late && !statuses.includes(child.status))
    throw new Error(`${command} ended with ${child.status}: ${child.stderr.slice(0, 500)}`);
  const told = child.stderr.slice(child.stderr.lastIndexOf('@') + 1);
  const [wall, user, system] = told.trim().split(' ').map(Number);
  const memory = Number(/#(\d+)\s*@[^@]*$/.exec(child.stderr)?.[1] ?? 0);
  return { wall, cpu: user + system, memory: memory / 1024, late };
}

/**
 * Runs all in turn (A B A B …), so that a slow moment of the machine meets each. Unless the first of them is to be
 * cold, one run before does not count. What was too late once is not run again. One
 * run alone has none before it.
 */
export function inTurn(tools, runs, { before } = {}) {
  const samples = new Map(tools.map(({ name }) => [name, []]));
  const late = new Map();
  const sampleOf = ({ name, run }) => {
    const sample = late.get(name) ?? run();
    if (sample.late) late.set(name, sample);
    return sample;
  };
  if (before === undefined && runs > 1) for (const tool of tools) sampleOf(tool);
  for (let round = 0; round < runs; round += 1)
    for (const tool of tools) {
      before?.();
      samples.get(tool.name).push(sampleOf(tool));
    }
  return samples;
}

export function median(list) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
}

/** The median of what two tools took, pair by pair. */
export function ratio(list, reference, key) {
  return median(list.map((sample, index) => sample[key] / reference[index][key]));
}

/** The median of what was measured, in so many digits; `> 60` where it was ended. */
export function shown(list, key, digits) {
  return `${list[0].late ? '> ' : ''}${median(list.map((sample) => sample[key])).toFixed(digits)}`;
}

/** The same for the ratio to what another tool took. */
export function shownRatio(list, reference, key) {
  const sign = list[0].late ? '> ' : reference[0].late ? '< ' : '';
  return `${sign}${ratio(list, reference, key).toFixed(2)}`;
}

/** Rows of cells as a Markdown table; the first row is the head. */
export function table([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
