import { ConfigError } from '../../model/errors.js';
import type { CliIo, GivenIo, Streams } from './io.js';

/** Streams of a server. @throws ConfigError where there are none. */
export function streamsOf({ streams }: Pick<GivenIo, 'streams'>): Streams {
  if (streams === undefined) throw new ConfigError('a server needs standard input and output.');
  return streams();
}

/** Calls back once the client has closed the input of a server, or the server is interrupted; perhaps several times. */
export function onInputEnd({ input }: Streams, { signal }: Pick<CliIo, 'signal'>, over: () => void): void {
  input.once('end', over).once('close', over);
  signal?.addEventListener('abort', () => over(), { once: true });
}
