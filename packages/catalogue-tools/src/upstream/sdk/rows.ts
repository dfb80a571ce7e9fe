import type { RequestRow } from '../../../../../src/core/model/client-model.js';
import type { HttpMethod } from '../../../../../src/core/model/endpoint.js';
import type { SdkCall, SdkPackage } from './sdk-package.js';

/** Requests of the methods of one version of an SDK. */
export interface VersionCalls extends Pick<SdkPackage, 'name' | 'version'> {
  readonly calls: readonly SdkCall[];
}

/** Operations for whose methods rows are created. */
export interface WantedOperations {
  readonly endpoints: readonly { readonly methods: readonly HttpMethod[]; readonly path: string }[];
  /** Base paths of the operations, which the paths of an SDK may begin with. */
  readonly bases?: readonly string[];
}

/**
 * Rows of the methods that request one of the operations, from all versions: newer versions of an SDK lack methods of
 * removed operations. A row has the range of versions of `packageName` in which the method makes this request. If only
 * another package has the method, the row has no range, because its version numbers are unrelated; such a row is left
 * out if the method makes another request in other versions. Rows are sorted by member.
 */
export function requestRowsOf(
  versions: readonly VersionCalls[],
  { endpoints, bases = [] }: WantedOperations,
  packageName: string,
): readonly RequestRow[] {
  const templates = new Map(
    endpoints.flatMap(({ methods, path }) => methods.map((method) => [`${method} ${shapeOf(path)}`, path])),
  );
  const templateOf = ({ method, path }: SdkCall): string | undefined =>
    [path, ...bases.filter((base) => path.startsWith(`${base}/`)).map((base) => path.slice(base.length))]
      .map((pathBelowBase) => templates.get(`${method} ${shapeOf(pathBelowBase)}`))
      .find((template) => template !== undefined);
  const rows = new Map<string, RequestRow>();
  const membersWithOtherRequests = new Set<string>();
  for (const { name, version, calls } of [...versions].sort((a, b) => compareVersions(a.version, b.version))) {
    for (const call of calls) {
      const { member, method } = call;
      const template = templateOf(call);
      if (template === undefined) membersWithOtherRequests.add(member);
      if (template === undefined) continue;
      const key = `${member} ${method} ${template}`;
      const firstVersion = rows.get(key)?.versions?.split(' - ')[0];
      const row = rows.get(key) ?? { member, method, template };
      rows.set(key, name === packageName ? { ...row, versions: `${firstVersion ?? version} - ${version}` } : row);
    }
  }
  return [...rows.values()]
    .filter(({ member, versions: versionRange }) => versionRange !== undefined || !membersWithOtherRequests.has(member))
    .sort((a, b) => compareTexts(a.member, b.member) || compareTexts(a.template ?? '', b.template ?? ''));
}

/** A path template without the names of its parameters, which differ between sources. */
function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

/** Compares versions by their numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (const index of [0, 1, 2]) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
