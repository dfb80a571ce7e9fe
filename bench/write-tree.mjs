import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const MANIFEST = '{ "name": "generated", "private": true, "type": "module" }\n';
export const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "noEmit": true } }\n';

/** Returns a function that writes a file of a folder by name, with missing parent folders. */
export function writerIn(root) {
  return (name, text) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
}

/** List of `count` items, each created from its index. */
export function several(count, create) {
  return Array.from({ length: count }, (_, index) => create(index));
}
