import type { ClientModel } from '../model/client-model.js';
import { loadTypeScript } from '../sources/load-typescript.js';
import { clientModelsOf } from '../upstream/sdk/client-models.js';
import type { WantedOperations } from '../upstream/sdk/rows.js';
import { SDK_FAMILIES } from '../upstream/sdk/families.js';
import { readSdkPackages } from './read-sdk-packages.js';

/** The clients of an unpacked SDK, with rows for the methods that request what is wanted. */
type SdkReader = (folder: string, cwd: string) => (wanted: WantedOperations) => readonly ClientModel[];

/** What reads the methods of an unpacked SDK, by the family of SDKs. The folder is read at once, before all else is done. */
export const SDK_READERS: ReadonlyMap<string, SdkReader> = new Map(
  Object.entries(SDK_FAMILIES).map(([name, family]) => [
    name,
    (folder, cwd) => {
      const packages = readSdkPackages(folder, cwd, family);
      return (wanted) => clientModelsOf(family, packages, wanted, loadTypeScript());
    },
  ]),
);
