import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import type { Finding } from '../../src/core/model/finding.js';
import { findings } from './support.js';

const catalogue = loadCatalogue();

const HEAD = `
  const API = 'https://api.cloudflare.com/client/v4';
  const headers = { Authorization: \`Bearer \${process.env.TOKEN}\`, 'Content-Type': 'application/json' };
  const PHASE = 'rulesets/phases/http_request_firewall_managed/entrypoint';
  const rule = { action: 'execute', expression: 'true', description: '', enabled: true, action_parameters: { id: 'x' } };
`;

const CHECK = '`${API}/zones/${zone}/waf_migration/check?phase_two=1`';
const VALIDATE = '`${API}/zones/${zone}/${PHASE}?waf_migration=validation&phase_two=1`';
const FINISH = '`${API}/zones/${zone}/${PHASE}?waf_migration=pending&phase_two=1`';
const CONFIG = 'JSON.stringify(config)';
const ASK = `if (!(await (await fetch(${CHECK}, { headers })).json()).result.compatible) return;`;

/** Lists findings of the rule in a program, uncertain ones included. */
function found(source: string): readonly Finding[] {
  return findings({ 'a.ts': `${HEAD}${source}` }, catalogue).filter(({ rule }) => rule === 'valid-waf-migration');
}

/** Lists confidence and problem of each finding. */
function linesOf(source: string): readonly string[] {
  return found(source).map(({ confidence, problem }) => `${confidence}: ${problem ?? ''}`);
}

/** Lists confidence and problem of each finding in one call. */
function linesOfCall(call: string): readonly string[] {
  return linesOf(`export const send = (zone: string, config: object, token: string, part: string) => ${call};`);
}

const update = (url: string, body: string): string => `fetch(${url}, { method: 'PUT', headers, body: ${body} })`;

describe('a migration request', () => {
  it('has one finding, however many mistakes it has', () => {
    const all = found(
      'export const send = (zone: string) => fetch(`${API}/zones/${zone}/${PHASE}?waf_migration=done`, { method: "POST" });',
    );
    expect(all.map(({ confidence, problem, notes }) => [confidence, problem, ...notes])).toEqual([
      [
        'certain',
        'This migration request uses `POST`, but the operation is `PUT /zones/{zone_id}/rulesets/phases/http_request_firewall_managed/entrypoint`, and has 5 more mistakes.',
        'It lacks the query parameter `phase_two=1`.',
        'It sends `done`, which is not a value of `waf_migration`.',
        'It has no `Authorization` header.',
        'It has no `Content-Type` header.',
        'It has no body.',
      ],
    ]);
  });

  it('shows its base URL and the places where query and headers were read', () => {
    const [one] = found('export const a = (zone: string) => fetch(`${API}/zones/${zone}/waf_migration/config`, {});');
    expect(one?.evidence.steps.map(({ kind, note }) => `${kind}: ${note}`)).toEqual([
      'base-url: the base URL is `https://api.cloudflare.com/client/v4`',
      'option: the query is read here: no query parameter; nothing else adds to it',
      'option: the header list is read here: no header; nothing else adds to it',
      'literal: it has no `Authorization` header',
    ]);
  });

  it('keeps its fingerprint when its mistakes change', () => {
    const [one] = found('export const a = (zone: string) => fetch(`${API}/zones/${zone}/waf_migration/config`, {});');
    const [less] = found(
      'export const b = 1;\nexport const a = (zone: string) => fetch(`${API}/zones/${zone}/waf_migration/config`, { headers });',
    );
    expect(one?.problem).not.toBe(less?.problem);
    expect(one?.fingerprint).toBe(less?.fingerprint);
  });

  it.each([
    ['phase_two=2', 'certain: This migration request sends `phase_two=2`, not `phase_two=1`.'],
    ['phase_two=', 'certain: This migration request sends `phase_two=`, not `phase_two=1`.'],
    ['phase=1', 'certain: This migration request lacks the query parameter `phase_two=1`.'],
  ])('is reported with the query %s: %s', (query, words) => {
    expect(linesOfCall(`fetch(\`\${API}/zones/\${zone}/waf_migration/check?${query}\`, { headers })`)).toEqual([words]);
  });

  it.each(['?phase_two=${part}', '?${part}', '?phase_two=1&${part}', '?phase_two=1'])(
    'is not reported with the query %s',
    (query) => {
      expect(linesOfCall(`fetch(\`\${API}/zones/\${zone}/waf_migration/check${query}\`, { headers })`)).toEqual([]);
    },
  );

  it.each([
    ['Authorization: `Token ${token}`', 'Token '],
    ['Authorization: `Basic ${token}`', 'Basic '],
    ['authorization: "abcdef0123"', 'abcd'],
  ])('is reported for its scheme with the header %s: %s', (header, scheme) => {
    expect(linesOfCall(`fetch(${CHECK}, { headers: { ${header} } })`)).toEqual([
      `certain: This migration request sends an \`Authorization\` header that begins with \`${scheme}\`, not with \`Bearer \`.`,
    ]);
  });

  it.each([
    'Authorization: token',
    'Authorization: `${token}`',
    'authorization: `bearer ${token}`',
    'Authorization: "Bearer " + token',
  ])('is not reported with the header %s', (header) => {
    expect(linesOfCall(`fetch(${CHECK}, { headers: { ${header} } })`)).toEqual([]);
  });

  it('is possibly wrong with an account key, which the specification does not show', () => {
    expect(linesOfCall(`fetch(${CHECK}, { headers: { 'X-Auth-Email': part, 'X-Auth-Key': token } })`)).toEqual([
      'possible: This migration request possibly has no `Authorization` header, but `X-Auth-Key`, which the specification does not show.',
    ]);
  });

  it('is probably a mistake if its operation is not specified', () => {
    const [one] = found(
      'export const a = (zone: string) => fetch(`${API}/zones/${zone}/waf_migration/chek`, { headers });',
    );
    expect([one?.confidence, one?.operation, one?.remedy]).toEqual([
      'probable',
      undefined,
      'Use one of `waf_migration/check`, `waf_migration/config`, `waf_migration/status`.',
    ]);
    expect(linesOfCall('fetch(`${API}/zones/${zone}/waf_migration/${part}`, { headers })')).toEqual([]);
  });
});

describe('an update of the entry point', () => {
  it('is reported if it is for another phase but has migration parameters', () => {
    const custom = FINISH.replace('${PHASE}', 'rulesets/phases/http_request_firewall_custom/entrypoint');
    expect(linesOfCall(update(custom, CONFIG))).toEqual([
      'certain: This migration request updates the entry point of the phase `http_request_firewall_custom`, but the migration is one of `http_request_firewall_managed`.',
    ]);
    expect(linesOfCall(update(custom.replace(/\?.*`/, '`'), CONFIG))).toEqual([]);
    expect(linesOfCall(update(custom.replace('http_request_firewall_custom', '${part}'), CONFIG))).toEqual([]);
  });

  it('is reported if it sends phase_two without the mode', () => {
    expect(linesOfCall(update('`${API}/zones/${zone}/${PHASE}?phase_two=1`', CONFIG))).toEqual([
      'certain: This migration request sends `phase_two` but lacks the query parameter `waf_migration`.',
    ]);
    expect(linesOfCall(update('`${API}/zones/${zone}/${PHASE}?phase_two=1&${part}`', CONFIG))).toEqual([]);
    expect(linesOfCall('fetch(`${API}/zones/${zone}/${PHASE}?phase_two=1`, { headers })')).toEqual([]);
  });

  it.each([
    ['{ rules: [rule] }', 'sends a body without `name`'],
    ['{ name: "x" }', 'sends a body without `rules`'],
    ['{}', 'sends a body without `name`, `rules`'],
    ['{ name: "x", rules: [] }', 'sends a body without a rule'],
    ['{ name: "x", rules: [{ ...rule, ref: "" }] }', 'is for validation and has a rule with `ref`'],
    [
      '{ name: "x", rules: [{ ...rule, action_parameters: { overrides: {} } }] }',
      'has a rule whose `action_parameters` lack `id`',
    ],
    ['{ name: "x", rules: [{ ...rule, enabled: undefined }] }', 'has a rule that lacks `enabled`'],
  ])('is reported with the body %s: %s', (body, words) => {
    expect(linesOfCall(update(VALIDATE, `JSON.stringify(${body})`))).toEqual([
      `certain: This migration request ${words}.`,
    ]);
  });

  it.each([
    '{ name: "x", rules: [rule] }',
    '{ name: "x", rules: config }',
    '{ ...config, rules: [rule] }',
    '{ name: "x", rules: [{ ...rule, action_parameters: { ...config } }] }',
    '{ name: "x", rules: [{ ...rule, action: "skip", action_parameters: { ruleset: "current" } }] }',
    '{ name: "x", rules: [...[], ...Object.values(config)] }',
    'config',
  ])('is not reported with the body %s', (body) => {
    expect(linesOfCall(update(VALIDATE, `JSON.stringify(${body})`))).toEqual([]);
  });

  it('is reported without a body, unless its options are unknown', () => {
    expect(linesOfCall(`fetch(${VALIDATE}, { method: 'PUT', headers })`)).toEqual([
      'certain: This migration request has no body.',
    ]);
    expect(linesOfCall(`fetch(${VALIDATE}, { method: 'PUT', headers, ...(config as object) })`)).toEqual([]);
  });

  it('is not certain if another body or mode is possible', () => {
    expect(
      linesOfCall(update(VALIDATE, 'JSON.stringify(part ? { name: "x", rules: [rule] } : { name: "x", rules: [] })')),
    ).toEqual(['probable: This migration request probably sends a body without a rule.']);
    const either = VALIDATE.replace('validation', "${part ? 'pending' : 'validation'}");
    expect(linesOfCall(update(either, 'JSON.stringify({ name: "x", rules: [rule] })'))).toEqual([
      'probable: This migration request finishes the migration, which cannot be reversed, and no compatibility check was found before it.',
    ]);
  });
});

describe('the order of migration steps', () => {
  const run = (body: string): readonly string[] =>
    linesOf(`export async function run(zone: string, config: object, other: string) { ${body} }`);
  const put = (url: string): string => `await ${update(url, CONFIG)};`;

  it('requires a check before the update whose answer is read', () => {
    expect(run(`${ASK} ${put(VALIDATE)} ${put(FINISH)}`)).toEqual([]);
    expect(run(`await fetch(${CHECK}, { headers }); ${put(FINISH)}`)).toEqual([
      'certain: This migration request finishes the migration although nothing reads `compatible` in the answer of the check before it.',
    ]);
    expect(run(`const answer = await fetch(${CHECK}, { headers }); log(answer); ${put(FINISH)}`)).toEqual([
      'probable: This migration request probably finishes the migration although nothing reads `compatible` in the answer of the check before it (not seen: what the program does with the answer).',
    ]);
  });

  it('is reported if the check comes after the update', () => {
    expect(run(`${put(FINISH)} ${ASK}`)).toEqual([
      'probable: This migration request probably finishes the migration, which cannot be reversed, before the compatibility check (not seen: whether a caller checks first).',
    ]);
    expect(run(`${ASK} ${put(FINISH)} ${ASK}`)).toEqual([]);
  });

  it('is certain at the top level of a module, where no caller can check first', () => {
    const at = `declare const zone: string, config: object; ${put(FINISH)} export const answer = (await (await fetch(${CHECK}, { headers })).json()).result.compatible;`;
    expect(linesOf(at)).toEqual([
      'certain: This migration request finishes the migration, which cannot be reversed, before the compatibility check.',
    ]);
  });

  it('is followed through functions of the file', () => {
    const parts = `
      const check = async (zone: string) => (await (await fetch(${CHECK}, { headers })).json()).result.compatible;
      const finish = async (zone: string, config: object) => { ${put(FINISH)} };`;
    expect(
      linesOf(
        `${parts} export async function run(zone: string, config: object) { if (await check(zone)) await finish(zone, config); }`,
      ),
    ).toEqual([]);
    expect(
      linesOf(
        `${parts} export async function run(zone: string, config: object) { await finish(zone, config); await check(zone); }`,
      ),
    ).toEqual([
      'probable: This migration request probably finishes the migration, which cannot be reversed, before the compatibility check (not seen: whether a caller checks first).',
    ]);
  });

  it('requires the answer to be read in the checking function, or in one that checks nothing itself', () => {
    const asks = `const answer = await (await fetch(${CHECK}, { headers })).json(); log(answer.result.migration_state);`;
    expect(run(`${asks} ${put(FINISH)} } export async function verdict(zone: string) { ${ASK}`)).toEqual([
      'probable: This migration request probably finishes the migration although nothing reads `compatible` in the answer of the check before it (not seen: what the program does with the answer).',
    ]);
    expect(run(`${asks} ${put(FINISH)} } function log(answer: any) { if (!answer.compatible) throw answer;`)).toEqual(
      [],
    );
  });

  it('requires validation before the end of the migration', () => {
    const late =
      'certain: This migration request is for validation and comes after the update that finishes the migration, which cannot be reversed.';
    expect(run(`${ASK} ${put(FINISH)} ${put(VALIDATE)}`)).toEqual([late]);
    expect(run(`${ASK} ${put(FINISH)} if (config) { ${put(VALIDATE)} }`)).toEqual([late]);
  });

  it('does not apply to exclusive branches or to another zone', () => {
    expect(run(`${ASK} if (other) { ${put(FINISH)} } else { ${put(VALIDATE)} }`)).toEqual([]);
    expect(run(`${ASK} if (other) { ${put(FINISH)} return; } ${put(VALIDATE)}`)).toEqual([]);
    expect(run(`${ASK} if (other) { ${put(FINISH)} } ${put(VALIDATE)}`)).toEqual([]);
    expect(run(`${ASK} ${put(FINISH)} ${put(VALIDATE.replace('${zone}', '${other}'))}`)).toEqual([]);
    expect(run(`if (other) { ${put(FINISH)} } else { ${ASK} }`)).toEqual([]);
  });
});
