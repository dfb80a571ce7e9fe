/** Plans of a zone. The specification names the last three; "all zones" (section 1) includes the first. */
export const ZONE_PLANS = ['free', 'pro', 'business', 'enterprise'] as const;

export type ZonePlan = (typeof ZONE_PLANS)[number];

/** The sensitivities of the mapping table (section 1), and `off`: the OWASP rules are off. */
type Sensitivity = 'high' | 'medium' | 'low' | 'default' | 'off';

export interface WafPackage {
  readonly id: string;
  readonly name: string;
  readonly sensitivity?: Sensitivity | null;
  readonly status?: string | null;
  readonly action_mode?: string | null;
}

export interface WafGroup {
  readonly id: string;
  readonly package_id: string;
  readonly name?: string | null;
  readonly mode: string;
  readonly default_mode?: string | null;
}

export interface WafRule {
  readonly id: string;
  readonly package_id: string;
  readonly description?: string | null;
  readonly mode: string;
  readonly default_mode?: string | null;
}

export interface WafOverride {
  readonly id: string;
  readonly description?: string | null;
  readonly paused?: boolean;
  readonly urls?: readonly string[] | null;
  readonly groups?: Readonly<Record<string, string>> | null;
  readonly rules?: Readonly<Record<string, string>> | null;
}

export interface FirewallRule {
  readonly id: string;
  readonly action: string;
  readonly products?: readonly string[] | null;
  readonly paused?: boolean;
  readonly description?: string | null;
  readonly expression?: string;
  readonly filter?: { readonly id: string; readonly expression?: string } | null;
}

interface Filter {
  readonly id: string;
  readonly expression: string;
}

export interface PageRule {
  readonly id: string;
  readonly status?: string | null;
  readonly actions: readonly { readonly id: string; readonly value?: unknown }[];
}

/** The result of the check operation (section 2, "Migration check result"). */
interface CheckResult {
  readonly compatible: boolean;
  readonly migration_state: string;
}

/** A rule of the entry point (section 2). */
export interface EntryPointRule {
  readonly id?: string;
  readonly version?: string;
  readonly ref?: string;
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly action_parameters: Readonly<Record<string, unknown>>;
}

/** The entry point of the new version (section 2): result of the config operation and body of the update. */
export interface EntryPoint {
  readonly name: string;
  readonly rules: readonly EntryPointRule[];
}

/** Exported data of a zone. An absent list was not exported; an empty list means that the zone has none. */
export interface ZoneExport {
  readonly plan: ZonePlan;
  readonly zone_id?: string;
  readonly waf?: 'on' | 'off';
  readonly packages?: readonly WafPackage[];
  readonly groups?: readonly WafGroup[];
  readonly rules?: readonly WafRule[];
  readonly overrides?: readonly WafOverride[];
  readonly firewall_rules?: readonly FirewallRule[];
  readonly filters?: readonly Filter[];
  readonly page_rules?: readonly PageRule[];
  readonly check?: CheckResult;
  readonly config?: EntryPoint;
}
