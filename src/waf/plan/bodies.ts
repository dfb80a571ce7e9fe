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

/** The body of the update in validation mode: section 4.1, body rules 2 and 3. */
export function validationBody(config: EntryPoint | undefined): CallBody {
  const { name, rules } = config ?? EXAMPLE;
  return {
    mode: 'validation',
    from: config === undefined ? 'example' : 'config',
    rule: 'The configuration that the config operation gives, without id, version and ref in its rules.',
    value: { name, rules: rules.map(commonFields) },
  };
}

/** The body of the update that finishes the migration: section 4.1, body rules 1 and 3. */
export function pendingBody(config: EntryPoint | undefined): CallBody {
  const { name, rules } = config ?? EXAMPLE;
  return {
    mode: 'pending',
    from: config === undefined ? 'example' : 'config',
    rule: 'The configuration that the config operation gives, adjusted if needed, with id, version and ref in its rules, which may be empty.',
    value: {
      name,
      rules: rules.map((rule) => ({
        id: rule.id ?? '',
        version: rule.version ?? '',
        ref: rule.ref ?? '',
        ...commonFields(rule),
      })),
    },
  };
}

/** The fields that a rule has in either mode (section 4.1, body rule 3). */
function commonFields({ action, expression, description, enabled, action_parameters }: EntryPointRule): EntryPointRule {
  return { action, expression, description, enabled, action_parameters };
}
