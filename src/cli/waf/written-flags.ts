import { ConfigError } from '../../model/errors.js';
import { parseKind, unknownKind } from '../../waf/plan/input-kinds.js';
import type { InputKind } from '../../waf/plan/input-kinds.js';
import { planNamed } from '../../waf/plan/plan-name.js';
import { ZONE_PLANS } from '../../waf/plan/zone-export.js';
import type { ZonePlan } from '../../waf/plan/zone-export.js';

/** A file, as what it is to be read. */
export interface NamedFile {
  readonly file: string;
  readonly kind?: InputKind;
}

/** The plan that `--plan` names, as the API spells it, too: `Pro Website`. @throws ConfigError for another word. */
export function readPlan(word: string): ZonePlan {
  const plan = planNamed(word);
  if (plan === undefined) throw invalid('--plan <plan>', word, `Allowed choices are ${ZONE_PLANS.join(', ')}.`);
  return plan;
}

/** The file and the kind that one `--as` names. @throws ConfigError for what is not `kind=file`. */
export function readNamed(value: string): NamedFile {
  const split = value.indexOf('=');
  if (split < 1 || split === value.length - 1)
    throw invalid('--as <kind=file>', value, 'Write it as kind=file, such as packages=packages.json.');
  const word = value.slice(0, split);
  const kind = parseKind(word);
  if (kind === undefined) throw invalid('--as <kind=file>', value, `It has an ${unknownKind(word)}.`);
  return { file: value.slice(split + 1), kind };
}

function invalid(flag: string, value: string, why: string): ConfigError {
  return new ConfigError(`option '${flag}' argument '${value}' is invalid. ${why}`);
}
