import { KeptForms } from '../../lib/kept-forms.js';
import type { ScanFlags } from './flags.js';
import type { CliIo } from '../shared/io.js';
import { programDigest } from '../shared/program-digest.js';
import { userFolder } from '../shared/user-folder.js';

/** Cache of large catalogues, in the folder of the person. Undefined where nothing is to be cached. */
export function keptForms(
  roots: readonly string[],
  { cache }: Pick<ScanFlags, 'cache'>,
  { keepsResults, env }: Pick<CliIo, 'keepsResults' | 'env'>,
): KeptForms | undefined {
  if (keepsResults !== true || !cache) return undefined;
  return new KeptForms(() => {
    const folder = userFolder(roots, env);
    return folder === undefined ? undefined : { folder, program: programDigest() };
  });
}
