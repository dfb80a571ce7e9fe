import { apisOf } from '../api/known-apis.js';
import type { CallSelection } from './select-calls.js';
import type { Catalogue } from '../model/deprecation.js';
import type { ModuleReader } from '../model/module-reader.js';
import { rememberedText } from '../lib/remembered.js';
import type { Mentions } from './mentions.js';
import { leadsFrom } from './reach-names.js';
import type { NamesByFile } from './reach-names.js';

/** Where a selection of calls begins: at words that are mentioned, at the SDK, and at names that reach from such words. */
export function callSelectionOf(
  mentions: Mentions,
  catalogue: Catalogue,
  { resolve }: Pick<ModuleReader, 'resolve'>,
  reached: readonly NamesByFile[],
): CallSelection {
  const { isSdk } = apisOf(catalogue);
  const { also } = mentions;
  return {
    ...wordTests(mentions),
    ...(also === undefined ? {} : { names: also.globals }),
    imported(file, specifier, name) {
      if (isSdk(specifier) || also?.isClient(specifier) === true) return true;
      const target = resolve(file, specifier);
      return target.kind === 'file' && reached.some((names) => leadsFrom(names, target.file, name));
    },
  };
}

/** Whether a text, or a name, is a mention by itself. A key that is a common word is none, as it is none in the text of a file. */
export function wordTests(mentions: Mentions): Pick<CallSelection, 'text' | 'key'> {
  // Programs repeat themselves.
  const of = rememberedText((text) => mentions.of(`'${text}'`));
  return {
    text: (text) => of(text) !== undefined,
    key: (key) => !['common', undefined].includes(of(key)),
  };
}
