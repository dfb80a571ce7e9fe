import { hideSecrets } from '../../lib/mask-secrets.js';
import type { Finding } from '../../model/finding.js';
import type { Site } from '../requests/calling/site.js';
import { displayText } from '../values/text.js';
import type { Parts } from '../values/value.js';
import { confidenceOf } from './confidence.js';
import type { PathTrust } from './confidence.js';

/** Data that a check supplies; the rest of a finding is derived from it. */
export interface FindingDraft
  extends
    Pick<Finding, 'rule' | 'deprecation' | 'at' | 'client' | 'evidence'>,
    Partial<
      Pick<
        Finding,
        | 'about'
        | 'causedAt'
        | 'sentAt'
        | 'lacks'
        | 'operation'
        | 'listed'
        | 'methods'
        | 'fields'
        | 'value'
        | 'alsoChange'
        | 'problem'
        | 'reason'
        | 'remedy'
        | 'notes'
      >
    > {
  /** The known parts of the request; or a text that the code has instead of a URL. */
  readonly url: Parts | string;
  /** Path properties that affect confidence in addition to the evidence; by default none do. */
  readonly trust?: PathTrust;
  /** Set only if the evidence does not decide it. */
  readonly confidence?: Finding['confidence'];
}

const NO_DOUBT: PathTrust = { distinctive: true, wordAsParameter: false };

/** Makes a finding; none if the evidence is too weak to report. Fingerprints are added at the end of the analysis. */
export function finding({ url, trust = NO_DOUBT, confidence, ...draft }: FindingDraft): readonly Finding[] {
  const level = confidence ?? confidenceOf(draft.evidence, trust);
  if (level === undefined) return [];
  return [
    {
      methods: [],
      notes: [],
      ...draft,
      confidence: level,
      url: typeof url === 'string' ? url : shownUrl(url),
      fingerprint: '',
    },
  ];
}

/** Longest URL that is shown to people, in UTF-16 code units. */
const MAX_SHOWN = 200;

/** A URL for display, its holes as `${name}`. */
export function shownUrl(url: Parts): string {
  // Before cutting, because half a key is not recognised as one.
  const text = hideSecrets(displayText(url));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}

/** Client and methods of a finding about a request; no methods if one of them is unknown. */
export function senderOf(site: Site): Required<Pick<Finding, 'client' | 'methods' | 'sentAt'>> {
  return { client: site.client, methods: site.method.unknown ? [] : site.method.known, sentAt: [site.at] };
}
