/** The value of an expression of a configuration, as far as it is known without running it. */
export type StaticValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly source: string }
  | { readonly kind: 'list'; readonly items: readonly StaticValue[] }
  | { readonly kind: 'table'; readonly rows: readonly Row[] }
  | { readonly kind: 'unknown' };

export type Row = readonly [key: string, value: StaticValue];

export const UNKNOWN: StaticValue = { kind: 'unknown' };

export function textValue(text: string): StaticValue {
  return { kind: 'text', text };
}

/** The text of a value; undefined where it is none. */
export function textOf(value: StaticValue | undefined): string | undefined {
  return value?.kind === 'text' ? value.text : undefined;
}

/** A property of a table; the last one counts. */
export function rowOf(value: StaticValue, key: string): StaticValue | undefined {
  return value.kind === 'table' ? value.rows.findLast(([name]) => name === key)?.[1] : undefined;
}
