import { isAbsolute, resolve } from 'node:path';

/**
 * Environment for git in another folder than ours. A hook is told its index by a path that is relative
 * to the working directory.
 */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
  for (const name of ['GIT_INDEX_FILE', 'GIT_DIR', 'GIT_WORK_TREE']) {
    const value = env[name];
    if (value !== undefined && value !== '' && !isAbsolute(value)) env[name] = resolve(value);
  }
  return env;
}
