import { isSecretBy, secretCertainty } from '../../core/lib/secret-names.js';
import type { SecretCertainty } from '../../core/lib/secret-names.js';
import type { CallFact, ExprFact } from '../../core/model/facts.js';
import type { Part, Value } from '../values/value.js';

/** Marks a value that was read by the name of a secret, so that it stays secret wherever it is passed. */
export function readBy(name: string, value: Value): Value {
  if (value.kind !== 'text' && value.kind !== 'choice' && value.kind !== 'array') return value;
  const says = secretCertainty(name);
  return says === undefined ? value : hidden(value, says);
}

/** Pattern of records of secrets, all of whose members are secret: `secrets.vendor`. */
const RECORD = /(?:secret|credential|token|password)s$/i;

/** The name of the member that is read. */
export function memberName({ object, property }: Extract<ExprFact, { readonly kind: 'member' }>): string {
  const of = object.kind === 'member' ? object.property : object.kind === 'name' ? object.name : '';
  return RECORD.test(of) ? `${of}.${property}` : property;
}

/** Pattern of functions that are named after their result: `getToken()`. */
const GIVES = /^(?:get|read|load|find|fetch|resolve)_?(?=[A-Z]|(?<=_))/;

/** Returns the name of a call's result, if the function's name implies it; otherwise an empty text. */
export function givenName({ callee }: CallFact): string {
  const name = callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '';
  return GIVES.test(name) ? name : '';
}

function hidden(value: Value, says: SecretCertainty): Value {
  if (value.kind === 'array') return { ...value, elements: value.elements.map((element) => hidden(element, says)) };
  if (value.kind === 'choice') return { ...value, options: value.options.map((option) => hidden(option, says)) };
  if (value.kind !== 'text') return value;
  return { ...value, parts: value.parts.map((part) => hiddenPart(part, says)) };
}

function hiddenPart(part: Part, says: SecretCertainty): Part {
  return part.kind === 'text' && isSecretBy(says, part.text) ? { ...part, secret: true } : part;
}
