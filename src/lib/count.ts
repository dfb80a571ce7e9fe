/** `1 finding`, `2 findings`; `2 entries` where the plural is given. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
