/**
 * Kinds of evidence of a request. `host`: a known client calls an address of that host. `named`: an address without a
 * seen call. `package`: the SDK of an API is imported. `unknown`: the argument of a known client is computed. `client`:
 * a client has computed options. `aside`: the request goes to this machine, or to the server of the page.
 */
export type SentKind = 'host' | 'named' | 'package' | 'unknown' | 'client' | 'aside';

/** A line of a text with evidence of a request, and the host, the module or the client. */
export type SentText = readonly [line: number, kind: SentKind, name: string];
