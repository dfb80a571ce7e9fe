/** A name and a value, as CycloneDX attaches them. */
export interface CyclonedxProperty {
  readonly name: string;
  readonly value: string;
}

type Value = string | number | boolean | null;

/** Properties under names of this program; a list gives one for each of its values. */
export function listProperties(
  values: Readonly<Record<string, Value | readonly string[]>>,
): readonly CyclonedxProperty[] {
  return Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly string[]) : [value as Value]).map((one) => ({
      name: `sunset-lint:${name}`,
      value: String(one),
    })),
  );
}
