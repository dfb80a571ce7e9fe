import type { Place } from './span.js';

/** One step on the way from the reported expression to the operation. */
export interface EvidenceStep {
  readonly kind:
    'literal' | 'constant' | 'import' | 'base-url' | 'default' | 'wrapper' | 'option' | 'module-graph' | 'client';
  readonly at: Place;
  /** Fact learned in this step, as a short phrase without a full stop. */
  readonly note: string;
}

/**
 * `exact`: the base URL is resolved to the catalogued API. `set`: it is a variable that a settings file sets to a base
 * URL of the API. `graph`: it is not resolved, but the file or a module it imports names the API's base URL. `version`:
 * it is not resolved, but the path begins with the version path of the API. `named`: only a name in the expression
 * points to the API. `unknown`: the base URL cannot be resolved. `other`: resolved to another host.
 */
export type HostProof = 'exact' | 'set' | 'graph' | 'version' | 'named' | 'unknown' | 'other';

/** Owner of a server by its name: the API, or another. */
export type NameSign = 'api' | 'other';

/** Evidence that a request goes to the API without a module that names it. */
export type HostWitness = 'value' | 'chain';

export interface Evidence {
  readonly host: HostProof;
  /** Owner of an unresolved base URL, by its name and the client's: the API or another. */
  readonly name?: NameSign;
  /**
   * Only for `graph` without a witness module: a value of the API reaches the call, or only its SDK has such a chain.
   */
  readonly by?: HostWitness;
  /** `exact`: every literal segment of the template is known text; `partial`: the path was completed by inference. */
  readonly path: 'exact' | 'partial';
  /** `listed`: known and in the catalogue; `unlisted`: known, not listed for the path; `unknown`. */
  readonly method: 'listed' | 'unlisted' | 'unknown';
  /**
   * `request`: reaches a modelled client; `call`: passed to an unresolved call; `descriptor`: an object that describes
   * a request; `forwarded`: inside the URL of another request, whose server may send it; `loose`: a text that reaches
   * no call; `test-double`: an answer or an expectation of a test.
   */
  readonly site: 'request' | 'call' | 'descriptor' | 'forwarded' | 'loose' | 'test-double';
  /** The installed version of the SDK does not have the method. */
  readonly missing?: true;
  readonly steps: readonly EvidenceStep[];
}

/** Confidence of a finding, from its evidence alone. */
export type Confidence = 'certain' | 'probable' | 'possible';

export const CONFIDENCES: readonly Confidence[] = ['possible', 'probable', 'certain'];
