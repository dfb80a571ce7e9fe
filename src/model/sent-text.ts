/**
 * Kinds of words about a request. `host`: a known client calls an address of that host. `named`: an address is written
 * where no call was seen. `package`: the SDK of an API is imported. `unknown`: the argument of a known client is not
 * written there. `client`: one is made with options that code computes. `aside`: the request goes to this machine, or to the server of the page.
 */
export type SentKind = 'host' | 'named' | 'package' | 'unknown' | 'client' | 'aside';

/** A line of a text that speaks of a request, and the host, the module or the client. */
export type SentText = readonly [line: number, kind: SentKind, name: string];
