/**
 * What a text says of a request, as `kind`. `host`: a known client calls an address of that host. `named`: an address
 * stands where no call was seen. `package`: the SDK of an API is imported. `unknown`: a known client is called with what
 * is not written there. `aside`: it calls this machine, or the server of the page.
 */
export type SentKind = 'host' | 'named' | 'package' | 'unknown' | 'aside';

/** A line of a text, what it says of a request, and the host, the module or the client. */
export type SentText = readonly [line: number, kind: SentKind, name: string];
