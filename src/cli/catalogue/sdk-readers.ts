import type { ClientModel } from '../../model/client-model.js';
import { loadTypeScript } from '../../sources/load-typescript.js';
import { clientModelsOf } from '../../upstream/sdk/client-models.js';
import { SDK_FAMILIES } from '../../upstream/sdk/families.js';
import type { WantedOperations } from '../../upstream/sdk/rows.js';
import { readSdkPackages } from './read-sdk-packages.js';

/**
 * Reads the methods of an unpacked SDK: a folder and the operations that count in, client models out.
 *
 * @throws ConfigError where the folder has no such SDK.
 */
type SdkReader = (folder: string, wanted: WantedOperations) => readonly ClientModel[];

/** Readers by the family of SDKs. */
export const SDK_READERS: ReadonlyMap<string, SdkReader> = new Map(
  Object.entries(SDK_FAMILIES).map(([name, family]) => [
    name,
    (folder, wanted) => clientModelsOf(family, readSdkPackages(folder, family), wanted, loadTypeScript()),
  ]),
);
