import { readTool } from '../lib/package-files.js';
import { declared } from './project.js';
import type { Project } from './project.js';

/** The file that `npm pack` makes of this package: the registry does not have it. */
function packedFile(): string {
  const { name, version } = readTool();
  return `${name}-${version}.tgz`;
}

/** The command that installs this package in a project. */
export function installCommand({ manager }: Project): string {
  return `${manager.add} ./${packedFile()}`;
}

/** The command that installs this package under another name, from the project's own source. */
export function installAs(project: Project, alias: string): string {
  const from = declared(project, readTool().name);
  return `${project.manager.add} ${alias}@${from?.includes(':') === true ? from : `file:${packedFile()}`}`;
}
