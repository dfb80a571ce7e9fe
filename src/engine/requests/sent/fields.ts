import type { SentCall } from '../calling/site.js';
import { openBag, sentOf } from './bag.js';
import { readBag, readValue } from './read-bag.js';
import { optionBag, readingOf, withClientDoubts, withSetLater } from './sender.js';
import type { Sent } from './sent.js';
import type { SiteFinder } from '../calling/site-finder.js';

/** The fields at the top of the body that a request sends, where it is an object or one as JSON. */
export function sentFields(finder: SiteFinder, sent: SentCall): Sent {
  const { sender } = sent.site;
  if (sender === undefined) return { entries: [], complete: false, unseen: 'what sends it', open: 'here' };
  const reading = readingOf(finder, 'fields', sender, sent);
  if (sender.command !== undefined) return sentOf(readValue(reading, sent.site.body, [], sent.site.at));
  const env = finder.evaluator.env(sender.context, sender.frame);
  const { row, model } = sender.use;
  const arg = row.body === undefined ? undefined : sender.context.facts.calls[sender.index]?.args[row.body];
  let bag =
    row.template !== undefined
      ? openBag(`what ${model.name} sends`)
      : arg === undefined
        ? optionBag(reading, env, sender, model.options?.body ?? [])
        : readBag(reading, env, arg, []);
  bag = withSetLater(reading, env, sender, bag);
  return sentOf(withClientDoubts(finder, env, sender, bag));
}
