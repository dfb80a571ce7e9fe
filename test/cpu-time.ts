/**
 * Starts a clock of the processor: that on the wall says how much else runs on the machine.
 *
 * @returns what says how many milliseconds of work this process has done since
 */
export function startCpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
