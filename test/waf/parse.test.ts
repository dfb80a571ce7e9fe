import { describe, expect, it } from 'vitest';
import { errorAt } from '../../packages/waf-plan/src/plan/input-error.js';
import { mergeInputs } from '../../packages/waf-plan/src/plan/merge-inputs.js';
import { parseInput } from '../../packages/waf-plan/src/plan/parse-input.js';
import type { InputKind } from '../../packages/waf-plan/src/plan/input-kinds.js';
import type { ZoneExport } from '../../packages/waf-plan/src/plan/zone-export.js';

const parse = (value: unknown, kind?: InputKind): Partial<ZoneExport> =>
  parseInput({ file: 'x.json', text: JSON.stringify(value), ...(kind === undefined ? {} : { kind }) }).zone;
const envelope = (result: unknown, total?: number): object => ({
  result,
  success: true,
  errors: [],
  messages: [],
  ...(total === undefined ? {} : { result_info: { total_count: total } }),
});
const merge = (values: readonly unknown[], flags: Parameters<typeof mergeInputs>[1] = { plan: 'pro' }): ZoneExport =>
  mergeInputs(
    values.map((value, index) => parseInput({ file: `${String(index)}.json`, text: JSON.stringify(value) })),
    flags,
  );
const messageOf = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return 'nothing thrown';
};

describe('errors of JSON input', () => {
  const TEXT = '{\n  "a": [\n    1,\n    {"b/c": "x\\"}"}\n  ],\n  "d": null\n}\n';

  it.each([
    [[], 1, 'the top'],
    [['a'], 2, '/a'],
    [['a', '1'], 4, '/a/1'],
    [['a', '1', 'b/c'], 4, '/a/1/b~1c'],
    [['d'], 6, '/d'],
    [['a', '7'], 2, '/a/7'],
    [['gone'], 1, '/gone'],
  ])('name, for %j, line %i', (path, line, place) => {
    expect(errorAt({ file: 'zone.json', text: TEXT }, path, 'is wrong').message).toBe(
      `zone.json:${line}: at ${place}: is wrong`,
    );
  });

  it.each([
    ['{"a": 1,}', '1:9: not JSON: property name expected.'],
    ['[1,\n 2', '2:3: not JSON: close bracket expected.'],
    ['1 1', '1:3: not JSON: end of file expected.'],
    ['[// one\n]', '1:2: not JSON: invalid comment token.'],
  ])('name the fault in %j', (text, message) => {
    expect(messageOf(() => parseInput({ file: 'zone.json', text }))).toBe(`ConfigError: zone.json:${message}`);
  });

  it('reject nesting that would exhaust the stack', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(messageOf(() => parseInput({ file: 'a.json', text: nested(200) }))).not.toContain('nested');
    expect(messageOf(() => parseInput({ file: 'a.json', text: nested(300) }))).toContain('nested more than 200 deep');
    expect(messageOf(() => parseInput({ file: 'a.json', text: nested(100_000) }))).toContain('nested');
  });
});

describe('answers of the API', () => {
  const PACKAGE = { id: 'p', name: 'OWASP', detection_mode: 'anomaly', sensitivity: 'high', action_mode: 'simulate' };
  const GROUP = { id: 'g', package_id: 'p', name: 'Bots', mode: 'on', rules_count: 3, modified_rules_count: 0 };
  const RULE = { id: 'r', package_id: 'p', mode: 'on', priority: '5', group: { id: 'g', name: 'Bots' } };
  const OVERRIDE = { id: 'o', urls: ['a/*'], rewrite_action: {}, groups: {}, rules: {} };
  const FIREWALL_RULE = {
    id: 'f',
    action: 'bypass',
    products: ['waf'],
    filter: { id: 'e', expression: 'true', paused: false },
    priority: null,
  };
  const FILTER = { id: 'e', expression: 'true', paused: false };
  const PAGE_RULE = { id: 'q', targets: [], actions: [{ id: 'waf', value: 'off' }], status: 'active' };

  it.each([
    ['packages', PACKAGE],
    ['groups', GROUP],
    ['rules', RULE],
    ['overrides', OVERRIDE],
    ['firewall_rules', FIREWALL_RULE],
    ['filters', FILTER],
    ['page_rules', PAGE_RULE],
  ])('are recognised as %s', (kind, item) => {
    expect(parse(envelope([item]))).toEqual({ [kind]: [item] });
    expect(parse([item])).toEqual({ [kind]: [item] });
  });

  it('are recognised as check and config', () => {
    const check = { compatible: true, migration_state: 'start' };
    const config = {
      name: 'default',
      rules: [{ action: 'execute', expression: 'true', description: '', enabled: true, action_parameters: {} }],
    };
    expect(parse(envelope(check))).toEqual({ check });
    expect(parse(envelope(config))).toEqual({ config });
    expect(parse(check)).toEqual({ check });
    expect(parse(config)).toEqual({ config });
  });

  it('are recognised as the switch of the previous WAF, and as the zone', () => {
    const waf = { id: 'waf', value: 'off', editable: true, modified_on: null };
    expect(parse(envelope(waf))).toEqual({ waf: 'off' });
    expect(parse(waf)).toEqual({ waf: 'off' });
    expect(messageOf(() => parse(envelope({ ...waf, value: 'maybe' })))).toMatch(
      'at /result/value: must be one of on, off',
    );
    const zone = { id: 'z1', name: 'example.com', plan: { id: 'p', name: 'Business Website', legacy_id: 'business' } };
    expect(parse(envelope(zone))).toEqual({ zone_id: 'z1', plan: 'business' });
    expect(parse(envelope({ ...zone, plan: { name: 'Our own' } }))).toEqual({ zone_id: 'z1' });
  });

  it.each([
    ['Pro', 'pro'],
    ['Enterprise Website', 'enterprise'],
    ['FREE PLAN', 'free'],
  ])('name the plan %s as the API does', (name, plan) => {
    expect(parse({ plan: name, waf: 'on' })).toEqual({ plan, waf: 'on' });
  });

  it('are rejected with an unknown plan', () => {
    expect(messageOf(() => parse({ plan: 'Professional', waf: 'on' }))).toMatch(
      'at /plan: must be one of free, pro, business, enterprise',
    );
  });

  it('are rejected with a duplicate key, of which only the last would count', () => {
    const text = '{\n  "overrides": [{"id": "o", "urls": ["x/*"]}],\n  "overrides": []\n}';
    expect(messageOf(() => parseInput({ file: 'zone.json', text }))).toBe(
      "ConfigError: zone.json:3:3: 'overrides' is a duplicate key, and only the last one would count. Keep one, or join the lists.",
    );
    expect(messageOf(() => parseInput({ file: 'a.json', text: '[{"id":"o","urls":["x"],"\\u0075rls":[]}]' }))).toMatch(
      "'urls' is a duplicate key",
    );
    expect(parse([{ id: 'o', urls: [], rules: { id: 'x' } }])).toHaveProperty('overrides');
  });

  it('are recognised by an explicit kind if their shape is ambiguous', () => {
    expect(parse(envelope([]), 'overrides')).toEqual({ overrides: [] });
    expect(messageOf(() => parse(envelope([])))).toMatch(
      /^ConfigError: x\.json:1: at \/result: the kind of an empty list is unknown; name it with --as <kind>=x\.json/,
    );
    expect(messageOf(() => parse(envelope([{ id: 'x' }])))).toContain('the kind of this content is unknown');
    expect(messageOf(() => parse(envelope([FILTER]), 'overrides'))).toBe(
      'ConfigError: x.json: was named overrides, but looks like filters',
    );
    expect(messageOf(() => parse(envelope(OVERRIDE), 'overrides'))).toBe(
      'ConfigError: x.json:1: at /result: must be a list of overrides; save the answer of the list operation',
    );
  });

  it.each([
    [
      'success false',
      { result: null, success: false, errors: [{ code: 7003, message: 'No route' }], messages: [] },
      'at /success: the API answered with an error: [{"code":7003,"message":"No route"}]',
    ],
    ['no result', { success: true, errors: [], messages: [] }, 'at /result: the answer has no result'],
    ['null as result', { result: null, success: true }, 'at /result: the answer has no result'],
    ['success of another type', { result: [], success: 'yes' }, 'at /success: must be true or false'],
    [
      'a number',
      7,
      'at the top: must be an object: a zone configuration, or an answer of the API with result, success, errors and messages',
    ],
    [
      'null',
      null,
      'at the top: must be an object: a zone configuration, or an answer of the API with result, success, errors and messages',
    ],
    [
      'an item without id',
      envelope([{ ...OVERRIDE, id: undefined }]),
      "at /result/0: must have required property 'id'",
    ],
    [
      'a bad sensitivity',
      envelope([PACKAGE, { ...PACKAGE, sensitivity: 'huge' }]),
      'at /result/1/sensitivity: must be one of high, medium, low, default, off',
    ],
    [
      'a config without enabled',
      envelope({ name: 'n', rules: [{ action: 'a', expression: 'b', description: '', action_parameters: {} }] }),
      "at /result/rules/0: must have required property 'enabled'",
    ],
    [
      'a check of another type',
      envelope({ compatible: 'yes', migration_state: 'start' }),
      'at /result/compatible: must be boolean',
    ],
    [
      'a mistyped property',
      { plan: 'pro', overides: [] },
      "at the top: unknown property 'overides'; did you mean 'overrides'?",
    ],
    ['an unknown plan', { plan: 'premium' }, 'at /plan: must be one of free, pro, business, enterprise'],
    ['nothing', {}, 'at the top: holds nothing'],
    ['an error without result', { errors: ['x'] }, "at the top: unknown property 'errors'"],
  ])('are rejected with %s', (_, value, message) => {
    expect(messageOf(() => parse(value))).toContain(`ConfigError: x.json:1: ${message}`);
  });

  it.each([
    ['UTF-16', '\ufffd\ufffd{\u0000}\u0000', 'It looks like UTF-16; save it as UTF-8.'],
    [
      'headers',
      'HTTP/2 200\ncontent-type: application/json\n\n{}',
      'It has headers before the body; call curl without -i and -v.',
    ],
    ['a web page', '\n<html></html>', 'It looks like a web page; was the address of the API right?'],
  ])('are rejected with a hint if they are %s', (_, text, hint) => {
    expect(messageOf(() => parseInput({ file: 'x.json', text }))).toContain(hint);
  });

  it('add no control characters to messages', () => {
    const message = messageOf(() =>
      parseInput({ file: 'a\u001b[31m.json', text: JSON.stringify({ plan: 'pro', 'x\u001b]0;\u0007\u202e\n': 1 }) }),
    );
    expect(message).toBe("ConfigError: a\\x1b[31m.json:1: at the top: unknown property 'x\\x1b]0;\\x07\\u202e\\n'");
  });
});

describe('several input files', () => {
  const override = (id: string): object => ({ id, urls: [], rewrite_action: {} });

  it('are merged, and a duplicate item counts once', () => {
    expect(
      merge([envelope([override('a'), override('b')], 3), envelope([override('b'), override('c')], 3)]).overrides?.map(
        ({ id }) => id,
      ),
    ).toEqual(['a', 'b', 'c']);
  });

  it('leave undefined what no file contains', () => {
    const zone = merge([envelope([override('a')], 1)]);
    expect(Object.keys(zone).sort()).toEqual(['overrides', 'plan']);
  });

  it('are rejected if pages are missing', () => {
    expect(messageOf(() => merge([envelope([override('a')], 2)]))).toMatch(
      /^ConfigError: 0\.json: has 1 of 2 overrides/,
    );
    expect(messageOf(() => merge([envelope([override('a')], 2), envelope([override('a')], 2)]))).toContain(
      'has 1 of 2 overrides',
    );
  });

  it('have their pages of groups counted by package', () => {
    const group = (id: string, packageId: string): object => ({
      id,
      package_id: packageId,
      mode: 'on',
      rules_count: 1,
    });
    expect(
      merge([envelope([group('a', 'p')], 1), envelope([group('a', 'q'), group('b', 'q')], 2)]).groups,
    ).toHaveLength(3);
    expect(messageOf(() => merge([envelope([group('a', 'p')], 2), envelope([group('a', 'q')], 1)]))).toContain(
      'has 1 of 2 groups',
    );
  });

  it('are rejected if they contradict each other', () => {
    expect(messageOf(() => merge([{ plan: 'pro' }], { plan: 'business' }))).toBe(
      'ConfigError: --plan: says another plan than 0.json. Give the files of one zone, saved at one time.',
    );
    expect(messageOf(() => merge([{ zone_id: 'a' }, { zone_id: 'b' }]))).toBe(
      'ConfigError: 1.json: says another zone_id than 0.json. Give the files of one zone, saved at one time.',
    );
    expect(merge([{ plan: 'pro', waf: 'on' }, { plan: 'pro' }], { plan: 'pro', waf: 'on' })).toEqual({
      plan: 'pro',
      waf: 'on',
    });
  });

  it('are rejected if none names the plan', () => {
    expect(messageOf(() => merge([{ waf: 'on' }], {}))).toBe(
      'ConfigError: no file says the plan of the zone. Give --plan free, pro, business or enterprise.',
    );
  });
});
