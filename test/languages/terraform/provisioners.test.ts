import { describe, expect, it } from 'vitest';
import { parser } from '../../../src/languages/terraform/parse.js';
import { scan } from '../../../src/scan/index.js';
import { folder } from '../../scanner/support.js';

const ZONE = 'https://api.cloudflare.com/client/v4/zones/1';

/** Places and operations of the findings in a file. */
async function found(text: string, file = 'main.tf'): Promise<readonly string[]> {
  const { findings } = await scan({ root: folder({ [file]: text }), asOf: '2026-01-01' });
  return findings.map(
    ({ range: { start }, operation }) =>
      `${String(start.line)}:${String(start.column)} ${operation?.method ?? ''} ${operation?.path ?? ''}`,
  );
}

const inResource = (blocks: string): string => `resource "null_resource" "a" {\n${blocks}\n}\n`;

describe('a provisioner of Terraform', () => {
  it('requests with the command of local-exec, and with each line of a heredoc at its place', async () => {
    expect(await found(inResource(`provisioner "local-exec" {\ncommand = "curl ${ZONE}/filters"\n}`))).toEqual([
      '3:12 GET /zones/{zone_id}/filters',
    ]);
    const text = [
      'variable "rule" {}',
      'resource "terraform_data" "a" {',
      '  provisioner "local-exec" {',
      '    command = <<EOT',
      '      set -e',
      `      curl -X DELETE "${ZONE}/rate_limits/\${var.rule}"`,
      '      curl -s \\',
      `        ${ZONE}/filters`,
      '    EOT',
      '    interpreter = ["/bin/bash", "-c"]',
      '  }',
      '}',
    ].join('\n');
    expect(await found(text)).toEqual([
      '6:7 DELETE /zones/{zone_id}/rate_limits/{rate_limit_id}',
      '7:7 GET /zones/{zone_id}/filters',
    ]);
    expect(await found(text.replace('<<EOT', '<<-EOT'))).toEqual([
      '6:7 DELETE /zones/{zone_id}/rate_limits/{rate_limit_id}',
      '7:7 GET /zones/{zone_id}/filters',
    ]);
  });

  it('requests with the inline commands of remote-exec, and in a file in JSON', async () => {
    const inline = `provisioner "remote-exec" {\ninline = [\n"ls",\n"curl ${ZONE}/filters",\n]\n}`;
    expect(await found(inResource(inline))).toEqual(['5:2 GET /zones/{zone_id}/filters']);
    const command = { command: `curl ${ZONE}/filters` };
    const json = { resource: { null_resource: { a: { provisioner: [{ 'local-exec': command }] } } } };
    expect(await found(JSON.stringify(json), 'a.tf.json')).toEqual([
      expect.stringMatching(/ GET \/zones\/\{zone_id\}\/filters$/),
    ]);
  });

  it.each([
    ['continued lines of a heredoc', `<<-E\n${'   a \\\n   b\n'.repeat(100_000)}E`],
    ['lines with escapes', `"${'\\"x\\n'.repeat(100_000)}"`],
  ])('is lowered in time proportional to its text with %s', (_, command) => {
    const before = process.cpuUsage().user;
    parser.parse('main.tf', inResource(`provisioner "local-exec" {\ncommand = ${command}\n}`));
    // A quadratic search takes minutes.
    expect(process.cpuUsage().user - before).toBeLessThan(15_000_000);
  });

  it.each([
    `provisioner "local-exec" {\ncommand = "echo ${ZONE}/filters"\n}`,
    `provisioner "file" {\ncommand = "curl ${ZONE}/filters"\n}`,
    `provisioner "local-exec" {\nworking_dir = "curl ${ZONE}/filters"\n}`,
    `count = 0\nprovisioner "local-exec" {\ncommand = "curl ${ZONE}/filters"\n}`,
  ])('requests nothing with %j', async (blocks) => {
    expect(await found(inResource(blocks))).toEqual([]);
  });
});
