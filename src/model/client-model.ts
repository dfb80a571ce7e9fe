import type { HttpMethod } from './endpoint.js';
import type { LanguageId } from './language.js';

/**
 * How one HTTP client makes requests: where its values come from, and one row for each way of
 * calling it. Rows only; the engine interprets them.
 */
export interface ClientModel {
  readonly name: string;
  readonly origins: readonly ClientOrigin[];
  /** Ways to issue a request. The first row whose `member` and `form` fit the call is used. */
  readonly requests: readonly RequestRow[];
  /**
   * Calls that give another client of this model with more defaults; absent: the origin makes one, be it called or
   * constructed, where no request is made by calling it.
   */
  readonly derives?: readonly DeriveRow[];
  /** Other calls on the client give the client back (`wretch(url).auth(token).get()`). */
  readonly fluent?: true;
  readonly options?: OptionNames;
  /** How base URL and path are put together; default `append`: one slash between them. */
  readonly join?: 'append' | 'resolve';
  /** A relative URL goes to the page's own origin or cannot be sent: never to the catalogued API. */
  readonly relative?: 'own-origin';
  /** The method where neither row nor options say one; default GET. */
  readonly defaultMethod?: HttpMethod;
  /** Id of the API whose SDK it is. */
  readonly api?: string;
  /** Base URL that the client has of its own. */
  readonly baseUrl?: string;
  /** A request sends its options and the settings made on it, and nothing else: there are no defaults and no hooks. */
  readonly closed?: true;
  /** Headers and the query can be set after the call: on its result, or on the object it is called on. */
  readonly setLater?: 'call' | 'receiver';
  /** Members of the client on which headers of all its requests can be set: `['headers']` for `session.headers`. */
  readonly setOn?: readonly (readonly string[])[];
  /** Calls that give the body, on the client before the request or on the request after it: `.json(body)`, `.send(body)`. */
  readonly bodyBy?: readonly string[];
  /** It is a program: the words of a command say what it requests. */
  readonly command?: CommandGrammar;
  /** It hands requests on to APIs of several vendors, as the model that it is given says: its package is no SDK of one. */
  readonly routes?: true;
  /** Its package is the SDK of many APIs: an import of it is no sign of this one. */
  readonly shared?: true;
  /** The package is this client even where its source is part of the program. */
  readonly package?: string;
}

/** Meaning of the arguments of a command. An unlisted option has no value. */
export interface CommandGrammar {
  /** The word behind which a request is said; without it the program sends none that can be read. */
  readonly subcommand?: string;
  /** Options with a value, by their names with dashes: what the value is. */
  readonly valued: Readonly<Record<string, CommandValue>>;
  /** Options without one that say something. */
  readonly flags?: Readonly<Record<string, CommandFlag>>;
  /** `{a,b}` and `[1-3]` in a URL mean several URLs, unless a flag says otherwise. */
  readonly globs?: true;
  /** It reads a request as it is sent: `GET /path HTTP/1.1`, then lines of headers. */
  readonly raw?: true;
  /** Words: an optional method, the URL, then `Name:value`, `name=value`, `name:=json` and `name==value`. */
  readonly items?: true;
}

/**
 * `else`: nothing of the request that matters. `options`: a file with further options. `field`: `name=value` of the
 * body, or of the query of a GET that is asked for. `host`: where the program goes instead of to its own base URL.
 * `route`: the server that is connected to in place of one that a URL names, `HOST:PORT:SERVER`; a socket where it has
 * no colon.
 */
export type CommandValue =
  | 'url'
  | 'method'
  | 'header'
  | 'data'
  | 'json'
  | 'form'
  | 'field'
  | 'host'
  | 'upload'
  | 'user'
  | 'bearer'
  | 'query'
  | 'file'
  | 'route'
  | 'options'
  | 'else';

/** `data-in-query`: data becomes part of the URL. `next`: the following words are another request. */
export type CommandFlag = 'head' | 'data-in-query' | 'next' | 'no-globs' | 'post';

export type ClientOrigin = (
  | /** An export of a package; `export` is 'default' (also `require` of the package) or a name. */
    { readonly module: string; readonly export: string }
  | { readonly global: string }
  /** A value whose declared type has this name, imported from `module`. */
  | { readonly type: string; readonly module: string }
) & {
  /** Default `javascript`. A package of one language is not that of the same name of another. */
  readonly language?: LanguageId;
};

export interface RequestRow {
  /**
   * Member called on the client: 'get', 'stream.get'; '' when the client itself is called; 'towers().bells.list' where
   * it is so called only on what a call of `towers` gives.
   */
  readonly member: string;
  readonly form?: 'new';
  /** Only on a client instance, not on its factory. */
  readonly made?: true;
  /** Fixed method of the row. */
  readonly method?: HttpMethod;
  /** Argument that is the method. */
  readonly methodAt?: number;
  /** Argument that is the URL; an object there is an options object. */
  readonly url?: number;
  /** Arguments that are options objects, the strongest first; of a row with a template, those that can have the base URL. */
  readonly options?: readonly number[];
  /** Argument that is the body. */
  readonly body?: number;
  /** The path is fixed by the member, as in an SDK: a path template below the base URL. */
  readonly template?: string;
  /** Sources of template parameters whose value matters: an argument, or the first of several places. */
  readonly fill?: Readonly<Record<string, number | readonly ArgumentPlace[]>>;
  /**
   * Prefixes of models that go to this API: `acme/`, which is taken off it, or the first letters of its own
   * names. It is no request where the model that is given begins with none.
   */
  readonly prefixes?: readonly string[];
  /** It is one only where the call gives what fills each parameter in `fill`: an option of a client, which can be left out. */
  readonly ifFilled?: true;
  /** Fields of the body that the call gives in a place, or under another name: `{ model: [0, 'modelName'] }`. */
  readonly sends?: Readonly<Record<string, readonly ArgumentPlace[]>>;
  /** Versions of the package that have the member: `4.0.0 - 7.3.0`, both ends included. */
  readonly versions?: string;
}

/** Where a call says something: as an argument, by its position, or by name, as a property of its options or a named argument. */
export type ArgumentPlace = number | string;

export interface DeriveRow {
  readonly member: string;
  readonly form?: 'new';
  /** Argument that holds the new defaults, or a function that makes them of those so far. */
  readonly defaults?: number;
  /** Each argument holds defaults, and a client among them is taken with its own. */
  readonly merges?: true;
  /** Argument that is the base URL itself. */
  readonly baseUrl?: number;
  /** Arguments are a method and a base URL in any order, beside words of the client's own. */
  readonly anyOrder?: true;
  /** Argument that is appended to the URL so far. */
  readonly path?: number;
}

/** Names of the properties of an options object, the strongest first; `configuration.baseURL` is one of an object in it. */
interface OptionNames {
  readonly method?: readonly string[];
  readonly url?: readonly string[];
  readonly baseUrl?: readonly string[];
  readonly headers?: readonly string[];
  readonly body?: readonly string[];
  readonly query?: readonly string[];
  /** The query of a GET, the body of other methods. */
  readonly queryOfGet?: readonly string[];
  /** Parts of the `Authorization` header. */
  readonly auth?: readonly string[];
  readonly protocol?: readonly string[];
  readonly host?: readonly string[];
  readonly path?: readonly string[];
}
