/** Milliseconds of work that an editor waits for each time a file changes: to find what there is, and to have told it. */
const PATIENCE = { analysis: 60, all: 90 };

/** How a language server is told by its editor whom to talk to, and how; no command line of a linter has these. */
const OF_EDITOR = /^--(?:stdio|node-ipc|clientProcessId=\d+)$/;

/** How long somebody who types will wait. */
export interface Patience {
  /** Whether what is found by now is all that is looked for. */
  readonly isLate: () => boolean;
  /** Whether what is told by now is all that is told. */
  readonly isOver: () => boolean;
}

const ENDLESS: Patience = { isLate: () => false, isOver: () => false };

/**
 * The patience with a file that is linted now. Outside editors it never ends: what `eslint .` says must not depend on the
 * machine. In them as much work must have been done, by whichever part of the plugin, as well as time have passed: on a
 * busy machine little would be done by then, and a finding come and go. An editor asks again with the next key, when more
 * is known already.
 */
export function createPatience(args: readonly string[] = process.argv): Patience {
  if (!args.some((arg) => OF_EDITOR.test(arg))) return ENDLESS;
  const since = performance.now();
  const before = process.cpuUsage();
  const hasWorked = (milliseconds: number): boolean => {
    if (performance.now() - since < milliseconds) return false;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 >= milliseconds;
  };
  return { isLate: () => hasWorked(PATIENCE.analysis), isOver: () => hasWorked(PATIENCE.all) };
}
