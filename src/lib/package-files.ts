import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** Address of a file of this package's `rules` folder. Built files are published two folders below the package. */
function rulesFile(name: string): URL {
  return new URL(`../../rules/${name}`, import.meta.url);
}

/** Names of the files in a folder of the `rules` folder, in order; none where it is not there. */
export function listRulesFolder(name: string): readonly string[] {
  const folder = rulesFile(`${name}/`);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Text of a file of the `rules` folder. */
export function readRulesFile(name: string): string {
  return readFileSync(rulesFile(name), 'utf8');
}

let tool: Tool | undefined;

interface Tool {
  readonly name: string;
  readonly version: string;
}

/** Name and version of this package, from its own manifest. */
export function readTool(): Tool {
  if (tool === undefined) {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Tool;
    tool = { name: manifest.name, version: manifest.version };
  }
  return tool;
}
