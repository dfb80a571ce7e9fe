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

/** Text of the planner, or words of the export, which a printer has to escape. */
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

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  possible: 'The zone can migrate: nothing in the export blocks it.',
  blocked: 'The zone cannot migrate yet:',
  unknown: 'Whether the zone can migrate is not known: the export leaves it open.',
};

const VERDICTS: Readonly<Record<PhaseVerdict['verdict'], string>> = {
  eligible: 'eligible',
  'conditions-met': 'conditions met',
  refused: 'refused',
  unknown: 'unknown',
};

/** The plan as sections that both the text and the Markdown printer can print. */
export function sectionsOf(plan: WafPlan): readonly Section[] {
  return [
    { title: 'Result', parts: result(plan) },
    { title: 'Eligibility', parts: [{ kind: 'items', items: [...plan.phases.map(phase), validation(plan)] }] },
    list('Blockers', plan.blockers.map(blocker), 'None.'),
    { title: 'Limits', parts: [{ kind: 'items', items: distinct(plan.limits).map(limit) }] },
    list('Carried over', plan.carriedOver.map(fate), 'Nothing that the export shows.'),
    list('To recreate by hand', plan.recreate.map(fate), 'Nothing that the export shows.'),
    { title: 'OWASP mapping', parts: owasp(plan) },
    { title: 'Calls, in order', parts: calls(plan) },
    list('Not known', plan.unknowns.map(item), 'Nothing more.'),
    { title: 'What holds for every zone', parts: [{ kind: 'items', items: plan.notes.map(item) }] },
  ];
}

function result({ outcome, blockers, zone }: WafPlan): readonly Part[] {
  const count =
    outcome === 'blocked' ? ` ${String(blockers.length)} ${blockers.length === 1 ? 'blocker' : 'blockers'}.` : '';
  const id: readonly Inline[] = zone.id === undefined ? [] : ['Zone ', { quoted: zone.id }, ', '];
  return [
    { kind: 'text', line: [`${OUTCOMES[outcome]}${count}`] },
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

function phase({ phase: number, since, verdict, reasons }: PhaseVerdict): Item {
  return { line: [`Phase ${String(number)} (since ${since}): ${VERDICTS[verdict]}.`], more: reasons.map(inlines) };
}

function validation({ validationMode: { open, reason } }: WafPlan): Item {
  return { line: [`Validation mode: ${open ? 'open' : 'not open'}; ${reason}.`] };
}

function blocker({ what, remedy }: Blocker): Item {
  const line: readonly Inline[] =
    remedy.kind === 'call' ? ['Remove it with ', { quoted: `${remedy.method} ${remedy.path}` }] : [remedy.text];
  return { line: inlines(what), more: [line] };
}

/** Merges limits that are left open for the same reason. */
function distinct(limits: readonly LimitVerdict[]): readonly LimitVerdict[] {
  return [...new Map(limits.map((entry) => [`${entry.verdict} ${entry.what.text}`, entry])).values()];
}

function limit({ verdict, what }: LimitVerdict): Item {
  return { line: [`${{ within: 'Within', exceeded: 'Exceeded', unknown: 'Unknown' }[verdict]}: `, ...inlines(what)] };
}

function fate({ setting, what, result: becomes }: SettingOutcome): Item {
  const { text, about = [] } = what;
  return { line: [`${setting} (`, ...quoted(about), `): ${becomes}.${text === '' ? '' : ` ${text}`}`] };
}

function owasp({ owasp: { rows, actions, notes } }: WafPlan): readonly Part[] {
  return [
    {
      kind: 'table',
      header: ['Old sensitivity', 'Paranoia level', 'Score threshold', 'This zone'],
      rows: rows.map(({ sensitivity, paranoiaLevel, threshold, packages }) => [
        [sensitivity],
        [paranoiaLevel],
        [threshold],
        packages.length === 0 ? ['-'] : quoted(packages),
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
        ...notes.map(item),
      ],
    },
  ];
}

function calls({ calls: all, outcome }: WafPlan): readonly Part[] {
  const blocked: readonly Part[] =
    outcome === 'blocked' ? [{ kind: 'text', line: ['Send the update only when no blocker is left.'] }] : [];
  return [...blocked, { kind: 'steps', items: all.map(call) }];
}

function call({ method, path, query, headers, need, irreversible, purpose, body }: Call): Item {
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const marks = [...MARKS[need], ...(irreversible ? ['irreversible'] : [])];
  return {
    line: [
      { quoted: `${method} ${path}${search === '' ? '' : `?${search}`}` },
      marks.length === 0 ? '' : ` (${marks.join(', ')})`,
    ],
    more: [
      inlines(purpose),
      ['Headers: ', ...quoted(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))],
      ...(body === undefined ? [] : [[`Body: ${body.rule} ${describeSource(body)}`]]),
    ],
    ...(body === undefined ? {} : { json: jsonText(body.value, 2) }),
  };
}

const MARKS: Readonly<Record<Call['need'], readonly string[]>> = {
  required: [],
  optional: ['optional'],
  'once-unblocked': ['once no blocker is left'],
};

function describeSource({ from, leftOut }: CallBody): string {
  if (from === 'example') return 'The shape, with placeholders:';
  return leftOut.length === 0 ? 'As exported:' : `As exported, but for ${leftOut.join(', ')} of its rules:`;
}

function list(title: string, items: readonly Item[], none: string): Section {
  return { title, parts: [items.length === 0 ? { kind: 'text', line: [none] } : { kind: 'items', items }] };
}

function item(statement: Statement): Item {
  return { line: inlines(statement) };
}

function inlines({ text, about = [] }: Statement): readonly Inline[] {
  return about.length === 0 ? [text] : [`${text} `, ...quoted(about)];
}

function quoted(words: readonly string[]): readonly Inline[] {
  const shown = words
    .slice(0, MAX_LISTED)
    .flatMap((word, index): readonly Inline[] => (index === 0 ? [{ quoted: word }] : [', ', { quoted: word }]));
  return words.length > MAX_LISTED
    ? [...shown, ` and ${String(words.length - MAX_LISTED)} more (JSON lists all)`]
    : shown;
}
