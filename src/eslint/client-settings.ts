import type { ClientModel, ClientOrigin, DeriveRow, OptionNames, RequestRow } from '../model/client-model.js';
import { HTTP_METHODS } from '../model/endpoint.js';
import { checkIndex, checkKeys, checkList, checkObject, checkOneOf, checkText, settingError } from './checks.js';

type Check = (value: unknown, where: string) => unknown;
type Shape<T> = { readonly [K in keyof Required<T>]: Check };

const isForm: Check = (value, where) => checkOneOf(value, where, ['new']);
const isMethod: Check = (value, where) => checkOneOf(value, where, HTTP_METHODS);
const isMember: Check = (value, where) => (value === '' ? value : checkText(value, where));
const isNames: Check = (value, where) => checkEach(value, where, checkText);
const isTrue: Check = (value, where) => {
  if (value !== true) throw settingError(where, 'can only be true', 'Leave it out otherwise.');
};

const ROW: Shape<RequestRow> = {
  member: isMember,
  form: isForm,
  method: isMethod,
  methodAt: checkIndex,
  url: checkIndex,
  options: (value, where) => checkEach(value, where, checkIndex),
  body: checkIndex,
  template: checkText,
  fill: (value, where) => {
    for (const [name, index] of Object.entries(checkObject(value, where))) checkIndex(index, `${where}.${name}`);
  },
  versions: checkText,
};
const DERIVE: Shape<DeriveRow> = {
  member: isMember,
  form: isForm,
  defaults: checkIndex,
  baseUrl: checkIndex,
  path: checkIndex,
};
const OPTIONS: Shape<OptionNames> = {
  method: isNames,
  url: isNames,
  baseUrl: isNames,
  headers: isNames,
  body: isNames,
  query: isNames,
  protocol: isNames,
  host: isNames,
  path: isNames,
};
const CLIENT: Shape<ClientModel> = {
  name: checkText,
  origins: (value, where) => checkEach(value, where, checkOrigin),
  requests: (value, where) => checkEach(value, where, (row, at) => checkShape(row, at, ROW, ['member'])),
  derives: (value, where) => checkEach(value, where, (row, at) => checkShape(row, at, DERIVE, ['member'])),
  fluent: isTrue,
  options: (value, where) => checkShape(value, where, OPTIONS, []),
  join: (value, where) => checkOneOf(value, where, ['append', 'resolve']),
  relative: (value, where) => checkOneOf(value, where, ['own-origin']),
  defaultMethod: isMethod,
  baseUrl: checkText,
  package: checkText,
};

/** The user's own client models. @throws ConfigError that names the first property that is wrong. */
export function checkClients(value: unknown, where: string): readonly ClientModel[] {
  return checkList(value, where).map((client, index) => {
    checkShape(client, `${where}[${String(index)}]`, CLIENT, ['name', 'origins', 'requests']);
    return client as ClientModel;
  });
}

function checkEach(value: unknown, where: string, check: Check): void {
  for (const [index, item] of checkList(value, where).entries()) check(item, `${where}[${String(index)}]`);
}

function checkShape(
  value: unknown,
  where: string,
  shape: Readonly<Record<string, Check>>,
  required: readonly string[],
): void {
  const object = checkObject(value, where);
  checkKeys(object, where, Object.keys(shape));
  for (const [key, check] of Object.entries(shape)) {
    if (object[key] !== undefined) check(object[key], `${where}.${key}`);
    else if (required.includes(key)) throw settingError(where, `lacks '${key}'`, 'Add it.');
  }
}

const ORIGIN: { readonly [K in ClientOrigin extends infer O ? (O extends O ? keyof O : never) : never]: Check } = {
  module: checkText,
  export: checkText,
  global: checkText,
  type: checkText,
};

function checkOrigin(value: unknown, where: string): void {
  const object = checkObject(value, where);
  const required = 'global' in object ? ['global'] : 'type' in object ? ['type', 'module'] : ['module', 'export'];
  checkShape(
    object,
    where,
    Object.fromEntries(Object.entries(ORIGIN).filter(([key]) => required.includes(key))),
    required,
  );
}
