import { isSecretBy, secretCertainty } from '../../core/lib/secret-names.js';
import type { SecretCertainty } from '../../core/lib/secret-names.js';
import type { CallFact, ExprFact } from '../../core/model/facts.js';
import type { Part, Value } from '../values/value.js';

/** Marks a value that was read under the name of a secret, so that it stays secret wherever it is passed. */
export function readBy(name: string, value: Value): Value {
  if (value.kind !== 'text' && value.kind !== 'choice' && value.kind !== 'array') return value;
  const certainty = secretCertainty(name);
  return certainty === undefined ? value : markSecret(value, certainty);
}

/** Pattern of objects of which all members are secret: `secrets.vendor`. */
const RECORD = /(?:secret|credential|token|password)s$/i;

/** The name of a member, with that of its object if all members of the object are secret. */
export function memberName({ object, property }: Extract<ExprFact, { readonly kind: 'member' }>): string {
  const owner = object.kind === 'member' ? object.property : object.kind === 'name' ? object.name : '';
  return RECORD.test(owner) ? `${owner}.${property}` : property;
}

/** Pattern of functions that are named after their result: `getToken()`. */
const GETTER_PREFIX = /^(?:get|read|load|find|fetch|resolve)_?(?=[A-Z]|(?<=_))/;

/** Returns the name of a call's result, if the function's name implies it; otherwise an empty text. */
export function resultName({ callee }: CallFact): string {
  const name = callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '';
  return GETTER_PREFIX.test(name) ? name : '';
}

function markSecret(value: Value, certainty: SecretCertainty): Value {
  if (value.kind === 'array')
    return { ...value, elements: value.elements.map((element) => markSecret(element, certainty)) };
  if (value.kind === 'choice')
    return { ...value, options: value.options.map((option) => markSecret(option, certainty)) };
  if (value.kind !== 'text') return value;
  return { ...value, parts: value.parts.map((part) => markSecretPart(part, certainty)) };
}

function markSecretPart(part: Part, certainty: SecretCertainty): Part {
  return part.kind === 'text' && isSecretBy(certainty, part.text) ? { ...part, secret: true } : part;
}
