import { describe, expect, it } from 'vitest';
import { SHELL_IMPORTS } from '../../src/languages/shell/imports.js';
import { TERRAFORM_IMPORTS } from '../../src/languages/terraform/imports.js';
import { OpenNames } from '../../src/select/importers.js';

const inShell = (name: string, text: string): boolean | undefined => SHELL_IMPORTS.mayDeclare?.(name)(text);
const inTerraform = (name: string, text: string): boolean | undefined => TERRAFORM_IMPORTS.mayDeclare?.(name)(text);

describe('the possible declarations of a shell script', () => {
  it.each([
    'zone=1',
    '  zone+=(1)',
    'zone[2]=1',
    'zone() { :; }',
    'zone () { :; }',
    'function zone { :; }',
    'read -r zone',
    'read -d ";" -r zone',
    'read -d \\; zone',
    'read -p "which; now" first zone < file',
    'read -r \\\n  zone',
    'while IFS= read -r zone; do :; done',
    'for zone in a b; do :; done',
    'select zone in a b; do :; done',
    'export zone',
    'local first zone',
    'printf -v zone %s 1',
    'getopts ab: zone',
    'mapfile -t zone < file',
    'readarray zone < file',
    ': "${zone:=1}"',
    ': "${zone=1}"',
    '((zone++))',
    '(( zone *= 2 ))',
    '(( --zone ))',
    'let zone=1',
    'let "zone = 1"',
    'let --zone',
    'exec {zone}> file',
  ])('include the name declared by %j', (text) => {
    expect(inShell('zone', text)).toBe(true);
  });

  it.each([
    'zone() { :; }',
    'zone () { :; }',
    'zone \\\n() { :; }',
    'function zone { :; }',
    'function \\\n zone { :; }',
  ])('include the function declared by %j', (text) => {
    expect(inShell('zone', text)).toBe(true);
    expect(inShell('$zone', text)).toBe(true);
  });

  it('include only functions under names that are invalid for variables', () => {
    expect(inShell('get-zone', 'get-zone() { :; }')).toBe(true);
    expect(inShell('get-zone', 'read get-zone')).toBe(false);
    expect(inShell(':', ': "${zone:=1}"')).toBe(false);
    expect(inShell('$zone', 'zone=1')).toBe(false);
  });

  it.each([
    'echo "$zone"',
    'curl "${zone:-1}" "${zone}"',
    'zone --all',
    'list --zone 1',
    'for x in 1 2; do zone; done',
    'export X; zone | read -r x',
    '[ "$zone" == 1 ]',
    'read -r zones',
    '# read the zone',
    'zone ====',
    '(( zone == 2 ))',
    'wait_for something in zone',
    'printf "the zone"',
  ])('include no zone for %j', (text) => {
    expect(inShell('zone', text)).toBe(false);
  });

  it('are found in time proportional to the text', () => {
    const long = `read ${' '.repeat(200_000)}${'zone '.repeat(2)}${'('.repeat(200_000)}${'read '.repeat(50_000)}`;
    expect(inShell('zone', long)).toBe(true);
    expect(inShell('zones', `${long}zones`)).toBe(true);
  }, 20_000);
});

describe('the possible declarations of a Terraform file', () => {
  it.each([
    ['var.zone', 'variable "zone" {}'],
    ['var.zone', 'variable zone {}'],
    ['var.zone', '{ "variable": { "zone": {} } }'],
    ['local.zone', 'locals {\n  zone = 1\n}'],
    ['local.zone', '{ "locals": { "zone": 1 } }'],
    ['module bells: zone', 'module "front" {\n  source = "../bells"\n  zone = 1\n}'],
    ['module bells: zone', 'module "front" {\n  source = "../bells/"\n  zone = 1\n}'],
    ['var.zone', 'variable "\\u007aone" {}'],
  ])('include %s for %j', (name, text) => {
    expect(inTerraform(name, text)).toBe(true);
  });

  it.each([
    ['var.zone', 'output "x" { value = var.zone }'],
    ['local.zone', 'output "x" { value = [local.zone] }'],
    ['module bells: zone', 'module "front" {\n  source = "../gates"\n  zone = 1\n}'],
    ['module bells: zone', 'module "front" {\n  source = "../bells"\n  other = var.zone\n}'],
    ['each.value', 'resource "a" "b" { each = "each.value" }'],
  ])('do not include %s for %j', (name, text) => {
    expect(inTerraform(name, text)).toBe(false);
  });
});

describe('a name that a file may offer', () => {
  const texts: Readonly<Record<string, string>> = { a: 'b c', b: 'c', c: 'a zone=', d: 'e', e: 'd' };
  const asked: string[] = [];
  const names = new OpenNames({
    declares: (name) => (text) => text.includes(`${name}=`),
    textOf(file) {
      asked.push(file);
      return texts[file];
    },
    imports: (file) => (texts[file] ?? '').split(' ').filter((target) => target.length === 1),
  });

  it('is a name that it or its imports may declare, in import cycles too', () => {
    expect(names.mayOffer('a', 'zone')).toBe(true);
    expect(names.mayOffer('d', 'zone')).toBe(false);
    expect(names.mayOffer('unread', 'zone')).toBe(true);
  });

  it('is searched for once in each file', () => {
    for (const file of ['a', 'b', 'c', 'd', 'e']) names.mayOffer(file, 'zone');
    expect(asked.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'unread']);
  });
});
