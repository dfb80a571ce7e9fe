import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { closest } from '../lib/did-you-mean.js';
import { ConfigError } from '../model/errors.js';

/** Names of our commands in other tools. */
const MEANT: Readonly<Record<string, string>> = {
  audit: 'scan',
  check: 'scan',
  lint: 'scan',
  run: 'scan',
  list: 'catalogue',
  ls: 'catalogue',
  rules: 'catalogue',
  show: 'explain',
};

/**
 * A first word that is no command is a path to scan; one that is no path either, and near the name of a command, was
 * meant to be that.
 *
 * @throws ConfigError for such a word.
 */
export function refuseMistaken([word = '']: readonly string[], program: Command, cwd: string): void {
  const names = program.commands.map((command) => command.name());
  if (!/^[a-z-]+$/i.test(word) || word.startsWith('-') || [...names, 'help'].includes(word)) return;
  const guess = Object.hasOwn(MEANT, word) ? MEANT[word] : closest(word, names);
  if (guess === undefined || lstatSync(resolve(cwd, word), { throwIfNoEntry: false }) !== undefined) return;
  throw new ConfigError(
    `'${word}' is neither a command nor a path; did you mean '${guess}'?\n'sunset-lint --help' lists the commands.`,
  );
}
