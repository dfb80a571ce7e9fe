import type {
  Blocker,
  Call,
  CallBody,
  LimitVerdict,
  Outcome,
  PhaseVerdict,
  SettingOutcome,
  Statement,
  WafPlan,
} from '../plan/plan-types.js';
import { jsonText } from '../../../../src/core/lib/escape.js';

/** Text of the planner, or a quoted text from the export, which a printer has to escape. */
export type Inline = string | { readonly quoted: string };

export interface Item {
  readonly line: readonly Inline[];
  /** Lines below the first. */
  readonly more?: readonly (readonly Inline[])[];
  /** JSON to show as a block. */
  readonly json?: string;
}

export type Part =
  | { readonly kind: 'text'; readonly line: readonly Inline[] }
  | { readonly kind: 'items' | 'steps'; readonly items: readonly Item[] }
  | {
      readonly kind: 'table';
      readonly header: readonly string[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

export interface Section {
  readonly title: string;
  readonly parts: readonly Part[];
}

const MAX_LISTED = 20;

const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  possible: 'The zone can migrate: nothing in the export blocks it.',
  blocked: 'The zone cannot migrate yet:',
  unknown: 'Whether the zone can migrate is not known: the export leaves it open.',
};

const VERDICT_TEXTS: Readonly<Record<PhaseVerdict['verdict'], string>> = {
  eligible: 'eligible',
  'conditions-met': 'conditions met',
  refused: 'refused',
  unknown: 'unknown',
};

/** The plan as sections that both the text and the Markdown printer can print. */
export function sectionsOf(plan: WafPlan): readonly Section[] {
  return [
    { title: 'Result', parts: resultParts(plan) },
    { title: 'Eligibility', parts: [{ kind: 'items', items: [...plan.phases.map(phaseItem), validationItem(plan)] }] },
    listSection('Blockers', plan.blockers.map(blockerItem), 'None.'),
    { title: 'Limits', parts: [{ kind: 'items', items: distinctLimits(plan.limits).map(limitItem) }] },
    listSection('Carried over', plan.carriedOver.map(settingItem), 'Nothing that the export shows.'),
    listSection('To recreate by hand', plan.recreate.map(settingItem), 'Nothing that the export shows.'),
    { title: 'OWASP mapping', parts: owaspParts(plan) },
    { title: 'Calls, in order', parts: callParts(plan) },
    listSection('Not known', plan.unknowns.map(statementItem), 'Nothing more.'),
    { title: 'What holds for every zone', parts: [{ kind: 'items', items: plan.notes.map(statementItem) }] },
  ];
}

function resultParts({ outcome, blockers, zone }: WafPlan): readonly Part[] {
  const count =
    outcome === 'blocked' ? ` ${String(blockers.length)} ${blockers.length === 1 ? 'blocker' : 'blockers'}.` : '';
  const id: readonly Inline[] = zone.id === undefined ? [] : ['Zone ', { quoted: zone.id }, ', '];
  return [
    { kind: 'text', line: [`${OUTCOME_TEXTS[outcome]}${count}`] },
    {
      kind: 'text',
      line: [
        ...id,
        `${id.length > 0 ? 'plan' : 'Plan'} ${zone.plan}, previous WAF ${zone.waf}, state of the migration `,
        { quoted: zone.state },
        '.',
      ],
    },
    { kind: 'text', line: ['This is a plan only: nothing was sent.'] },
  ];
}

function phaseItem({ phase: number, since, verdict, reasons }: PhaseVerdict): Item {
  return { line: [`Phase ${String(number)} (since ${since}): ${VERDICT_TEXTS[verdict]}.`], more: reasons.map(inlines) };
}

function validationItem({ validationMode: { open, reason } }: WafPlan): Item {
  return { line: [`Validation mode: ${open ? 'open' : 'not open'}; ${reason}.`] };
}

function blockerItem({ what, remedy }: Blocker): Item {
  const line: readonly Inline[] =
    remedy.kind === 'call' ? ['Remove it with ', { quoted: `${remedy.method} ${remedy.path}` }] : [remedy.text];
  return { line: inlines(what), more: [line] };
}

/** Merges limits with the same verdict and text, such as unknown ones. */
function distinctLimits(limits: readonly LimitVerdict[]): readonly LimitVerdict[] {
  return [...new Map(limits.map((entry) => [`${entry.verdict} ${entry.what.text}`, entry])).values()];
}

function limitItem({ verdict, what }: LimitVerdict): Item {
  return { line: [`${{ within: 'Within', exceeded: 'Exceeded', unknown: 'Unknown' }[verdict]}: `, ...inlines(what)] };
}

function settingItem({ setting, what, result: outcome }: SettingOutcome): Item {
  const { text, about = [] } = what;
  return { line: [`${setting} (`, ...quotedList(about), `): ${outcome}.${text === '' ? '' : ` ${text}`}`] };
}

function owaspParts({ owasp: { rows, actions, notes } }: WafPlan): readonly Part[] {
  return [
    {
      kind: 'table',
      header: ['Old sensitivity', 'Paranoia level', 'Score threshold', 'This zone'],
      rows: rows.map(({ sensitivity, paranoiaLevel, threshold, packages }) => [
        [sensitivity],
        [paranoiaLevel],
        [threshold],
        packages.length === 0 ? ['-'] : quotedList(packages),
      ]),
    },
    {
      kind: 'items',
      items: [
        ...actions.map(({ packageName, action, becomes }): Item => ({
          line: [
            'Action ',
            { quoted: action },
            ' of ',
            { quoted: packageName },
            `: ${becomes === 'log' ? 'becomes log' : becomes}.`,
          ],
        })),
        ...notes.map(statementItem),
      ],
    },
  ];
}

function callParts({ calls: allCalls, outcome }: WafPlan): readonly Part[] {
  const blockedNote: readonly Part[] =
    outcome === 'blocked' ? [{ kind: 'text', line: ['Send the update only when no blocker is left.'] }] : [];
  return [...blockedNote, { kind: 'steps', items: allCalls.map(callItem) }];
}

function callItem({ method, path, query, headers, need, irreversible, purpose, body }: Call): Item {
  const queryText = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const marks = [...NEED_MARKS[need], ...(irreversible ? ['irreversible'] : [])];
  return {
    line: [
      { quoted: `${method} ${path}${queryText === '' ? '' : `?${queryText}`}` },
      marks.length === 0 ? '' : ` (${marks.join(', ')})`,
    ],
    more: [
      inlines(purpose),
      ['Headers: ', ...quotedList(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))],
      ...(body === undefined ? [] : [[`Body: ${body.rule} ${describeSource(body)}`]]),
    ],
    ...(body === undefined ? {} : { json: jsonText(body.value, 2) }),
  };
}

const NEED_MARKS: Readonly<Record<Call['need'], readonly string[]>> = {
  required: [],
  optional: ['optional'],
  'once-unblocked': ['once no blocker is left'],
};

function describeSource({ from, leftOut }: CallBody): string {
  if (from === 'example') return 'The shape, with placeholders:';
  return leftOut.length === 0 ? 'As exported:' : `As exported, but for ${leftOut.join(', ')} of its rules:`;
}

function listSection(title: string, items: readonly Item[], emptyText: string): Section {
  return { title, parts: [items.length === 0 ? { kind: 'text', line: [emptyText] } : { kind: 'items', items }] };
}

function statementItem(statement: Statement): Item {
  return { line: inlines(statement) };
}

function inlines({ text, about = [] }: Statement): readonly Inline[] {
  return about.length === 0 ? [text] : [`${text} `, ...quotedList(about)];
}

function quotedList(words: readonly string[]): readonly Inline[] {
  const listedWords = words
    .slice(0, MAX_LISTED)
    .flatMap((word, index): readonly Inline[] => (index === 0 ? [{ quoted: word }] : [', ', { quoted: word }]));
  return words.length > MAX_LISTED
    ? [...listedWords, ` and ${String(words.length - MAX_LISTED)} more (JSON lists all)`]
    : listedWords;
}
