/** `braces` gives `{a,b}` a meaning; .gitignore files know no braces. */
export interface GlobSyntax {
  readonly braces: 'expand' | 'literal';
}

/**
 * A test for `--include` and `--ignore` patterns, on paths relative to the root. As in a .gitignore
 * file, a pattern without a slash matches at any depth, and a folder stands for all that it holds.
 */
export function matchGlobs(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const tests = patterns.map((pattern) => {
    const { source, anchored } = globSource(pattern, { braces: 'expand' });
    return new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}(?:/.*)?$`, 's');
  });
  return (path) => tests.some((test) => test.test(path));
}

/** The source of a RegExp for one glob. `anchored`: the glob starts at the folder it is relative to. */
export function globSource(glob: string, syntax: GlobSyntax): { source: string; anchored: boolean } {
  const trimmed = glob.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const anchored = trimmed.includes('/') && !trimmed.startsWith('**/');
  const body = trimmed.replace(/^\/+/, '');
  let source = '';
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const char = body.charAt(at);
    if (char === '*') {
      const run = /^\*+/.exec(body.slice(at))?.[0].length ?? 1;
      const whole = run > 1 && (at === 0 || body[at - 1] === '/');
      at += run - 1;
      if (whole && body[at + 1] === '/') {
        source += '(?:.*/)?';
        at += 1;
      } else source += whole ? '.*' : starSource(body.slice(at + 1));
    } else if (char === '?') source += '[^/]';
    else if (char === '[') {
      const set = /^\[([!^]?)(\]?[^\]/]*)\]/.exec(body.slice(at));
      if (set === null) source += '\\[';
      else {
        source += `[${set[1] === '' ? '' : '^'}${(set[2] ?? '').replace(/[\\\]^[]/g, '\\$&')}]`;
        at += set[0].length - 1;
      }
    } else if (char === '\\' && at + 1 < body.length) {
      at += 1;
      source += escapeRegExp(body.charAt(at));
    } else if (syntax.braces === 'expand' && char === '{' && body.includes('}', at)) {
      source += '(?:';
      depth += 1;
    } else if (depth > 0 && char === ',') source += '|';
    else if (depth > 0 && char === '}') {
      source += ')';
      depth -= 1;
    } else source += escapeRegExp(char);
  }
  return { source: source + ')'.repeat(depth), anchored };
}

/**
 * One `*`, which stays in its segment. Where a literal and another star of the segment follow, it ends at
 * the first such literal: the next star takes what is beyond, so nothing need be tried again and a name of any
 * length costs one pass.
 */
function starSource(rest: string): string {
  const literal = /^([^*?[\]{},\\/]+)\*/.exec(rest)?.[1];
  return literal === undefined ? '[^/]*' : `(?:(?!${escapeRegExp(literal)})[^/])*`;
}

/** Text as a RegExp source that matches exactly it. */
export function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
