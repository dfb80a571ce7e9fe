import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWafPlanJson } from '../../packages/waf-plan/src/report/plan-json.js';
import { formatWafPlanMarkdown } from '../../packages/waf-plan/src/report/plan-markdown.js';
import { formatWafPlanText } from '../../packages/waf-plan/src/report/plan-text.js';
import { planMigration } from '../../packages/waf-plan/src/plan/plan.js';
import type { ZoneExport } from '../../packages/waf-plan/src/plan/zone-export.js';

// Few ids, so that lists refer to each other, and some hostile ones.
const id = fc.constantFrom(
  'a',
  'b',
  'c',
  '__proto__',
  'constructor',
  '\u001b[2J',
  '\u202e',
  '\ud800',
  '..',
  'a|b`c',
  '``',
  '\n- x',
);
const text = fc.oneof(id, fc.string({ unit: 'binary', maxLength: 20 }));
const mode = fc.constantFrom('on', 'off', 'default', 'disable');
const maybeText = fc.option(text, { nil: null });
const some = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { maxLength: 4 });
const expression = fc.oneof(text, fc.constantFrom('x'.repeat(4000), 'x'.repeat(4097), 'é'.repeat(2048)));
const setting = fc.record(
  { id, package_id: id, name: maybeText, description: maybeText, mode, default_mode: fc.option(mode, { nil: null }) },
  { requiredKeys: ['id', 'package_id', 'mode'] },
);
const modes = fc.option(fc.dictionary(id, mode), { nil: null });
const firewallRule = fc.record(
  {
    id,
    action: fc.constantFrom('bypass', 'block', 'BYPASS'),
    products: fc.option(some(fc.constantFrom('waf', 'rateLimit')), { nil: null }),
    paused: fc.boolean(),
    expression,
    filter: fc.option(fc.record({ id, expression }, { requiredKeys: ['id'] }), { nil: null }),
  },
  { requiredKeys: ['id', 'action'] },
);
const zone = fc.record(
  {
    plan: fc.constantFrom('free', 'pro', 'business', 'enterprise'),
    zone_id: fc.oneof(
      id,
      text.filter((word) => word !== ''),
    ),
    waf: fc.constantFrom('on', 'off'),
    packages: some(
      fc.record(
        {
          id,
          name: fc.oneof(text, fc.constantFrom('OWASP ModSecurity Core Rule Set', 'Managed')),
          sensitivity: fc.constantFrom('high', 'medium', 'low', 'default', 'off', null),
          action_mode: maybeText,
        },
        { requiredKeys: ['id', 'name'] },
      ),
    ),
    groups: some(setting),
    rules: some(setting),
    overrides: some(
      fc.record(
        {
          id,
          paused: fc.boolean(),
          description: maybeText,
          urls: fc.option(some(text), { nil: null }),
          groups: modes,
          rules: modes,
        },
        { requiredKeys: ['id'] },
      ),
    ),
    firewall_rules: fc.oneof(
      { weight: 5, arbitrary: some(firewallRule) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(200, 201)
          .map((count) =>
            Array.from({ length: count }, (_, index) => ({ id: String(index), action: 'block', expression: 'true' })),
          ),
      },
    ),
    filters: some(fc.record({ id, expression })),
    page_rules: some(
      fc.record(
        {
          id,
          status: maybeText,
          actions: some(
            fc.record(
              { id: fc.constantFrom('waf', 'disable_security', 'ssl'), value: fc.anything() },
              { requiredKeys: ['id'] },
            ),
          ),
        },
        { requiredKeys: ['id', 'actions'] },
      ),
    ),
    check: fc.record({
      compatible: fc.boolean(),
      migration_state: fc.oneof(
        fc.constantFrom('start', 'validation', 'pending'),
        text.filter((word) => word !== ''),
      ),
    }),
    config: fc.record({
      name: text,
      rules: fc.array(
        fc.record(
          {
            id: text,
            version: text,
            ref: text,
            action: text,
            expression: text,
            description: text,
            enabled: fc.boolean(),
            action_parameters: fc.dictionary(fc.string(), fc.jsonValue()),
          },
          { requiredKeys: ['action', 'expression', 'description', 'enabled', 'action_parameters'] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
  { requiredKeys: ['plan'] },
) as unknown as fc.Arbitrary<ZoneExport>;

const schema = JSON.parse(
  readFileSync(new URL('../../rules/waf-export.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv({ strict: false }).compile(schema);
const HOSTILE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])/;

describe('the planner, for any configuration that fits the schema', () => {
  it('never throws, and is blocked exactly if it lists a blocker', () => {
    fc.assert(
      fc.property(zone, (exported) => {
        expect(validate(exported), JSON.stringify(validate.errors)).toBe(true);
        const plan = planMigration(exported);
        expect(plan.outcome === 'blocked').toBe(plan.blockers.length > 0);
        expect(plan.validationMode.open).toBe(exported.plan === 'enterprise');
        const deletions = (exported.overrides ?? []).filter(({ urls }) => urls && urls.length > 0).length;
        expect(plan.blockers.filter(({ kind }) => kind === 'uri-override')).toHaveLength(deletions);
        expect(plan.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(deletions);
        if (plan.outcome === 'possible') expect(plan.phases[1]?.verdict).toBe('eligible');
      }),
      { numRuns: 1000 },
    );
  });

  it('prints no control characters and no marks that reorder text', () => {
    fc.assert(
      fc.property(zone, (exported) => {
        const plan = planMigration(exported);
        for (const format of [formatWafPlanText, formatWafPlanMarkdown, formatWafPlanJson])
          expect(format(plan)).not.toMatch(HOSTILE);
        expect(JSON.parse(formatWafPlanJson(plan))).toMatchObject({ formatVersion: 1, outcome: plan.outcome });
      }),
      { numRuns: 500 },
    );
  });

  it('ignores keys that objects inherit', () => {
    const text =
      '{"plan":"pro","overrides":[{"id":"o","groups":{"__proto__":"off","toString":"on"}}],"firewall_rules":[{"id":"f","action":"block","filter":{"id":"__proto__"}}]}';
    expect(planMigration(JSON.parse(text) as ZoneExport).unknowns.flatMap(({ about = [] }) => about)).toEqual([
      'o',
      '__proto__',
      'toString',
    ]);
  });
});
