import type { ClientModel, ClientOrigin } from '../model/client-model.js';

/** Programs that send their input unchanged: the script writes out the request for them. */
const SOCKETS = ['nc', 'ncat', 'netcat', 'socat', 'telnet', 'openssl'];

/** A request that a shell script writes out and pipes into a connection. */
export const rawHttpClient: ClientModel = {
  name: 'raw HTTP',
  origins: SOCKETS.map((global): ClientOrigin => ({ global, language: 'shell' })),
  requests: [{ member: '' }],
  command: { raw: true, valued: {} },
};
