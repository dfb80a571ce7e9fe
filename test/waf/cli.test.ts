import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { wafPlanCommand } from '../../packages/waf-plan/src/index.js';
import { emptyFolder, errorOf, FIXTURES, planOf, wafPlan } from './support.js';

const PRO_LISTS = ['packages', 'groups', 'rules', 'firewall-rules', 'filters', 'pagerules'].map(
  (name) => `pro/${name}.json`,
);
const PRO = ['--plan', 'pro', '--waf', 'on', ...PRO_LISTS, 'pro/overrides.json'];
const ENTERPRISE = ['enterprise/zone.json', 'enterprise/check.json', 'enterprise/config.json'];

describe('waf-plan for each zone plan', () => {
  it('blocks the Pro zone with overrides for URIs', async () => {
    const { code, out, err } = await wafPlan(PRO);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('  The zone cannot migrate yet: 2 blockers.\n');
    expect(out).toContain(
      '    Remove it with DELETE /zones/{zone_id}/firewall/waf/overrides/de677e5818985db1285d0e80225f06e5\n',
    );
    expect(out).toContain('  medium           PL1             High, 25 or higher    OWASP ModSecurity Core Rule Set\n');
    expect(out).toContain('Action simulate of OWASP ModSecurity Core Rule Set: becomes log.');
  });

  it('lets the Pro zone through once these overrides are deleted', async () => {
    const { code, out } = await wafPlan([
      '--plan',
      'pro',
      '--waf',
      'on',
      ...PRO_LISTS,
      '--as',
      'overrides=pro/overrides-empty.json',
    ]);
    expect(code).toBe(0);
    expect(out).toContain('  The zone can migrate: nothing in the export blocks it.\n');
    expect(out).not.toContain('DELETE');
  });

  it('lists the settings that a Business zone has to recreate', async () => {
    const plan = await planOf('business.json');
    expect(plan.outcome).toBe('possible');
    expect(plan.validationMode.open).toBe(false);
    expect(plan.recreate.map(({ what }) => what.about?.[0])).toEqual(['g-bots', '950000', 'g-xss', '950001']);
  });

  it('gives an Enterprise zone the bodies of both modes, from its config', async () => {
    const plan = await planOf(...ENTERPRISE);
    expect(plan.outcome).toBe('possible');
    expect(plan.phases.map(({ verdict }) => verdict)).toEqual(['conditions-met', 'eligible']);
    const bodies = plan.calls.flatMap(({ body }) => (body === undefined ? [] : [body]));
    expect(bodies.map(({ mode, from }) => [mode, from])).toEqual([
      ['validation', 'config'],
      ['pending', 'config'],
    ]);
    expect(bodies[1]?.value).toEqual(
      (JSON.parse(readFileSync(join(FIXTURES, 'enterprise/config.json'), 'utf8')) as { result: object }).result,
    );
    expect((bodies[0]?.value as { rules: object[] }).rules.map((rule) => Object.keys(rule).sort())).toEqual([
      ['action', 'action_parameters', 'description', 'enabled', 'expression'],
      ['action', 'action_parameters', 'description', 'enabled', 'expression'],
    ]);
  });

  it('completes an Enterprise zone in validation mode', async () => {
    const { calls } = await planOf('enterprise/zone.json', 'enterprise/check-validation.json');
    expect(calls.flatMap(({ query }) => query.waf_migration ?? [])).toEqual(['pending']);
  });

  it('accepts a Free zone without settings', async () => {
    expect((await wafPlan(['free.json'])).code).toBe(0);
  });

  it('reports both exceeded limits', async () => {
    const { code, out } = await wafPlan(['enterprise/too-much.json']);
    expect(code).toBe(1);
    expect(out).toContain(
      '  - Exceeded: 201 firewall rules, of which 1 bypass WAF managed rules; at most 200 are migrated.\n',
    );
    expect(out).toContain(
      '  - Exceeded: The longest expression has 4098 bytes of UTF-8; at most 4096 (4 KB) are migrated.\n',
    );
  });

  it('ends with 2 if the files leave the question open, and says what is missing', async () => {
    const { code, out, err } = await wafPlan(['--plan', 'pro', 'pro/packages.json']);
    expect(code).toBe(2);
    expect(out).toContain('Whether the zone can migrate is not known');
    expect(err).toBe(
      'error: the files leave open whether the migration is possible: The WAF overrides were not exported, so it is not known whether any is for URIs. The firewall rules were not exported.\n',
    );
  });
});

describe('the output of waf-plan', () => {
  it.each(['text', 'markdown'])('contains the whole plan as %s', async (format) => {
    const { out } = await wafPlan(['--format', format, ...PRO]);
    for (const title of [
      'Result',
      'Eligibility',
      'Blockers',
      'Limits',
      'Carried over',
      'To recreate by hand',
      'OWASP mapping',
      'Calls, in order',
      'Not known',
      'What holds for every zone',
    ]) {
      expect(out).toMatch(new RegExp(`^(?:## )?${title}$`, 'm'));
    }
    expect(out).toContain('The migration is irreversible');
    expect(out).toContain('resources (Terraform) for the old packages, groups and rules stop');
    expect(out).toContain('This is a plan only: nothing was sent.');
    expect(out).toContain('entrypoint?waf_migration=pending&phase_two=1');
  });

  it('keeps text within 100 columns, except for paths', async () => {
    const { out } = await wafPlan(PRO);
    expect(out.split('\n').filter((line) => line.length > 100 && !line.includes(' /zones/'))).toEqual([]);
  });

  it('is the same in each run', async () => {
    expect(await wafPlan(['--format', 'json', ...PRO])).toEqual(await wafPlan(['--format', 'json', ...PRO]));
  });

  it('is Markdown in which no text of the export is markup', async () => {
    const evil = '<img src=x>|`</code>\u001b[31m** [a](b)';
    const folder = emptyFolder();
    const file = join(folder, 'zone.json');
    writeFileSync(
      file,
      JSON.stringify({
        plan: 'pro',
        waf: 'on',
        overrides: [{ id: evil, urls: [evil] }],
        firewall_rules: [],
        packages: [{ id: 'p', name: `OWASP ${evil}`, sensitivity: 'low', action_mode: evil }],
      }),
    );
    const { out } = await wafPlan(['--format', 'markdown', file]);
    const html = await marked.parse(out);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<a ');
    expect(out).not.toContain('\u001b');
    // The table still has four columns.
    expect(html.match(/<td>/g)).toHaveLength(16);
    expect(html).toContain('OWASP &lt;img src=x&gt;|`&lt;/code&gt;\\x1b[31m** [a](b)');
  });

  it('is written to a file completely, and nowhere else', async () => {
    const folder = emptyFolder();
    const { code, out } = await wafPlan(['--format', 'json', '--output', join(folder, 'plan.json'), 'business.json']);
    expect({ code, out, files: readdirSync(folder) }).toEqual({ code: 0, out: '', files: ['plan.json'] });
    expect(readFileSync(join(folder, 'plan.json'), 'utf8')).toBe(
      (await wafPlan(['--format', 'json', 'business.json'])).out,
    );
  });

  it('leaves an older plan if the input is invalid', async () => {
    const folder = emptyFolder();
    expect(await errorOf('--output', join(folder, 'plan.json'), 'not-json.json')).toContain('not JSON');
    expect(existsSync(join(folder, 'plan.json'))).toBe(false);
    expect(await errorOf('--output', join(folder, 'gone', 'plan.json'), 'business.json')).toContain(
      'cannot write the report',
    );
  });

  it('explains the command in its help', () => {
    const help = helpText();
    for (const words of [
      'Exit codes:',
      '  0  the migration is possible',
      '  1  something blocks it',
      '  2  no plan could be made',
      'Examples:',
      '--as overrides=overrides.json',
      'Nothing is sent over the network.',
    ])
      expect(help).toContain(words);
  });
});

describe('waf-plan with invalid input', () => {
  it.each([
    ['not-json.json', 'ConfigError: not-json.json:3:10: not JSON: invalid symbol.'],
    ['empty.json', 'ConfigError: empty.json: is empty. Save the whole answer of the API, or a zone configuration.'],
    [
      'web-page.json',
      'ConfigError: web-page.json:1:1: not JSON: invalid symbol. It looks like a web page; was the address of the API right?',
    ],
    ['wrong-shape.json', 'ConfigError: wrong-shape.json:12: at /overrides/1/urls: must be array or null'],
    ['unknown-plan.json', 'ConfigError: unknown-plan.json:3: at /plan: must be one of free, pro, business, enterprise'],
    [
      'error.json',
      'ConfigError: error.json:3: at /success: the API answered with an error: [{"code":9109,"message":"Unauthorized to access \\u001b[31mrequested resource"}]',
    ],
    [
      'page-one-of-two.json',
      'ConfigError: page-one-of-two.json: has 1 of 2 overrides: a plan from a part of them could be wrong. Save the other pages too (page=2, per_page=100) and give them all.',
    ],
    ['gone.json', 'ConfigError: gone.json: cannot be read: the file does not exist'],
    ['pro', 'ConfigError: pro: cannot be read: it is a folder; name its files'],
  ])('explains the fault of %s', async (file, message) => {
    expect(await errorOf(file)).toBe(message);
  });

  it('rejects a huge file without reading it', async () => {
    const file = join(emptyFolder(), 'huge.json');
    writeFileSync(file, '');
    truncateSync(file, 3 * 1024 ** 3);
    expect(await errorOf(file)).toBe(
      `ConfigError: ${file}: cannot be read: it has more than 32 MB. Give the lists of one zone only.`,
    );
  });

  it.each([
    ['no file', [], 'no file to read'],
    ['a bad plan', ['--plan', 'premium', 'free.json'], "argument 'premium' is invalid"],
    ['a bad format', ['--format', 'xml', 'free.json'], "argument 'xml' is invalid"],
    ['--as without a file', ['--as', 'overrides'], 'Write it as kind=file'],
    ['--as with an unknown kind', ['--as', 'overides=x.json'], "unknown kind 'overides'; did you mean 'overrides'?"],
    [
      '--as against the shape',
      ['--plan', 'pro', '--as', 'filters=pro/packages.json'],
      'pro/packages.json: was named filters, but looks like packages',
    ],
    ['another plan than the file', ['--plan', 'pro', 'free.json'], '--plan: says another plan than free.json'],
  ])('rejects %s', async (_, args, message) => {
    expect(await errorOf(...args)).toContain(message);
  });
});

function helpText(): string {
  const program = new Command('sunset-lint');
  const io = { cwd: FIXTURES, data: () => undefined, err: () => undefined };
  program.addCommand(wafPlanCommand({ Command, Option }, io, () => undefined));
  let help = '';
  program.commands[0]?.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp();
  return help;
}
