import type { ScanProgress } from '../../scan/scan-options.js';
import type { CliIo } from './io.js';

export interface ProgressLine {
  readonly update: (progress: ScanProgress) => void;
  readonly clear: () => void;
}

/** Milliseconds between two updates of the line of a terminal, and between two lines where there is none. */
const INTERVAL = 100;
const HEARTBEAT = 10_000;

const PHASES: Readonly<Record<ScanProgress['phase'], string>> = {
  list: 'Listing files',
  read: 'Reading',
  analyse: 'Analysing',
};

/**
 * Prints the progress of a scan on standard error: on a terminal in one line from the start, elsewhere, such as in the
 * log of a CI server, in a line every ten seconds. `now`: milliseconds of a monotonic clock.
 */
export function progressLine(
  io: Pick<CliIo, 'err' | 'errIsTerminal'>,
  wanted: 'shown' | 'hidden',
  now: () => number = () => performance.now(),
): ProgressLine {
  if (wanted === 'hidden') return { update: () => undefined, clear: () => undefined };
  const start = now();
  const interval = io.errIsTerminal ? INTERVAL : HEARTBEAT;
  let last = io.errIsTerminal ? -Infinity : start;
  let phase: ScanProgress['phase'] | undefined;
  let shown = false;
  return {
    update(progress) {
      const time = now();
      // A new phase is shown at once: its first step can take long.
      const isNew = io.errIsTerminal && progress.phase !== phase;
      phase = progress.phase;
      if (!isNew && time - last < interval) return;
      last = time;
      shown = true;
      const line = describe(progress);
      io.err(io.errIsTerminal ? `\r\u001b[K${line}` : `${line}, ${Math.round((time - start) / 1000)} s so far.\n`);
    },
    clear() {
      if (shown && io.errIsTerminal) io.err('\r\u001b[K');
    },
  };
}

function describe({ phase, done, total }: ScanProgress): string {
  return total === 0 ? PHASES[phase] : `${PHASES[phase]} ${done} of ${total} files`;
}
