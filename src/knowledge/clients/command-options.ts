import type { CommandValue } from '../../core/model/client-model.js';

/** Options of a program with an irrelevant value, from a list that is separated by blanks. */
export function otherOptions(list: string): Readonly<Record<string, CommandValue>> {
  return Object.fromEntries(
    list
      .trim()
      .split(/\s+/)
      .map((option) => [option, 'else'] as const),
  );
}
