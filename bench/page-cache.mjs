import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const EVICT = `import os, sys
for name in sys.stdin.read().split("\\0"):
    try:
        file = os.open(name, os.O_RDONLY)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)
    except OSError:
        pass
`;

/**
 * Takes the files of a folder out of the page cache: these alone where Python is there to ask for it, else all that
 * the system caches, where we may. Returns how, or undefined where neither can be done.
 */
export function emptyPageCache(root, files) {
  spawnSync('sync');
  const child = spawnSync('python3', ['-c', EVICT], { cwd: root, input: files.join('\0') });
  if (child.status === 0) return 'the pages of the files dropped';
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return 'the whole page cache dropped';
  } catch {
    return undefined;
  }
}
