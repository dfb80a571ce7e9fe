/** Catalogue entry that the checks of a zone's migration belong to. */
export const WAF_DEPRECATION = 'waf-managed-rules-api';

/** The word that every request of the migration has in its path or its query. */
export const MIGRATION_WORD = 'waf_migration';

/** The four operations of the migration (specification, section 4.1); paths below the base URL. */
export const OPERATIONS = {
  check: '/zones/{zone_id}/waf_migration/check',
  config: '/zones/{zone_id}/waf_migration/config',
  status: '/zones/{zone_id}/waf_migration/status',
  entrypoint: '/zones/{zone_id}/rulesets/phases/http_request_firewall_managed/entrypoint',
} as const;

export type MigrationOperation = keyof typeof OPERATIONS;

/** Values of `waf_migration` and the mode that each means. */
export const MODES: ReadonlyMap<string, 'pending' | 'validation'> = new Map([
  ['pending', 'pending'],
  ['1', 'pending'],
  ['validation', 'validation'],
  ['2', 'validation'],
]);
