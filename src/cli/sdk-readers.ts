import type { ClientModel } from '../model/client-model.js';

/** What reads the methods of an unpacked SDK, by the family of SDKs: a folder in, client models out. */
export const SDK_READERS: ReadonlyMap<string, (folder: string) => readonly ClientModel[]> = new Map();
