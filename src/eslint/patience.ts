/**
 * Milliseconds that an editor waits for the analysis of one file; a module that is being parsed can add to it. As much
 * work must have been done by then: on a busy machine little would be, and a finding come and go.
 */
const PATIENCE = 120;

/** How a language server is told by its editor whom to talk to, and how; no command line of a linter has these. */
const OF_EDITOR = /^--(?:stdio|node-ipc|clientProcessId=\d+)$/;

/**
 * Whether an analysis that begins now has taken as long as somebody who types will wait. Outside editors never: what
 * `eslint .` says must not depend on the machine. An editor asks again with the next key, when more is known already.
 */
export function createPatience(args: readonly string[] = process.argv): () => boolean {
  if (!args.some((arg) => OF_EDITOR.test(arg))) return () => false;
  const end = performance.now() + PATIENCE;
  const before = process.cpuUsage();
  return () => {
    if (performance.now() < end) return false;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 >= PATIENCE;
  };
}
