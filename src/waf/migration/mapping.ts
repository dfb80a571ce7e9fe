/** Section 8: "Firewall rules to migrate: at most 200". */
export const MAX_FIREWALL_RULES = 200;

/** Section 8: "Length of a firewall rule expression: at most 4 KB", read as 4 × 1024 bytes of UTF-8. */
export const MAX_EXPRESSION_BYTES = 4 * 1024;

/** One row of section 1, "OWASP sensitivity mapping": what the migration makes of a sensitivity. */
export interface SensitivityRow {
  readonly sensitivity: 'high' | 'medium' | 'low' | 'default';
  readonly paranoiaLevel: 'PL1' | 'PL2';
  readonly threshold: string;
}

/** The table, row by row and as it is written there. */
export const OWASP_MAPPING: readonly SensitivityRow[] = [
  { sensitivity: 'high', paranoiaLevel: 'PL2', threshold: 'Medium, 40 or higher' },
  { sensitivity: 'medium', paranoiaLevel: 'PL1', threshold: 'High, 25 or higher' },
  { sensitivity: 'low', paranoiaLevel: 'PL1', threshold: 'Medium, 40 or higher' },
  { sensitivity: 'default', paranoiaLevel: 'PL2', threshold: 'Medium, 40 or higher' },
];

/** Ruleset phase that takes over an action of a Page Rule (added advice; phase names of the rulesets engine). */
export const PAGE_RULE_PHASES: readonly (readonly [phase: string, actions: readonly string[]])[] = [
  ['http_request_dynamic_redirect', ['forwarding_url', 'always_use_https']],
  [
    'http_request_cache_settings',
    [
      'cache_level',
      'edge_cache_ttl',
      'browser_cache_ttl',
      'bypass_cache_on_cookie',
      'cache_by_device_type',
      'cache_deception_armor',
      'cache_key_fields',
      'cache_on_cookie',
      'cache_ttl_by_status',
      'explicit_cache_control',
      'origin_error_page_pass_thru',
      'respect_strong_etag',
      'sort_query_string_for_cache',
    ],
  ],
  [
    'http_config_settings',
    [
      'ssl',
      'security_level',
      'polish',
      'rocket_loader',
      'automatic_https_rewrites',
      'browser_check',
      'email_obfuscation',
      'opportunistic_encryption',
      'disable_apps',
      'disable_zaraz',
      'mirage',
      'minify',
    ],
  ],
  ['http_request_origin', ['host_header_override', 'resolve_override']],
];
