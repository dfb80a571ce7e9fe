import { lstatSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../model/errors.js';

/**
 * The folder of a package that the package manager has put beside the package in `own`: in its own `node_modules`, or
 * in the one that holds both. Node would search every folder above as well; a program that a job installs inside a
 * checkout would then load packages of the checkout. An existing entry counts, even a broken link.
 */
export function packageBeside(name: string, own: string): string | undefined {
  const above = dirname(own);
  const holders = [join(own, 'node_modules'), ...(basename(above) === 'node_modules' ? [above] : [])];
  const found = holders
    .map((holder) => join(holder, name))
    .find((folder) => lstatSync(folder, { throwIfNoEntry: false }) !== undefined);
  return found ?? (process.versions['pnp'] === undefined ? undefined : plugged(name, own));
}

/** Yarn's Plug'n'Play has no folder that holds both, and resolves only packages that a manifest names. */
function plugged(name: string, own: string): string | undefined {
  try {
    return dirname(createRequire(join(own, 'package.json')).resolve(`${name}/package.json`));
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
