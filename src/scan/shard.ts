/** A part of the files, the same on every machine: by a hash of the name. */
export function inShard(
  shard: { readonly index: number; readonly count: number } | undefined,
): (file: string) => boolean {
  if (shard === undefined) return () => true;
  return (file) => hash(file) % shard.count === shard.index - 1;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (state ^ (state >>> 15)) >>> 0;
}
