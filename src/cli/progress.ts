import type { ScanProgress } from '../scan/scan-options.js';
import type { CliIo } from './io.js';

export interface ProgressLine {
  readonly update: (progress: ScanProgress) => void;
  readonly clear: () => void;
}

const DELAY = 1000;
const INTERVAL = 100;

/** One line on stderr that says how far a long scan is; only on a terminal. */
export function progressLine(io: CliIo, wanted: 'shown' | 'hidden'): ProgressLine {
  if (wanted === 'hidden' || !io.errIsTerminal) return { update: () => undefined, clear: () => undefined };
  const start = performance.now();
  let last = 0;
  let shown = false;
  return {
    update({ phase, done, total }) {
      const elapsed = performance.now() - start;
      if (elapsed < DELAY || elapsed - last < INTERVAL) return;
      last = elapsed;
      shown = true;
      io.err(`\r\u001b[K${phase === 'read' ? 'Reading' : 'Analysing'} ${done} of ${total} files`);
    },
    clear() {
      if (shown) io.err('\r\u001b[K');
    },
  };
}
