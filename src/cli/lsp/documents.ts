import { pathOfUri } from './places.js';

/** A text as the client has it open, saved or not. */
export interface OpenDocument {
  readonly version: number;
  readonly text: string;
}

/** The open texts of a client in place of files on disk, by absolute path. */
export class Documents {
  readonly #open = new Map<string, OpenDocument & { readonly uri: string }>();

  put(uri: string, document: OpenDocument): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.#open.set(path, { ...document, uri });
  }

  drop(uri: string): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.#open.delete(path);
  }

  at(path: string): OpenDocument | undefined {
    return this.#open.get(path);
  }

  /** The address as the client wrote it. */
  uriOf(path: string): string | undefined {
    return this.#open.get(path)?.uri;
  }

  texts(): ReadonlyMap<string, string> {
    return new Map([...this.#open].map(([path, { text }]) => [path, text]));
  }
}
