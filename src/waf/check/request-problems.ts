import type { CallSite } from '../../engine/judge/site-view.js';
import { queryFacts } from '../../engine/requests/sent/query.js';
import { entriesNamed } from '../../engine/requests/sent/sent.js';
import type { Sent } from '../../engine/requests/sent/sent.js';
import {
  MANAGED_PHASE,
  MIGRATION_OPERATIONS,
  MIGRATION_WORD,
  MODES,
  OPERATION_PATHS,
} from '../migration/operations.js';
import type { MigrationMode, MigrationOperation } from '../migration/operations.js';
import { bodyProblems } from './body-problems.js';
import { headerProblems } from './header-problems.js';
import { quotedNames, readStep, confidenceOfLack, confidenceOfValue } from './problem.js';
import type { Problem } from './problem.js';
import { methodOf } from './target.js';
import type { Target } from './target.js';

/** Modes and problems of a migration request. */
export interface JudgedRequest {
  /** Known migration modes that the request may set. */
  readonly modes: ReadonlySet<MigrationMode>;
  /** The only mode that the request can set, if known. */
  readonly mode: MigrationMode | undefined;
  readonly problems: readonly Problem[];
}

const PHASE_TWO = 'phase_two';

/**
 * Judges a request by its path, method, query, body and headers. Of several possible URLs, only common problems count.
 * Undefined for a request unrelated to the migration.
 */
export function judgeRequest(view: CallSite, targets: readonly Target[]): JudgedRequest | undefined {
  const queries = targets.map((target) => queryFacts(view.finder, target.query, view));
  const pairs = targets.flatMap((target, index): readonly TargetQuery[] => {
    const sent = queries[index];
    return sent === undefined || (target.operation === 'entrypoint' && !isMigration(view, sent))
      ? []
      : [{ target, sent }];
  });
  if (pairs.length === 0) return undefined;
  const modeSets = pairs.map(({ target, sent }) => (setsMode(target) ? modesOf(sent) : new Set([undefined])));
  const allModes = new Set(modeSets.flatMap((modes) => [...modes]));
  const [onlyMode] = allModes;
  const mode = allModes.size === 1 ? onlyMode : undefined;
  const [first = [], ...others] = pairs.map((pair) => problemsOf(view, pair, mode));
  return {
    mode,
    modes: new Set([...allModes].flatMap((setMode) => setMode ?? [])),
    problems: first.filter(({ what }) => others.every((problems) => problems.some((other) => other.what === what))),
  };
}

/** A target, and the entries of its query. */
interface TargetQuery {
  readonly target: Target;
  readonly sent: Sent;
}

function setsMode({ operation, wrongText }: Target): boolean {
  return operation === 'entrypoint' && wrongText === undefined;
}

function problemsOf(
  view: CallSite,
  { target, sent }: TargetQuery,
  mode: MigrationMode | undefined,
): readonly Problem[] {
  const { operation, wrongText } = target;
  if (operation === undefined) return [unknownOperation(wrongText ?? '')];
  return [
    ...(wrongText === undefined ? [] : [wrongPhase(wrongText)]),
    ...methodProblems(operation, view),
    ...queryProblems(operation, sent, view),
    ...headerProblems(view, operation),
    ...(operation === 'entrypoint' ? bodyProblems(view, mode) : []),
  ];
}

/** Whether a request belongs to the migration. Other requests to the entry point lack its query parameters. */
function isMigration({ site }: CallSite, sent: Sent): boolean {
  if (entriesNamed(sent, MIGRATION_WORD).length > 0) return true;
  const isUpdate = site.method.known.includes(methodOf('entrypoint'));
  return (
    isUpdate &&
    confidenceOfLack(sent) !== undefined &&
    entriesNamed(sent, PHASE_TWO).some(({ isAlwaysSent }) => isAlwaysSent)
  );
}

/** Returns the modes for the possible values of the parameter; undefined for a wrong or unknown value. */
function modesOf(sent: Sent): ReadonlySet<MigrationMode | undefined> {
  const values = entriesNamed(sent, MIGRATION_WORD).map((entry) => entry.values);
  return new Set(values.flatMap((texts) => (texts ?? ['']).map((text) => MODES.get(text))));
}

function unknownOperation(name: string): Problem {
  const known = MIGRATION_OPERATIONS.filter((operation) => operation !== 'entrypoint');
  return {
    what: `asks for \`${MIGRATION_WORD}/${name}\`, which is not an operation of the migration`,
    correction: `Use one of ${quotedNames(known.map((operation) => `${MIGRATION_WORD}/${operation}`))}.`,
    confidence: 'probable',
    unseen: 'whether the API has operations that the specification does not name',
  };
}

function wrongPhase(phase: string): Problem {
  return {
    what: `updates the entry point of the phase \`${phase}\`, but the migration is one of \`${MANAGED_PHASE}\``,
    correction: `Use \`PUT ${OPERATION_PATHS.entrypoint}\`.`,
    confidence: 'certain',
  };
}

function methodProblems(operation: MigrationOperation, { site, context }: CallSite): readonly Problem[] {
  const expected = methodOf(operation);
  const { known, unknown, at } = site.method;
  if (unknown || known.length === 0 || known.includes(expected)) return [];
  const what = `uses \`${known.join('|')}\`, but the operation is \`${expected} ${OPERATION_PATHS[operation]}\``;
  const place = at?.file === context.file ? { at } : {};
  return [{ what, correction: `Use \`${expected}\`.`, confidence: 'certain', ...place }];
}

function queryProblems(operation: MigrationOperation, sent: Sent, view: CallSite): readonly Problem[] {
  const problems = operation === 'status' ? [] : phaseTwoProblems(sent);
  if (operation === 'entrypoint') problems.push(...migrationValueProblems(sent));
  const steps = [readStep('query', sent, view.site.at)];
  return problems.map((problem) => ({ ...problem, steps }));
}

function phaseTwoProblems(sent: Sent): Problem[] {
  const now = 'Add `phase_two=1` to the query.';
  const entries = entriesNamed(sent, PHASE_TWO);
  if (entries.length === 0) {
    const lack = confidenceOfLack(sent);
    return lack === undefined
      ? []
      : [{ what: 'lacks the query parameter `phase_two=1`', correction: now, lacks: `${PHASE_TWO}=1`, ...lack }];
  }
  const values = entries.flatMap((entry) => entry.values ?? ['1']);
  if (values.includes('1')) return [];
  const what = `sends ${quotedNames(values.map((value) => `${PHASE_TWO}=${value}`))}, not \`${PHASE_TWO}=1\``;
  return [{ what, correction: 'Send `phase_two=1`.', ...confidenceOfValue(sent) }];
}

function migrationValueProblems(sent: Sent): readonly Problem[] {
  const now =
    'Use `pending` (or `1`) to finish the migration, `validation` (or `2`, Enterprise zones only) to run both versions side by side.';
  const entries = entriesNamed(sent, MIGRATION_WORD);
  if (entries.length === 0) {
    const lack = confidenceOfLack(sent);
    return lack === undefined
      ? []
      : [
          {
            what: `sends \`${PHASE_TWO}\` but lacks the query parameter \`${MIGRATION_WORD}\``,
            correction: now,
            ...lack,
          },
        ];
  }
  const values = entries.flatMap((entry) => entry.values ?? ['pending']);
  if (values.some((value) => MODES.has(value))) return [];
  const what = `sends ${quotedNames(values)}, which is not a value of \`${MIGRATION_WORD}\``;
  return [{ what, correction: now, ...confidenceOfValue(sent) }];
}
