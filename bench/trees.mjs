import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { generateProgram, generateSdks } from './generate-large.mjs';
import { generateRepository } from './generate-repository.mjs';

/** The generated trees by their names: what each is called in the results, and what writes it for so many files. */
const GENERATED = {
  clean: {
    title: 'generated, no file mentions the API',
    write(root, files) {
      generateRepository(root, { files, hits: 0, depth: 0 });
      rmSync(join(root, 'src/api'), { recursive: true });
    },
  },
  calls: {
    title: 'generated, 1 % of the files call it, as many more use the wrapper',
    write: (root, files) => writeCalling(root, files, 0.01),
  },
  many: {
    title: 'generated, 10 % of the files call it, as many more use the wrapper',
    write: (root, files) => writeCalling(root, files, 0.1),
  },
  sdks: {
    title: 'generated SDKs of ten vendors, one of them the API’s',
    write: (root, files) => generateSdks(root, { files: Math.round(files / 10) }),
  },
  program: {
    title: 'one large program, 40 % of its files around one client',
    write: (root, files) => generateProgram(root, { files: Math.round(files * 1.5) }),
  },
};

/** Writes a generated tree as a git repository, and gives its title. */
export function writeTree(name, root, files) {
  const { title, write } = GENERATED[name];
  write(root, files);
  execFileSync('git', ['init', '-q'], { cwd: root });
  return title;
}

function writeCalling(root, files, share) {
  const hits = Math.round(files * share);
  generateRepository(root, { files, hits, fanIn: hits });
}
