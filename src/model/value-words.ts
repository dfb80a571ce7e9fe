/** What the migration makes of values that code sends (specification, section 1). One sentence each. */
export const VALUE_WORDS = {
  simulate: 'The action `simulate` becomes Log.',
  groupOverride: 'Group overrides are not migrated: recreate them as tag or rule overrides.',
  ruleOverride: 'Rule overrides are not migrated: recreate them.',
  overrideWithUris: 'This override has URIs: a zone with such overrides cannot migrate until they are deleted.',
  overrides: 'A zone with overrides for URIs cannot migrate until they are deleted.',
  bypass: 'The migration creates an equivalent of rules that bypass WAF managed rules; Bypass itself becomes Skip.',
  pageRule:
    'The migration creates an equivalent of Page Rules that turn the WAF or security off or on; exceptions (skip rules) do so in the new version.',
  roles:
    'The roles of an account, the first replacement, are deprecated in turn: prefer `/accounts/{account_id}/iam/permission_groups`.',
} as const;
