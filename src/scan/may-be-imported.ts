import { basename, dirname } from 'node:path';
import type { BothStates } from './changed-facts.js';

/** What a text needs so that others can take something from it; an expression that asks too often. */
const EXPORTS = /\bexports?\b|\bdefine\s*\(|\bSystem\b/;

/**
 * Whether files outside a change may import what a file of it gives. None does where it exports nothing. Of a file that
 * is new they do only where it takes the place of another one: one that they name and that is not there is told by each
 * scan. `namesIn`: what is in a folder.
 */
export function mayBeImported(
  file: string,
  { before, now }: BothStates,
  namesIn: (folder: string) => readonly string[],
): boolean {
  const texts = [before.text(file), now.text(file)];
  if (texts[1] === undefined) return true;
  if (texts[0] === undefined) return takesPlace(file, namesIn);
  const kinds = now.kinds.look(file, texts[1]);
  return !kinds.every(({ language }) => language.id === 'javascript') || texts.some((text = '') => EXPORTS.test(text));
}

/** Whether a new file may be found where another one was, by a name without an extension or by that of its folder. */
function takesPlace(file: string, namesIn: (folder: string) => readonly string[]): boolean {
  const [folder, stem] = [dirname(file), stemOf(basename(file))];
  if (namesIn(folder).some((name) => name !== basename(file) && stemOf(name) === stem)) return true;
  const isEntry = /^(?:index|main|mod|lib|__init__)$/.test(stem);
  return (
    isEntry && namesIn(dirname(folder)).some((name) => name !== basename(folder) && stemOf(name) === basename(folder))
  );
}

function stemOf(name: string): string {
  return name.replace(/(?<=.)\..*$/, '');
}
