import type { Api } from '../../core/model/deprecation.js';
import type { CallPlace } from '../../core/model/module-reader.js';
import type { Step } from './graph.js';
import { INDIRECT, INSTANCE, MAX_PATH, RESULT } from './target-finder.js';

/** A value of an API at a node of the flow. */
export interface Token {
  readonly id: string;
  readonly api: Api['id'];
  /**
   * `way`: a value that requests are made with. `sender`: a function whose requests callers complete. `wanting`: a
   * function that calls its argument.
   */
  readonly kind: 'way' | 'sender' | 'wanting';
  /** For a sender, the number of functions up to the request. */
  readonly wrappers: number;
  /**
   * Path to the value in its holder: properties, `()` for the result of a function, `new` for an instance of a class.
   */
  readonly path: readonly string[];
  /** For a way, its depth in members of the client: 0 is the client itself. */
  readonly members?: number;
  /** Result of a method of the client in a chain: `api.users(id).settings`. */
  readonly chained?: true;
  /** The function that received it as an argument: results return only to the callers that passed it. */
  readonly inside?: string;
  /** For a wanting function, the parameter that it calls, and the value that it passes. */
  readonly wants?: Wanted;
}

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

/** Tokens at each node; most nodes have a single one, which is stored without a collection. */
export class NodeTokens {
  readonly #known = new Map<number, Token | Set<Token>>();
  /** Number of functions that received a sender, by the sender at a node. */
  readonly #contexts = new Map<number, Map<Token, number>>();

  /**
   * Adds a token to a node; returns the token that is new there, if any. A sender that more functions than the maximum
   * received is widened: it then represents the sender in any function.
   */
  add(node: number, token: Token, interned: Tokens): Token | undefined {
    const known = this.#known.get(node);
    if (known === token) return undefined;
    if (known === undefined) {
      this.#known.set(node, token);
      return token;
    }
    const tokens = known instanceof Set ? known : new Set([known]);
    if (tokens !== known) this.#known.set(node, tokens);
    if (tokens.has(token)) return undefined;
    const added = token.kind === 'sender' ? this.#widen(node, tokens, token, interned) : token;
    if (tokens.has(added)) return undefined;
    tokens.add(added);
    return added;
  }

  #widen(node: number, tokens: ReadonlySet<Token>, token: Token, interned: Tokens): Token {
    const anywhere = interned.anywhere(token);
    if (anywhere === token || tokens.has(anywhere)) return anywhere;
    let contexts = this.#contexts.get(node);
    if (contexts === undefined) {
      this.#contexts.set(node, (contexts = new Map<Token, number>()));
      for (const known of tokens) if (known.kind === 'sender') count(contexts, interned.anywhere(known));
    }
    return count(contexts, anywhere) > MAX_CONTEXTS ? anywhere : token;
  }

  of(node: number): Iterable<Token> {
    const known = this.#known.get(node);
    return known === undefined ? [] : known instanceof Set ? known : [known];
  }
}

/** Counts a key once more, and returns its number. */
function count<Key>(numbers: Map<Key, number>, key: Key): number {
  const number = (numbers.get(key) ?? 0) + 1;
  numbers.set(key, number);
  return number;
}

/** Maximum number of members of a client that are distinguished. */
const MAX_MEMBERS = 2;

/** Tokens of one flow, unique by their parts, so that equal tokens have equal ids. */
export class Tokens {
  readonly #interned = new Map<string, Token>();
  readonly #widened = new Map<Token, Token>();

  /** Returns the unique token with these parts. */
  of(token: Omit<Token, 'id'>): Token {
    const { api, kind, wrappers, path, wants, inside = '', members = 0, chained } = token;
    const wanted =
      wants === undefined ? '' : ` ${wants.parameter} ${wants.stack.join('.')} ${wants.argument} ${wants.token.id}`;
    const id = `${api} ${kind} ${wrappers} ${path.join('.')} ${members}${chained === true ? 'c' : ''} ${inside}${wanted}`;
    let known = this.#interned.get(id);
    if (known === undefined) this.#interned.set(id, (known = { ...token, id }));
    return known;
  }

  /** The token without the function that received it, whose results return to all callers. */
  anywhere(token: Token): Token {
    const { inside, ...rest } = token;
    if (inside === undefined) return token;
    let widened = this.#widened.get(token);
    if (widened === undefined) this.#widened.set(token, (widened = this.of(rest)));
    return widened;
  }

  /** The token with another path; undefined if the path is too long. */
  at(token: Token, path: readonly string[]): Token | undefined {
    return path.length > (token.kind === 'wanting' ? 1 : MAX_PATH) ? undefined : this.of({ ...token, path });
  }

  /** The token after a step of the graph; undefined if the value does not move along that step. */
  after(token: Token, step: Step): Token | undefined {
    const { path, kind } = token;
    const [first, ...rest] = path;
    switch (step[0]) {
      case 'copy':
        return token.chained === true ? undefined : token;
      case 'store':
        return token.chained === true ? undefined : this.at(token, [step[2], ...path]);
      case 'open':
        if (first === undefined) return kind === 'way' ? token : undefined;
        return first === RESULT || first === INSTANCE ? undefined : this.at(token, rest);
      case 'load':
        if (first === undefined && kind === 'way')
          return this.of({ ...token, members: Math.min((token.members ?? 0) + 1, MAX_MEMBERS) });
        if (first === undefined) return INDIRECT.has(step[2]) ? token : undefined;
        return first === step[2] || (first === RESULT && INDIRECT.has(step[2]))
          ? this.at(token, first === step[2] ? rest : path)
          : undefined;
    }
  }
}
