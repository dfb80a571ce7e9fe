import { readFileSync, statSync } from 'node:fs';

/** What git noted of a file on disk when it last compared it with the index. */
export interface NotedStat {
  /** Milliseconds since 1970. */
  readonly changed: number;
  readonly modified: number;
  /** Bytes, of which the index has the lowest 32 bits. */
  readonly size: number;
  readonly id: string;
}

export interface IndexStats {
  readonly byPath: ReadonlyMap<string, NotedStat>;
  /** When the index was written: what was modified since, or just then, may have been compared too early. */
  readonly written: number;
}

const HEADER = 12;
/** Ten numbers before the object id: two times, device, inode, mode, owner, group, size. */
const STAT = 40;
const EXTENDED = 0x4000;

/**
 * Reads from an index (gitformat-index(5), versions 2 to 4) when its files had which times and sizes. It saves reading
 * files that did not change, and nothing more: what is not understood, such as a split index, is not there.
 *
 * @param idLength bytes of an object id: 20, or 32 with SHA-256.
 */
export function readIndexStats(file: string, idLength: number): IndexStats {
  try {
    return { byPath: parse(readFileSync(file), idLength), written: statSync(file).mtimeMs };
  } catch {
    return { byPath: new Map(), written: 0 };
  }
}

function parse(bytes: Buffer, idLength: number): ReadonlyMap<string, NotedStat> {
  const byPath = new Map<string, NotedStat>();
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return byPath;
  let at = HEADER;
  let last: Buffer = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const start = at;
    at += STAT + idLength;
    at += version > 2 && (bytes.readUInt16BE(at) & EXTENDED) !== 0 ? 4 : 2;
    if (version === 4) {
      const kept = readOffset(bytes, at);
      const end = bytes.indexOf(0, kept.end);
      last = Buffer.concat([last.subarray(0, last.length - kept.value), bytes.subarray(kept.end, end)]);
      at = end + 1;
    } else {
      const end = bytes.indexOf(0, at);
      last = bytes.subarray(at, end);
      // One to eight NULs fill the entry up to a multiple of eight.
      at = end + 8 - ((end - start) % 8);
    }
    byPath.set(last.toString('utf8'), {
      changed: timeAt(bytes, start),
      modified: timeAt(bytes, start + 8),
      size: bytes.readUInt32BE(start + 36),
      id: bytes.toString('hex', start + STAT, start + STAT + idLength),
    });
  }
  return byPath;
}

function timeAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) * 1000 + bytes.readUInt32BE(at + 4) / 1e6;
}

/** A number of variable length, as in packs. */
function readOffset(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let at = start;
  let byte = bytes.readUInt8(at);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    at += 1;
    byte = bytes.readUInt8(at);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at + 1 };
}
