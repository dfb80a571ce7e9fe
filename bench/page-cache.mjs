import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const EVICT_SCRIPT = `import os, sys
for name in sys.stdin.read().split("\\0"):
    try:
        file = os.open(name, os.O_RDONLY)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)
    except OSError:
        pass
`;

/**
 * Evicts the files of a folder from the page cache: only these files if Python is installed, else the whole cache, if
 * permitted. Returns the method, or undefined if neither is possible.
 */
export function emptyPageCache(root, files) {
  spawnSync('sync');
  const child = spawnSync('python3', ['-c', EVICT_SCRIPT], { cwd: root, input: files.join('\0') });
  if (child.status === 0) return 'the pages of the files dropped';
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return 'the whole page cache dropped';
  } catch {
    return undefined;
  }
}
