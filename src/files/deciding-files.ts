import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, parse } from 'node:path';
import { isBundlerConfig } from './bundlers/config-names.js';
import { FileProbe } from './file-probe.js';
import { TreeOverlay } from './tree-overlay.js';
import { WORKSPACE_FILES } from './workspaces.js';

type Contents = ReadonlyMap<string, Uint8Array | null>;

/** Whether a file affects module resolution, or the list of packages. */
export function affectsResolution(file: string): boolean {
  return /(?:^|\/)[jt]sconfig[^/]*\.json$/.test(file) || WORKSPACE_FILES.includes(basename(file));
}

/** Keys of a manifest that affect module resolution. */
const DECIDING_KEYS = 'name type main module browser types typings imports exports workspaces'.split(' ');

/** Extensions of modules: a file with one of them can replace another as the target of an import. */
const MODULE_EXTENSION = /^\.(?:[cm]?[jt]sx?|json|vue|svelte|astro)$/;

/**
 * Earlier content of the files of a change that affect the imports of other files: configurations of compilers and
 * bundlers, manifests whose keys for modules changed, and modules that were added beside others of the same name. By
 * absolute path; null if the file did not exist.
 */
export function earlierResolutionFiles({
  before,
  now,
}: {
  readonly before: Contents;
  readonly now: Contents;
}): Contents {
  const [earlier, current] = [new FileProbe(new TreeOverlay(before)), new FileProbe(new TreeOverlay(now))];
  return new Map(
    [...before].filter(([path, content]) => {
      const name = basename(path);
      if (name === 'package.json') return decidingPart(path, earlier) !== decidingPart(path, current);
      return (
        affectsResolution(path) ||
        isBundlerConfig(name) ||
        (content === null && current.isFile(path) && hasNamesake(path))
      );
    }),
  );
}

function decidingPart(path: string, probe: FileProbe): string {
  const manifest = probe.readJson(path);
  return JSON.stringify(DECIDING_KEYS.map((key) => manifest?.[key]));
}

/** Files that affect the installed version of a package. */
const INSTALL_FILE =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|pnpm-(?:lock|workspace)\.yaml|yarn\.lock|bun\.lockb?)$/;

/** Whether a change touches a package itself, or a manifest or lock file that names the package before or after it. */
export function mayChangeVersion(
  { changed, before, now }: { readonly changed: readonly string[]; readonly before: Contents; readonly now: Contents },
  name: string,
): boolean {
  const probes = [before, now].map((contents) => new FileProbe(new TreeOverlay(contents)));
  return changed.some(
    (path) =>
      path.split(/[\\/]/).includes(name) ||
      (INSTALL_FILE.test(basename(path)) && probes.some((state) => state.readText(path)?.includes(name) === true)),
  );
}

/** Whether another module, or a folder with one, has the same name except for its extension. */
function hasNamesake(path: string): boolean {
  const { dir, name, ext, base } = parse(path);
  if (!MODULE_EXTENSION.test(ext) || !existsSync(dir)) return false;
  // `b.d.ts` counts as `b`, and `index` as its folder.
  const stem = name.replace(/\.d$/, '');
  const isTwin = (other: string): boolean => {
    const twin = parse(other);
    return (
      other !== base && (other === stem || (twin.name.replace(/\.d$/, '') === stem && MODULE_EXTENSION.test(twin.ext)))
    );
  };
  return (
    readdirSync(dir).some(isTwin) || (stem === 'index' && readdirSync(dirname(dir)).some(isModuleOf(basename(dir))))
  );
}

function isModuleOf(stem: string): (name: string) => boolean {
  return (name) => parse(name).name === stem && MODULE_EXTENSION.test(parse(name).ext);
}
