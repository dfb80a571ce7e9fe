/** Section 8: "Firewall rules to migrate: at most 200". */
export const MAX_FIREWALL_RULES = 200;

/** Section 8: "Length of a firewall rule expression: at most 4 KB", read as 4 × 1024 bytes of UTF-8. */
export const MAX_EXPRESSION_BYTES = 4 * 1024;

/** One row of section 1, "OWASP sensitivity mapping": the new settings for a sensitivity. */
export interface SensitivityRow {
  readonly sensitivity: 'high' | 'medium' | 'low' | 'default';
  readonly paranoiaLevel: 'PL1' | 'PL2';
  readonly threshold: string;
}

/** The table of section 1, in the order of the specification. */
export const OWASP_MAPPING: readonly SensitivityRow[] = [
  { sensitivity: 'high', paranoiaLevel: 'PL2', threshold: 'Medium, 40 or higher' },
  { sensitivity: 'medium', paranoiaLevel: 'PL1', threshold: 'High, 25 or higher' },
  { sensitivity: 'low', paranoiaLevel: 'PL1', threshold: 'Medium, 40 or higher' },
  { sensitivity: 'default', paranoiaLevel: 'PL2', threshold: 'Medium, 40 or higher' },
];
