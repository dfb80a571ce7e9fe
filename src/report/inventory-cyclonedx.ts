import type { Inventory, InventoryApi } from './inventory.js';

/**
 * The inventory as a CycloneDX 1.6 document: a service for each API. It has no serial number and no time of day, so
 * that the same code gives the same bytes.
 */
export function formatInventoryCyclonedx(inventory: Inventory): object {
  const { tool, asOf, apis, unknown, coverage } = inventory;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: `${asOf}T00:00:00Z`,
      tools: { components: [{ type: 'application', name: tool.name, version: tool.version }] },
      properties: listProperties({
        unknownServers: unknown.length,
        limits: coverage.limits,
      }),
    },
    services: apis.map(serviceOf),
  };
}

function serviceOf(api: InventoryApi): object {
  const { name, vendor, hosts } = api;
  return {
    'bom-ref': api.api === null ? `host:${name}` : `api:${api.api}`,
    ...(vendor === null ? {} : { provider: { name: vendor } }),
    name,
    // An address with an unknown part is left out.
    ...(hosts.some(isWhole) ? { endpoints: hosts.filter(isWhole).map((host) => `https://${host}`) } : {}),
    'x-trust-boundary': true,
    properties: propertiesOf(api),
  };
}

function propertiesOf(api: InventoryApi): readonly CyclonedxProperty[] {
  const {
    calls,
    inTests,
    shared,
    files,
    passed,
    sdks,
    importedBy,
    edition,
    deprecated,
    findings,
    unresolved,
    notUnderstood,
    hosts,
  } = api;
  const isChecked = api.api !== null;
  return listProperties({
    checked: isChecked,
    calls,
    callsInTests: inTests,
    callsThatCanGoElsewhere: shared,
    ...(isChecked ? { api: api.api, callsDeprecated: deprecated.length, findings, unresolved } : {}),
    ...(edition === null ? {} : { edition: edition.id, factsOf: edition.asOf, stale: edition.stale }),
    ...(edition?.reviewBy === undefined ? {} : { reviewBy: edition.reviewBy }),
    hostPattern: hosts.filter((host) => !isWhole(host)),
    sdk: sdks.map(({ name, version, manifest }) => `${name}${version === null ? '' : `@${version}`} in ${manifest}`),
    importedBy,
    passedTo: passed.map(({ file, to }) => `${to.join(', ')} in ${file}`),
    notUnderstood: notUnderstood.map(({ file, module }) => `${module} in ${file}`),
    file: files.map(({ file }) => file),
  });
}

function isWhole(host: string): boolean {
  return !host.includes('*');
}

/** A name and a value, as CycloneDX attaches them. */
interface CyclonedxProperty {
  readonly name: string;
  readonly value: string;
}

type Value = string | number | boolean | null;

/** Properties under names of this program; a list gives one for each of its values. */
function listProperties(values: Readonly<Record<string, Value | readonly string[]>>): readonly CyclonedxProperty[] {
  return Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly string[]) : [value as Value]).map((one) => ({
      name: `sunset-lint:${name}`,
      value: String(one),
    })),
  );
}
