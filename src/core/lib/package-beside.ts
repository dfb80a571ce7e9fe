import { lstatSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../model/errors.js';

/**
 * The folder of a package that the package manager has installed beside the package in `own`: in its own
 * `node_modules`, or in the one that contains both. Node would also search every folder above; a program that a job
 * installs inside a checkout would then load packages of the checkout. An existing entry counts, even a broken link.
 */
export function packageBeside(name: string, own: string): string | undefined {
  const above = dirname(own);
  const holders = [join(own, 'node_modules'), ...(basename(above) === 'node_modules' ? [above] : [])];
  const found = holders
    .map((holder) => join(holder, name))
    .find((folder) => lstatSync(folder, { throwIfNoEntry: false }) !== undefined);
  return found ?? (process.versions['pnp'] === undefined ? undefined : plugAndPlayFolder(name, own));
}

/**
 * The folder under Yarn's Plug'n'Play, which has no folder with both packages, and resolves only those that a manifest
 * names.
 */
function plugAndPlayFolder(name: string, own: string): string | undefined {
  try {
    return dirname(createRequire(join(own, 'package.json')).resolve(`${name}/package.json`));
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
