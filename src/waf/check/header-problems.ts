import type { Place } from '../../core/model/span.js';
import type { CallSite } from '../../engine/judge/site-view.js';
import { sentHeaders } from '../../engine/requests/sent/headers.js';
import { entriesNamed } from '../../engine/requests/sent/sent.js';
import type { Sent } from '../../engine/requests/sent/sent.js';
import { textsOf } from '../../engine/values/text.js';
import { optionsOf } from '../../engine/values/value.js';
import type { MigrationOperation } from '../migration/operations.js';
import { optionPlace, readStep, confidenceOfLack, confidenceOfValue } from './problem.js';
import type { Problem } from './problem.js';

/** Clients that send a body without a content type unless the program sets one. */
const TYPELESS_CLIENTS = new Set(['fetch', 'undici', 'undici dispatcher', 'node:https', 'node:http2']);

const JSON_TYPE = 'application/json';

/** Returns the problems of a request's headers; none if a library sets them or too little is known. */
export function headerProblems(view: CallSite, operation: MigrationOperation): readonly Problem[] {
  const { finder, site } = view;
  if (site.kind !== 'request' || site.client === 'cloudflare SDK') return [];
  const sent = sentHeaders(finder, view);
  const at = optionPlace(view, ['headers']);
  const steps = [readStep('headers', sent, at)];
  const problems = [
    ...authorizationProblems(view, sent),
    ...(operation === 'entrypoint'
      ? contentTypeProblems(sent, site.client, site.body.kind === 'external' && site.bodyAsText !== true)
      : []),
  ];
  return problems.map((problem) => ({ at, steps, ...problem }));
}

/** Checks section 5: "the header Authorization with the value Bearer followed by <API_TOKEN>". */
function authorizationProblems(view: CallSite, sent: Sent): readonly Problem[] {
  const now = 'Send `Authorization: Bearer <API token>`.';
  const [entry] = entriesNamed(sent, 'authorization');
  if (entry !== undefined) {
    const scheme = wrongScheme(view);
    if (scheme === undefined) return [];
    const what = `sends an \`Authorization\` header that begins with \`${scheme}\`, not with \`Bearer \``;
    return [{ what, correction: now, ...placeIn(view, entry.at), ...confidenceOfValue(sent) }];
  }
  const lack = confidenceOfLack(sent);
  // The set-up of the client may add all headers of a request that sets none.
  if (lack === undefined || (!sent.complete && sent.entries.length === 0)) return [];
  const what = 'has no `Authorization` header';
  // The specification does not show this way to authenticate, so that it is not certainly wrong.
  if (entriesNamed(sent, 'x-auth-key').length > 0)
    return [
      {
        what: `${what}, but \`X-Auth-Key\`, which the specification does not show`,
        correction: now,
        confidence: 'possible',
      },
    ];
  return [{ what, correction: now, ...lack }];
}

/** Returns the place to edit, if it is in the file of the call. */
function placeIn({ context }: CallSite, at: Place): { readonly at?: Place } {
  return at.file === context.file ? { at } : {};
}

/** Returns the start of an `Authorization` value that certainly uses another scheme. */
function wrongScheme({ finder: { evaluator }, site }: CallSite): string | undefined {
  for (const source of site.headers) {
    for (const name of ['Authorization', 'authorization']) {
      const value = evaluator.member(source, name, site.at);
      if (value.kind === 'scalar' || value.kind === 'unknown') continue;
      const starts = optionsOf(value).flatMap((option) =>
        textsOf(option, site.at).map(([first, ...rest]) =>
          first?.kind === 'text' ? { text: first.text, isComplete: rest.length === 0 } : undefined,
        ),
      );
      const wrongStarts = starts.map((start) => (start !== undefined && isOtherScheme(start) ? start.text : undefined));
      const [firstStart] = wrongStarts;
      return firstStart !== undefined && wrongStarts.every((text) => text !== undefined)
        ? (/^\S+ /.exec(firstStart)?.[0] ?? firstStart.slice(0, 4)).slice(0, 12)
        : undefined;
    }
  }
  return undefined;
}

const BEARER_PREFIX = 'bearer ';

/** Whether a text cannot be the start of a correct value; the name of a scheme is case-insensitive. */
function isOtherScheme({ text, isComplete }: { readonly text: string; readonly isComplete: boolean }): boolean {
  const start = text.trimStart().toLowerCase();
  return !start.startsWith(BEARER_PREFIX) && (isComplete ? start !== '' : !BEARER_PREFIX.startsWith(start));
}

/** Checks section 5: "The PUT also carries Content-Type set to application/json". */
function contentTypeProblems(sent: Sent, client: string, setsOwnType: boolean): readonly Problem[] {
  const now = `Send \`Content-Type: ${JSON_TYPE}\`.`;
  const entries = entriesNamed(sent, 'content-type');
  if (entries.length > 0) {
    const values = entries.flatMap(({ values: texts }) => texts ?? [JSON_TYPE]);
    if (values.some((text) => text.toLowerCase().includes(JSON_TYPE))) return [];
    const what = `sends \`Content-Type: ${values[0] ?? ''}\`, not \`${JSON_TYPE}\``;
    return [{ what, correction: now, ...confidenceOfValue(sent) }];
  }
  const lack = confidenceOfLack(sent);
  if (lack === undefined || setsOwnType || !TYPELESS_CLIENTS.has(client)) return [];
  return [{ what: 'has no `Content-Type` header', correction: now, ...lack }];
}
