import { dotted } from '../../lib/json-pointer.js';
import type { ValueDeprecation } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';
import type { Place } from '../../model/span.js';
import { finding } from '../judge/finding.js';
import type { CallSite, SiteView } from '../judge/site-view.js';
import { plainText } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';
import type { Check } from './check.js';
import { ofKind } from './of-kind.js';
import { isDistinctive, operationTarget, sentDraft } from './operation-target.js';
import { recordsIn, valuesAt } from './record-values.js';

/** Values of a field that are deprecated, in the bodies of some operations. */
export const sentValue: Check = {
  rule: 'no-deprecated-field',
  begin({ finder }) {
    const rules = rulesOf(finder.catalogue);
    return rules.length === 0 ? undefined : { ofSite: (site) => rules.flatMap((rule) => valueOf(site, rule)) };
  },
  mayComplete: (view) => rulesOf(view.finder.catalogue).some((rule) => isOpen(view, rule)),
};

const rulesOf = ofKind('value');

interface DeadValue {
  readonly text: string;
  readonly at: Place | undefined;
  /** The field is never anything else. */
  readonly sure: boolean;
}

function valueOf(view: CallSite, rule: ValueDeprecation): readonly Finding[] {
  const { site, context, call } = view;
  const values = deadValues(view, rule);
  const dead = values.find(({ sure }) => sure) ?? values[0];
  const target = dead && operationTarget(view, rule);
  if (dead === undefined || target === undefined) return [];
  const here = dead.at?.file === context.file ? dead.at : undefined;
  const at = here ?? { file: context.file, span: call.callee.at };
  const note = `\`${dotted(rule.pointer)}\` is \`${dead.text}\` here`;
  return finding({
    rule: 'no-deprecated-field',
    about: 'data',
    deprecation: rule.id,
    ...sentDraft(view, target, [{ kind: 'literal', at: dead.at ?? site.at, note }]),
    at,
    ...(here !== undefined || dead.at === undefined ? {} : { causedAt: dead.at }),
    fields: [rule.pointer],
    value: dead.text,
    trust: {
      distinctive: isDistinctive(target),
      wordAsParameter: false,
      ...(dead.sure ? {} : { atMost: 'probable' }),
    },
    notes: dead.sure ? [] : ['The field can have other values too.'],
  });
}

function deadValues({ finder, site }: SiteView, { pointer, equals }: ValueDeprecation): readonly DeadValue[] {
  const meant = new Set(equals);
  return recordsIn(site.body).flatMap((record) =>
    valuesAt(finder.evaluator, record, pointer, site.at).flatMap((value) => {
      const options = optionsOf(value);
      return options.flatMap((option): readonly DeadValue[] => {
        const text = textOf(option);
        if (text === undefined || !meant.has(text)) return [];
        const at = option.kind === 'text' ? option.parts[0]?.at : undefined;
        return [{ text, at, sure: value.unset !== true && options.every((one) => meant.has(textOf(one) ?? '')) }];
      });
    }),
  );
}

/** A text, a number or a truth value as the catalogue writes it. */
function textOf(value: Value): string | undefined {
  if (value.kind === 'scalar') return value.value === undefined ? undefined : String(value.value);
  return value.kind === 'text' ? plainText(value.parts) : undefined;
}

/** Whether callers decide the value in the body of a request of one of the operations. */
function isOpen(view: SiteView, rule: ValueDeprecation): boolean {
  const { finder, site } = view;
  const isGiven = (value: Value): boolean => optionsOf(value).some(({ kind }) => kind === 'parameter');
  const isOpenBody =
    isGiven(site.body) ||
    recordsIn(site.body).some((record) => valuesAt(finder.evaluator, record, rule.pointer, site.at).some(isGiven));
  return isOpenBody && operationTarget(view, rule) !== undefined;
}
