import type { Evaluator } from '../../engine/evaluate/evaluator.js';
import { keysOf, literalOf } from '../../engine/evaluate/object-keys.js';
import { placeIn } from '../../engine/evaluate/program.js';
import type { CallSite } from '../../engine/judge/site-view.js';
import { sentHeaders } from '../../engine/requests/sent/headers.js';
import { plainTexts } from '../../engine/values/text.js';
import { optionsOf } from '../../engine/values/value.js';
import type { LayeredValue, ObjectValue, Value } from '../../engine/values/value.js';
import type { Place } from '../../core/model/span.js';
import { RULE_IDENTITY_KEYS } from '../migration/operations.js';
import type { MigrationMode } from '../migration/operations.js';
import { optionPlace, quotedNames, confidenceOfLack } from './problem.js';
import type { Problem } from './problem.js';

/** Section 4.1, body rule 3: required keys of each rule. */
const RULE_KEYS = ['action', 'expression', 'description', 'enabled', 'action_parameters'];

/** Clients whose body is one of their arguments or options, so that no later call can set it. */
const BODY_ARGUMENT_CLIENTS: ReadonlySet<string> = new Set(['fetch', 'axios', 'got', 'ky', 'ofetch', 'undici']);

/** Returns the problems of an update's body, if the program builds it. A body from outside is unknown, not wrong. */
export function bodyProblems(view: CallSite, mode: MigrationMode | undefined): readonly Problem[] {
  const { site } = view;
  const bodies = optionsOf(site.body);
  if (bodies.every(({ kind }) => kind === 'scalar')) return missingBody(view);
  const writtenBodies = bodies.filter((body) => body.kind === 'object' || body.kind === 'layered');
  const problems = writtenBodies.flatMap((body) => problemsOf(view, body, mode));
  const distinct = [...new Map(problems.map((problem) => [problem.what, problem])).values()];
  // Of several possible bodies, the wrong one may belong to another update.
  const isOnlyBody = bodies.length === 1;
  const at = optionPlace(view, ['body', 'data', 'json', 'rules']);
  return distinct.map((problem) => ({ at, ...problem, ...(isOnlyBody ? {} : { confidence: 'probable' as const }) }));
}

function missingBody(view: CallSite): readonly Problem[] {
  const { site, finder } = view;
  if (site.kind !== 'request' || !BODY_ARGUMENT_CLIENTS.has(site.client)) return [];
  // Code that can still add headers can also change the rest of the request.
  const lack = confidenceOfLack(sentHeaders(finder, view));
  const now = 'Send the configuration that the get-configuration operation returns.';
  return lack === undefined ? [] : [{ what: 'has no body', correction: now, at: optionPlace(view, []), ...lack }];
}

type WrittenValue = ObjectValue | LayeredValue;

function problemsOf(view: CallSite, body: WrittenValue, mode: MigrationMode | undefined): readonly Problem[] {
  const { evaluator } = view.finder;
  const { names, isComplete } = keysOf(evaluator, body);
  // The parameters of a method of the SDK are not the body, and their type omits the name.
  const expectedKeys = view.site.client === 'cloudflare SDK' ? ['rules'] : ['name', 'rules'];
  const missing = isComplete ? expectedKeys.filter((key) => !names.has(key)) : [];
  const lists = optionsOf(evaluator.member(body, 'rules', view.site.at));
  const isEmpty = lists.every((list) => list.kind === 'array' && !list.open && list.elements.length === 0);
  const rules = lists
    .flatMap((list) => (list.kind === 'array' ? list.elements : []))
    .flatMap((rule) => optionsOf(rule))
    .filter((rule) => rule.kind === 'object' || rule.kind === 'layered');
  return [
    ...(missing.length === 0
      ? []
      : [
          certainProblem(
            `sends a body without ${quotedNames(missing)}`,
            'Send the `name` and the `rules` of the configuration.',
          ),
        ]),
    ...(names.has('rules') && isEmpty
      ? [certainProblem('sends a body without a rule', 'Send the rules of the configuration: one or more.')]
      : []),
    ...rules.flatMap((rule) => {
      const problems = ruleProblems(evaluator, rule, mode, view.site.at);
      const place = placeOf(evaluator, rule);
      return place === undefined ? problems : problems.map((problem) => ({ ...problem, ...placeOrStep(view, place) }));
    }),
  ];
}

function ruleProblems(
  evaluator: Evaluator,
  rule: WrittenValue,
  mode: MigrationMode | undefined,
  at: Place,
): readonly Problem[] {
  const { names, isComplete } = keysOf(evaluator, rule);
  const missing = isComplete ? RULE_KEYS.filter((key) => !names.has(key)) : [];
  const presentIdentity = RULE_IDENTITY_KEYS.filter((key) => names.has(key));
  const missingIdentity = isComplete ? RULE_IDENTITY_KEYS.filter((key) => !names.has(key)) : [];
  return [
    ...(missing.length === 0
      ? []
      : [certainProblem(`has a rule that lacks ${quotedNames(missing)}`, `Give each rule ${quotedNames(RULE_KEYS)}.`)]),
    ...(mode === 'validation' && presentIdentity.length > 0
      ? [
          certainProblem(
            `is for validation and has a rule with ${quotedNames(presentIdentity)}`,
            'Leave `id`, `version` and `ref` out of the rules in validation mode.',
          ),
        ]
      : []),
    ...(mode === 'pending' && missingIdentity.length > 0
      ? [
          certainProblem(
            `finishes the migration and has a rule that lacks ${quotedNames(missingIdentity)}`,
            'Send the rules as the get-configuration operation returns them; `id`, `version` and `ref` may be empty strings.',
          ),
        ]
      : []),
    ...(lacksRuleset(evaluator, rule, at)
      ? [
          certainProblem(
            'has a rule whose `action_parameters` lack `id`',
            'Name the managed ruleset to execute in `action_parameters.id`.',
          ),
        ]
      : []),
  ];
}

/** Whether a rule executes a managed ruleset without naming it (section 2, `action_parameters.id`). */
function lacksRuleset(evaluator: Evaluator, rule: WrittenValue, at: Place): boolean {
  const actions = plainTexts(evaluator.member(rule, 'action', at));
  if (actions?.every((action) => action === 'execute') !== true || actions.length === 0) return false;
  const parameters = evaluator.member(rule, 'action_parameters', at);
  if (parameters.kind !== 'object' && parameters.kind !== 'layered') return false;
  const { names, isComplete } = keysOf(evaluator, parameters);
  return isComplete && !names.has('id');
}

function certainProblem(what: string, now: string): Problem {
  return { what, correction: now, confidence: 'certain' };
}

/** Returns the place of a rule: to edit, if it is in the call; otherwise as a step, as other calls may use the rule. */
function placeOrStep({ context, call }: CallSite, place: Place): Pick<Problem, 'at' | 'steps'> {
  const isInCall = place.file === context.file && call.at[0] <= place.span[0] && place.span[1] <= call.at[1];
  return isInCall ? { at: place } : { steps: [{ kind: 'constant', at: place, note: 'the rule is written here' }] };
}

/** Returns the place where a rule is written. */
function placeOf({ program }: Evaluator, value: Value): Place | undefined {
  const object = value.kind === 'layered' ? value.base : value;
  const literal = object.kind === 'object' ? literalOf(program, object) : undefined;
  return literal && placeIn(literal.context, literal.fact.at);
}
