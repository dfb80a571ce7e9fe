import { Buffer } from 'buffer';

export { Buffer };

/** Whether bytes are well-formed UTF-8. */
export function isUtf8(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
