import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.js';

const API = 'https://api.cloudflare.com/client/v4';

function messageOf(path: string, options = '{}'): string {
  const text = `fetch('${API}${path}', ${options});\n`;
  const messages = new Linter().verify(text, [plugin.configs.recommended], { filename: 'a.js' });
  expect(messages).toHaveLength(1);
  return messages[0]?.message ?? '';
}

describe('messages of the rules', () => {
  it('include the notes of reports', () => {
    const body = (sensitivity: string): string =>
      `{ method: 'PATCH', body: JSON.stringify({ sensitivity: '${sensitivity}' }) }`;
    expect(messageOf('/zones/1/firewall/waf/packages/1', body('high'))).toContain(
      'Sensitivity `high` becomes paranoia level PL2 with the score threshold Medium (40 or higher).',
    );
    expect(messageOf('/zones/1/firewall/waf/packages/1', body('low'))).toContain(
      'becomes paranoia level PL1 with the score threshold Medium (40 or higher); the specification also says that the migration sets PL2.',
    );
    expect(messageOf('/zones/1/firewall/waf/packages/1/groups/2', "{ method: 'PATCH' }")).toContain(
      'Group overrides are not migrated: recreate them as tag or rule overrides.',
    );
    expect(messageOf('/accounts/1/billing/profile')).toContain(
      'A newer operation uses the same method and path again: the account billing profile came back in 2026.',
    );
  });

  it('name the replacement before steps that have to come first', () => {
    const rule = 'Delete overrides for URIs first';
    const listed = messageOf('/zones/1/firewall/waf/overrides');
    expect(listed).toContain(`; use WAF Managed Rules (new version). ${rule}: a zone that has one cannot migrate.`);
    expect(messageOf('/zones/1/firewall/waf/overrides/2')).toContain(rule);
    expect(messageOf('/zones/1/firewall/waf/overrides/2', "{ method: 'PUT' }")).toContain(rule);
  });

  it('omit the advice to delete first for a DELETE request', () => {
    const message = messageOf('/zones/1/firewall/waf/overrides/2', "{ method: 'DELETE' }");
    expect(message).not.toContain('Delete overrides');
    expect(message).toContain('; use WAF Managed Rules (new version).');
  });

  it('omit Terraform advice in programs', () => {
    const minify = messageOf('/zones/1/settings/minify');
    expect(minify).toContain('; nothing takes its place: delete the call and minify at build time.');
    expect(minify).not.toContain('Terraform');
    expect(messageOf('/zones/1/settings/server_side_exclude')).toContain('nothing takes its place: delete the call');
  });

  it('do not mention a revived operation of another path', () => {
    expect(messageOf('/user/billing/profile')).not.toMatch(/accounts|2026/);
  });
});
