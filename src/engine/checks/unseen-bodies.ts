import { pointerKeys } from '../../lib/json-pointer.js';
import type { FieldDeprecation } from '../../model/deprecation.js';
import type { UnresolvedSite } from '../../model/finding.js';
import { causeOfValue } from '../judge/cause.js';
import { shownUrl } from '../judge/finding.js';
import type { CallSite } from '../judge/site-view.js';
import { hasUnknownKey } from '../evaluate/members.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';
import { fieldTargets, isWrite } from './field-writes.js';
import type { FieldTarget } from './field-writes.js';
import { recordType } from './record-type.js';
import { sentRecords } from './sent-records.js';

/** A request that writes to a path with deprecated fields, where nobody can say whether it sets one of them. */
export function unseenBody(view: CallSite): UnresolvedSite | undefined {
  const { site } = view;
  if (site.method.unknown || !site.method.known.some(isWrite)) return undefined;
  const target = fieldTargets(view).find(
    (one) => one.host.host === 'exact' && one.entry.deprecation.direction !== 'response' && isUnseen(view, one),
  );
  if (target === undefined) return undefined;
  const { at, client, method, body } = site;
  const cause = causeOfValue(view.finder.evaluator, body, at);
  const open = { at, client, url: shownUrl(target.url), methods: method.known, reason: 'the body was not seen' };
  return cause === undefined ? open : { ...open, cause };
}

function isUnseen(view: CallSite, { entry, batch }: FieldTarget): boolean {
  const { finder, site } = view;
  return optionsOf(site.body).some((body) => {
    if (body.kind === 'text') return body.parts.some(({ kind }) => kind === 'hole');
    const records = sentRecords(finder.evaluator, body, batch, site.at);
    if (records.length === 0) return isOpen(body);
    return records.some(({ record }) => isOpen(record) || mayHold(view, record, entry.deprecation));
  });
}

/** Whether a record of the type that is meant can hold one of the fields in a part of it that is not known. */
function mayHold({ finder: { evaluator }, site }: CallSite, record: Value, deprecation: FieldDeprecation): boolean {
  if (recordType(evaluator, record, deprecation, site.at) === 'other') return false;
  return deprecation.pointers.some((pointer) => {
    let part = record;
    for (const key of pointerKeys(pointer)) {
      if (hasUnknownKey(evaluator, part)) return true;
      part = evaluator.member(part, key, site.at);
      if (optionsOf(part).some(isOpen)) return true;
    }
    return false;
  });
}

/** Whether the content of a value is unknown. */
function isOpen(value: Value): boolean {
  return (
    value.kind === 'unknown' ||
    value.kind === 'parameter' ||
    value.kind === 'external' ||
    (value.kind === 'array' && value.open)
  );
}
