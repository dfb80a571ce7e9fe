import { ConfigError } from '../../../../src/core/model/errors.js';
import { errorIn } from './input-error.js';
import { isSingle } from './input-kinds.js';
import type { ParsedInput } from './parse-input.js';
import type { ZoneExport, ZonePlan } from './zone-export.js';

/** Zone settings given on the command line. */
export interface ZoneFlags {
  readonly plan?: ZonePlan;
  readonly waf?: 'on' | 'off';
}

interface Item {
  readonly id: string;
  readonly package_id?: string;
}

const LISTS = ['packages', 'groups', 'rules', 'overrides', 'firewall_rules', 'filters', 'page_rules'] as const;
const SINGLES = ['plan', 'zone_id', 'waf', 'check', 'config'] as const;

/**
 * Joins the files of one zone. Pages of a list are concatenated, and duplicate items count once. Throws a ConfigError
 * if files disagree, pages are missing, or the plan is unknown.
 */
export function mergeInputs(inputs: readonly ParsedInput[], flags: ZoneFlags = {}): ZoneExport {
  refuseMissingPages(inputs);
  const merged: Record<string, unknown> = {};
  for (const list of LISTS) {
    const parts = inputs.flatMap(({ zone }): readonly Item[] => zone[list] ?? []);
    if (inputs.some(({ zone }) => zone[list] !== undefined))
      merged[list] = [...new Map(parts.map((item) => [itemKey(item), item])).values()];
  }
  for (const single of SINGLES) {
    const stated = [
      ...inputs.flatMap(({ input, zone }) =>
        zone[single] === undefined ? [] : [{ file: input.file, value: zone[single] }],
      ),
      ...(single === 'plan' || single === 'waf' ? [flags[single]] : []).flatMap((value) =>
        value === undefined ? [] : [{ file: `--${single}`, value }],
      ),
    ];
    const [first, ...rest] = stated;
    const other = rest.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first?.value));
    if (first !== undefined && other !== undefined)
      throw errorIn(
        other.file,
        `says another ${single} than ${first.file}. Give the files of one zone, saved at one time.`,
      );
    if (first !== undefined) merged[single] = first.value;
  }
  if (merged.plan === undefined)
    throw new ConfigError('no file says the plan of the zone. Give --plan free, pro, business or enterprise.');
  return merged as unknown as ZoneExport;
}

/** Groups and rules are numbered within their package. */
function itemKey(item: Item): string {
  return JSON.stringify([item.package_id ?? '', item.id]);
}

/** A plan from half a list could miss a blocker, so half a list is refused. */
function refuseMissingPages(inputs: readonly ParsedInput[]): void {
  const lists = new Map<string, { readonly input: ParsedInput; readonly total: number; readonly ids: Set<string> }>();
  for (const parsed of inputs) {
    const { kind, total, zone } = parsed;
    const items = kind === undefined || isSingle(kind) ? [] : (zone[kind] ?? []);
    if (kind === undefined || total === undefined) continue;
    const [first] = items;
    const list = `${kind} ${first !== undefined && 'package_id' in first ? first.package_id : ''}`;
    const known = lists.get(list) ?? { input: parsed, total, ids: new Set<string>() };
    for (const item of items) known.ids.add(itemKey(item));
    lists.set(list, { ...known, total: Math.max(known.total, total) });
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
