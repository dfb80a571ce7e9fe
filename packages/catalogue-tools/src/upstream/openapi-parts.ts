import { isRecord } from '../../../../src/core/lib/json.js';
import type { JsonRecord } from '../../../../src/core/lib/json.js';
import { entriesOf, listOf, ownProperty, textOf } from './records.js';
import type { Resolver } from './references.js';
import { datesFromFields } from './stated-dates.js';
import type { Omission, NamedOperation, UpstreamPart } from './upstream.js';

/** Operation with its records in the document. */
export interface RawOperation extends NamedOperation {
  readonly place: string;
  readonly record: JsonRecord;
  /** The path item of the operation. */
  readonly pathItem: JsonRecord;
}

/** The deprecated parameters and properties of an operation; none if the operation itself is deprecated. */
export function partsOf(operation: RawOperation, resolver: Resolver, leftOut: Omission[]): readonly UpstreamPart[] {
  if (ownProperty(operation.record, 'deprecated') === true) return [];
  const { method, path, record, place } = operation;
  const group = textOf(listOf(ownProperty(record, 'tags'))[0]);
  const operationFields = { method, path, ...(group && { group }) };
  const parts: UpstreamPart[] = [];
  const bodies: { readonly schema: unknown; readonly place: string }[] = [];
  for (const [at, parameter] of parametersOf(operation, resolver)) {
    const location = ownProperty(parameter, 'in');
    if (location === 'body') bodies.push({ schema: ownProperty(parameter, 'schema'), place: at });
    if (ownProperty(parameter, 'deprecated') !== true) continue;
    const part = partOf(location, textOf(ownProperty(parameter, 'name')));
    if (part === undefined)
      leftOut.push({ place: at, why: `a deprecated parameter in '${String(location).slice(0, 20)}' cannot be said` });
    else parts.push({ ...operationFields, ...datesOf(parameter, at, leftOut), part, place: at });
  }
  const body = resolver.follow(ownProperty(record, 'requestBody'), `${place}.requestBody`);
  bodies.push(...contentsOf(body, `${place}.requestBody`));
  const responseBodies = entriesOf(ownProperty(record, 'responses')).flatMap(([status, response]) => {
    const at = `${place}.responses.${status.slice(0, 20)}`;
    if (!/^2|^default$/i.test(status)) return [];
    const resolved = resolver.follow(response, at);
    return [...contentsOf(resolved, at), { schema: ownProperty(resolved, 'schema'), place: at }];
  });
  const requestFields = fieldsOf(bodies, resolver, leftOut);
  const responseFields = fieldsOf(responseBodies, resolver, leftOut);
  for (const [pointer, { place: at, property }] of new Map([...responseFields, ...requestFields])) {
    const direction = !requestFields.has(pointer) ? 'response' : responseFields.has(pointer) ? 'both' : 'request';
    parts.push({
      ...operationFields,
      ...datesOf(property, at, leftOut),
      part: { kind: 'field', pointer, direction },
      place: at,
    });
  }
  return parts;
}

/** Parameters of an operation, which override those of its path with the same name and location. */
function parametersOf({ pathItem, record, place }: RawOperation, resolver: Resolver): ReadonlyMap<string, JsonRecord> {
  const byName = new Map<string, readonly [string, JsonRecord]>();
  for (const [at, list] of [
    [place.slice(0, place.lastIndexOf('.')), ownProperty(pathItem, 'parameters')],
    [place, ownProperty(record, 'parameters')],
  ] as const)
    for (const [index, parameterValue] of listOf(list).entries()) {
      const parameterPlace = `${at}.parameters.${String(index)}`;
      const parameter = resolver.follow(parameterValue, parameterPlace);
      if (parameter !== undefined)
        byName.set(`${String(ownProperty(parameter, 'in'))} ${String(ownProperty(parameter, 'name'))}`, [
          parameterPlace,
          parameter,
        ]);
    }
  return new Map(byName.values());
}

function partOf(location: unknown, name: string | undefined): UpstreamPart['part'] | undefined {
  if (name === undefined || name.length > 200) return undefined;
  if (location === 'query') return { kind: 'query', parameter: name };
  if (location === 'header') return /^[!#$%&'*+.^_`|~\w-]+$/.test(name) ? { kind: 'header', name } : undefined;
  return location === 'formData' ? { kind: 'field', pointer: `/${name}`, direction: 'request' } : undefined;
}

function datesOf(
  value: JsonRecord,
  place: string,
  leftOut: Omission[],
): Omit<ReturnType<typeof datesFromFields>, 'problems'> {
  const { problems, ...dates } = datesFromFields(value, 'part');
  for (const why of problems) leftOut.push({ place, why });
  return dates;
}

function contentsOf(body: JsonRecord | undefined, place: string): readonly { schema: unknown; place: string }[] {
  return entriesOf(ownProperty(body, 'content')).flatMap(([type, media]) =>
    isRecord(media) ? [{ schema: ownProperty(media, 'schema'), place: `${place}.${type.slice(0, 40)}` }] : [],
  );
}

function fieldsOf(
  bodies: readonly { readonly schema: unknown; readonly place: string }[],
  resolver: Resolver,
  leftOut: Omission[],
): ReturnType<typeof deprecatedFields> {
  return new Map(bodies.flatMap(({ schema, place }) => [...deprecatedFields(schema, place, resolver, leftOut)]));
}

/** Maximum depth of properties that are searched. */
const MAX_DEPTH = 6;
/** Maximum number of schemas that are searched for one body. */
const MAX_SCHEMAS = 2000;

interface DeprecatedField {
  readonly place: string;
  readonly property: JsonRecord;
}

/**
 * The deprecated properties of a body by their JSON pointers; if the body is a list, those of its items. A recursive
 * schema is entered once on each path; properties below the maximum depth are reported as omissions.
 */
function deprecatedFields(
  schema: unknown,
  place: string,
  resolver: Resolver,
  leftOut: Omission[],
): ReadonlyMap<string, DeprecatedField> {
  const fields = new Map<string, DeprecatedField>();
  const enclosingRecords = new Set<JsonRecord>();
  let remainingSchemas = MAX_SCHEMAS;
  const search = { isDeep: false };
  const visit = (value: unknown, pointer: string, at: string, depth: number): void => {
    if (value === undefined) return;
    const record = resolver.follow(value, at);
    if (record === undefined || enclosingRecords.has(record)) return;
    remainingSchemas -= 1;
    search.isDeep ||=
      depth > MAX_DEPTH &&
      ['properties', 'allOf', 'oneOf', 'anyOf'].some((key) => ownProperty(record, key) !== undefined);
    if (remainingSchemas < 0 || depth > MAX_DEPTH) return;
    enclosingRecords.add(record);
    for (const key of ['allOf', 'oneOf', 'anyOf'])
      for (const part of listOf(ownProperty(record, key))) visit(part, pointer, at, depth);
    if (pointer === '') visit(ownProperty(record, 'items'), pointer, at, depth);
    else if (ownProperty(record, 'items') !== undefined && hasDeprecated(ownProperty(record, 'items'), resolver, at))
      leftOut.push({ place: `${place}${pointer}`, why: 'deprecated properties inside a list cannot be expressed' });
    for (const [name, propertyValue] of entriesOf(ownProperty(record, 'properties'))) {
      const propertyPointer = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const property = resolver.follow(propertyValue, `${place}${propertyPointer}`);
      if (ownProperty(propertyValue, 'deprecated') === true || ownProperty(property, 'deprecated') === true) {
        if (property !== undefined && /^[^\s/~]{1,200}$/.test(name))
          fields.set(propertyPointer, { place: `${place}${propertyPointer}`, property });
        else leftOut.push({ place: `${place}${propertyPointer.slice(0, 200)}`, why: 'its name cannot be expressed' });
      } else visit(property, propertyPointer, at, depth + 1);
    }
    enclosingRecords.delete(record);
  };
  visit(schema, '', place, 0);
  if (remainingSchemas < 0)
    leftOut.push({ place, why: `its schema has more than ${String(MAX_SCHEMAS)} parts: not all were read` });
  if (search.isDeep)
    leftOut.push({ place, why: `members more than ${String(MAX_DEPTH)} levels deep were not looked at` });
  return fields;
}

/** Whether a property of a list's items is deprecated. */
function hasDeprecated(items: unknown, resolver: Resolver, at: string): boolean {
  return entriesOf(ownProperty(resolver.follow(items, at), 'properties')).some(
    ([, value]) => ownProperty(value, 'deprecated') === true,
  );
}
