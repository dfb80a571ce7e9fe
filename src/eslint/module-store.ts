import { lowerEstree } from '../facts/estree.js';
import { lowerJson } from '../facts/json.js';
import { BoundedMap } from '../lib/bounded-map.js';
import { readRegularFile } from '../lib/read-regular-file.js';
import type { Catalogue } from '../model/deprecation.js';
import type { FileFacts } from '../model/facts.js';
import { mentionedApis } from '../select/api-mention.js';
import { mentionsOf } from '../select/mentions.js';
import { nameOf } from './file-names.js';
import type { ModuleParser } from './parse-module.js';
import { ABSENT, stampOf } from './stamp.js';

/** A file on disk. What is asked of it is worked out once. */
export class Module {
  readonly text: string;
  /** As `stampOf` gives it. */
  stamp: string;
  readonly #catalogue: Catalogue;
  #mentionsApi: readonly string[] | undefined;
  #facts: { readonly value: FileFacts | undefined } | undefined;

  constructor(text: string, stamp: string, catalogue: Catalogue) {
    this.text = text;
    this.stamp = stamp;
    this.#catalogue = catalogue;
  }

  /** Ids of the APIs whose base URL is in the text. */
  get mentionsApi(): readonly string[] {
    return (this.#mentionsApi ??= mentionsOf(this.#catalogue).namesApi(this.text)
      ? mentionedApis(this.text, this.#catalogue)
      : []);
  }

  /** What it says, made in the way of whoever asks first. Undefined: it cannot be parsed. */
  facts(make: () => FileFacts | undefined): FileFacts | undefined {
    return (this.#facts ??= { value: make() }).value;
  }
}

/** Larger files are not followed; in bytes. */
const MAX_SIZE = 1024 * 1024;

/** Characters of text that are held at a time, with their facts, which take some twenty times the memory. */
const MAX_TEXT = 12_000_000;

/** Files on disk and their facts, by absolute path; each is read and parsed again only when it has changed. */
export class ModuleStore {
  readonly #cwd: string;
  readonly #catalogue: Catalogue;
  readonly #parse: ModuleParser;
  readonly #modules = new BoundedMap<Module>(MAX_TEXT);

  constructor(cwd: string, catalogue: Catalogue, parse: ModuleParser) {
    this.#cwd = cwd;
    this.#catalogue = catalogue;
    this.#parse = parse;
  }

  /** `isFresh`: what is known of the file need not be checked. Undefined: there is nothing to be read. */
  module(path: string, isFresh = false): Module | undefined {
    const known = this.#modules.get(path);
    if (known !== undefined && isFresh) return known;
    const stamp = stampOf(path);
    if (known?.stamp === stamp) return known;
    const text = stamp === ABSENT ? undefined : readText(path);
    if (text === undefined) return undefined;
    if (known?.text === text) {
      known.stamp = stamp;
      return known;
    }
    const module = new Module(text, stamp, this.#catalogue);
    this.#modules.set(path, module, text.length);
    return module;
  }

  /** Facts of a module under the name that the engine knows it by. */
  facts(path: string, module: Module): FileFacts | undefined {
    return module.facts(() => {
      const name = nameOf(this.#cwd, path);
      if (path.endsWith('.json')) return lowerJson(name, module.text);
      const program = this.#parse(module.text, path);
      return program === undefined ? undefined : lowerEstree(program, module.text, name);
    });
  }
}

function readText(path: string): string | undefined {
  const content = readRegularFile(path, { limit: MAX_SIZE, malformed: 'replace' });
  return content.kind === 'text' ? content.text : undefined;
}
