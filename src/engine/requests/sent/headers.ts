import type { Place } from '../../../core/model/span.js';
import type { Env } from '../../evaluate/evaluator.js';
import { atRunTime, optionsOf } from '../../values/value.js';
import { EMPTY_BAG, mergeOver, oneOfBags, sentOf, withDoubt } from './sent.js';
import type { EntryBag, Sent } from './sent.js';
import { applyChanges, receiverOf } from './bag-changes.js';
import { withNewEntry } from './bag-entries.js';
import type { CommandRequest, Sender, SentCall, SiteFinder } from '../calling/site.js';
import { readValue } from './read-value.js';
import type { Reading } from './reading.js';
import { optionBag, optionValues, readingOf, withClientDoubts, withLaterSettings } from './sender.js';

/**
 * The headers that the program sets on a request, without those added by clients and platforms. With `wanted`, only
 * the headers with these names, in lower case.
 */
export function sentHeaders(finder: SiteFinder, sentCall: SentCall, wanted?: ReadonlySet<string>): Sent {
  const { sender } = sentCall.site;
  if (sender === undefined) return { entries: [], complete: false, unseen: 'what sends it', open: 'here' };
  const reading = { ...readingOf(finder, 'headers', sender, sentCall), ...(wanted === undefined ? {} : { wanted }) };
  if (sender.command !== undefined) return sentOf(commandHeaderBag(reading, sender.command));
  const env = finder.evaluator.env(sender.context, sender.frame);
  let bag = withClientHeaders(reading, env, sender);
  bag = withFluentHeaders(reading, sender, bag);
  bag = withAuth(reading, env, sender, bag);
  bag = withLaterSettings(reading, env, sender, bag);
  return sentOf(withClientDoubts(finder, env, sender, bag));
}

/** The headers of the options, over those that the program sets on the client: `session.headers.update(…)`. */
function withClientHeaders(reading: Reading, env: Env, sender: Sender): EntryBag {
  const { options, setOn = [] } = sender.use.model;
  const optionHeaders = optionBag(reading, env, sender, options?.headers ?? []);
  const call = env.context.facts.calls[sender.index];
  const clientHeaders = setOn.flatMap((path) => {
    const client = call && receiverOf(env.context, call, path);
    return client === undefined ? [] : [applyChanges(reading, env, client, EMPTY_BAG)];
  });
  return [...clientHeaders, optionHeaders].reduce((lower, upper) => mergeOver(lower, upper, 'name'));
}

/** The headers in the words of a command. */
function commandHeaderBag(reading: Reading, { ways }: CommandRequest): EntryBag {
  const bags = ways.map(({ headers, isOpen }) => {
    const bag = headers.reduce(
      (sum, { name, value, at }) => withNewEntry(reading, sum, { key: name, value, at }, 'set'),
      EMPTY_BAG,
    );
    return isOpen ? withDoubt(bag, 'options that are put together elsewhere') : bag;
  });
  return oneOfBags(bags, 'words');
}

const AUTHORIZATION = 'Authorization';

/** A bag with the headers of authentication options: `auth: { username, password }`. */
function withAuth(reading: Reading, env: Env, sender: Sender, bag: EntryBag): EntryBag {
  const keys = sender.use.model.options?.auth ?? [];
  const at: Place = { file: env.context.file, span: env.context.facts.calls[sender.index]?.callee.at ?? [0, 0] };
  for (const value of optionValues(env, sender).filter(({ kind }) => kind === 'object' || kind === 'layered'))
    for (const key of keys) {
      const auth = env.evaluator.member(value, key, at);
      if (auth.kind === 'scalar') continue;
      const maybe = optionsOf(auth).some(({ kind }) => kind === 'scalar' || kind === 'parameter' || kind === 'unknown');
      const header = { key: AUTHORIZATION, value: atRunTime(at), at, maybe };
      return withNewEntry(reading, bag, header, 'set');
    }
  return bag;
}

/** Adds the headers of wretch calls on the client before the request. */
function withFluentHeaders(reading: Reading, { use }: Sender, bag: EntryBag): EntryBag {
  return use.fluent.reduce((sum, { member, args, at }) => {
    const [argument] = args();
    if (member === 'auth')
      return withNewEntry(reading, sum, { key: AUTHORIZATION, value: argument ?? atRunTime(at), at }, 'set');
    if (member === 'content')
      return withNewEntry(reading, sum, { key: 'Content-Type', value: argument ?? atRunTime(at), at }, 'set');
    if (member === 'headers' && argument !== undefined)
      return mergeOver(sum, { ...readValue(reading, argument, [], at), absent: 'no' }, 'name');
    return HEADERLESS_METHODS.has(member) ? sum : withDoubt(sum, `\`.${member}()\``);
  }, bag);
}

const HEADERLESS_METHODS = new Set(['url', 'json', 'body', 'query', 'catcher', 'errorType', 'resolve', 'toFetch']);
