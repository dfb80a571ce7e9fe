import { spawnSync } from 'node:child_process';

/** Environment of measured programs, without extra certificates, which delay the start of Node 20 by 38 ms. */
export const env = { ...process.env, SUNSET_LINT_KEY: 'signs the facts of this measurement' };
delete env.NODE_EXTRA_CA_CERTS;

const HAS_GNU_TIME = spawnSync('/usr/bin/time', ['-f', '%e', 'true']).status === 0;

/** Exit codes of a shell for a program that exceeded its limit of CPU time. */
const CPU_LIMIT_CODES = new Set([128 + 24, 128 + 9]);

/**
 * Wall and CPU seconds of a command and its children, and their peak memory (MB), which is 0 without GNU time. A
 * command that takes more than `limit` CPU seconds is stopped, and marked as `late`.
 */
export function measure(command, args, { cwd, statuses = [0], input, limit } = {}) {
  // Only a shell reports the CPU time of other programs in milliseconds; GNU time reports their memory.
  const [program, ...programArgs] = HAS_GNU_TIME
    ? ['/usr/bin/time', '-f', '#%M', command, ...args]
    : [command, ...args];
  const script = `ulimit -St ${limit ?? 'unlimited'}; TIMEFORMAT="@%3R %3U %3S"; time "$0" "$@"`;
  const child = spawnSync('bash', ['-c', script, program, ...programArgs], {
    cwd,
    env: { ...env, LC_ALL: 'C' },
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
  });
  const isLate = limit !== undefined && CPU_LIMIT_CODES.has(child.status);
  if (!isLate && !statuses.includes(child.status))
    throw new Error(`${command} ended with ${child.status}: ${child.stderr.slice(0, 500)}`);
  const times = child.stderr.slice(child.stderr.lastIndexOf('@') + 1);
  const [wall, user, system] = times.trim().split(' ').map(Number);
  const memory = Number(/#(\d+)\s*@[^@]*$/.exec(child.stderr)?.[1] ?? 0);
  return { wall, cpu: user + system, memory: memory / 1024, late: isLate };
}

/**
 * Runs all tools in turn (A B A B …), so that a slow moment of the machine affects each of them. A warm-up run is not
 * counted, except for cold or single runs. A tool that exceeded the limit is not run again.
 */
export function inTurn(tools, runs, { before } = {}) {
  const samples = new Map(tools.map(({ name }) => [name, []]));
  const lateSamples = new Map();
  const sampleOf = ({ name, run }) => {
    const sample = lateSamples.get(name) ?? run();
    if (sample.late) lateSamples.set(name, sample);
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

/** Median of numbers; the higher of two in the middle. */
export function median(list) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
}

/** Median of the ratios between two tools, pair by pair. */
export function ratio(list, reference, key) {
  return median(list.map((sample, index) => sample[key] / reference[index][key]));
}

/** Median of the measurements with `digits` digits; `> 60` if the tool was stopped. */
export function shown(list, key, digits) {
  return `${list[0].late ? '> ' : ''}${median(list.map((sample) => sample[key])).toFixed(digits)}`;
}

/** Median ratio to another tool, as a text: `< 2.00` or `> 2.00` if one of the tools was stopped. */
export function shownRatio(list, reference, key) {
  const sign = list[0].late ? '> ' : reference[0].late ? '< ' : '';
  return `${sign}${ratio(list, reference, key).toFixed(2)}`;
}

/** Rows of cells as a Markdown table; the first row is the header. */
export function table([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
