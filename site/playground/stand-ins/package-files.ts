/** Stands for `src/core/package-files.ts`: the package's own files, which the page fetches beside itself. */

const files = new Map<string, string>();

export interface Manifest {
  readonly name: string;
  readonly version: string;
}

let manifest: Manifest = { name: '', version: '' };

/** Puts files of the `rules` folder there, by their names in it. */
export function addRules(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) files.set(name, text);
}

export function setManifest(known: Manifest): void {
  manifest = known;
}

/** Nothing is installed beside it. */
export function ownFolder(): string {
  return '/';
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

/** Nothing is built for the one file that is scanned here. */
export function readBuilt(): undefined {
  return undefined;
}
