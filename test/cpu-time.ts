/**
 * Starts a clock of CPU time, which does not depend on the load of the machine.
 *
 * @returns a function that returns the milliseconds of CPU time since then
 */
export function startCpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
