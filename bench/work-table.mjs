/** Counters in the output of `--stats`, by name. */
export function workIn(output) {
  const rows = output.slice(output.lastIndexOf('Work:\n')).matchAll(/^ {2}(.+?) {2,}(\d+)$/gm);
  return Object.fromEntries([...rows].map(([, name, count]) => [name, Number(count)]));
}
