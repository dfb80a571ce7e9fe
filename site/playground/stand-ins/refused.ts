// Parts of Node that must not be used on the page: processes, and evaluation of code.

function refuse(): never {
  throw new Error('not in a browser');
}

export const runInNewContext = refuse;
export const spawnSync = refuse;
