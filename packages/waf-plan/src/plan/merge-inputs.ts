import { ConfigError } from '../../../../src/core/model/errors.js';
import { errorIn } from './input-error.js';
import { isSingleObject } from './input-kinds.js';
import type { ParsedInput } from './parse-input.js';
import type { ZoneExport, ZonePlan } from './zone-export.js';

/** Zone settings from the command line. */
export interface ZoneFlags {
  readonly plan?: ZonePlan;
  readonly waf?: 'on' | 'off';
}

interface Item {
  readonly id: string;
  readonly package_id?: string;
}

const LIST_KEYS = ['packages', 'groups', 'rules', 'overrides', 'firewall_rules', 'filters', 'page_rules'] as const;
const SINGLE_KEYS = ['plan', 'zone_id', 'waf', 'check', 'config'] as const;

/**
 * Joins the files of one zone. Pages of a list are concatenated, and duplicate items count once. Throws a ConfigError
 * if files disagree, pages are missing, or the plan is unknown.
 */
export function mergeInputs(inputs: readonly ParsedInput[], flags: ZoneFlags = {}): ZoneExport {
  refuseMissingPages(inputs);
  const merged: Record<string, unknown> = {};
  for (const list of LIST_KEYS) {
    const items = inputs.flatMap(({ zone }): readonly Item[] => zone[list] ?? []);
    if (inputs.some(({ zone }) => zone[list] !== undefined))
      merged[list] = [...new Map(items.map((item) => [itemKey(item), item])).values()];
  }
  for (const single of SINGLE_KEYS) {
    const statedValues = [
      ...inputs.flatMap(({ input, zone }) =>
        zone[single] === undefined ? [] : [{ file: input.file, value: zone[single] }],
      ),
      ...(single === 'plan' || single === 'waf' ? [flags[single]] : []).flatMap((value) =>
        value === undefined ? [] : [{ file: `--${single}`, value }],
      ),
    ];
    const [first, ...otherValues] = statedValues;
    const differingValue = otherValues.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first?.value));
    if (first !== undefined && differingValue !== undefined)
      throw errorIn(
        differingValue.file,
        `says another ${single} than ${first.file}. Give the files of one zone, saved at one time.`,
      );
    if (first !== undefined) merged[single] = first.value;
  }
  if (merged.plan === undefined)
    throw new ConfigError('no file says the plan of the zone. Give --plan free, pro, business or enterprise.');
  return merged as unknown as ZoneExport;
}

/** Key of an item. Ids of groups and rules are unique only within their package. */
function itemKey(item: Item): string {
  return JSON.stringify([item.package_id ?? '', item.id]);
}

/** Throws if pages of a list are missing: a plan from the other pages could miss a blocker. */
function refuseMissingPages(inputs: readonly ParsedInput[]): void {
  const lists = new Map<string, { readonly input: ParsedInput; readonly total: number; readonly ids: Set<string> }>();
  for (const parsedInput of inputs) {
    const { kind, total, zone } = parsedInput;
    const items = kind === undefined || isSingleObject(kind) ? [] : (zone[kind] ?? []);
    if (kind === undefined || total === undefined) continue;
    const [first] = items;
    const list = `${kind} ${first !== undefined && 'package_id' in first ? first.package_id : ''}`;
    const pages = lists.get(list) ?? { input: parsedInput, total, ids: new Set<string>() };
    for (const item of items) pages.ids.add(itemKey(item));
    lists.set(list, { ...pages, total: Math.max(pages.total, total) });
  }
  for (const { input, total, ids } of lists.values()) {
    if (ids.size < total) {
      throw errorIn(
        input.input.file,
        `has ${String(ids.size)} of ${String(total)} ${String(input.kind)}: a plan from a part of them could be wrong. Save the other pages too (page=2, per_page=100) and give them all.`,
      );
    }
  }
}
