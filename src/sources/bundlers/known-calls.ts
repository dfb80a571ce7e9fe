import { dirname, join, normalize, resolve } from 'node:path';
import { textValue, UNKNOWN } from './static-value.js';
import type { StaticValue } from './static-value.js';

/** Result of a call that builds a path, by the last name of the callee; unknown for any other call. */
export function callPath(callee: string, given: readonly (string | undefined)[], workingFolder: string): StaticValue {
  const texts = given.filter((text) => text !== undefined);
  const [first, second] = texts;
  if (first === undefined || texts.length < given.length) return UNKNOWN;
  switch (callee.slice(callee.lastIndexOf('.') + 1)) {
    case 'resolve':
      // `require.resolve('name')` stays a name.
      return textValue(callee === 'require.resolve' ? first : resolve(workingFolder, ...texts));
    case 'join':
      return textValue(join(...texts));
    case 'normalize':
      return textValue(normalize(first));
    case 'dirname':
      return textValue(dirname(first));
    case 'URL':
      return textValue(second === undefined ? first : resolve(dirname(second), first));
    case 'fileURLToPath':
    case 'pathToFileURL':
    case 'normalizePath':
    case 'String':
      return textValue(first);
    default:
      return UNKNOWN;
  }
}
