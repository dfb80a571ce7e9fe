import type { SensitivityRow } from '../../../../src/waf/migration/mapping.js';
import type { ZonePlan } from './zone-export.js';

/** Sentence of the planner; `about`: ids, names or values from the export. */
export interface Statement {
  readonly text: string;
  readonly about?: readonly string[];
}

/** `unknown`: the export leaves open whether the zone can migrate. */
export type Outcome = 'possible' | 'blocked' | 'unknown';

export interface PhaseVerdict {
  readonly phase: 1 | 2;
  /** Day since which the phase is open, `YYYY-MM-DD`. */
  readonly since: string;
  /** `conditions-met`: only of phase 1, which was open to an unspecified subset of zones. */
  readonly verdict: 'eligible' | 'conditions-met' | 'refused' | 'unknown';
  readonly reasons: readonly Statement[];
}

export type Remedy =
  | { readonly kind: 'call'; readonly method: 'DELETE'; readonly path: string }
  | { readonly kind: 'support'; readonly text: string }
  | { readonly kind: 'none'; readonly text: string };

export interface Blocker {
  readonly kind:
    'uri-override' | 'not-compatible' | 'too-many-firewall-rules' | 'expression-too-long' | 'no-transition';
  readonly what: Statement;
  readonly remedy: Remedy;
}

export interface LimitVerdict {
  readonly limit: 'firewall-rules' | 'expression-length';
  readonly verdict: 'within' | 'exceeded' | 'unknown';
  readonly max: number;
  readonly unit: 'rules' | 'bytes';
  /** Count, or length of the longest expression; absent if nothing was exported. */
  readonly found?: number;
  readonly what: Statement;
}

/** Outcome for one previous setting. */
export interface SettingOutcome {
  readonly setting: string;
  readonly what: Statement;
  readonly result: string;
}

export interface OwaspRow extends SensitivityRow {
  /** Packages of the zone that have this sensitivity, by name. */
  readonly packages: readonly string[];
}

export interface OwaspPlan {
  readonly rows: readonly OwaspRow[];
  readonly actions: readonly { readonly packageName: string; readonly action: string; readonly becomes: string }[];
  readonly notes: readonly Statement[];
}

export interface CallBody {
  readonly mode: 'validation' | 'pending';
  /** `config`: derived from the exported result of the config operation; `example`: an example of the shape. */
  readonly from: 'config' | 'example';
  readonly rule: string;
  /** Fields of the exported rules that are not in `value`. */
  readonly leftOut: readonly string[];
  readonly value: object;
}

export interface Call {
  readonly step: number;
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** `once-unblocked`: required, but not to be sent before all blockers are removed. */
  readonly need: 'required' | 'optional' | 'once-unblocked';
  readonly irreversible: boolean;
  readonly purpose: Statement;
  readonly body?: CallBody;
}

/** Result of the planner for one zone. */
export interface WafPlan {
  readonly outcome: Outcome;
  readonly zone: {
    readonly id?: string;
    readonly plan: ZonePlan;
    readonly waf: 'on' | 'off' | 'unknown';
    readonly state: string;
  };
  readonly phases: readonly PhaseVerdict[];
  readonly blockers: readonly Blocker[];
  readonly limits: readonly LimitVerdict[];
  readonly validationMode: { readonly open: boolean; readonly reason: string };
  readonly carriedOver: readonly SettingOutcome[];
  readonly recreate: readonly SettingOutcome[];
  readonly owasp: OwaspPlan;
  readonly calls: readonly Call[];
  readonly unknowns: readonly Statement[];
  readonly notes: readonly Statement[];
}
