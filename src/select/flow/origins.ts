import { apisOf } from '../../core/api/known-apis.js';
import { SENDING_NAME } from '../../knowledge/clients/words.js';
import { memoByObject } from '../../core/lib/collections.js';
import type { Api, Catalogue } from '../../core/model/deprecation.js';
import { mentionedApis } from '../text-mentions.js';
import type { FlowOrigins } from './api-flow.js';

/** Origins of values of the APIs of a catalogue: imports and types of its SDKs, and texts with its addresses. */
export const originsOf = memoByObject((catalogue: Catalogue): FlowOrigins => {
  const { each } = apisOf(catalogue);
  return {
    ofModule: (specifier) => each.flatMap(({ api, isSdk }) => (isSdk(specifier) ? [api.id] : [])),
    ofType: (specifier, name) =>
      each.flatMap(({ api, isSdk, isNamed }) =>
        isSdk(specifier) && (isClientName(name) || isNamed(name) || isListedClient(api, name)) ? [api.id] : [],
      ),
    ofText: (text) => mentionedApis(`'${text}'`, catalogue),
    sends: (name) => SENDING_NAME.test(name),
  };
});

/** Whether a type of an SDK is a client by its name: most of its types are data. */
function isClientName(name: string): boolean {
  return name === 'default' || /(?:client|api|sdk)$/i.test(name);
}

/** Whether the catalogue lists a name of an SDK as a client. */
function isListedClient({ clients = [] }: Api, name: string): boolean {
  return clients.some(({ origins }) =>
    origins.some(
      (origin) => ('type' in origin ? origin.type : 'export' in origin ? origin.export : undefined) === name,
    ),
  );
}
