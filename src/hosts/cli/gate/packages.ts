import { relative, sep } from 'node:path';
import type { Report } from '../../../report/report.js';
import { FileProbe } from '../../../files/file-probe.js';
import { findWorkspaces } from '../../../files/workspaces.js';

export interface PackageSummary {
  readonly name: string;
  /** Open findings. */
  readonly open: number;
  /** Open findings past their end of life. */
  readonly sunset: number;
  readonly suppressed: number;
}

/** Names of workspace packages, and the mapping from files to them. */
export interface PackageFolders {
  readonly names: readonly string[];
  readonly packageOf: (file: string) => string;
}

/** Finds the workspace packages below a folder; undefined if there are none. */
export function findPackages(root: string): PackageFolders | undefined {
  const folders = [...findWorkspaces(root, new FileProbe()).packages]
    .map(([name, folder]) => ({ name, prefix: `${relative(root, folder).split(sep).join('/')}/` }))
    .filter(({ prefix }) => !prefix.startsWith('../') && prefix !== '/');
  if (folders.length === 0) return undefined;
  const namesByPrefix = new Map(folders.map(({ name, prefix }) => [prefix, name]));
  return {
    names: folders.map(({ name }) => name),
    packageOf: (file) => innermostPackageOf(file, namesByPrefix) ?? '(outside the packages)',
  };
}

/**
 * Counts findings by workspace package, in descending order; empty without a workspace. `read`: files that were read;
 * packages without any are left out, and the result is empty if no package has one.
 */
export function summarisePackages(report: Report, root: string, read?: ReadonlySet<string>): readonly PackageSummary[] {
  const packages = findPackages(root);
  if (packages === undefined) return [];
  const readNames = read && new Set([...read].map(packages.packageOf));
  const names = packages.names.filter((name) => readNames?.has(name) !== false);
  if (names.length === 0) return [];
  const groups = new Map<string, { open: number; sunset: number; suppressed: number }>(
    names.map((name) => [name, { open: 0, sunset: 0, suppressed: 0 }]),
  );
  for (const finding of report.findings) {
    const name = packages.packageOf(finding.file);
    const group = groups.get(name) ?? { open: 0, sunset: 0, suppressed: 0 };
    groups.set(name, group);
    if (finding.suppression?.status === 'accepted') group.suppressed += 1;
    else {
      group.open += 1;
      if (finding.lifecycle === 'sunset') group.sunset += 1;
    }
  }
  return [...groups]
    .map(([name, group]) => ({ name, ...group }))
    .sort((a, b) => b.open - a.open || b.suppressed - a.suppressed || (a.name < b.name ? -1 : 1));
}

/** Finds the innermost package of a file by its prefix. */
function innermostPackageOf(file: string, namesByPrefix: ReadonlyMap<string, string>): string | undefined {
  for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1)) {
    const name = namesByPrefix.get(file.slice(0, slash + 1));
    if (name !== undefined) return name;
  }
  return undefined;
}
