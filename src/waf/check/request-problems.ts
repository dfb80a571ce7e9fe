import type { HttpMethod } from '../../model/endpoint.js';
import type { CallSite } from '../../engine/judge/site-view.js';
import { sentHeaders } from '../../engine/requests/headers.js';
import { queryFacts } from '../../engine/requests/query.js';
import { entriesNamed } from '../../engine/requests/sent.js';
import type { Sent } from '../../engine/requests/sent.js';
import type { Site } from '../../engine/requests/site.js';
import type { Parts } from '../../engine/values/value.js';
import { MIGRATION_WORD, MODES, OPERATIONS } from '../migration/operations.js';
import type { MigrationMode, MigrationOperation } from '../migration/operations.js';
import type { Problem } from './problem.js';
import { ruleProblems } from './waf-bodies.js';

/** What a request of a migration operation is meant to do, and what is wrong with it. */
export interface JudgedRequest {
  /** What it sets the migration to, where it says so in a way that is known. */
  readonly mode: MigrationMode | undefined;
  readonly problems: readonly Problem[];
}

/** The method by which an operation is requested. */
export function methodOf(operation: MigrationOperation): HttpMethod {
  return operation === 'entrypoint' ? 'PUT' : 'GET';
}

/** Judges a request by its method, query, body and headers. Undefined for an update that has nothing to do with the migration. */
export function judgeRequest(view: CallSite, operation: MigrationOperation, query: Parts): JudgedRequest | undefined {
  const { finder, site } = view;
  const sent = queryFacts(finder, query, view);
  if (operation === 'entrypoint' && entriesNamed(sent, MIGRATION_WORD).length === 0) return undefined;
  const mode = operation === 'entrypoint' ? MODES.get(valueOf(sent, MIGRATION_WORD) ?? '') : undefined;
  const problems = [
    ...methodProblems(operation, site),
    ...queryProblems(operation, sent),
    ...(operation === 'entrypoint' ? ruleProblems(finder.evaluator, site, mode) : []),
    ...headerProblems(operation, view),
  ];
  return { mode, problems };
}

function methodProblems(operation: MigrationOperation, site: Site): readonly Problem[] {
  const expected = methodOf(operation);
  const { known, unknown } = site.method;
  if (unknown || known.length === 0 || known.includes(expected)) return [];
  return [
    {
      what: `This request uses \`${known.join('|')}\`, but the operation is \`${expected} ${OPERATIONS[operation]}\`.`,
      now: `Use \`${expected}\`.`,
    },
  ];
}

function queryProblems(operation: MigrationOperation, query: Sent): readonly Problem[] {
  const problems: Problem[] = [];
  if (operation !== 'status') {
    const phase = valueOf(query, 'phase_two');
    if (entriesNamed(query, 'phase_two').length === 0 ? query.complete : phase !== undefined && phase !== '1') {
      problems.push({
        what: 'This migration request lacks the query parameter `phase_two=1`.',
        now: 'Add `phase_two=1` to the query.',
      });
    }
  }
  const mode = valueOf(query, MIGRATION_WORD);
  if (operation === 'entrypoint' && mode !== undefined && !MODES.has(mode)) {
    problems.push({
      what: `\`${mode}\` is no value of \`${MIGRATION_WORD}\`.`,
      now: 'Use `pending` (or `1`) to finish the migration, `validation` (or `2`, Enterprise zones only) to run both versions side by side.',
    });
  }
  return problems;
}

/** What is sent last under a name, where that is one known text. */
function valueOf(sent: Sent, name: string): string | undefined {
  const [only, ...others] = entriesNamed(sent, name).at(-1)?.values ?? [];
  return others.length === 0 ? only : undefined;
}

function headerProblems(operation: MigrationOperation, view: CallSite): readonly Problem[] {
  const { finder, site } = view;
  const { entries, complete } = sentHeaders(finder, view);
  if (!complete || site.chain.length > 0 || site.kind !== 'request' || site.client === 'cloudflare SDK') return [];
  const names = new Set(entries.map(({ name }) => name));
  const problems: Problem[] = [];
  if (!names.has('authorization')) {
    problems.push({
      what: 'This migration request has no `Authorization` header.',
      now: 'Send `Authorization: Bearer <API token>`.',
    });
  }
  if (operation === 'entrypoint' && !names.has('content-type') && site.client === 'fetch') {
    problems.push({
      what: 'This update of the entry point has no `Content-Type` header.',
      now: 'Send `Content-Type: application/json`.',
    });
  }
  return problems;
}
