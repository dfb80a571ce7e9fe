import { MIGRATION_WORD, OPERATION_PATHS, OVERRIDE_PATH } from '../../../../src/waf/migration/operations.js';
import type { MigrationMode, MigrationOperation } from '../../../../src/waf/migration/operations.js';
import type { Call, CallBody } from './plan-types.js';
import { isUriOverride } from './settings.js';
import type { ZoneExport, EntryPoint, EntryPointRule } from './zone-export.js';

/** Section 4.1: query of check, config and update; status has no query. */
const PHASE_TWO = { phase_two: '1' };
/** Section 5: headers of all four operations; the update also needs the type of its body. */
const AUTHORIZATION = { Authorization: 'Bearer <API_TOKEN>' };
const JSON_BODY = { ...AUTHORIZATION, 'Content-Type': 'application/json' };

type UnnumberedCall = Omit<Call, 'step'>;

/** Path of the call that deletes an override (section 1, rule 3). */
export function overridePath(zone: ZoneExport, overrideId: string): string {
  return pathOf(zone, OVERRIDE_PATH).replace('{override_id}', () => encodeSegment(overrideId));
}

/** Conditions that select the calls and mark those that must not be sent yet. */
export interface CallConditions {
  readonly validation: 'open' | 'closed';
  readonly blocked: boolean;
}

/** The calls that migrate a zone, in order: section 4.1, "Recommended API flow". */
export function listCalls(zone: ZoneExport, { validation, blocked }: CallConditions): readonly Call[] {
  const calls: readonly UnnumberedCall[] = [
    ...(zone.overrides ?? []).filter(isUriOverride).map(({ id }) => deleteOverrideCall(zone, id)),
    {
      ...getCall(zone, 'check', PHASE_TWO),
      need: 'required',
      purpose: { text: 'Check the compatibility. Go on only where compatible is true.' },
    },
    {
      ...getCall(zone, 'config', PHASE_TWO),
      need: 'required',
      purpose: { text: 'Get the new configuration. Its result is what the bodies below are made of; review it first.' },
    },
    ...(validation === 'open' ? [startValidationCall(zone)] : []),
    finishCall(zone, blocked ? 'once-unblocked' : 'required'),
    {
      ...getCall(zone, 'status', {}),
      need: 'optional',
      purpose: { text: 'See which of the two versions is enabled. The field names of the response are not specified.' },
    },
  ];
  return calls.map((call, index) => ({ step: index + 1, ...call }));
}

function deleteOverrideCall(zone: ZoneExport, id: string): UnnumberedCall {
  return {
    method: 'DELETE',
    path: overridePath(zone, id),
    query: {},
    headers: AUTHORIZATION,
    need: 'required',
    irreversible: false,
    // Section 9: the previous APIs have this end of life; section 1, rule 3, still requires this call.
    purpose: {
      text: 'Delete an override for URIs. The end of life of this operation was 2024-05-01; whether it still answers is not specified. Override:',
      about: [id],
    },
  };
}

function startValidationCall(zone: ZoneExport): UnnumberedCall {
  return {
    method: 'PUT',
    ...updateRequest(zone, 'validation'),
    headers: JSON_BODY,
    need: 'optional',
    irreversible: false,
    purpose: { text: 'Run both versions, the new one first. Then review the security events and adjust the rules.' },
    body: validationBody(zone.config),
  };
}

function finishCall(zone: ZoneExport, need: Call['need']): UnnumberedCall {
  return {
    method: 'PUT',
    ...updateRequest(zone, 'pending'),
    headers: JSON_BODY,
    need,
    irreversible: true,
    purpose: {
      text: 'Finish the migration: once the configuration is saved and the new WAF enabled, the previous version is disabled. Irreversible.',
    },
    body: pendingBody(zone.config),
  };
}

function getCall(
  zone: ZoneExport,
  operation: MigrationOperation,
  query: Readonly<Record<string, string>>,
): Omit<UnnumberedCall, 'need' | 'purpose'> {
  return {
    method: 'GET',
    path: pathOf(zone, OPERATION_PATHS[operation]),
    query,
    headers: AUTHORIZATION,
    irreversible: false,
  };
}

function updateRequest(zone: ZoneExport, mode: MigrationMode): Pick<UnnumberedCall, 'path' | 'query'> {
  return { path: pathOf(zone, OPERATION_PATHS.entrypoint), query: { [MIGRATION_WORD]: mode, ...PHASE_TWO } };
}

/** Path with the id of the zone, if the export has one. */
function pathOf({ zone_id: id }: ZoneExport, path: string): string {
  return id === undefined ? path : path.replace('{zone_id}', () => encodeSegment(id));
}

/** Encodes an id from the export, which may contain any characters, as one segment of a path. */
function encodeSegment(id: string): string {
  return encodeURIComponent(id.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/^\.{1,2}$/, (dots) =>
    dots.replaceAll('.', '%2E'),
  );
}

/** Example for the result of the config operation if that was not exported. */
const EXAMPLE_ENTRY_POINT: EntryPoint = {
  name: '<name from the config operation>',
  rules: [
    {
      id: '<id from the config operation, may be empty>',
      version: '<version from the config operation, may be empty>',
      action: 'execute',
      // Section 2, Rule: "The value true matches all traffic."
      expression: 'true',
      description: '',
      ref: '<ref from the config operation, may be empty>',
      enabled: true,
      action_parameters: { id: '<id of the managed ruleset, from the config operation>' },
    },
  ],
};

/** Section 4.1, body rules 1 and 2: fields of rules that finish the migration; validation omits them. */
const IDENTITY_FIELDS = ['id', 'version', 'ref'] as const;

/** The body of the update in validation mode: section 4.1, body rules 2 and 3. */
function validationBody(config: EntryPoint | undefined): CallBody {
  const { rules, ...otherFields } = config ?? EXAMPLE_ENTRY_POINT;
  return {
    mode: 'validation',
    from: config === undefined ? 'example' : 'config',
    rule: 'The configuration that the config operation gives, without id, version and ref in its rules.',
    leftOut: config === undefined ? [] : IDENTITY_FIELDS.filter((field) => rules.some((rule) => field in rule)),
    value: { ...otherFields, rules: rules.map(withoutIdentity) },
  };
}

/** The body of the update that finishes the migration: section 4.1, body rules 1 and 3. */
function pendingBody(config: EntryPoint | undefined): CallBody {
  const { rules, ...otherFields } = config ?? EXAMPLE_ENTRY_POINT;
  return {
    mode: 'pending',
    from: config === undefined ? 'example' : 'config',
    rule: 'The configuration that the config operation gives, adjusted if needed, with id, version and ref in its rules, which may be empty.',
    leftOut: [],
    value: { ...otherFields, rules: rules.map((rule) => ({ id: '', version: '', ref: '', ...rule })) },
  };
}

/** Removes the fields of an exported rule that are left out for validation. */
function withoutIdentity({ id: _id, version: _version, ref: _ref, ...rule }: EntryPointRule): object {
  return rule;
}
