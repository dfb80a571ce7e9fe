import { describe, expect, it } from 'vitest';
import { parseHcl } from '../../../src/languages/terraform/hcl/parse-body.js';
import type { Attribute, Expression } from '../../../src/languages/terraform/hcl/syntax.js';
import { parser } from '../../../src/languages/terraform/parse.js';
import { startCpuClock } from '../../cpu-time.js';

/** Value of the only attribute of a text, and its number of errors. */
function read(text: string): { readonly value: Expression; readonly errors: number } {
  const { body, errors } = parseHcl(text);
  const found = body.items.find((item): item is Attribute => item.kind === 'attribute');
  if (found === undefined) throw new TypeError('no attribute');
  return { value: found.value, errors };
}

describe('the reader of HCL', () => {
  it.each([
    ['a = "front\\tdoor \\u00e9"', 'front\tdoor é'],
    ['a = "$${not} %%{this}"', '${not} %{this}'],
    ['a = <<EOT\none\n two\nEOT\n', 'one\n two\n'],
    ['a = <<-EOT\n    one\n      two\n    EOT\n', 'one\n  two\n'],
    ['a = <<EOT\nEOTS\n  EOT\n', 'EOTS\n'],
    ['a = 1.5e3', 1500],
    ['a = null # none', null],
    ['a = ( # on the next line\n  true\n)', true],
  ])('reads %j', (text, value) => {
    expect(read(text)).toMatchObject({ value: { kind: 'literal', value }, errors: 0 });
  });

  it.each([
    ['a = b ? "x" : c ? "y" : "z"', 'choice'],
    ['a = [for k, v in bells : upper(k) if v.rings > 1]', 'for'],
    ['a = { for bell in bells : bell.id => bell... }', 'for'],
    ['a = {\n  one = 1, "two" : 2\n  (three) = 3\n}', 'object'],
    ['a = towers[*].bells[0].name', 'reference'],
    ['a = towers.*.name', 'reference'],
    ['a = provider::acme::ring("x")', 'call'],
    ['a = max(list...)', 'call'],
    ['a = -b + 2 * (c - 1) >= 3 && !d', 'operation'],
    ['a = "%{ if loud }loud%{ else }soft%{ endif } bell of ${upper("${name}")}"', 'template'],
    ['a = [\n  1,\n  2, // two\n]', 'list'],
  ])('parses %j', (text, kind) => {
    expect(read(text)).toMatchObject({ value: { kind }, errors: 0 });
  });

  it('continues after syntax errors, and counts them', () => {
    const { body, errors } = parseHcl('a = = 1\nb = "open\nbell "front" {\n  c = [1, 2\n}\ntower {}\n');
    expect(body.items.map((item) => (item.kind === 'block' ? item.type : item.name))).toEqual([
      'a',
      'b',
      'bell',
      'tower',
    ]);
    expect(errors).toBeGreaterThan(2);
  });

  it('ignores code in comments and texts', () => {
    const { body, comments } = parseHcl('/* bell "x" {} */ # bell "y" {}\na = <<E\nbell "z" {}\nE\n// b = 1');
    expect(body.items).toHaveLength(1);
    expect(comments).toHaveLength(3);
  });

  it.each([
    ['lists', '['],
    ['objects', '{ a = '],
    ['brackets', '('],
    ['calls', 'f('],
    ['texts', '"${'],
    ['blocks', 'b {\n'],
    ['signs', '!'],
    ['choices', 'a ? b : '],
    ['members', 'a.'],
    ['sums', '1 + '],
    ['loops', '[for x in '],
    ['directives', '"%{ if x }'],
  ])('survives any number of nested %s', (_, opening) => {
    const text = `resource "acme_bell" "front" {\n  a = ${opening.repeat(60_000)}\n}\n`;
    const elapsed = startCpuClock();
    expect(parser.parse('main.tf', text).facts.calls).toHaveLength(1);
    expect(elapsed()).toBeLessThan(5000);
  });

  it('reports parts nested too deeply to read', () => {
    const nested = (depth: number): string => `locals {\n  a = ${'['.repeat(depth)}${']'.repeat(depth)}\n}\n`;
    expect(parser.parse('main.tf', nested(1000)).facts.tooDeep).toBe(true);
    expect(parser.parse('main.tf', nested(20)).facts.tooDeep).toBeUndefined();
  });

  it('marks comments that are alone on their line', () => {
    const text = 'a = 1 # beside\n  # above\n/* both\nlines */\n';
    expect(parser.comments('main.tf', text)).toEqual([
      { kind: 'line', span: [6, 14], text: ' beside' },
      { kind: 'block', span: [17, 24], text: ' above' },
      { kind: 'block', span: [25, 41], text: ' both\nlines ' },
    ]);
  });

  it('counts an invalid JSON file as an error', () => {
    expect(parser.parse('main.tf.json', '{"resource": [').syntaxErrors).toBe(1);
    expect(parser.parse('main.tf.json', '['.repeat(100_000)).syntaxErrors).toBe(1);
    expect(parser.parse('main.tf.json', '{"resource": {}}').syntaxErrors).toBe(0);
  });
});
