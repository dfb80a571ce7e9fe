import { gitOutput } from './run-git.js';

/** Contents of git objects by their ids, read with one process. */
export function readBlobs(folder: string, ids: Iterable<string>): ReadonlyMap<string, Uint8Array> {
  const wanted = [...new Set(ids)];
  const blobs = new Map<string, Uint8Array>();
  if (wanted.length === 0) return blobs;
  const out = gitOutput(folder, ['cat-file', '--batch'], wanted.map((id) => `${id}\n`).join(''));
  let at = 0;
  for (const id of wanted) {
    const end = out.indexOf(0x0a, at);
    const [, type, size] = out.toString('latin1', at, end).split(' ');
    at = end + 1;
    // `<id> missing`: a partial clone that could not fetch it.
    if (size === undefined) continue;
    if (type === 'blob') blobs.set(id, out.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
