import type { ClientModel } from '../model/client-model.js';
import { verbRows } from './verbs.js';

/** superagent, its agents included, and unirest, which is called in the same way. */
export const superagentClient: ClientModel = {
  name: 'superagent',
  origins: [
    { module: 'superagent', export: 'default' },
    { module: 'superagent', export: 'agent' },
    { module: 'unirest', export: 'default' },
  ],
  requests: [
    { member: '', methodAt: 0, url: 1 },
    { member: '', url: 0 },
    ...verbRows('url-body-options'),
    ...verbRows('url-body-options', 'agent.'),
  ],
  derives: [{ member: 'agent' }, { member: '' }],
  relative: 'own-origin',
  setLater: 'call',
  bodyBy: ['send'],
};
