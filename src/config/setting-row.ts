import type { LanguageId } from '../core/model/language.js';

/** Kind of a value, on the command line and in a configuration. `setting-kinds.ts` reads and prints each. */
export type SettingKind =
  /** True or false; on the command line true if present. */
  | 'toggle'
  /** True or false; the command line can only turn it off. */
  | 'negated'
  | 'text'
  /** A file or folder; relative to the folder of the configuration, or to the current one. */
  | 'path'
  /** Files, folders and patterns. */
  | 'paths'
  /** Globs of files; the lists of both are joined. */
  | 'globs'
  /** Ids and names; the lists of both are joined. */
  | 'ids'
  /** One of `choices`. */
  | 'choice'
  | 'languages'
  /** Targets to scan in addition to the program. */
  | 'extras'
  | 'formats'
  /** Size of a file. */
  | 'size'
  /** Size of memory. */
  | 'memory'
  | 'duration'
  | 'days'
  /** A number of days, or `all` for any. */
  | 'horizon'
  | 'count'
  | 'date'
  | 'shard'
  | 'catalogues'
  | 'overrides'
  | 'baseUrls'
  | 'clients';

/** Types of the values that are the same on the command line and in a configuration. */
export interface PlainKinds {
  readonly toggle: boolean;
  readonly negated: boolean;
  readonly text: string;
  readonly path: string;
  readonly globs: readonly string[];
  readonly ids: readonly string[];
  readonly languages: readonly LanguageId[];
  readonly extras: readonly OptionalPart[];
  readonly count: number;
}

/**
 * Effect of a setting: on the list of files, the analysis, the catalogue and clients, the report, the gate, or the run
 * of the program. The cache key covers the settings that affect the list of files, the analysis or the catalogue.
 */
export type AffectedPart = 'listing' | 'analysis' | 'catalogue' | 'report' | 'gate' | 'run';

/**
 * Rule that combines a setting of the configurations before and after a change, so that a change cannot loosen its own
 * gate. `later`: the one after it (findings by both are reported elsewhere). `any`: true if one is. `all`: true if both
 * are. `first`: the choice that is first in the row. `least`, `largest`: of two numbers. `furthest`: of two horizons.
 * `union`: a missing list is `absent`, or everything. `common`: the entries of both.
 */
export type CombinationRule = 'later' | 'any' | 'all' | 'first' | 'least' | 'largest' | 'furthest' | 'union' | 'common';

/** Groups of flags; a command accepts all flags of a group. */
export type FlagGroup =
  'files' | 'report' | 'findings' | 'gate' | 'baseline' | 'change' | 'fix' | 'catalogue' | 'print' | 'run';

interface Row {
  readonly group: FlagGroup;
  readonly kind: SettingKind;
  readonly affects: AffectedPart;
  /** Description for the help, the schema and the documentation, in Markdown. */
  readonly about: string;
  /** Shorter description for the help, used in place of `about`. */
  readonly help?: string;
  /** One-line description for the short help, which lists only the common flags. */
  readonly daily?: string;
  /** Declaration for commander: `-f, --format <name>`. Absent for a setting of configurations alone. */
  readonly flag?: string;
  /** Flag that turns the setting off, if `flag` takes a value, and its description. */
  readonly off?: readonly [flag: string, about: string];
  readonly choices?: readonly string[];
  /** Value of the flag if neither the command line nor a configuration sets it. */
  readonly default?: string;
  /** Effective value of an unset setting. */
  readonly absent?: string | number | readonly string[];
  /** A list of a configuration that must not be empty. */
  readonly atLeastOne?: true;
  /** Word of the help for an empty list. */
  readonly empty?: string;
}

/** A setting of configurations. */
interface KeyRow extends Row {
  readonly combine: CombinationRule;
  /** Whether `settings.sunset` of ESLint has the setting as well. */
  readonly eslint?: true;
}

/** A setting of the command line alone. */
interface FlagRow extends Row {
  readonly flag: string;
  readonly combine?: undefined;
}

export type SettingRow = KeyRow | FlagRow;
export type SettingRows = Readonly<Record<string, SettingRow>>;

/** Optional parts of a scan besides the program itself. */
export const OPTIONAL_PARTS = ['tests', 'documents', 'testDoubles', 'resources'] as const;
type OptionalPart = (typeof OPTIONAL_PARTS)[number];
