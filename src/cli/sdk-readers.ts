import type { ClientModel } from '../model/client-model.js';
import type { Operation } from '../model/endpoint.js';

/** Reads the methods of an unpacked SDK: a folder and the operations that count in, client models out. */
type SdkReader = (folder: string, operations: readonly Operation[]) => readonly ClientModel[];

/** Readers by the family of SDKs. */
export const SDK_READERS: ReadonlyMap<string, SdkReader> = new Map();
