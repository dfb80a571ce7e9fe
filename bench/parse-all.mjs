// Parses the code of a folder with TypeScript's parser, and nothing else: `node parse-all.mjs DIR`.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ts = createRequire(import.meta.url)('typescript');
const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder, { recursive: true }).sort())
  if (/\.[cm]?[jt]sx?$/.test(name))
    ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true);
