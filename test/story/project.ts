import { join } from 'node:path';
import { commit, HERE, must, put, scratch } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';
const DEAD = `export const rules = (zone: string) => fetch(\`${API}/zones/\${zone}/pagerules\`);\n`;

/** Kind of a pull request: it `adds` a second call, or `none`. */
export type Topic = 'adds' | 'none';

/**
 * A repository as on a server: `main` with a call in `old.ts`, in the baseline or not, and a later commit; a branch
 * from before that commit; and the merge of both, which runners check out.
 */
export function project(topic: Topic, accepted: 'accepted' | 'open' = 'open'): string {
  const root = scratch({ 'package.json': '{"private":true}', '.gitignore': 'node_modules\n', 'old.ts': DEAD });
  if (accepted === 'accepted') must(root, process.execPath, PROGRAM, 'scan', '--update-baseline', '--reason', 'known');
  commit(root, 'first');
  must(root, 'git', 'checkout', '-q', '-b', 'topic');
  put(root, 'new.ts', topic === 'adds' ? DEAD : 'export const nothing = 0;\n');
  commit(root, 'a change');
  must(root, 'git', 'checkout', '-q', 'main');
  put(root, 'readme.md', 'later\n');
  commit(root, 'later');
  must(root, 'git', 'checkout', '-q', '--detach');
  must(root, 'git', 'merge', '-q', '-m', 'merge', 'topic');
  must(root, 'git', 'update-ref', 'refs/pull/1/merge', 'HEAD');
  must(root, 'git', 'checkout', '-q', 'main');
  return root;
}

const PROGRAM = join(HERE, 'dist', 'program', 'main.cjs');

/**
 * A folder for the front of PATH with a fake `npm`, which installs links to the build of this repository and logs its
 * arguments in `npm.log`.
 */
export function stubs(): string {
  const bin = scratch({});
  put(
    bin,
    'npm',
    `#!/bin/sh
echo "$*" >> '${bin}/npm.log'
folder=.
if [ "$1" = install ]; then folder=$3; fi
mkdir -p "$folder/node_modules/.bin"
ln -sfn '${HERE.replace(/\/$/, '')}' "$folder/node_modules/sunset-lint"
printf '#!/bin/sh\\nexec node "%s" "$@"\\n' '${PROGRAM}' > "$folder/node_modules/.bin/sunset-lint"
chmod +x "$folder/node_modules/.bin/sunset-lint"
`,
  );
  return bin;
}
