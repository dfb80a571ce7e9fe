import { ScanError } from '../../model/errors.js';
import { git, gitOutput } from './run-git.js';

/** Bytes of one object that are read. */
const MAX_BLOB = 64 << 20;
/** Bytes of all of them together. */
const MAX_ALL = 512 << 20;

export interface Blobs {
  /** Contents by id. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Those that are not here, such as in a partial clone. */
  readonly missing: ReadonlySet<string>;
}

/**
 * Contents of git objects by their ids. One of more than 64 MB is there with that length, and without its content.
 *
 * @throws ScanError where they are too much in all.
 */
export function readBlobs(folder: string, ids: Iterable<string>): Blobs {
  const wanted = [...new Set(ids)];
  const contents = new Map<string, Uint8Array>();
  const missing = new Set<string>();
  if (wanted.length === 0) return { contents, missing };
  const out = readAtOnce(folder, wanted) ?? readChecked(folder, wanted, contents, missing);
  let at = 0;
  while (at < out.length) {
    const end = out.indexOf(0x0a, at);
    const [id = '', type, length] = out.toString('latin1', at, end < 0 ? out.length : end).split(' ');
    const size = length === undefined ? 0 : Number(length);
    if (end < 0 || !Number.isSafeInteger(size)) throw new ScanError(`git returned no content for object ${id}.`);
    if (length === undefined) missing.add(id);
    else if (type === 'blob') contents.set(id, out.subarray(end + 1, end + 1 + size));
    at = end + 1 + (length === undefined ? 0 : size + 1);
  }
  return { contents, missing };
}

/** The answer for objects that are small in all, as nearly always; undefined where they are not. */
function readAtOnce(folder: string, ids: readonly string[]): Buffer | undefined {
  const answer = git(folder, ['cat-file', '--batch'], { input: lines(ids), most: MAX_BLOB });
  return answer.kind === 'done' ? answer.out : undefined;
}

/** The answer for those that are not too large, after a look at how large they are. Notes the others. */
function readChecked(
  folder: string,
  wanted: readonly string[],
  contents: Map<string, Uint8Array>,
  missing: Set<string>,
): Buffer {
  const small: string[] = [];
  let all = 0;
  let oversize: Uint8Array | undefined;
  const answers = gitOutput(folder, ['cat-file', '--batch-check'], { input: lines(wanted) }).toString('latin1');
  for (const [index, answer] of answers.trimEnd().split('\n').entries()) {
    const id = wanted[index] ?? '';
    const [, type, size] = answer.split(' ');
    if (size === undefined) missing.add(id);
    else if (type === 'blob' && Number(size) > MAX_BLOB) contents.set(id, (oversize ??= new Uint8Array(MAX_BLOB + 1)));
    else if (type === 'blob') {
      small.push(id);
      all += Number(size);
    }
  }
  if (all > MAX_ALL)
    throw new ScanError(
      `the files that changed have ${all >> 20} MB in git, and ${MAX_ALL >> 20} MB are read at most. Scan the whole tree instead.`,
    );
  return gitOutput(folder, ['cat-file', '--batch'], { input: lines(small) });
}

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('');
}
