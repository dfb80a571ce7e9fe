import * as tsParser from '@typescript-eslint/parser';
import { parse } from 'espree';
import { describe, expect, it } from 'vitest';
import { API, lint } from './support.js';

/** A program that writes one record. */
function writing(record: string): string {
  return `export const add = (zone, { service, proto, name, record, port }) =>\n  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify(${record}) });\n`;
}

interface Offer {
  readonly id: string;
  readonly after: string;
}

/** The one suggestion for a program, applied. */
function offered(text: string, options: Parameters<typeof lint>[1] = {}): Offer | undefined {
  const messages = lint({ 'a.js': text }, options);
  expect(messages.map(({ ruleId }) => ruleId)).toEqual(['sunset/no-deprecated-field']);
  const [suggestion, ...others] = messages[0]?.suggestions ?? [];
  expect(others).toEqual([]);
  if (suggestion === undefined) return undefined;
  const [start, end] = suggestion.fix.range;
  return { id: suggestion.messageId ?? '', after: text.slice(0, start) + suggestion.fix.text + text.slice(end) };
}

describe('suggestions for SRV records', () => {
  it.each([
    [
      'three literals',
      "{ type: 'SRV', data: { service: '_sip', proto: '_tcp', name: 'example.com', port } }",
      "{ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }",
    ],
    [
      'double quotes',
      '{ "type": "SRV", "data": { "service": "_sip", "proto": "_tcp", "name": "example.com", "port": 1 } }',
      '{ "type": "SRV", name: "_sip._tcp.example.com", "data": { "port": 1 } }',
    ],
    [
      'a label without its underscore',
      "{ type: 'SRV', data: { port, service: 'sip', proto: '_tcp', name: 'example.com' } }",
      "{ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }",
    ],
    [
      'names and members',
      "{ type: 'SRV', data: { service, proto: '_tcp', name: record.host.name, port } }",
      "{ type: 'SRV', name: `${service}._tcp.${record.host.name}`, data: { port } }",
    ],
    [
      'templates',
      "{ type: 'SRV', data: { service: `_${service}`, proto: `_${proto}`, name, port } }",
      "{ type: 'SRV', name: `_${service}._${proto}.${name}`, data: { port } }",
    ],
    [
      'fields between others',
      "{ type: 'SRV', data: { service, weight: 1, proto, port, name } }",
      "{ type: 'SRV', name: `${service}.${proto}.${name}`, data: { weight: 1, port } }",
    ],
    [
      'nothing else in data',
      "{ type: 'SRV', data: { service, proto, name, } }",
      "{ type: 'SRV', name: `${service}.${proto}.${name}`, data: {} }",
    ],
    [
      'a name that may be the base',
      "{ type: 'SRV', name, data: { service: '_sip', proto: '_tcp', name: 'example.com', port } }",
      "{ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }",
    ],
    [
      'a name that is known to be the base',
      "{ type: 'SRV', name: 'example.com', data: { service: '_sip', proto: '_tcp', name: 'example.com', port } }",
      "{ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }",
    ],
  ])('join %s into the name', (_, before, after) => {
    const offer = offered(writing(before));
    expect(offer).toEqual({ id: 'joinFields', after: writing(after) });
    parse(offer?.after ?? '', { ecmaVersion: 'latest', sourceType: 'module' });
    expect(lint({ 'a.js': offer?.after ?? '' })).toEqual([]);
  });

  it.each([
    [
      'a full name',
      "{ type: 'SRV', name: '_sip._tcp.example.com', data: { service: '_sip', proto: '_tcp', port } }",
      "{ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }",
    ],
    [
      'a name built of a template',
      "{ type: 'SRV', data: { service, proto, port }, name: `_${service}._tcp` }",
      "{ type: 'SRV', data: { port }, name: `_${service}._tcp` }",
    ],
  ])('leave %s and remove the fields', (_, before, after) => {
    expect(offered(writing(before))).toEqual({ id: 'dropFields', after: writing(after) });
  });

  it('keep the lines of a record that is written over several', () => {
    const before =
      "{\n    type: 'SRV',\n    data: {\n      service: '_sip',\n      proto: '_tcp',\n      name: 'example.com',\n      port,\n    },\n  }";
    const after = "{\n    type: 'SRV',\n    name: '_sip._tcp.example.com',\n    data: {\n      port,\n    },\n  }";
    expect(offered(writing(before))?.after).toBe(writing(after));
  });

  it('see through the marks of TypeScript', () => {
    const before = "{ type: 'SRV', data: { service, proto, name, port } as const } satisfies object";
    const options = { languageOptions: { parser: tsParser } };
    expect(offered(writing(before), options)?.after).toContain(
      'name: `${service}.${proto}.${name}`, data: { port } as const } satisfies object',
    );
  });

  it('follow a record to where it is written', () => {
    const text = `const record = { type: 'SRV', data: { service: '_sip', proto: '_tcp', name: 'example.com' } };\nfetch('${API}/zones/1/dns_records', { method: 'POST', body: JSON.stringify(record) });\n`;
    expect(offered(text)?.after).toContain("const record = { type: 'SRV', name: '_sip._tcp.example.com', data: {} };");
  });

  it.each([
    ['nobody knows whether the name holds the parts', "{ type: 'SRV', name, data: { service, proto, port } }"],
    ['a part is missing', "{ type: 'SRV', data: { service, proto, port } }"],
    ['a part is computed by a call', "{ type: 'SRV', data: { service, proto, name: name.trim(), port } }"],
    ['a base name stands for the zone', "{ type: 'SRV', data: { service, proto, name: '@', port } }"],
    ['the name is known not to hold the parts', "{ type: 'SRV', name: 'example.com', data: { service, proto, port } }"],
    ['a spread may hold the name', "{ ...record, type: 'SRV', data: { service, proto, name, port } }"],
    ['a spread may hold a field', "{ type: 'SRV', data: { service, proto, name, ...record } }"],
    ['a comment would be lost', "{ type: 'SRV', data: { service, /* TCP only */ proto, name, port } }"],
  ])('are not offered where %s', (_, record) => {
    expect(offered(writing(record))).toBeUndefined();
  });

  it('are not offered where the fields are assigned', () => {
    expect(
      offered(
        `const record = { type: 'SRV', data: {} };\nrecord.data.service = '_sip';\nfetch('${API}/zones/1/dns_records', { method: 'POST', body: JSON.stringify(record) });`,
      ),
    ).toBeUndefined();
  });
});
