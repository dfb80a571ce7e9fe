/** The package of a specifier or a module: `@acme/sdk` of `@acme/sdk/lib/bells`. */
export function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Major, minor and patch number. */
type Version = readonly [number, number, number];

/** The versions from `low` up to, but excluding, `high`. */
export interface VersionRange {
  readonly low: Version;
  readonly high: Version;
}

const LOWEST: Version = [0, 0, 0];
const HIGHEST: Version = [Infinity, Infinity, Infinity];

/**
 * The versions that a version or a range allows, in the syntax of manifests: `4.1.2`, `==4.1.2`, `^4.1`, `~> 4.0`,
 * `~=4.0`, `>= 4, < 5`. For alternatives, the range around all of them. Undefined if the syntax is unknown.
 */
export function versionRange(text: string): VersionRange | undefined {
  const ranges: VersionRange[] = [];
  for (const alternative of text.split('||')) {
    const comparators = [...alternative.matchAll(COMPARATOR)];
    if (comparators.length === 0 || alternative.replace(COMPARATOR, '').trim() !== '') return undefined;
    let low = LOWEST;
    let high = HIGHEST;
    for (const [, operator = '', ...numbers] of comparators) {
      const range = rangeOf(operator, numbers.slice(0, 3));
      if (range === undefined) return undefined;
      if (compareVersions(range.low, low) > 0) ({ low } = range);
      if (compareVersions(range.high, high) < 0) ({ high } = range);
    }
    ranges.push({ low, high });
  }
  const [first, ...others] = ranges;
  if (first === undefined) return undefined;
  return others.reduce(
    (outer, range) => ({
      low: compareVersions(range.low, outer.low) < 0 ? range.low : outer.low,
      high: compareVersions(range.high, outer.high) > 0 ? range.high : outer.high,
    }),
    first,
  );
}

/** Order of two versions. */
export function compareVersions(left: Version, right: Version): number {
  for (const index of [0, 1, 2] as const) {
    if (left[index] !== right[index]) return left[index] < right[index] ? -1 : 1;
  }
  return 0;
}

const COMPARATOR =
  /(?:(\^|~>|~=|~|>=|<=|!=|>|<|={1,3})\s*)?v?(?<!\d)(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?(?:[-+][\w.+-]+)?(?![\w.])\s*,?\s*/g;

/** Range of versions that one comparator allows; `parts`: the numbers as written. */
function rangeOf(operator: string, parts: readonly (string | undefined)[]): VersionRange | undefined {
  const numbers = parts.filter((part) => part !== undefined && /^\d+$/.test(part)).map(Number);
  const [major = 0, minor = 0, patch = 0] = numbers;
  const version: Version = [major, minor, patch];
  switch (operator) {
    case '^':
      return { low: version, high: major > 0 || numbers.length < 2 ? [major + 1, 0, 0] : [0, minor + 1, 0] };
    case '~>':
    case '~=':
      // All but the last written number are fixed.
      return { low: version, high: numbers.length > 2 ? [major, minor + 1, 0] : [major + 1, 0, 0] };
    case '~':
      return { low: version, high: numbers.length > 1 ? [major, minor + 1, 0] : [major + 1, 0, 0] };
    case '>=':
    case '>':
      return { low: version, high: HIGHEST };
    case '<':
      return { low: LOWEST, high: version };
    case '<=':
      return { low: LOWEST, high: firstAfter(version, numbers.length) };
    case '!=':
      return { low: LOWEST, high: HIGHEST };
    default:
      return { low: version, high: firstAfter(version, numbers.length) };
  }
}

/** The first version that does not begin with the written numbers. */
function firstAfter([major, minor, patch]: Version, numberCount: number): Version {
  if (numberCount < 2) return [major + 1, 0, 0];
  return numberCount < 3 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}
