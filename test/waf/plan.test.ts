import { describe, expect, it } from 'vitest';
import { planMigration } from '../../packages/waf-plan/src/plan/plan.js';
import type { WafPlan } from '../../packages/waf-plan/src/plan/plan-types.js';
import type { WafOverride, ZoneExport, ZonePlan } from '../../packages/waf-plan/src/plan/zone-export.js';

const CLEAN: ZoneExport = {
  plan: 'pro',
  zone_id: 'z1',
  waf: 'on',
  packages: [],
  groups: [],
  rules: [],
  overrides: [],
  firewall_rules: [],
  page_rules: [],
};
const OWASP = { id: 'ow', name: 'OWASP ModSecurity Core Rule Set' };

const plan = (zone: Partial<ZoneExport> = {}): WafPlan => planMigration({ ...CLEAN, ...zone });
const without = (...keys: readonly (keyof ZoneExport)[]): WafPlan =>
  planMigration(
    Object.fromEntries(
      Object.entries(CLEAN).filter(([key]) => !keys.includes(key as keyof ZoneExport)),
    ) as unknown as ZoneExport,
  );
const requests = ({ calls }: WafPlan): readonly string[] =>
  calls.map(({ method, path, query }) => `${method} ${path} ${JSON.stringify(query)}`);
const phase = ({ phases }: WafPlan, number: 1 | 2): string => {
  const found = phases.find((candidate) => candidate.phase === number);
  return [found?.verdict, ...(found?.reasons ?? []).map(({ text, about = [] }) => [text, ...about].join(' '))].join(
    ' | ',
  );
};

describe('the plan of a zone without blockers', () => {
  it('allows the migration, with its calls', () => {
    expect(plan().outcome).toBe('possible');
    expect(requests(plan())).toEqual([
      'GET /zones/z1/waf_migration/check {"phase_two":"1"}',
      'GET /zones/z1/waf_migration/config {"phase_two":"1"}',
      'PUT /zones/z1/rulesets/phases/http_request_firewall_managed/entrypoint {"waf_migration":"pending","phase_two":"1"}',
      'GET /zones/z1/waf_migration/status {}',
    ]);
  });

  it('has the validation step only on Enterprise', () => {
    const put =
      'PUT /zones/z1/rulesets/phases/http_request_firewall_managed/entrypoint {"waf_migration":"validation","phase_two":"1"}';
    const withStep = (['free', 'pro', 'business', 'enterprise'] as const).filter((name: ZonePlan) =>
      requests(plan({ plan: name })).includes(put),
    );
    expect(withStep).toEqual(['enterprise']);
    expect(plan({ plan: 'business' }).validationMode).toEqual({
      open: false,
      reason: 'validation mode is for Enterprise zones only',
    });
    expect(plan({ plan: 'enterprise' }).validationMode.open).toBe(true);
  });

  it('says that only the last update is irreversible', () => {
    const irreversible = plan({ plan: 'enterprise' }).calls.filter((call) => call.irreversible);
    expect(irreversible.map(({ query }) => query.waf_migration)).toEqual(['pending']);
  });

  it('says of a Free zone that no flow is described', () => {
    expect(plan({ plan: 'free' }).unknowns.map(({ text }) => text)).toContain(
      'All zones are eligible for phase 2, but no flow is described for the Free plan; the check shows it.',
    );
  });
});

describe('WAF overrides for URIs', () => {
  const override = (extra: Partial<WafOverride>): WafPlan => plan({ overrides: [{ id: 'o1', ...extra }] });

  it('block the migration, with the call that removes each', () => {
    const { outcome, blockers, calls } = plan({
      overrides: [
        { id: 'o1', urls: ['a.example/*'] },
        { id: 'o2', urls: ['b.example/*'], paused: true },
      ],
    });
    expect(outcome).toBe('blocked');
    expect(blockers.map(({ kind, remedy }) => [kind, remedy])).toEqual([
      ['uri-override', { kind: 'call', method: 'DELETE', path: '/zones/z1/firewall/waf/overrides/o1' }],
      ['uri-override', { kind: 'call', method: 'DELETE', path: '/zones/z1/firewall/waf/overrides/o2' }],
    ]);
    expect(calls.slice(0, 3).map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'GET']);
  });

  it('have their ids encoded as one path segment', () => {
    const paths = ['../../dns?x=1#', '..', 'a/b', '\ud800'].map(
      (id) => plan({ overrides: [{ id, urls: ['x/*'] }] }).calls[0]?.path,
    );
    expect(paths).toEqual([
      '/zones/z1/firewall/waf/overrides/..%2F..%2Fdns%3Fx%3D1%23',
      '/zones/z1/firewall/waf/overrides/%2E%2E',
      '/zones/z1/firewall/waf/overrides/a%2Fb',
      '/zones/z1/firewall/waf/overrides/%EF%BF%BD',
    ]);
  });

  it.each([
    ['no URIs', {}],
    ['an empty list', { urls: [] }],
    ['null', { urls: null }],
  ])('are not assumed for %s', (_, extra) => {
    expect(override(extra).outcome).toBe('possible');
    expect(phase(override(extra), 2)).toBe('eligible');
  });

  it('block both phases', () => {
    const reason = 'WAF overrides are for URIs, and have to be deleted first: o1';
    expect(phase(override({ urls: ['x/*'] }), 2)).toBe(`refused | ${reason}`);
    expect(phase(plan({ waf: 'off', overrides: [{ id: 'o1', urls: ['x/*'] }] }), 1)).toBe(`refused | ${reason}`);
  });

  it('leave the outcome open if they were not exported, unless the check is positive', () => {
    expect(without('overrides').outcome).toBe('unknown');
    expect(phase(without('overrides'), 2)).toMatch(/^unknown \| The WAF overrides were not exported/);
    const { overrides: _, ...rest } = CLEAN;
    const checked = planMigration({ ...rest, check: { compatible: true, migration_state: 'start' } });
    expect(checked.outcome).toBe('possible');
    expect(phase(checked, 2)).toBe(
      'eligible | The check says that the zone is compatible; the WAF overrides were not exported.',
    );
  });
});

describe('phase 1 of the migration', () => {
  const MET =
    'conditions-met | All conditions are met. The phase was open to a subset of zones that is not described; the check shows it.';

  it('accepts a zone with the WAF off, or with its OWASP rules off', () => {
    expect(phase(plan({ waf: 'off', packages: [{ ...OWASP, sensitivity: 'high' }] }), 1)).toBe(MET);
    expect(
      phase(
        plan({
          packages: [
            { ...OWASP, sensitivity: 'off' },
            { id: 'm', name: 'Managed' },
          ],
        }),
        1,
      ),
    ).toBe(MET);
  });

  it('refuses a zone with both on', () => {
    expect(phase(plan({ packages: [{ ...OWASP, sensitivity: 'low' }] }), 1)).toBe(
      'refused | The previous WAF is on together with its OWASP rules: OWASP ModSecurity Core Rule Set',
    );
  });

  it('is unknown for settings that were not exported', () => {
    expect(phase(without('waf', 'packages'), 1)).toBe(
      'unknown | Whether the previous WAF is off, or its OWASP rules are, was not exported.',
    );
    const { waf: _, ...rest } = CLEAN;
    expect(phase(planMigration({ ...rest, packages: [{ ...OWASP, sensitivity: 'high' }] }), 1)).toMatch(
      /^unknown \| The OWASP rules have a sensitivity; whether the previous WAF is on was not exported/,
    );
    for (const status of ['disabled', 'inactive'])
      expect(phase(plan({ packages: [{ ...OWASP, sensitivity: 'high', status }] }), 1)).toMatch(/^unknown/);
    expect(phase(plan({ packages: [{ ...OWASP, sensitivity: 'high', status: 'active' }] }), 1)).toMatch(/^refused/);
    expect(phase(plan({ waf: 'off' }), 1)).toBe(MET);
    expect(phase(without('page_rules'), 1)).toContain('The Page Rules were not exported.');
    expect(without('page_rules').outcome).toBe('possible');
  });

  it('refuses firewall rules that bypass the WAF, but not those that bypass something else', () => {
    const rules = [
      { id: 'f-waf', action: 'bypass', products: ['rateLimit', 'waf'], expression: 'true' },
      { id: 'f-limit', action: 'bypass', products: ['rateLimit'], expression: 'true' },
      { id: 'f-block', action: 'block', products: ['waf'], expression: 'true' },
      { id: 'f-none', action: 'bypass', expression: 'true' },
    ];
    expect(phase(plan({ waf: 'off', firewall_rules: rules }), 1)).toBe(
      'refused | Firewall rules bypass WAF managed rules: f-waf',
    );
    expect(phase(plan({ waf: 'off', firewall_rules: rules.slice(1) }), 1)).toBe(MET);
    expect(plan({ waf: 'off', firewall_rules: rules }).outcome).toBe('possible');
  });

  it('refuses Page Rules with disable_security or waf, but not those with other actions', () => {
    const rules = [
      { id: 'p-disable', actions: [{ id: 'ssl', value: 'off' }, { id: 'disable_security' }] },
      { id: 'p-off', actions: [{ id: 'waf', value: 'off' }] },
      { id: 'p-on', actions: [{ id: 'waf', value: 'on' }], status: 'disabled' },
      { id: 'p-level', actions: [{ id: 'security_level', value: 'off' }, { id: 'disable_apps' }] },
    ];
    expect(phase(plan({ waf: 'off', page_rules: rules }), 1)).toBe(
      'refused | Page Rules disable security, or turn the WAF on or off: p-disable p-off p-on',
    );
    expect(phase(plan({ waf: 'off', page_rules: rules.slice(3) }), 1)).toBe(MET);
  });
});

describe('the limits of the migration', () => {
  const rules = (count: number, extra: object = {}) =>
    Array.from({ length: count }, (_, index) => ({
      id: `f${String(index)}`,
      action: 'block',
      expression: 'true',
      ...extra,
    }));

  it('allow at most 200 firewall rules', () => {
    expect(plan({ firewall_rules: rules(200) }).outcome).toBe('possible');
    const { outcome, blockers, limits, unknowns } = plan({ firewall_rules: rules(201) });
    expect({ outcome, kinds: blockers.map(({ kind, remedy }) => [kind, remedy.kind]) }).toEqual({
      outcome: 'blocked',
      kinds: [['too-many-firewall-rules', 'support']],
    });
    expect(limits[0]).toMatchObject({ limit: 'firewall-rules', verdict: 'exceeded', max: 200, found: 201 });
    expect(
      unknowns.some(({ text }) => text.startsWith("Which firewall rules count as 'to migrate' is not specified.")),
    ).toBe(true);
  });

  it('are certainly exceeded if more than 200 rules bypass the WAF', () => {
    const { unknowns } = plan({ firewall_rules: rules(201, { action: 'bypass', products: ['waf'] }) });
    expect(unknowns.some(({ text }) => text.startsWith('Which firewall rules count'))).toBe(false);
  });

  it.each([
    ['4096 letters', 'a'.repeat(4096), 'possible', 4096],
    ['4097 letters', 'a'.repeat(4097), 'blocked', 4097],
    ['2048 letters of two bytes', 'é'.repeat(2048), 'possible', 4096],
    ['2049 letters of two bytes', 'é'.repeat(2049), 'blocked', 4098],
    ['1025 letters of four bytes', '😀'.repeat(1025), 'blocked', 4100],
  ])('measure an expression in bytes of UTF-8: %s', (_, expression, outcome, found) => {
    const judged = plan({ firewall_rules: [{ id: 'f', action: 'block', expression }] });
    expect(judged.outcome).toBe(outcome);
    expect(judged.limits[1]).toMatchObject({ unit: 'bytes', max: 4096, found });
  });

  it('mark expressions between 4000 and 4096 bytes as uncertain', () => {
    const doubt = (bytes: number): boolean =>
      plan({ firewall_rules: [{ id: 'f', action: 'block', expression: 'a'.repeat(bytes) }] }).unknowns.some(
        ({ text }) => text.includes('4000 or 4096'),
      );
    expect([4000, 4001, 4096, 4097].map(doubt)).toEqual([false, true, true, false]);
  });

  it('apply to expressions in the rule, its filter or the list of filters', () => {
    const long = 'x'.repeat(5000);
    const filters = [{ id: 'e', expression: long }];
    expect(
      plan({ firewall_rules: [{ id: 'f', action: 'block', filter: { id: 'e', expression: long } }] }).outcome,
    ).toBe('blocked');
    expect(plan({ firewall_rules: [{ id: 'f', action: 'block', filter: { id: 'e' } }], filters }).outcome).toBe(
      'blocked',
    );
    expect(plan({ firewall_rules: [{ id: 'f', action: 'block', filter: { id: 'other' } }], filters }).outcome).toBe(
      'unknown',
    );
    expect(without('firewall_rules').outcome).toBe('unknown');
  });
});

describe('the OWASP mapping', () => {
  it.each([
    ['high', 'PL2', 'Medium, 40 or higher'],
    ['medium', 'PL1', 'High, 25 or higher'],
    ['low', 'PL1', 'Medium, 40 or higher'],
    ['default', 'PL2', 'Medium, 40 or higher'],
  ] as const)('maps the sensitivity %s to %s with %s', (sensitivity, paranoiaLevel, threshold) => {
    const { owasp } = plan({ packages: [{ ...OWASP, sensitivity }] });
    expect(owasp.rows).toHaveLength(4);
    expect(owasp.rows.filter(({ packages }) => packages.length > 0)).toEqual([
      { sensitivity, paranoiaLevel, threshold, packages: [OWASP.name] },
    ]);
  });

  it('notes that table and text disagree', () => {
    const notes = (sensitivity: 'low' | 'high'): string =>
      plan({ packages: [{ ...OWASP, sensitivity }] })
        .owasp.notes.map(({ text }) => text)
        .join('\n');
    expect(notes('low')).toContain(
      'the table gives PL1 for medium and low, yet the text below it says that the migration sets PL2. This zone has one of the two.',
    );
    expect(notes('high')).toContain('yet the text below it says that the migration sets PL2. Read');
  });

  it('maps Simulate to Log, and leaves the other actions unknown', () => {
    const becomes = (action: string): string | undefined =>
      plan({ packages: [{ ...OWASP, sensitivity: 'high', action_mode: action }] }).owasp.actions[0]?.becomes;
    expect(becomes('simulate')).toBe('log');
    expect(becomes('challenge')).toContain('the exact action is not specified');
  });

  it('has no row for off, nor for a package that is not OWASP', () => {
    for (const packages of [
      [{ ...OWASP, sensitivity: 'off' as const }],
      [{ id: 'm', name: 'Managed', sensitivity: 'high' as const }],
    ]) {
      expect(plan({ packages }).owasp.rows.flatMap((row) => row.packages)).toEqual([]);
    }
  });
});

describe('settings of the previous WAF', () => {
  const zone: Partial<ZoneExport> = {
    packages: [
      { ...OWASP, sensitivity: 'high', action_mode: 'simulate' },
      { id: 'm', name: 'Managed' },
    ],
    groups: [
      { id: 'g-changed', package_id: 'ow', name: 'Bots', mode: 'off', default_mode: 'on' },
      { id: 'g-same', package_id: 'ow', mode: 'on', default_mode: 'on' },
      { id: 'g-open', package_id: 'ow', mode: 'off' },
      { id: 'g-other', package_id: 'm', mode: 'off', default_mode: 'on' },
    ],
    rules: [
      { id: 'r-changed', package_id: 'ow', mode: 'off', default_mode: 'on' },
      { id: 'r-default', package_id: 'ow', mode: 'default' },
      { id: 'r-open', package_id: 'ow', mode: 'on' },
    ],
    overrides: [{ id: 'o1', groups: { 'g-same': 'off', 'g-gone': 'off' }, rules: { 'r-default': 'off' } }],
  };

  it('have to be recreated if they belong to the OWASP package and were changed', () => {
    expect(plan(zone).recreate.map(({ setting, what, result }) => [setting, what.about, result])).toEqual([
      [
        'OWASP group override',
        ['g-changed', 'Bots', 'off'],
        'not migrated, there is no equivalence: recreate it as tag or rule overrides',
      ],
      [
        'OWASP rule override',
        ['r-changed', 'off'],
        'not migrated: recreate it; the new version has rule overrides, by the id of a new rule',
      ],
      [
        'OWASP group override',
        ['g-same', 'off'],
        'not migrated, there is no equivalence: recreate it as tag or rule overrides',
      ],
      [
        'OWASP rule override',
        ['r-default', 'off'],
        'not migrated: recreate it; the new version has rule overrides, by the id of a new rule',
      ],
    ]);
  });

  it('are unknown if the export or the specification does not cover them', () => {
    expect(plan(zone).unknowns.map(({ about = [] }) => about)).toEqual([
      [],
      ['g-open off'],
      ['r-open on'],
      ['g-other off'],
      ['o1', 'g-gone'],
    ]);
  });

  it('are carried over according to the table', () => {
    const { carriedOver } = plan({
      packages: [{ ...OWASP, sensitivity: 'low', action_mode: 'block' }],
      firewall_rules: [{ id: 'f', action: 'bypass', products: ['waf'], expression: 'true' }],
      page_rules: [{ id: 'p', actions: [{ id: 'waf', value: 'off' }, { id: 'disable_security' }] }],
    });
    expect(carriedOver.map(({ setting, result }) => `${setting}: ${result}`)).toEqual([
      'Firewall rule with Bypass > WAF Managed Rules: an equivalent configuration is created',
      'Page Rule with Web Application Firewall: Off: an equivalent configuration is created',
      'Page Rule with Disable Security: an equivalent configuration is created',
      'OWASP sensitivity low: mapped to a paranoia level and a score threshold, see the table',
      'OWASP action: almost direct mapping; Simulate becomes Log',
    ]);
  });
});

describe('the bodies of the update', () => {
  const parameters = { id: 'ruleset', overrides: { rules: [{ id: 'r', action: 'log', enabled: true }] } };
  const rule = { action: 'execute', expression: 'true', description: '', enabled: true, action_parameters: parameters };
  const config = { name: 'default', rules: [{ id: 'i', version: '3', ref: '', ...rule }, rule] };
  const body = (mode: 'validation' | 'pending', zone: Partial<ZoneExport>): unknown =>
    plan({ plan: 'enterprise', ...zone }).calls.find((call) => call.body?.mode === mode)?.body;

  it('omit id, version and ref in validation mode', () => {
    expect(body('validation', { config })).toMatchObject({
      from: 'config',
      value: { name: 'default', rules: [rule, rule] },
    });
    expect(JSON.stringify(body('validation', {}))).not.toMatch(/"(?:version|ref)":/);
  });

  it('have id, version and ref in pending mode, empty if they were empty', () => {
    expect(body('pending', { config })).toMatchObject({
      from: 'config',
      value: {
        name: 'default',
        rules: [
          { id: 'i', version: '3', ref: '', ...rule },
          { id: '', version: '', ref: '', ...rule },
        ],
      },
    });
  });

  it('are the exported configuration, including undocumented fields', () => {
    const exported = {
      ...config,
      description: 'mine',
      rules: [{ ...rule, id: 'i', version: '3', ref: 'r', logging: { enabled: false } }],
    };
    expect(body('pending', { config: exported })).toMatchObject({ leftOut: [], value: exported });
    expect(body('validation', { config: exported })).toEqual(
      expect.objectContaining({
        leftOut: ['id', 'version', 'ref'],
        value: { name: 'default', description: 'mine', rules: [{ ...rule, logging: { enabled: false } }] },
      }),
    );
  });

  it('are an example if the configuration was not exported', () => {
    expect(body('pending', {})).toMatchObject({
      from: 'example',
      value: { rules: [{ action: 'execute', expression: 'true' }] },
    });
  });
});

describe('a plan with the result of the compatibility check', () => {
  const check = (compatible: boolean, state: string, zonePlan: ZonePlan = 'enterprise'): WafPlan =>
    plan({ plan: zonePlan, check: { compatible, migration_state: state } });

  it('requires the update once nothing blocks, in JSON too', () => {
    const needs = (of: WafPlan): readonly string[] =>
      of.calls.filter(({ method }) => method === 'PUT').map(({ need }) => need);
    expect(needs(check(false, 'start', 'pro'))).toEqual(['once-unblocked']);
    expect(needs(check(true, 'done', 'pro'))).toEqual(['once-unblocked']);
    expect(needs(check(true, 'start', 'pro'))).toEqual(['required']);
    expect(needs(check(false, 'start'))).toEqual(['optional', 'once-unblocked']);
  });

  it('blocks an incompatible zone', () => {
    expect(check(false, 'start').blockers.map(({ kind }) => kind)).toEqual(['not-compatible']);
    expect(phase(check(false, 'start'), 2)).toBe('refused | The check says that the zone is not compatible.');
  });

  it('omits the validation step of a zone in validation mode', () => {
    const { outcome, validationMode, calls } = check(true, 'validation');
    expect({ outcome, validationMode }).toEqual({
      outcome: 'possible',
      validationMode: { open: true, reason: 'the zone is in it already' },
    });
    expect(calls.map(({ query }) => query.waf_migration)).toEqual([undefined, undefined, 'pending', undefined]);
  });

  it.each(['pending', 'finished', 'done', '__proto__'])(
    "blocks a zone in the state '%s', without a known transition",
    (state) => {
      expect(check(true, state).blockers.map(({ kind, what }) => [kind, what.about])).toEqual([
        ['no-transition', [state]],
      ]);
    },
  );

  it('blocks a Pro zone that claims to be in validation mode', () => {
    expect(check(true, 'validation', 'pro').blockers.map(({ kind }) => kind)).toEqual(['no-transition']);
  });
});
