import type { Rule } from 'eslint';
import { closest } from '../lib/did-you-mean.js';
import type { Finding } from '../model/finding.js';
import type { Span } from '../model/span.js';
import { TOPICS } from '../model/rules.js';
import { holdsOn, mayHoldOurDirective, parseDirective } from '../directives/directive.js';
import { Cover, reachesOf } from '../directives/reach.js';
import type { PlacedDirective } from '../directives/reach.js';
import { cutWord, unknownIds } from '../directives/unknown-ids.js';
import { dayOf } from './day.js';
import type { Settings } from './settings.js';

/** The exceptions that comments of a file make, as the scanner reads them; those for ESLint are ESLint's. */
export interface Directives {
  /** Whether a comment excepts a finding that starts on this line (from 1). */
  hides(finding: Finding, line: number): boolean;
  /** Comments that cannot do what they are meant to. */
  readonly problems: readonly { readonly at: Span; readonly problem: string }[];
}

const cache = new WeakMap<object, Directives>();

/** Reads the directives of the linted file, once for each syntax tree. */
export function directivesOf(context: Rule.RuleContext, settings: Settings, ruleNames: readonly string[]): Directives {
  const { ast } = context.sourceCode;
  let directives = cache.get(ast);
  if (directives === undefined) cache.set(ast, (directives = readDirectives(context, settings, ruleNames)));
  return directives;
}

function readDirectives(
  { sourceCode }: Rule.RuleContext,
  settings: Settings,
  ruleNames: readonly string[],
): Directives {
  const problems: { at: Span; problem: string }[] = [];
  const known = new Set([...[...settings.catalogue.deprecations, ...TOPICS].map(({ id }) => id), ...ruleNames]);
  const found: PlacedDirective[] = [];
  for (const { type, value, range, loc } of mayHoldOurDirective(sourceCode.text) ? sourceCode.getAllComments() : []) {
    const span: Span = range ?? [0, 0];
    const directive = parseDirective({ kind: type === 'Line' ? 'line' : 'block', span, text: value });
    if (directive === 'malformed')
      problems.push({ at: span, problem: "write '// sunset-lint-disable-next-line id -- reason'" });
    else if (directive?.host === 'sunset-lint') {
      const { first, more } = unknownIds(directive.ids, known);
      for (const id of first) problems.push({ at: span, problem: unknownId(id, known) });
      if (more > 0)
        problems.push({ at: span, problem: `${more} more of its words are neither deprecations nor rules` });
      found.push({ directive, line: loc?.start.line ?? 1, lastLine: loc?.end.line ?? 1 });
    }
  }
  const asOf = dayOf(settings);
  const cover = new Cover(reachesOf(found).filter(({ directive }) => holdsOn(directive, asOf)));
  return { problems, hides: (finding, line) => cover.of(finding, line) !== undefined };
}

function unknownId(id: string, known: ReadonlySet<string>): string {
  const guess = closest(id, known);
  return `'${cutWord(id)}' is neither a deprecation nor a rule${guess === undefined ? '' : ` (did you mean '${guess}'?)`}`;
}
