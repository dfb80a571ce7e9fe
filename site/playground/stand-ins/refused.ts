// Parts of Node that nothing on the page may reach: other programs, code out of texts.

function refuse(): never {
  throw new Error('not in a browser');
}

export const runInNewContext = refuse;
export const spawnSync = refuse;
