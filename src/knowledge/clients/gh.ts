import type { ClientModel } from '../../core/model/client-model.js';
import { otherOptions } from './commands.js';

/** Options of `gh api` with a value that does not matter to the request. */
const GH_OTHER_OPTIONS = '--cache -q --jq -p --preview -t --template -R --repo';

/** GitHub's command line, whose `gh api` takes paths below GitHub's API, or complete URLs. */
export const ghClient = {
  name: 'gh',
  origins: [{ global: 'gh', language: 'shell' }],
  requests: [{ member: '' }],
  baseUrl: 'https://api.github.com',
  command: {
    subcommand: 'api',
    valued: {
      ...otherOptions(GH_OTHER_OPTIONS),
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
