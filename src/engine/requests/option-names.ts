/** Names under which objects of any kind say where a request goes. */
export const URL_NAMES: readonly string[] = ['url', 'path', 'uri', 'endpoint'];

/** Names that do so only in what is passed to a call that sends: elsewhere they are of pages and routes. */
export const SENT_URL_NAMES: readonly string[] = [...URL_NAMES, 'pathname', 'href', 'route', 'resource'];
