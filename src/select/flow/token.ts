import type { Api } from '../../core/model/deprecation.js';
import type { CallPlace } from '../../core/model/module-reader.js';
import type { Step } from './graph.js';
import { INDIRECT_CALL_METHODS, INSTANCE, MAX_PATH, RESULT } from './target-finder.js';

/** A value of an API at a node of the flow. */
export interface Token {
  readonly id: string;
  readonly api: Api['id'];
  /**
   * `way`: a value with which requests are sent, such as a client. `sender`: a function whose requests callers complete.
   * `wanting`: a function that calls its argument.
   */
  readonly kind: 'way' | 'sender' | 'wanting';
  /** For a sender, the number of functions up to the request. */
  readonly wrappers: number;
  /**
   * Path to the value in the node: properties, `()` for the result of a function, `new` for an instance of a class.
   */
  readonly path: readonly string[];
  /** For a way, its depth in members of the client: 0 is the client itself. */
  readonly members?: number;
  /** Set for the result of a method of the client in a chain: `api.users(id).settings`. */
  readonly chained?: true;
  /** The function that received the value as an argument: its results return only to callers that passed the value. */
  readonly inside?: string;
  /** For a wanting function, the parameter that it calls, and the value that it passes. */
  readonly wants?: Wanted;
}

/** The call of a parameter that a function makes, and a value that it passes. */
export interface Wanted {
  readonly parameter: number;
  readonly stack: readonly string[];
  readonly argument: number;
  readonly token: Token;
  /** The call inside the function. */
  readonly from: CallPlace | undefined;
}

/** Maximum number of functions that are distinguished as receivers of one sender at a node. */
const MAX_CONTEXTS = 2;

/** Tokens at each node; a single token, which most nodes have, is stored without a collection. */
export class NodeTokens {
  readonly #tokens = new Map<number, Token | Set<Token>>();
  /** Number of functions that received a sender, by the sender at a node. */
  readonly #receiverCounts = new Map<number, Map<Token, number>>();

  /**
   * Adds a token to a node; returns the added token, if any. If more functions than the maximum received a sender, it is
   * widened: it then represents the sender in any function.
   */
  add(node: number, token: Token, interned: Tokens): Token | undefined {
    const existing = this.#tokens.get(node);
    if (existing === token) return undefined;
    if (existing === undefined) {
      this.#tokens.set(node, token);
      return token;
    }
    const tokens = existing instanceof Set ? existing : new Set([existing]);
    if (tokens !== existing) this.#tokens.set(node, tokens);
    if (tokens.has(token)) return undefined;
    const added = token.kind === 'sender' ? this.#widened(node, tokens, token, interned) : token;
    if (tokens.has(added)) return undefined;
    tokens.add(added);
    return added;
  }

  #widened(node: number, tokens: ReadonlySet<Token>, token: Token, interned: Tokens): Token {
    const anywhere = interned.withoutReceiver(token);
    if (anywhere === token || tokens.has(anywhere)) return anywhere;
    let receiverCounts = this.#receiverCounts.get(node);
    if (receiverCounts === undefined) {
      this.#receiverCounts.set(node, (receiverCounts = new Map<Token, number>()));
      for (const other of tokens)
        if (other.kind === 'sender') increment(receiverCounts, interned.withoutReceiver(other));
    }
    return increment(receiverCounts, anywhere) > MAX_CONTEXTS ? anywhere : token;
  }

  of(node: number): Iterable<Token> {
    const tokens = this.#tokens.get(node);
    return tokens === undefined ? [] : tokens instanceof Set ? tokens : [tokens];
  }
}

/** Increments the count of a key, and returns the new count. */
function increment<Key>(counts: Map<Key, number>, key: Key): number {
  const newCount = (counts.get(key) ?? 0) + 1;
  counts.set(key, newCount);
  return newCount;
}

/** Maximum number of members of a client that are distinguished. */
const MAX_MEMBERS = 2;

/** Interned tokens of one flow: equal tokens are one object with one id. */
export class Tokens {
  readonly #interned = new Map<string, Token>();
  readonly #widened = new Map<Token, Token>();

  /** Returns the interned token with the properties. */
  of(token: Omit<Token, 'id'>): Token {
    const { api, kind, wrappers, path, wants, inside = '', members = 0, chained } = token;
    const wantedKey =
      wants === undefined ? '' : ` ${wants.parameter} ${wants.stack.join('.')} ${wants.argument} ${wants.token.id}`;
    const id = `${api} ${kind} ${wrappers} ${path.join('.')} ${members}${chained === true ? 'c' : ''} ${inside}${wantedKey}`;
    let interned = this.#interned.get(id);
    if (interned === undefined) this.#interned.set(id, (interned = { ...token, id }));
    return interned;
  }

  /** The token without the function that received it, whose results return to all callers. */
  withoutReceiver(token: Token): Token {
    const { inside, ...rest } = token;
    if (inside === undefined) return token;
    let widened = this.#widened.get(token);
    if (widened === undefined) this.#widened.set(token, (widened = this.of(rest)));
    return widened;
  }

  /** The token with another path; undefined if the path is too long. */
  withPath(token: Token, path: readonly string[]): Token | undefined {
    return path.length > (token.kind === 'wanting' ? 1 : MAX_PATH) ? undefined : this.of({ ...token, path });
  }

  /** The token after a step of the graph; undefined if the value does not move along that step. */
  afterStep(token: Token, step: Step): Token | undefined {
    const { path, kind } = token;
    const [first, ...rest] = path;
    switch (step[0]) {
      case 'copy':
        return token.chained === true ? undefined : token;
      case 'store':
        return token.chained === true ? undefined : this.withPath(token, [step[2], ...path]);
      case 'open':
        if (first === undefined) return kind === 'way' ? token : undefined;
        return first === RESULT || first === INSTANCE ? undefined : this.withPath(token, rest);
      case 'load':
        if (first === undefined && kind === 'way')
          return this.of({ ...token, members: Math.min((token.members ?? 0) + 1, MAX_MEMBERS) });
        if (first === undefined) return INDIRECT_CALL_METHODS.has(step[2]) ? token : undefined;
        return first === step[2] || (first === RESULT && INDIRECT_CALL_METHODS.has(step[2]))
          ? this.withPath(token, first === step[2] ? rest : path)
          : undefined;
    }
  }
}
