import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../../src/engine/analyse.js';
import { shellParser } from '../../../src/languages/shell/parse.js';
import { catalogueOf } from '../../engine/support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });
const OLD = 'https://api.clock.test/rest/v2/towers/1/bells';

/** Results for a script: the confidence of each finding, and the reason of each unresolved request. */
function reportedFor(source: string): readonly string[] {
  const { facts } = shellParser.parse('a.sh', source);
  const modules = {
    resolve: () => ({ kind: 'unresolved', reason: 'the file does not exist' }) as const,
    facts: () => facts,
    mentionsApi: () => ['clock'],
    importers: () => [],
  };
  const { findings, unresolved } = createAnalyser({ catalogue: CATALOGUE, modules, language: 'shell' })('a.sh');
  return [...findings.map(({ confidence }) => confidence), ...unresolved.map(({ reason }) => reason)];
}

describe('an option of curl that connects to another server', () => {
  it.each([
    `curl --connect-to api.clock.test:443:localhost:8443 ${OLD}`,
    `curl --connect-to ::127.0.0.1:8443 ${OLD}`,
    `curl --resolve api.clock.test:443:127.0.0.1 ${OLD}`,
    `curl --resolve=*:443:[::1] ${OLD}`,
    `curl --unix-socket /run/clock.sock ${OLD}`,
  ])('makes %s a request to this machine', (script) => {
    expect(reportedFor(script)).toEqual([]);
  });

  it.each([
    `curl --connect-to ::staging.test:443 ${OLD}`,
    `curl --resolve api.clock.test:443:10.0.0.7 ${OLD}`,
    `curl --resolve api.clock.test:443:127.0.0.1,10.0.0.7 ${OLD}`,
    `curl --resolve "api.clock.test:443:$ADDRESS" ${OLD}`,
  ])('leaves %s probable', (script) => {
    expect(reportedFor(script)).toEqual(['probable']);
  });

  it.each([
    `curl --connect-to www.clock.test:443:localhost:8443 ${OLD}`,
    `curl --resolve api.clock.test:80:127.0.0.1 ${OLD}`,
    `curl --resolve -api.clock.test:443 ${OLD}`,
    `curl --connect-to api.clock.test:443:: ${OLD}`,
    `curl --proxy http://localhost:3128 ${OLD}`,
  ])('changes nothing in %s', (script) => {
    expect(reportedFor(script)).toEqual(['certain']);
  });
});

describe('a part of a script that depends on true or false', () => {
  const NEVER = 'it is in code that never runs';

  it.each([
    `if false; then curl ${OLD}; fi`,
    `false && curl ${OLD}`,
    `true || curl ${OLD}`,
    `while false; do curl ${OLD}; done`,
    `until :; do curl ${OLD}; done`,
    `if true; then :; else curl ${OLD}; fi`,
    `if a; then :; elif false; then curl ${OLD}; fi`,
    `f() { if false; then curl ${OLD}; fi; }; f`,
  ])('is never run in %s', (script) => {
    expect(reportedFor(script)).toEqual([NEVER]);
  });

  it.each([
    `if true; then curl ${OLD}; fi`,
    `if false; then :; else curl ${OLD}; fi`,
    `false || curl ${OLD}`,
    `a || false && b; curl ${OLD}`,
    `if false || a; then curl ${OLD}; fi`,
    `false() { a; }; if false; then curl ${OLD}; fi`,
    `while true; do curl ${OLD}; done`,
  ])('is run in %s', (script) => {
    expect(reportedFor(script)).toEqual(['certain']);
  });
});

describe('words that a command reads from its input', () => {
  it.each([
    `echo '${OLD}' | xargs curl`,
    `echo '${OLD}' | xargs -I{} curl {}`,
    `printf '%s\\n' a.test '${OLD}' | xargs -n1 curl -sf`,
    `xargs curl <<< '${OLD}'`,
    `printf '%s\\n' 1 2 | xargs -I% curl https://api.clock.test/rest/v2/towers/%/bells`,
  ])('are requested in %s', (script) => {
    expect(reportedFor(script)).toEqual(['certain']);
  });

  it.each([`echo '${OLD}' | xargs echo`, `echo '${OLD}x' | xargs curl`, 'cat urls.txt | xargs curl'])(
    'are not requested as a deprecated operation in %s',
    (script) => {
      expect(reportedFor(script)).toEqual([]);
    },
  );
});

describe('a request written as text and piped into a connection', () => {
  const PATH = '/rest/v2/towers/1/bells';

  it.each([
    `printf 'GET ${PATH} HTTP/1.1\\r\\nHost: api.clock.test\\r\\n\\r\\n' | openssl s_client -connect "$SERVER"`,
    `echo -e "GET ${PATH} HTTP/1.1\\r\\nHost: api.clock.test\\r\\n" | ncat --ssl "$SERVER" 443`,
    `nc "$SERVER" 80 <<E\nGET ${PATH} HTTP/1.0\nAccept: */*\nhost: api.clock.test\n\nE`,
    `printf 'GET /rest/v2/towers/%s/bells HTTP/1.1\\nHost: api.clock.test\\n' "$TOWER" | socat - "$SERVER"`,
  ])('is found in %s', (script) => {
    expect(reportedFor(script)).toEqual(['certain']);
  });

  it.each([
    `printf 'DELETE ${PATH} HTTP/1.1\\nHost: www.clock.test\\n' | nc "$SERVER" 80`,
    `echo 'GET the bells' | nc "$SERVER" 80`,
    'openssl rand -hex 8',
  ])('is not found in %s', (script) => {
    expect(reportedFor(script)).toEqual([]);
  });
});
