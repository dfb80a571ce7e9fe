import type { SdkCall, SdkFamily } from './sdk-package.js';
import { methodOf } from './syntax.js';

/**
 * SDK in Python: a method calls its operation by name, `self.api_call("bells.ring", http_verb="GET", …)`; by default
 * with POST.
 */
export const slackPython: SdkFamily = {
  needsFile: (path) => /^[a-z_]+\/web\/client\.py$/.test(path),
  callsOf: ({ files }) => [...files.values()].flatMap(callsIn),
  clientOf: ({ name }) => ({
    name: `${name} (Python)`,
    package: name,
    origins: MODULES.flatMap(([module, ...classes]) =>
      classes.flatMap((className) => [
        { module, export: className, language: 'python' as const },
        { type: className, module, language: 'python' as const },
      ]),
    ),
    requests: [{ member: 'api_call', url: 0 }],
    defaultMethod: 'POST',
    derives: [{ member: '', defaults: 0 }],
    options: {
      baseUrl: ['base_url'],
      method: ['http_verb'],
      body: ['data', 'json'],
      query: ['params'],
      headers: ['headers'],
    },
  }),
};

/** Modules that export the clients, including the earlier name of the package. */
const MODULES = [
  ['slack_sdk', 'WebClient'],
  ['slack_sdk.web', 'WebClient'],
  ['slack_sdk.web.client', 'WebClient'],
  ['slack_sdk.web.async_client', 'AsyncWebClient'],
  ['slack_sdk.web.legacy_client', 'LegacyWebClient'],
  ['slack', 'WebClient', 'AsyncWebClient'],
] as const;

function callsIn(text: string): readonly SdkCall[] {
  return text.split(/^ {4}(?=(?:async )?def )/m).flatMap((method): readonly SdkCall[] => {
    const member = /^(?:async )?def ([a-z]\w*)\(/.exec(method)?.[1];
    const [, path, otherArguments = ''] = /\bself\.api_call\(\s*"([\w.]+)"([^)]*)/.exec(method) ?? [];
    const verb = methodOf((/\bhttp_verb="(\w+)"/.exec(otherArguments)?.[1] ?? 'post').toLowerCase());
    return member === undefined || path === undefined || verb === undefined
      ? []
      : [{ member, method: verb, path: `/${path}` }];
  });
}
