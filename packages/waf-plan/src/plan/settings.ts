import type { FirewallRule, PageRule, WafOverride, WafPackage, ZoneExport } from './zone-export.js';

/** Whether an override is for URIs (section 1, rule 3); others are for the entire zone, and block nothing. */
export function isUriOverride(override: WafOverride): boolean {
  return (override.urls ?? []).length > 0;
}

/** Whether a firewall rule has Bypass > WAF Managed Rules (section 1, "Eligibility"). */
export function bypassesWaf(rule: FirewallRule): boolean {
  return (
    rule.action.toLowerCase() === 'bypass' && (rule.products ?? []).some((product) => product.toLowerCase() === 'waf')
  );
}

/** Effects of a Page Rule on the managed rules (section 1, "Eligibility"), in words; empty if none. */
export function wafActions(rule: PageRule): readonly string[] {
  return rule.actions.flatMap(({ id, value }) => {
    if (id === 'disable_security') return ['Disable Security'];
    if (id === 'waf')
      return [
        value === 'off' || value === 'on'
          ? `Web Application Firewall: ${value === 'on' ? 'On' : 'Off'}`
          : 'Web Application Firewall',
      ];
    return [];
  });
}

/** Whether a package is the OWASP ModSecurity Core Rule Set (section 1, phase 1), by its name. */
export function isOwasp(waf: WafPackage): boolean {
  return /owasp/i.test(waf.name);
}

/**
 * Returns whether the OWASP rules of a zone are on, as far as the export shows. The meaning of any status other than
 * `active` is not specified.
 */
export function owaspSwitch(zone: ZoneExport): 'on' | 'off' | 'unknown' {
  const packages = (zone.packages ?? []).filter((waf) => isOwasp(waf) && waf.sensitivity !== 'off');
  if (packages.length === 0) return (zone.packages ?? []).some(isOwasp) ? 'off' : 'unknown';
  const isOn = ({ sensitivity, status }: WafPackage): boolean =>
    sensitivity !== undefined && sensitivity !== null && (status ?? 'active') === 'active';
  return packages.some(isOn) ? 'on' : 'unknown';
}

/** The expression of a firewall rule, from the rule, from its filter, or from the list of filters. */
export function expressionOf(rule: FirewallRule, filters: ReadonlyMap<string, string>): string | undefined {
  return rule.expression ?? rule.filter?.expression ?? filters.get(rule.filter?.id ?? '');
}
