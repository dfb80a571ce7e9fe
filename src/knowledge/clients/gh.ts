import type { ClientModel } from '../../core/model/client-model.js';
import { otherOptions } from './commands.js';

/** Options of `gh api` with a value that does not matter to the request. */
const OTHERS = '--cache -q --jq -p --preview -t --template -R --repo';

/** GitHub's command line, which sends requests with `api`: paths below its API, or whole URLs. */
export const ghClient = {
  name: 'gh',
  origins: [{ global: 'gh', language: 'shell' }],
  requests: [{ member: '' }],
  baseUrl: 'https://api.github.com',
  command: {
    subcommand: 'api',
    valued: {
      ...otherOptions(OTHERS),
      '-X': 'method',
      '--method': 'method',
      '-H': 'header',
      '--header': 'header',
      '-f': 'field',
      '--raw-field': 'field',
      '-F': 'field',
      '--field': 'field',
      '--input': 'file',
      '--hostname': 'host',
    },
  },
} as const satisfies ClientModel;
