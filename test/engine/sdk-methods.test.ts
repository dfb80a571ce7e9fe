import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import { confidenceDoubts } from '../../src/engine/judge/messages.js';
import { isMajorInRange } from '../../src/engine/requests/sdk/sdk-chain.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import type { ClientModel } from '../../src/core/model/client-model.js';
import type { Finding } from '../../src/core/model/finding.js';
import { catalogueOf, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET DELETE', '/towers/{id}/bells']] });

const SDK: ClientModel = {
  name: 'clock SDK',
  package: 'clock',
  origins: [{ module: 'clock', export: 'default' }],
  requests: [
    { member: 'bells.list', method: 'GET', template: '/towers/{id}/bells', versions: '3.0.0 - 5.1.0' },
    { member: 'bells.browse', method: 'GET', template: '/towers/{id}/bells', versions: '2.1.0 - 2.9.0' },
  ],
  derives: [{ member: '', defaults: 0 }],
  options: { baseUrl: ['baseURL'] },
  baseUrl: 'https://api.clock.test/rest/v2',
};

function found(source: string, version?: string): readonly Finding[] {
  const modules = { ...readerOf({ 'a.ts': source }), packageVersion: () => version };
  return createAnalyser({ catalogue: CATALOGUE, modules, clients: [SDK] })('a.ts').findings;
}

function confidence(source: string, version?: string): readonly string[] {
  return found(source, version).map((finding) => finding.confidence);
}

const made = (options: string, call = 'bells.list()'): string =>
  `import Clock from 'clock'; const { env } = process; new Clock(${options}).${call};`;

describe('an SDK method', () => {
  it.each([
    ['', ['certain']],
    ["{ token: 'x' }", ['certain']],
    ["{ baseURL: 'https://api.clock.test/rest/v2/' }", ['certain']],
    ['{ baseURL: env.BASE }', ['probable']],
    ["{ baseURL: env.BASE ?? 'https://api.clock.test/rest/v2' }", ['probable']],
    ["{ baseURL: env.BASE ?? 'http://localhost:3000' }", []],
    ["{ baseURL: 'http://localhost:3000' }", []],
  ])('called on a client created with (%s) is %j', (options, expected) => {
    expect(confidence(made(options))).toEqual(expected);
  });

  it.each([
    ['4.2.1', ['certain']],
    ['^3.0.0', ['certain']],
    ['5.9.0', ['certain']],
    ['6.0.0', ['certain']],
    ['>=2', ['certain']],
    ['2.9.1', ['probable']],
    ['~2.1', ['probable']],
    [undefined, ['certain']],
  ])('with installed version %s is %j', (version, expected) => {
    expect(confidence(made(''), version)).toEqual(expected);
  });

  it('has a note if the installed version lacks it', () => {
    expect(found(made('', 'bells.browse()'), '4.2.1').flatMap(({ notes }) => notes)).toEqual([
      'The method is not in clock 4.2.1, which is installed or declared here.',
    ]);
    expect(confidence("import 'clock'; export const f = (clock) => clock.bells.browse();", '4.2.1')).toEqual([
      'possible',
    ]);
  });
});

describe('majorHas', () => {
  it.each([
    ['3.0.0 - 3.5.0', '3.9.9', true],
    ['3.0.0 - 3.5.0', '4.0.0', false],
    ['3.0.0 - 3.5.0', '2.9.1', false],
    ['4.0.0 - 7.3.0', '^5', true],
    ['4.0.0 - 7.3.0', '7.x', true],
    ['4.0.0 - 7.3.0', '8.0.0', undefined],
    ['4.0.0 - 7.3.0', '>=3.0.0', undefined],
    ['4.0.0 - 7.3.0', '3 || 4', undefined],
    ['4.0.0 - 7.3.0', 'latest', undefined],
    ['4.0.0 - 7.3.0', '5.0.0-beta.1', true],
  ])('returns for versions %s and %s: %s', (versions, version, expected) => {
    expect(isMajorInRange(versions, version, 7)).toBe(expected);
  });
});

describe('member chains that also exist in an SDK', () => {
  const own = (source: string): number => found(`import 'clock';\n${source}`).length;

  it.each([
    'class A { bells = new Map(); f() { return this.bells.list(); } }',
    'class A { bells = { list() { return []; } }; f() { return this.bells.list(); } }',
    'class A { constructor() { this.bells = new Map(); } f() { return this.bells.list(); } }',
    'class A { bells: Map<string, string>; f() { return this.bells.list(); } }',
    'export const f = (other: { bells: { list(): void } }) => other.bells.list();',
    'class A { private parts: { readonly bells: { list: () => void } }; f() { return this.parts.bells.list(); } }',
    'const o = { bells: new Set() }; o.bells.list();',
    'export const f = (context) => { context.bells = new Map(); context.bells.list(); };',
  ])('are ignored if the object is known to be something else: %s', (source) => {
    expect(own(source)).toBe(0);
  });

  it.each([
    'class A { bells: any; f() { return this.bells.list(); } }',
    'class A { bells; constructor(given) { this.bells = given; } f() { return this.bells.list(); } }',
    'class A { bells = null; set(given) { this.bells = given; } f() { return this.bells.list(); } }',
    'export const f = (context) => context.bells.list();',
    'export const f = (context: { bells: any }) => context.bells.list();',
    'export const f = (context: { bells: Bells }) => context.bells.list();',
  ])('are reported if the object is unknown: %s', (source) => {
    expect(own(source)).toBe(1);
  });
});

describe('member chains of ordinary words', () => {
  const SLIM: ClientModel = {
    ...SDK,
    origins: [...SDK.origins, { module: 'clock', export: 'Clock' }, { type: 'Clock', module: 'clock' }],
    requests: [
      { member: 'bells.list', method: 'GET', template: '/towers/{id}/bells' },
      { member: 'bells.join', method: 'GET', template: '/towers/{id}/bells' },
      { member: 'hands.of.bells', method: 'GET', template: '/towers/{id}/bells' },
    ],
  };
  const count = (source: string): number =>
    createAnalyser({ catalogue: CATALOGUE, modules: readerOf({ 'a.ts': source }), clients: [SLIM] })('a.ts').findings
      .length;

  it.each([
    'export const f = (page: any) => page.bells.list();',
    'export const f = (args: any) => args.bells.join({ tower: 1 });',
    "import 'clock';\nexport const f = (args: any) => args.bells.join(',');",
    "import 'clock';\nexport const f = (args: any) => args.bells.join();",
    "export const f = (client: any) => client.bells.join(', ');",
    "import { Clock } from 'clock-faces-tools';\nexport const f = (wall: Clock) => wall.hands.list();",
    "import { Watch } from 'clock-tools';\nexport const f = (wall: Watch) => wall.bells.list();",
  ])('are not evidence by themselves: %s', (source) => {
    expect(count(source)).toBe(0);
  });

  it.each([
    "import 'clock';\nexport const f = (page: any) => page.bells.list();",
    'export const f = (client: any) => client.bells.list();',
    'export const f = (context: any) => context.clock.bells.list();',
    "export const f = (client: any) => client.bells.join('tower');",
    'export const f = (page: any) => page.hands.of.bells();',
    "import { Clock } from 'clock-tools';\nexport const f = (wall: Clock) => wall.bells.list();",
    "import type { Clock } from '@faces/tools';\nclass A { constructor(private readonly wall: Clock) {} f() { return this.wall.bells.list(); } }",
    "import { Clock } from 'clock-tools';\nnew Clock().bells.list();",
  ])('are evidence together with an import, type or client name: %s', (source) => {
    expect(count(source)).toBe(1);
  });
});

describe('a chain of three members on a client of unknown origin', () => {
  const request = { member: 'towers.bells.list', method: 'GET', template: '/alarms' } as const;
  const sdk: ClientModel = { ...SDK, requests: [request], api: 'clock' };
  // A path of one common word is no evidence by itself.
  const common = catalogueOf({ alarms: [['GET', '/alarms']] });
  /** Lists the confidence of each finding whose evidence is the chain. */
  const levels = (source: string, clients: readonly ClientModel[]): readonly string[] =>
    createAnalyser({ catalogue: common, modules: readerOf({ 'a.ts': source }), clients })('a.ts').findings.flatMap(
      ({ confidence: level, evidence }) =>
        evidence.steps.some(({ note }) => note === 'only the SDK of the API has this chain of members') ? [level] : [],
    );
  const call = 'export const f = (x: any) => x.towers.bells.list();';

  it('is probable if the file imports the only SDK with this chain', () => {
    expect(levels(`import 'clock'; ${call}`, [sdk])).toEqual(['probable']);
  });

  it('is named as the evidence, instead of a module that names the API', () => {
    const {
      findings: [finding],
    } = createAnalyser({ catalogue: common, modules: readerOf({ 'a.ts': `import 'clock'; ${call}` }), clients: [sdk] })(
      'a.ts',
    );
    const chained = expectDefined(finding, 'a finding');
    const { by, ...evidence } = chained.evidence;
    const doubt = (one: Finding): string | undefined =>
      confidenceDoubts(one, expectDefined(common.deprecations[0], 'alarms'))[0];
    expect(by).toBe('chain');
    expect(doubt(chained)).toBe(
      'The creation of the client was not seen, but the program depends on the SDK of the API, and no other SDK has this chain of members.',
    );
    expect(doubt({ ...chained, evidence })).toBe(
      'The base URL is not known, but this file or one it imports names the API.',
    );
  });

  it('is probable on a client that another package provides', () => {
    const source = "import 'clock'; import { client } from '@own/clients'; client.towers.bells.list();";
    expect(levels(source, [sdk])).toEqual(['probable']);
  });

  it('is not evidence if nothing imports the SDK', () => {
    expect(levels(call, [sdk])).toEqual([]);
  });
});
