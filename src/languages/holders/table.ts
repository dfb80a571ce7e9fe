import type { LanguageId } from '../../core/model/language.js';
import type { HostFileReader } from '../language.js';
import { dockerfile } from './dockerfile.js';
import { actions, pipelines } from './pipelines.js';
import { hostFileReaderOf } from './embedded-code.js';
import { makefile } from './makefile.js';
import { manifest } from './manifest.js';
import { markdown } from './markdown.js';

const KINDS = [actions, pipelines, manifest, makefile, dockerfile, markdown];

/** Readers of host files that several languages share. Host files of one language are in the row of that language. */
export function sharedHostFilesOf(language: LanguageId): readonly HostFileReader[] {
  return KINDS.filter(({ languages }) => languages.includes(language)).map((kind) => hostFileReaderOf(kind, language));
}
