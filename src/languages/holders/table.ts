import type { LanguageId } from '../../model/language.js';
import type { Holder } from '../language.js';
import { dockerfile } from './dockerfile.js';
import { actions } from './github.js';
import { holderOf } from './held.js';
import { makefile } from './makefile.js';
import { manifest } from './manifest.js';
import { markdown } from './markdown.js';
import { pipelines } from './pipelines.js';

const KINDS = [actions, pipelines, manifest, makefile, dockerfile, markdown];

/** Files of other kinds that hold code of a language, but for those of one language alone. */
export function holdersOf(language: LanguageId): readonly Holder[] {
  return KINDS.filter(({ languages }) => languages.includes(language)).map((kind) => holderOf(kind, language));
}
