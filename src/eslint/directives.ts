import type { Rule } from 'eslint';
import { closest } from '../lib/did-you-mean.js';
import type { Finding } from '../model/finding.js';
import type { Span } from '../model/span.js';
import { TOPICS } from '../model/topic.js';
import { holdsOn, mayHoldOurDirective, parseDirective } from '../directives/directive.js';
import type { Directive } from '../directives/directive.js';
import type { Settings } from './settings.js';

/** The exceptions that comments of a file make, as the scanner reads them; those for ESLint are ESLint's. */
export interface Directives {
  /** Whether a comment excepts a finding that starts on this line (from 1). */
  hides(finding: Finding, line: number): boolean;
  /** Comments that cannot do what they are meant to. */
  readonly problems: readonly { readonly at: Span; readonly problem: string }[];
}

interface Reach {
  readonly directive: Directive;
  readonly from: number;
  readonly to: number;
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
  const found: { directive: Directive; line: number; lastLine: number }[] = [];
  for (const { type, value, range, loc } of mayHoldOurDirective(sourceCode.text) ? sourceCode.getAllComments() : []) {
    const span: Span = range ?? [0, 0];
    const directive = parseDirective({ kind: type === 'Line' ? 'line' : 'block', span, text: value });
    if (directive === 'malformed')
      problems.push({ at: span, problem: "write '// sunset-lint-disable-next-line id -- reason'" });
    else if (directive?.host === 'sunset-lint') {
      for (const id of directive.ids) if (!known.has(id)) problems.push({ at: span, problem: unknownId(id, known) });
      found.push({ directive, line: loc?.start.line ?? 1, lastLine: loc?.end.line ?? 1 });
    }
  }
  // Only an exception with a date asks for the day.
  const asOf =
    settings.asOf ??
    (found.some(({ directive }) => directive.until !== undefined) ? new Date().toISOString().slice(0, 10) : '');
  const reaches = found.flatMap(({ directive, line, lastLine }, index): readonly Reach[] =>
    holdsOn(directive, asOf) ? reachOf(directive, line, lastLine, found.slice(index + 1)) : [],
  );
  return {
    problems,
    hides: ({ rule, deprecation }, line) =>
      reaches.some(
        ({ directive: { ids }, from, to }) =>
          from <= line && line <= to && (ids.length === 0 || ids.includes(deprecation) || ids.includes(rule)),
      ),
  };
}

function unknownId(id: string, known: ReadonlySet<string>): string {
  const guess = closest(id, known);
  return `'${id}' is neither a deprecation nor a rule${guess === undefined ? '' : ` (did you mean '${guess}'?)`}`;
}

/** The lines that a directive covers, both ends included. */
function reachOf(
  directive: Directive,
  line: number,
  lastLine: number,
  later: readonly { directive: Directive; line: number }[],
): readonly Reach[] {
  switch (directive.action) {
    case 'disable-line':
      return [{ directive, from: line, to: lastLine }];
    case 'disable-next-line':
      return [{ directive, from: lastLine + 1, to: lastLine + 1 }];
    case 'disable-file':
      return [{ directive, from: 0, to: Infinity }];
    case 'disable':
      return [{ directive, from: line, to: endOf(directive, later) }];
    case 'enable':
      return [];
  }
}

/** Where a range ends: at an `enable` for all, or for every id of the range. */
function endOf(directive: Directive, later: readonly { directive: Directive; line: number }[]): number {
  const open = new Set(directive.ids);
  for (const { directive: next, line } of later) {
    if (next.action !== 'enable') continue;
    for (const id of next.ids) open.delete(id);
    if (next.ids.length === 0 || (directive.ids.length > 0 && open.size === 0)) return line;
  }
  return Infinity;
}
