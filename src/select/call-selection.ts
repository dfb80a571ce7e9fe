import { apisOf } from '../api/known-apis.js';
import type { CallSelection } from './select-calls.js';
import type { Catalogue } from '../model/deprecation.js';
import type { ModuleReader } from '../model/module-reader.js';
import { ANY_NAME } from './exported-names.js';
import type { Mentions } from './mentions.js';
import type { NamesByFile } from './reach-names.js';

/** Where a selection of calls begins: at words that are mentioned, at the SDK, and at names that reach from such words. */
export function callSelectionOf(
  mentions: Mentions,
  catalogue: Catalogue,
  { resolve }: Pick<ModuleReader, 'resolve'>,
  reached: readonly NamesByFile[],
): CallSelection {
  const { isSdk } = apisOf(catalogue);
  return {
    text: wordTest(mentions),
    imported(file, specifier, name) {
      if (isSdk(specifier)) return true;
      const target = resolve(file, specifier);
      if (target.kind !== 'file') return false;
      return reached.some((names) => {
        const known = names.get(target.file);
        return known !== undefined && (name === '*' || known.has(name) || known.has(ANY_NAME));
      });
    },
  };
}

/** Whether a text, or a name, is a mention by itself. Programs repeat themselves: answers are kept. */
export function wordTest(mentions: Mentions): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) known.set(text, (answer = mentions.of(`'${text}'`) !== undefined));
    return answer;
  };
}
