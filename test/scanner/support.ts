import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Catalogue, EndpointDeprecation } from '../../src/core/model/deprecation.js';
import type { HttpMethod } from '../../src/core/model/endpoint.js';
import { restorePathTemplate } from '../../src/core/model/endpoint.js';
import type { ExprFact } from '../../src/core/model/facts.js';
import { NOTHING_ANALYSED } from '../../src/core/model/finding.js';
import type { FileAnalysis, Finding } from '../../src/core/model/finding.js';
import { scanSteps } from '../../src/scan/open-scan.js';
import type { RunOptions, ScanDependencies, ScanResult } from '../../src/scan/open-scan.js';

/** Scans synchronously. */
export function runScan(options: RunOptions, dependencies: ScanDependencies): ScanResult {
  const steps = scanSteps(options, dependencies);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (step.value !== undefined) throw new TypeError('This scan waits for something.');
  }
}

/** Folder with these files, removed when the test ends. */
export function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sunset-lint-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

export function endpointDeprecation(
  id: string,
  area: string,
  endpoints: readonly (readonly [methods: readonly HttpMethod[], path: string])[],
): EndpointDeprecation {
  return {
    kind: 'endpoint',
    id,
    api: 'acme',
    layers: [],
    feature: `${area} API`,
    endOfLife: '2025-01-06',
    replacement: { kind: 'unstated' },
    source: { file: 'table.md', line: 1 },
    areas: [area],
    nearMisses: [],
    endpoints: endpoints.map(([methods, path]) => ({ area, methods, path: restorePathTemplate(path) })),
  };
}

/** Two deprecations: one with a rare word, one with common ones. */
export const CATALOGUE: Catalogue = {
  digest: 'abc',
  apis: [{ id: 'acme', baseUrls: [{ url: 'https://api.acme.test/client/v9' }] }],
  editions: [],
  deprecations: [
    endpointDeprecation('rate-limits', 'Rate Limits', [[['GET', 'POST'], '/zones/{zone_id}/rate_limits']]),
    endpointDeprecation('filters', 'Filters', [[['GET'], '/zones/{zone_id}/filters']]),
  ],
};

/** Fake of the engine: a finding for each literal that ends in `/rate_limits`. */
export const DEPENDENCIES: ScanDependencies = {
  catalogue: CATALOGUE,
  createAnalyser:
    ({ modules }) =>
    (file): FileAnalysis => {
      const texts = modules.facts(file)?.texts ?? [];
      const findings = texts.flatMap((text) => (endsWith(text, '/rate_limits') ? [finding(file, text)] : []));
      return { ...NOTHING_ANALYSED, findings, sites: texts.length, resolved: findings.length };
    },
};

export function finding(
  file: string,
  at: { readonly at: readonly [number, number] },
  overrides: Partial<Finding> = {},
): Finding {
  return {
    rule: 'no-deprecated-endpoint',
    deprecation: 'rate-limits',
    operation: { method: 'GET', path: '/zones/{zone_id}/rate_limits' },
    methods: ['GET'],
    at: { file, span: at.at },
    confidence: 'certain',
    evidence: {
      host: 'exact',
      path: 'exact',
      method: 'listed',
      site: 'request',
      steps: [{ kind: 'literal', at: { file, span: at.at }, note: 'the URL is a literal' }],
    },
    url: '/zones/${zone}/rate_limits',
    client: 'fetch',
    fingerprint: `${file}:${at.at[0]}`,
    notes: [],
    ...overrides,
  };
}

function endsWith(text: ExprFact, ending: string): boolean {
  return text.kind === 'literal' && typeof text.value === 'string' && text.value.endsWith(ending);
}
