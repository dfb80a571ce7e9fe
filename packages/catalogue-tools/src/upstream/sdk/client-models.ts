import type { ClientModel } from '../../../../../src/core/model/client-model.js';
import type { TypeScript } from '../../../../../src/files/load-typescript.js';
import { compareVersions, requestRowsOf } from './rows.js';
import type { WantedOperations } from './rows.js';
import type { SdkFamily, SdkPackage } from './sdk-package.js';

/**
 * The model of an SDK's client, with rows for the methods that request a wanted operation in any of `packages`, the
 * versions of the SDK; an empty list if there are none. Requests of the client itself are last, because the methods of
 * resources have precedence.
 */
export function clientModelsOf(
  family: SdkFamily,
  packages: readonly SdkPackage[],
  wanted: WantedOperations,
  compiler: typeof TypeScript,
): readonly ClientModel[] {
  const newest = [...packages].sort((a, b) => compareVersions(a.version, b.version)).at(-1);
  if (newest === undefined) return [];
  const model = family.clientOf(newest, compiler);
  const versions = packages.map((sdk) => ({ ...sdk, calls: family.callsOf(sdk, compiler) }));
  return [
    { ...model, requests: [...requestRowsOf(versions, wanted, model.package ?? newest.name), ...model.requests] },
  ];
}
