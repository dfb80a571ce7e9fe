import { ScanError } from '../../model/errors.js';
import { gitOutput } from './run-git.js';

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
  const out = gitOutput(folder, ['cat-file', '--batch'], { input: lines(small) });
  let at = 0;
  for (const id of small) {
    const end = out.indexOf(0x0a, at);
    const size = Number(out.toString('latin1', at, end).split(' ')[2]);
    if (end < 0 || !Number.isSafeInteger(size)) throw new ScanError(`git does not tell what object ${id} holds.`);
    contents.set(id, out.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return { contents, missing };
}

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('');
}
