import type { ClientModel } from '../../../../../src/core/model/client-model.js';
import type { TypeScript } from '../../../../../src/files/load-typescript.js';
import { compareVersions, rowsOf } from './rows.js';
import type { WantedOperations } from './rows.js';
import type { SdkFamily, SdkPackage } from './sdk-package.js';

/**
 * The client of an SDK, with rows for the methods that request one of the wanted operations in one of its versions;
 * undefined without a version. The client's own requests come last, so that a method of a resource is never taken for
 * one.
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
  return [{ ...model, requests: [...rowsOf(versions, wanted, model.package ?? newest.name), ...model.requests] }];
}
