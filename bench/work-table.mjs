/** The counters that `--stats` says, by their names; those that are 0 in any case, such as for ESLint, as well. */
export function workIn(output) {
  const rows = output.slice(output.lastIndexOf('Work:\n')).matchAll(/^ {2}(.+?) {2,}(\d+)$/gm);
  return Object.fromEntries([...rows].map(([, name, count]) => [name, Number(count)]));
}
