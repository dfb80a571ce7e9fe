import { ConfigError } from '../../model/errors.js';
import type { GivenIo, Streams } from './io.js';

/** What a server speaks on. @throws ConfigError where there is nothing. */
export function streamsOf({ streams }: Pick<GivenIo, 'streams'>): Streams {
  if (streams === undefined) throw new ConfigError('a server needs standard input and output.');
  return streams();
}
