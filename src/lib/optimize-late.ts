import { setFlagsFromString } from 'node:v8';

interface Threshold {
  readonly flag: string;
  readonly usual: number;
  readonly late: number;
}

/**
 * Amount of work of a function before V8 compiles it to its fastest code, by the major version of Node. Most runs end
 * within seconds, and by V8's own measure up to a third of their processor time goes into optimised code that never
 * pays off; longer runs still get it. Node 24 has a compiler between the two, which makes this needless.
 */
const THRESHOLDS: Readonly<Partial<Record<string, readonly Threshold[]>>> = {
  20: [{ flag: '--interrupt-budget', usual: 67_584, late: 400_000 }],
  22: [
    { flag: '--invocation-count-for-turbofan', usual: 3000, late: 12_000 },
    { flag: '--invocation-count-for-osr', usual: 800, late: 3200 },
  ],
};

let isLate = false;

/** Lets V8 wait longer before it optimizes, to the end of the process. */
export function optimizeLate(): void {
  isLate = true;
  set('late');
}

/**
 * Cached code is valid only for the flags with which it was compiled, as Node's own is: it is written and read with the
 * usual ones.
 */
export function withUsualFlags<T>(make: () => T): T {
  if (!isLate) return make();
  set('usual');
  try {
    return make();
  } finally {
    set('late');
  }
}

function set(when: 'usual' | 'late'): void {
  const [major = ''] = process.versions.node.split('.');
  for (const threshold of THRESHOLDS[major] ?? []) setFlagsFromString(`${threshold.flag}=${String(threshold[when])}`);
}
