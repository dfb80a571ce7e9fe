import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { startCpuClock } from '../cpu-time.js';
import { folder } from './support.js';

const PROVIDER = `terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "4.0.0"
    }
  }
}
`;

async function messagesFor(resource: string): Promise<readonly string[]> {
  const root = folder({ 'provider.tf': PROVIDER, 'main.tf': resource });
  const { findings } = await scan({ root, asOf: '2026-01-01', minConfidence: 'possible' });
  return findings.map(({ range, message, notes }) => [range.start.line, message, ...notes].join(' '));
}

describe('arguments of a resource that end together', () => {
  it('are one finding for each block, at the first argument', async () => {
    expect(
      await messagesFor(`resource "cloudflare_record" "a" {
  type = "SRV"
  data {
    port    = 1
    proto   = "_tcp"
    service = "_sip"
  }
}
resource "cloudflare_record" "b" {
  type = "SRV"
  data {
    service = "_sip"
    proto   = "_tcp"
    name    = "example.com"
  }
}
`),
    ).toEqual([
      '5 `data.proto` and `data.service` of `cloudflare_record` of `cloudflare/cloudflare` rely on what ended on 2024-05-31; write them into `name`.',
      '12 `data.service` and 2 more fields of `cloudflare_record` of `cloudflare/cloudflare` rely on what ended on 2024-05-31; write them into `name`. All of them: `data.service`, `data.proto`, `data.name`.',
    ]);
  });

  it('have the message of a single argument if there is only one', async () => {
    expect(
      await messagesFor('resource "cloudflare_record" "a" {\n  type = "SRV"\n  data {\n    service = "_sip"\n  }\n}\n'),
    ).toEqual([
      '4 `cloudflare_record.data.service` of `cloudflare/cloudflare` uses a deprecated API, which ended on 2024-05-31; write it into `name`.',
    ]);
  });

  it('are separate findings if they belong to different deprecations', async () => {
    const settings = `resource "cloudflare_zone_settings_override" "a" {
  settings {
    brotli          = "on"
    mobile_redirect {
      status = "on"
    }
  }
}
`;
    expect((await messagesFor(settings)).map((line) => line.split(' ')[0])).toEqual(['3', '4']);
  });

  it('are found quickly, within the steps of a file, for thousands of resources', async () => {
    const many = Array.from(
      { length: 12_000 },
      (_, index) =>
        `resource "cloudflare_record" "a${index}" {\n  type = "SRV"\n  data {\n    proto   = "_tcp"\n    service = "_sip"\n  }\n}\n`,
    );
    const elapsed = startCpuClock();
    expect((await messagesFor(many.join(''))).length).toBeGreaterThan(2000);
    expect(elapsed()).toBeLessThan(10_000);
  });
});
