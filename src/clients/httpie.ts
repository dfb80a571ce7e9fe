import type { ClientModel } from '../model/client-model.js';
import { otherOptions } from './command-options.js';

/** Options of HTTPie and xh with a value that does not matter to the request. */
const OTHERS = `
  --boundary --raw-file --pretty -s --style --format-options -p --print --response-charset --response-mime -o --output
  --session --session-read-only --auth-type -A --proxy --max-redirects --max-headers --timeout --verify --ssl --ciphers
  --cert --cert-key --cert-key-pass --default-scheme --history-print -P --resolve --http-version --interface
  --unix-socket --compress-level`;

/** HTTPie, and xh and curlie, which have the same syntax. */
export const httpieClient: ClientModel = {
  name: 'httpie',
  origins: ['http', 'https', 'xh', 'xhs', 'curlie'].map((global) => ({ global, language: 'shell' })),
  requests: [{ member: '' }],
  command: {
    items: true,
    valued: {
      ...otherOptions(OTHERS),
      '--raw': 'data',
      '-a': 'user',
      '--auth': 'user',
      '--bearer': 'bearer',
      '-X': 'method',
      '--request': 'method',
      '-H': 'header',
      '--header': 'header',
      '-d': 'data',
      '--data': 'data',
      '-m': 'else',
    },
  },
};
