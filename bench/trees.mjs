import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './copies.mjs';
import { generateCatalogues } from './generate-catalogues.mjs';
import { generateProgram, generateSdks } from './generate-large.mjs';
import { generateMonorepo } from './generate-monorepo.mjs';
import { generateRepository } from './generate-repository.mjs';
import { generateScripts } from './generate-scripts.mjs';
import { generateShop } from './generate-shop.mjs';
import { generateTerraform } from './generate-terraform.mjs';
import { generateWidgets } from './generate-widgets.mjs';

/**
 * Generated trees by name: the title in the results, the numbers of files for stored counters (`small`) and for
 * `npm run bench` (`large`), and the function that writes the tree.
 */
const GENERATED = {
  clean: {
    title: 'generated, no file mentions the API',
    small: 1000,
    large: 10_000,
    write(root, files) {
      generateRepository(root, { files, hits: 0, depth: 0 });
      rmSync(join(root, 'src/api'), { recursive: true });
    },
  },
  calls: {
    title: 'generated, 1 % of the files call it, as many more use the wrapper',
    small: 1000,
    large: 10_000,
    write: (root, files) => writeCallingTree(root, files, 0.01),
  },
  many: {
    title: 'generated, 10 % of the files call it, as many more use the wrapper',
    small: 300,
    large: 3000,
    write: (root, files) => writeCallingTree(root, files, 0.1),
  },
  client: {
    title: 'one client with a thousand files around it',
    small: 1100,
    large: 1100,
    write: (root, files) => generateProgram(root, { files, near: files - 100, sites: 20 }),
  },
  widgets: {
    title: 'a table of widgets, and headers by a chain of else if',
    small: 45,
    large: 150,
    write: (root, files) => generateWidgets(root, { widgets: files, branches: Math.round(files / 3) }),
  },
  monorepo: {
    title: 'packages around a SDK',
    small: 800,
    large: 4000,
    write: (root, files) => generateMonorepo(root, { packages: files / 20, files: 20 }),
  },
  scripts: {
    title: 'shell scripts, half of them without extension',
    small: 800,
    large: 8000,
    write: (root, files) => generateScripts(root, { files: files / 2, others: files / 2 }),
  },
  terraform: {
    title: 'Terraform that names no API of ours',
    small: 600,
    large: 3000,
    write: (root, files) => generateTerraform(root, { modules: files / 4 }),
  },
  shop: {
    title: 'several vendors, and their words in code of the program',
    small: 300,
    large: 3000,
    write: (root, files) => generateShop(root, { files }),
  },
  sdks: {
    title: 'generated SDKs of ten vendors, one of them the API’s',
    small: 40,
    large: 1000,
    write: (root, files) => generateSdks(root, { files }),
  },
  catalogues: {
    title: 'files that call nothing, beside a hundred catalogues',
    small: 600,
    large: 600,
    write: (root, files) => generateCatalogues(root, { files }),
  },
};

export const TREES = Object.keys(GENERATED);

/** Writes a generated tree as a repository with one commit, and returns its title. */
export function writeTree(name, root, size) {
  const tree = GENERATED[name];
  tree.write(root, typeof size === 'number' ? size : tree[size]);
  git(root, 'init', '-q');
  git(root, 'add', '-f', '.');
  git(root, 'commit', '-qm', 'before');
  return tree.title;
}

function writeCallingTree(root, files, share) {
  const hits = Math.round(files * share);
  generateRepository(root, { files, hits, fanIn: hits });
}
