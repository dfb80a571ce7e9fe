import { dirname, join } from 'node:path';
import { addTo } from '../core/lib/collections.js';
import { ancestors, toName } from './file-name.js';
import type { Setting } from '../core/model/module-reader.js';
import type { FileProbe } from './file-probe.js';

const WORKFLOWS_FOLDER = '.github/workflows';

const SETTINGS_FILE_NAME =
  /^(?:\.env(?:\..+)?|\.dev\.vars(?:\..+)?|wrangler\.(?:toml|jsonc?)|(?:docker-)?compose(?:[.-].+)?\.ya?ml)$/;
const WORKFLOW_FILE = /(?:^|[\\/])\.github[\\/]workflows[\\/][^\\/]+\.ya?ml$/;

/** Whether a file sets variables: of environments, Workers, containers or workflows. */
export function isSettingsFile(path: string): boolean {
  return (
    SETTINGS_FILE_NAME.test(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)) ||
    WORKFLOW_FILE.test(path)
  );
}

/** `NAME=https://…`, `"NAME": "gpt-4"` or `- NAME=…`: an address or one short word, in the syntax of any of the files. */
const ASSIGNMENT =
  /(?:^|[\s,{["'-])([A-Za-z_]\w*)["']?[ \t]*[=:][ \t]*["']?(https?:\/\/[^\s"'#,}\]]+|[\w.@/-][\w.:@/-]{0,99}(?=["'\s,}\]#]|$))/g;

const COMMENT_LINE = /^\s*(?:#|;|\/\/)/;

/**
 * Reads settings for files of one tree. Each file is read once; settings whose names were not requested are not
 * disclosed.
 */
export class SettingsFiles {
  readonly #probe: FileProbe;
  readonly #root: string;
  /** Names of the files that set a requested variable. */
  readonly usedFiles = new Set<string>();
  readonly #settingsByFolder = new Map<string, ReadonlyMap<string, readonly Setting[]>>();

  /** `root`: outside a repository, no file above this folder is read. */
  constructor(probe: FileProbe, root: string) {
    this.#probe = probe;
    this.#root = root;
  }

  /**
   * All values of a variable in settings files beside a file or above it, with the names of the settings files; the
   * nearest first. `path`: absolute path of the file.
   */
  valuesOf(path: string, name: string): readonly Setting[] {
    const settings = this.#foldersOf(dirname(path)).flatMap((folder) => this.#settingsIn(folder).get(name) ?? []);
    for (const { file } of settings) this.usedFiles.add(file);
    return settings;
  }

  #foldersOf(folder: string): readonly string[] {
    const folders = ancestors(folder);
    const end = this.#probe.namesIn(folders.at(-1) ?? folder).includes('.git') ? -1 : folders.indexOf(this.#root);
    return end < 0 ? folders : folders.slice(0, end + 1);
  }

  #settingsIn(folder: string): ReadonlyMap<string, readonly Setting[]> {
    let settings = this.#settingsByFolder.get(folder);
    if (settings === undefined) this.#settingsByFolder.set(folder, (settings = this.#read(folder)));
    return settings;
  }

  #read(folder: string): ReadonlyMap<string, readonly Setting[]> {
    const names = this.#probe.namesIn(folder);
    const workflows = names.includes('.github') ? this.#probe.namesIn(join(folder, WORKFLOWS_FOLDER)) : [];
    const files = [...names, ...workflows.map((name) => `${WORKFLOWS_FOLDER}/${name}`)].filter(isSettingsFile).sort();
    const settings = new Map<string, Setting[]>();
    for (const name of files) {
      const file = join(folder, name);
      const text = this.#probe.isFile(file) ? (this.#probe.readText(file) ?? '') : '';
      for (const line of text.split('\n')) {
        if (COMMENT_LINE.test(line)) continue;
        for (const [, variable = '', value = ''] of line.matchAll(ASSIGNMENT))
          addTo(settings, variable, { file: toName(this.#root, file), value });
      }
    }
    return settings;
  }
}
