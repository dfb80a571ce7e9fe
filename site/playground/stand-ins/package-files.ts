/** Browser replacement for `src/core/package-files.ts`, with files of the package that the page fetches. */

/** Texts of files of the `rules` folder, by name. */
const files = new Map<string, string>();

export interface Manifest {
  readonly name: string;
  readonly version: string;
}

let manifest: Manifest = { name: '', version: '' };

/** Adds files of the `rules` folder, by name. */
export function addRules(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) files.set(name, text);
}

export function setManifest(newManifest: Manifest): void {
  manifest = newManifest;
}

export function ownFolder(): string {
  return '/';
}

/** Returns no folder, because nothing is installed. */
export function packageBeside(): undefined {
  return undefined;
}

export function readRulesFile(name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`no '${name}' here`);
  return text;
}

export function listRulesFolder(name: string): readonly string[] {
  return [...files.keys()].flatMap((file) => (file.startsWith(`${name}/`) ? [file.slice(name.length + 1)] : [])).sort();
}

export function readManifest(): Manifest {
  return manifest;
}

export function readTool(): Manifest {
  return manifest;
}

/** Returns no build file, because a scan of one file needs none. */
export function readBuilt(): undefined {
  return undefined;
}
