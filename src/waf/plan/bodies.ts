import type { CallBody } from './plan-types.js';
import type { EntryPoint, EntryPointRule } from './zone-export.js';

/** Stands for the result of the config operation where that was not exported. */
const EXAMPLE: EntryPoint = {
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

/** Section 4.1, body rules 1 and 2: what rules carry to finish, and leave out for validation. */
const IDENTITY = ['id', 'version', 'ref'] as const;

/** The body of the update in validation mode: section 4.1, body rules 2 and 3. */
export function validationBody(config: EntryPoint | undefined): CallBody {
  const { rules, ...rest } = config ?? EXAMPLE;
  return {
    mode: 'validation',
    from: config === undefined ? 'example' : 'config',
    rule: 'The configuration that the config operation gives, without id, version and ref in its rules.',
    leftOut: config === undefined ? [] : IDENTITY.filter((field) => rules.some((rule) => field in rule)),
    value: { ...rest, rules: rules.map(withoutIdentity) },
  };
}

/** The body of the update that finishes the migration: section 4.1, body rules 1 and 3. */
export function pendingBody(config: EntryPoint | undefined): CallBody {
  const { rules, ...rest } = config ?? EXAMPLE;
  return {
    mode: 'pending',
    from: config === undefined ? 'example' : 'config',
    rule: 'The configuration that the config operation gives, adjusted if needed, with id, version and ref in its rules, which may be empty.',
    leftOut: [],
    value: { ...rest, rules: rules.map((rule) => ({ id: '', version: '', ref: '', ...rule })) },
  };
}

/** A rule as it was exported, whatever other fields it has, without those that are left out for validation. */
function withoutIdentity({ id: _id, version: _version, ref: _ref, ...rule }: EntryPointRule): object {
  return rule;
}
