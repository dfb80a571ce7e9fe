import plugin from '../../src/index.js';
import { ON_A_DAY, RuleTester } from './support.js';

const ruleTester = new RuleTester(ON_A_DAY);

ruleTester.run('no-deprecated-resource', plugin.rules['no-deprecated-resource'], {
  valid: [
    {
      name: 'a live resource',
      filename: 'fixtures/resources/pulumi-5/a.js',
      code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.Ruleset('home', { kind: 'zone', phase: 'http_request_dynamic_redirect', rules: [] });`,
    },
    {
      name: 'a class of the same name from elsewhere',
      filename: 'fixtures/resources/pulumi-5/a.js',
      code: `import { PageRule } from './page-rule.js';
new PageRule('home', {});`,
    },
    {
      name: 'a package of unknown version',
      code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.PageRule('home', { target: 'example.com/*' });`,
    },
    {
      name: 'a record of another type',
      filename: 'fixtures/resources/pulumi-5/a.js',
      code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.Record('mail', { zoneId: '1', type: 'CAA', data: { tag: 'issue', value: 'a' } });`,
    },
    {
      name: 'a deprecation that the option ignores',
      filename: 'fixtures/resources/pulumi-5/a.js',
      code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.RateLimit('a', { zoneId: '1' });`,
      options: [{ ignore: ['rate-limiting-api'] }],
    },
  ],
  invalid: [
    {
      name: 'a class',
      filename: 'fixtures/resources/pulumi-5/a.js',
      code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.RateLimit('a', { zoneId: '1' });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            resource: '`RateLimit` of `@pulumi/cloudflare`',
            when: 'ended on 2024-05-01',
            instead: 'use Rate limiting rules (new version, ruleset-engine based).',
            note: '',
            id: 'rate-limiting-api',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2025-06-15',
          },
          line: 2,
          column: 5,
          endLine: 2,
          endColumn: 25,
        },
      ],
    },
    {
      name: 'a class under an alias',
      filename: 'fixtures/resources/pulumi-5/a.js',
      code: `import { RateLimit as Limit } from '@pulumi/cloudflare';
new Limit('a', { zoneId: '1' });`,
      errors: [{ messageId: 'certain', line: 2, column: 5, endLine: 2, endColumn: 10 }],
    },
    {
      name: 'an argument',
      filename: 'fixtures/resources/pulumi-5/a.js',
      code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.LoadBalancerPool('a', { name: 'a', notificationEmail: 'a@example.com' });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            resource: '`LoadBalancerPool.notificationEmail` of `@pulumi/cloudflare`',
            when: 'ended on 2023-04-03',
            instead: 'use the centralized notification service.',
            note: '',
            id: 'notification-email-field',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2023-04-03',
          },
          line: 2,
          column: 51,
          endLine: 2,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'several arguments of one record, once',
      filename: 'fixtures/resources/pulumi-5/a.js',
      code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.Record('sip', { zoneId: '1', type: 'SRV', data: { service: '_sip', proto: '_tcp', name: 'example.com' } });`,
      errors: [
        {
          messageId: 'certainRely',
          data: {
            resource: '`data.service`, `data.proto` and `data.name` of `Record` of `@pulumi/cloudflare`',
            when: 'ended on 2024-05-31',
            instead: 'write them into `name`.',
            note: '',
            id: 'srv-data-fields',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2024-05-31',
          },
          line: 2,
          column: 66,
          endLine: 2,
          endColumn: 73,
        },
      ],
    },
    {
      name: 'a class of a package of unknown version, if a setting requests it',
      code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.RateLimit('a', { zoneId: '1' });`,
      settings: { sunset: { alsoReport: ['resources'] } },
      errors: [
        {
          messageId: 'probable',
          data: {
            resource: '`RateLimit` of `@pulumi/cloudflare`',
            when: 'ended on 2024-05-01',
            instead: 'use Rate limiting rules (new version, ruleset-engine based).',
            note: ' The version of @pulumi/cloudflare is not known.',
            id: 'rate-limiting-api',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2025-06-15',
          },
          line: 2,
          column: 5,
          endLine: 2,
          endColumn: 25,
        },
      ],
    },
    {
      name: 'several arguments in a package of unknown version',
      code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.Record('sip', { zoneId: '1', type: 'SRV', data: { service: '_sip', proto: '_tcp', name: 'example.com' } });`,
      settings: { sunset: { alsoReport: ['resources'] } },
      errors: [{ messageId: 'probableRely', line: 2, column: 66, endLine: 2, endColumn: 73 }],
    },
  ],
});
