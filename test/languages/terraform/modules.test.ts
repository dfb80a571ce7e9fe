import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../../src/engine/analyse.js';
import type { Confidence } from '../../../src/core/model/evidence.js';
import { scanSteps } from '../../../src/scan/open-scan.js';
import { drainAsync } from '../../../src/scan/steps.js';
import { folder } from '../../scanner/support.js';

interface Found {
  readonly findings: readonly (readonly [place: string, id: string, confidence: Confidence])[];
  readonly limits: readonly string[];
}

async function scan(files: Readonly<Record<string, string>>, resources: 'report' | 'known' = 'known'): Promise<Found> {
  const catalogue = loadCatalogue();
  const { report } = await drainAsync(
    scanSteps(
      { root: folder(files), asOf: '2026-01-01' },
      { catalogue, createAnalyser: (context) => createAnalyser({ ...context, resources }) },
    ),
    undefined,
  );
  return {
    findings: report.findings.map(({ file, range, deprecation, confidence }) => [
      `${file}:${range.start.line}`,
      deprecation,
      confidence,
    ]),
    limits: report.coverage.limits,
  };
}

const RULE = 'resource "cloudflare_page_rule" "home" {\n  target = "example.com"\n}\n';
const lock = (address: string, version: string): string =>
  `provider "registry.terraform.io/${address}" {\n  version = "${version}"\n}\n`;
const needs = (source: string, version: string): string =>
  `terraform {\n  required_providers {\n    cloudflare = {\n      source  = "${source}"\n      version = "${version}"\n    }\n  }\n}\n`;
const SETTINGS = 'resource "cloudflare_zone_settings_override" "all" {\n  settings {\n    brotli = "on"\n  }\n}\n';

describe('the version of a provider', () => {
  it.each([
    ['the lock file of the folder', { '.terraform.lock.hcl': lock('cloudflare/cloudflare', '4.9.0') }, 'certain'],
    ['a lock file of a parent folder', { '../.terraform.lock.hcl': lock('cloudflare/cloudflare', '4.9.0') }, 'certain'],
    [
      'a requirement in a file of the same folder',
      { 'versions.tf': needs('cloudflare/cloudflare', '~> 4.0') },
      'certain',
    ],
    ['a range with two ends', { 'versions.tf': needs('cloudflare/cloudflare', '>= 4, < 5') }, 'certain'],
    ['the old form', { 'provider.tf': 'provider "cloudflare" {\n  version = "~> 2.0"\n}\n' }, 'certain'],
    [
      'the other syntax',
      {
        'v.tf.json':
          '{"terraform":{"required_providers":{"cloudflare":{"source":"cloudflare/cloudflare","version":"4.1.0"}}}}',
      },
      'certain',
    ],
    ['a range without an end', { 'versions.tf': needs('cloudflare/cloudflare', '>= 4.0') }, 'probable'],
    ['nothing', {}, 'probable'],
    ['another folder', { 'other/.terraform.lock.hcl': lock('cloudflare/cloudflare', '4.9.0') }, 'probable'],
  ] as const)('is decided by %s', async (_, files, confidence) => {
    const placed = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name.startsWith('../') ? name.slice(3) : `infra/${name}`, text]),
    );
    const { findings } = await scan({ 'infra/main.tf': SETTINGS, ...placed });
    expect(findings).toEqual([['infra/main.tf:3', 'brotli-setting-api', confidence]]);
  });

  it.each([
    ['a version that has no such resource', needs('cloudflare/cloudflare', '~> 5.0')],
    ['a provider of another vendor', needs('acme/cloudflare', '~> 4.0')],
  ])('excludes %s', async (_, versions) => {
    expect((await scan({ 'main.tf': SETTINGS, 'versions.tf': versions })).findings).toEqual([]);
  });

  it('is the version of the provider that a resource names', async () => {
    const two = `terraform {\n  required_providers {\n    old = {\n      source = "cloudflare/cloudflare"\n      version = "4.1.0"\n    }\n    cloudflare = { source = "acme/cloudflare" }\n  }\n}\n`;
    const { findings } = await scan({
      'main.tf': `${two}${RULE}resource "cloudflare_page_rule" "b" {\n  provider = old.north\n}\n`,
    });
    expect(findings).toEqual([['main.tf:13', 'page-rules-api', 'certain']]);
  });
});

/** Modules with the zone settings that a plan of them contains, derived by hand, by their ids. */
describe('the planned value of a zone setting', () => {
  const ZONE = (body: string): string => `resource "cloudflare_zone_setting" "s" {\n${body}\n}\n`;
  const EACH = (over: string, id = 'each.key'): string => ZONE(`  for_each = ${over}\n  setting_id = ${id}`);
  it.each([
    ['a text', ZONE('  setting_id = "brotli"'), ['brotli-setting-api']],
    ['a map', EACH('{ brotli = "on", ssl = "full" }'), ['brotli-setting-api']],
    ['a set', EACH('toset(["minify", "ssl"])', 'each.value'), ['auto-minify-api']],
    ['a set by its key', EACH('toset(concat(["ssl"], ["minify"]))'), ['auto-minify-api']],
    [
      'maps laid over each other',
      EACH('merge({ a = 1 }, { brotli = 1 }, { privacy_pass = 1 })'),
      ['brotli-setting-api', 'privacy-pass-api'],
    ],
    ['a loop', EACH('{ for s in [{ n = "brotli" }, { n = "ssl" }] : s.n => s }'), ['brotli-setting-api']],
    ['keys', EACH('toset(keys({ brotli = 1 }))'), ['brotli-setting-api']],
    ['names put together', EACH('toset(["pass"])', '"privacy_${each.key}"'), ['privacy-pass-api']],
    [
      'names put together by a function',
      EACH('toset(["pass"])', 'format("privacy_%s", each.key)'),
      ['privacy-pass-api'],
    ],
    ['a name in capitals', ZONE('  setting_id = lower("BROTLI")'), ['brotli-setting-api']],
    ['one of two', ZONE('  setting_id = var.x ? "brotli" : "ssl"'), ['brotli-setting-api']],
    ['a value looked up', ZONE('  setting_id = lookup({ a = "brotli" }, "a", "ssl")'), ['brotli-setting-api']],
    ['a value that is tried', ZONE('  setting_id = try(local.none, "brotli")'), ['brotli-setting-api']],
    ['a splat', ZONE('  setting_id = element([{ n = "brotli" }][*].n, 0)'), ['brotli-setting-api']],
    ['pairs of lists', EACH('zipmap(["brotli"], ["on"])'), ['brotli-setting-api']],
    ['the values of a map', EACH('{ a = "brotli", b = "ssl" }', 'each.value'), ['brotli-setting-api']],
    // Near misses: none of these is planned.
    ['the keys of a map whose values are meant', EACH('{ brotli = "ssl" }', 'each.value'), []],
    ['another attribute', ZONE('  setting_id = "ssl"\n  value = "brotli"'), []],
    ['no rounds', EACH('{}', '"brotli"'), []],
    ['no copies', ZONE('  count = 0\n  setting_id = "brotli"'), []],
    ['part of a name', ZONE('  setting_id = "brotli_level"'), []],
    ['an attribute that is taken away', ZONE('  setting_id = null'), []],
  ])('is found exactly if it is planned: %s', async (_, text, expected) => {
    const { findings } = await scan({ 'main.tf': text, 'versions.tf': needs('cloudflare/cloudflare', '~> 5.1') });
    expect(findings.map(([, id]) => id).sort()).toEqual(expected);
  });
});

describe('a Terraform module', () => {
  it('consists of all files of a folder, and of none of another', async () => {
    const main = 'resource "cloudflare_zone_setting" "s" {\n  for_each = local.settings\n  setting_id = each.key\n}\n';
    const { findings } = await scan({
      'a/main.tf': main,
      'a/values.tf': 'locals {\n  settings = {\n    brotli = "on"\n  }\n}\n',
      'b/main.tf': main,
      'b/values.tf': 'locals {\n  settings = { ssl = "full" }\n}\n',
      'c/main.tf': main,
    });
    expect(findings.map(([place, id]) => [place, id])).toEqual([['a/values.tf:3', 'brotli-setting-api']]);
  });
});

describe('resources of packages of unknown version', () => {
  const PROGRAM = {
    'index.ts': `import * as cloudflare from '@pulumi/cloudflare';\nnew cloudflare.PageRule('home', { zoneId: 'z' });\n`,
  };
  it('are counted, and listed on request', async () => {
    const { findings, limits } = await scan(PROGRAM);
    expect(findings).toEqual([]);
    expect(limits).toEqual([
      '1 use of infrastructure resources is not reported, because the version of the package is not known: `alsoReport` with `resources` reports it.',
    ]);
    const asked = await scan(PROGRAM, 'report');
    expect(asked.findings).toEqual([['index.ts:2', 'page-rules-api', 'probable']]);
    expect(asked.limits).toEqual([]);
  });

  it('are reported like any other when the version is known', async () => {
    const manifest = '{ "dependencies": { "@pulumi/cloudflare": "^6.1.0" } }';
    const { findings, limits } = await scan({ ...PROGRAM, 'package.json': manifest });
    expect(findings).toEqual([['index.ts:2', 'page-rules-api', 'certain']]);
    expect(limits).toEqual([]);
  });
});
