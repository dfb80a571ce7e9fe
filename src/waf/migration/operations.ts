/**
 * Id of the catalogue entry for the version from which zones migrate. With a catalogue that lacks the entry, requests of
 * the migration are not checked.
 */
export const WAF_DEPRECATION = 'waf-managed-rules-api';

/** The topic (`model/rules.ts`) of mistakes in requests of the migration. */
export const MIGRATION_TOPIC = 'waf-migration';

/** The word that every request of the migration has in its path or its query. */
export const MIGRATION_WORD = 'waf_migration';

/** The phase of the Rulesets API in which the new managed rules run. */
export const MANAGED_PHASE = 'http_request_firewall_managed';

/** Paths of the four operations of the migration, below the base URL (docs/specification.md, section 4.1). */
export const OPERATION_PATHS = {
  check: `/zones/{zone_id}/${MIGRATION_WORD}/check`,
  config: `/zones/{zone_id}/${MIGRATION_WORD}/config`,
  status: `/zones/{zone_id}/${MIGRATION_WORD}/status`,
  entrypoint: `/zones/{zone_id}/rulesets/phases/${MANAGED_PHASE}/entrypoint`,
} as const;

export type MigrationOperation = keyof typeof OPERATION_PATHS;

export const MIGRATION_OPERATIONS: readonly MigrationOperation[] = ['check', 'config', 'status', 'entrypoint'];

/** Path of an override for URIs. A zone must have none when it migrates: `DELETE` removes one (section 1, rule 3). */
export const OVERRIDE_PATH = '/zones/{zone_id}/firewall/waf/overrides/{override_id}';

/** Mode of a migration request (section 3). `pending`: finish the migration; `validation`: run both versions side by side. */
export type MigrationMode = 'pending' | 'validation';

/** Keys of rules that mode `pending` needs and mode `validation` does not allow (section 4.1, body rules 1 and 2). */
export const RULE_IDENTITY_KEYS = ['id', 'version', 'ref'] as const;

/** Values of the query parameter `waf_migration` (section 4.1), with the mode of each. */
export const MODES: ReadonlyMap<string, MigrationMode> = new Map([
  ['pending', 'pending'],
  ['1', 'pending'],
  ['validation', 'validation'],
  ['2', 'validation'],
]);
