import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const MANIFEST = '{ "name": "generated", "private": true, "type": "module" }\n';
export const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "noEmit": true } }\n';

/** A function that writes a file of a folder by its name, with the folders on the way. */
export function writerIn(root) {
  return (name, text) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
}

/** So many pieces of text, each made of its number. */
export function several(count, make) {
  return Array.from({ length: count }, (_, index) => make(index));
}
