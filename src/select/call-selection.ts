import { apisOf } from '../api/known-apis.js';
import type { Relevance } from './select-calls.js';
import type { Catalogue } from '../model/deprecation.js';
import type { ModuleReader } from '../model/module-reader.js';
import { ANY_NAME } from './exported-names.js';
import type { Prefilter } from './mentions.js';
import type { NamesByFile } from './reach-names.js';

/** What can concern the catalogue: texts that the prefilter hits, the SDK, and names that spread from such texts. */
export function relevanceOf(
  prefilter: Prefilter,
  catalogue: Catalogue,
  { resolve }: Pick<ModuleReader, 'resolve'>,
  spread: readonly NamesByFile[],
): Relevance {
  const { isSdk } = apisOf(catalogue);
  return {
    text: textTest(prefilter),
    imported(file, specifier, name) {
      if (isSdk(specifier)) return true;
      const target = resolve(file, specifier);
      if (target.kind !== 'file') return false;
      return spread.some((names) => {
        const known = names.get(target.file);
        return known !== undefined && (name === '*' || known.has(name) || known.has(ANY_NAME));
      });
    },
  };
}

/** Whether a text, or a name, is one that the prefilter looks for. Programs repeat themselves: answers are kept. */
export function textTest(prefilter: Prefilter): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) known.set(text, (answer = prefilter.test(`'${text}'`) !== undefined));
    return answer;
  };
}
