import { apisOf } from '../api/known-apis.js';
import type { CallSelection } from './select-calls.js';
import type { Catalogue } from '../model/deprecation.js';
import type { ModuleReader } from '../model/module-reader.js';
import { remembered, rememberedText } from '../lib/collections.js';
import type { Mentions } from './mentions.js';
import { leadsFrom } from './reach-names.js';
import type { NamesByFile } from './reach-names.js';

/** Selection of calls for one API, or for all if they are selected together. */
export interface SelectedFor {
  /** Id of the API; empty for all. */
  readonly id: string;
  readonly catalogue: Catalogue;
  readonly mentions: Mentions;
  /** Names that lead to the API, or to words of it. */
  readonly names: readonly NamesByFile[];
  /** Whether a file is analysed for the API. */
  readonly has: (file: string) => boolean;
}

/**
 * Start of a selection of calls: mentioned words, the SDK, and names reached from such words; in each file only for the
 * APIs for which it is analysed.
 */
export function callSelectionOf(
  each: readonly SelectedFor[],
  { resolve }: Pick<ModuleReader, 'resolve'>,
  ofData: NamesByFile,
): CallSelection {
  const partOf = remembered((selected: SelectedFor): CallSelection => {
    const { isSdk } = apisOf(selected.catalogue);
    const { also } = selected.mentions;
    const reached = [...selected.names, ofData];
    return {
      ...wordTests(selected.mentions),
      ...(also === undefined ? {} : { names: also.globals }),
      imported(file, specifier, name) {
        if (isSdk(specifier) || also?.isClient(specifier) === true) return true;
        const target = resolve(file, specifier);
        return target.kind === 'file' && reached.some((names) => leadsFrom(names, target.file, name));
      },
    };
  });
  const ofIds = rememberedText((ids) => anyOf(each.filter(({ id }) => ids.split(' ').includes(id)).map(partOf)));
  const apis = rememberedText((file) => each.flatMap((one) => (one.has(file) ? [one.id] : [])).join(' '));
  const all = anyOf(each.map(partOf));
  return {
    ...all,
    imported: (file, specifier, name) => ofIds(apis(file)).imported(file, specifier, name),
    apis,
    within: (file) => ofIds(apis(file)),
  };
}

/** Merges several selections: the result accepts all calls that one of them accepts. */
function anyOf(each: readonly CallSelection[]): CallSelection {
  const [only] = each;
  if (only !== undefined && each.length === 1) return only;
  return {
    text: (text) => each.some((one) => one.text(text)),
    key: (key) => each.some((one) => one.key(key)),
    imported: (file, specifier, name) => each.some((one) => one.imported(file, specifier, name)),
  };
}

/** Whether a text, or a name, is a mention by itself. A key that is a common word is none, as in the text of a file. */
export function wordTests(mentions: Mentions): Pick<CallSelection, 'text' | 'key'> {
  // Memoised because programs repeat their texts.
  const of = rememberedText((text) => mentions.of(`'${text}'`));
  return {
    text: (text) => of(text) !== undefined,
    key: (key) => !['common', undefined].includes(of(key)),
  };
}
