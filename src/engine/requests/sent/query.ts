import type { Parts } from '../../values/value.js';
import { laidOver, sentOf, withDoubt } from './bag.js';
import { readQuery } from './read-texts.js';
import { optionBag, readingOf, withClientDoubts, withSetLater } from './sender.js';
import type { Sent } from './sent.js';
import type { SiteFinder } from '../calling/site-finder.js';
import type { SentCall } from '../calling/site.js';
import { readUrlQuery } from './url-query.js';

/**
 * The parameters that a request sends. `query` is that of its URL as far as that is a text; where the URL is put
 * together of `URL` and `URLSearchParams` objects, what the program does to them counts.
 */
export function queryFacts(finder: SiteFinder, query: Parts, sent: SentCall): Sent {
  const { sender, at, method } = sent.site;
  if (sender === undefined) return { entries: [], complete: false, unseen: 'what sends it', open: 'here' };
  const reading = readingOf(finder, 'query', sender, sent);
  if (sender.command !== undefined) {
    const own = readQuery(reading, query, at);
    const isOpen = sender.command.ways.some((way) => way.isOpen);
    return sentOf(isOpen ? withDoubt(own, 'options that are put together elsewhere') : own);
  }
  const env = finder.evaluator.env(sender.context, sender.frame);
  const call = sender.context.facts.calls[sender.index];
  const url = sender.use.row.url === undefined ? call?.args[0] : call?.args[sender.use.row.url];
  const own = (url && readUrlQuery(reading, env, url)) ?? readQuery(reading, query, at);
  const { options } = sender.use.model;
  const isGet = !method.unknown && method.known.every((known) => known === 'GET');
  const names = [...(options?.query ?? []), ...(isGet ? (options?.queryOfGet ?? []) : [])];
  let bag = laidOver(own, optionBag(reading, env, sender, names), 'name');
  for (const { member, args } of sender.use.fluent)
    if (member === 'query' && args().length > 0) bag = withDoubt(bag, '`.query()`');
  bag = withSetLater(reading, env, sender, bag);
  return sentOf(withClientDoubts(finder, env, sender, bag));
}
