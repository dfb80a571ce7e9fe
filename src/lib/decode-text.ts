/**
 * Byte order of a text in UTF-16, by the mark at its start; undefined where there is none. `bytes` may hold more than
 * the text.
 */
export function utf16Order(bytes: Uint8Array): 'little' | 'big' | undefined {
  const first = bytes[0];
  if (first !== 0xff && first !== 0xfe) return undefined;
  const second = bytes[1];
  // Two more zeros are the mark of UTF-32, which is not read.
  if (first === 0xff && second === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? undefined : 'little';
  return first === 0xfe && second === 0xff ? 'big' : undefined;
}

/** A text in UTF-16 without its mark. */
export function decodeUtf16(bytes: Buffer, order: 'little' | 'big'): string {
  const even = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
  return (order === 'little' ? even : even.swap16()).toString('utf16le');
}

/** Bytes that the mark of UTF-8 takes at the start of a text: 3 or 0. */
export function utf8Mark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** A text without its percent escapes; undefined where one of them is malformed. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
