import { lstatSync, readFileSync } from 'node:fs';

/** Whether a file on disk has this content. Line ends do not count: git may have changed them on the way to the disk. */
export function hasContent(path: string, content: Uint8Array | null): boolean {
  if (content === null) return false;
  try {
    const stat = lstatSync(path);
    // Line ends at most double a text.
    if (!stat.isFile() || stat.size > 2 * content.length || content.length > 2 * stat.size) return false;
    const disk = readFileSync(path);
    return disk.equals(content) || withoutReturns(disk) === withoutReturns(Buffer.from(content));
  } catch {
    return false;
  }
}

function withoutReturns(content: Buffer): string {
  return content.toString('latin1').replaceAll('\r\n', '\n');
}
