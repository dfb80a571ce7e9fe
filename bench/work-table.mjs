/** Counters printed by `--stats`, by name, including those that are always 0, such as for ESLint. */
export function workIn(output) {
  const rows = output.slice(output.lastIndexOf('Work:\n')).matchAll(/^ {2}(.+?) {2,}(\d+)$/gm);
  return Object.fromEntries([...rows].map(([, name, count]) => [name, Number(count)]));
}
