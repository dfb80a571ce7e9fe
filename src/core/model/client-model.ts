import type { HttpMethod } from './endpoint.js';
import type { LanguageId } from './language.js';

/**
 * Model of one HTTP client: the origins of its values, and one row for each way of calling it. Rows only; the engine
 * interprets them.
 */
export interface ClientModel {
  readonly name: string;
  readonly origins: readonly ClientOrigin[];
  /** Rows for requests. The first one whose `member` and `form` fit the call is used. */
  readonly requests: readonly RequestRow[];
  /**
   * Calls that return another client of this model with more defaults; absent: a call or construction of the origin
   * returns one, unless the call is a request.
   */
  readonly derives?: readonly DeriveRow[];
  /** Other calls on the client return the client (`wretch(url).auth(token).get()`). */
  readonly fluent?: true;
  readonly options?: OptionNames;
  /** Way to join base URL and path; default `append`: one slash between them. */
  readonly join?: 'append' | 'resolve';
  /** A relative URL goes to the page's own origin or cannot be sent: never to the catalogued API. */
  readonly relative?: 'own-origin';
  /** The method if neither row nor options have one; default GET. */
  readonly defaultMethod?: HttpMethod;
  /** Id of the API whose SDK it is. */
  readonly api?: string;
  /** The client's own base URL. */
  readonly baseUrl?: string;
  /** A request sends its options and the settings made on it, and nothing else: there are no defaults and no hooks. */
  readonly closed?: true;
  /** Headers and the query can be set after the call: on its result, or on the object it is called on. */
  readonly setLater?: 'call' | 'receiver';
  /** Members of the client on which headers of all its requests can be set: `['headers']` for `session.headers`. */
  readonly setOn?: readonly (readonly string[])[];
  /** Calls that set the body, before the request on the client, or afterwards on the request: `.json(body)`. */
  readonly bodyBy?: readonly string[];
  /** The client is a program: the words of a command describe the request. */
  readonly command?: CommandGrammar;
  /**
   * The client is a router to APIs of several vendors, chosen by the model argument: its package is not an SDK of one
   * of them.
   */
  readonly routes?: true;
  /** The package is the SDK of many APIs: an import of it is not evidence of this API. */
  readonly shared?: true;
  /** The package is this client even if its source is part of the program. */
  readonly package?: string;
}

/** Meaning of the arguments of a command. An unlisted option has no value. */
export interface CommandGrammar {
  /** The subcommand that sends a request; without it no request is read. */
  readonly subcommand?: string;
  /** Options with a value, by their names with dashes, and the meaning of the value. */
  readonly valued: Readonly<Record<string, CommandValue>>;
  /** Options without a value that have a meaning. */
  readonly flags?: Readonly<Record<string, CommandFlag>>;
  /** `{a,b}` and `[1-3]` in a URL mean several URLs, unless a flag turns this off. */
  readonly globs?: true;
  /** The input of the command is a raw request: `GET /path HTTP/1.1`, then lines of headers. */
  readonly raw?: true;
  /** The words are an optional method, the URL, then `Name:value`, `name=value`, `name:=json` and `name==value`. */
  readonly items?: true;
}

/**
 * `else`: irrelevant to the request. `options`: a file with further options. `field`: `name=value` of the body, or of
 * the query of an explicit GET. `host`: the host instead of that of its own base URL. `route`: the server to connect to
 * instead of that in a URL, `HOST:PORT:SERVER`; a socket if it has no colon.
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
  /** Default `javascript`. Packages of the same name in two languages are different. */
  readonly language?: LanguageId;
};

export interface RequestRow {
  /**
   * Member called on the client: 'get', 'stream.get'; '' if the client itself is called; 'towers().bells.list' if the
   * member exists only on the result of a call of `towers`.
   */
  readonly member: string;
  readonly form?: 'new';
  /** The member exists only on an instance of the client, not on its factory. */
  readonly made?: true;
  /** Fixed method of the row. */
  readonly method?: HttpMethod;
  /** Argument with the method. */
  readonly methodAt?: number;
  /** Argument with the URL; an object there is an options object. */
  readonly url?: number;
  /** Arguments that are options objects, the strongest first; with a template, those that can have the base URL. */
  readonly options?: readonly number[];
  /** Argument with the body. */
  readonly body?: number;
  /** The path is fixed by the member, as in an SDK: a path template below the base URL. */
  readonly template?: string;
  /** Sources of the relevant template parameters: an argument, or the first of several places that has a value. */
  readonly fill?: Readonly<Record<string, number | readonly ArgumentPlace[]>>;
  /**
   * Prefixes of this API's models: `acme/`, which is removed, or the first letters of its own names. With another model
   * argument the call is not a request.
   */
  readonly prefixes?: readonly string[];
  /** The row needs a value for each parameter in `fill`: an option of a client, which can be omitted. */
  readonly ifFilled?: true;
  /** Fields of the body from an argument, or under another name: `{ model: [0, 'modelName'] }`. */
  readonly sends?: Readonly<Record<string, readonly ArgumentPlace[]>>;
  /** Versions of the package that have the member: `4.0.0 - 7.3.0`, both ends included. */
  readonly versions?: string;
}

/** Place of a value in a call: the position of an argument, or the name of an option or named argument. */
export type ArgumentPlace = number | string;

export interface DeriveRow {
  readonly member: string;
  readonly form?: 'new';
  /** Argument with the new defaults, or a function that computes them from the current ones. */
  readonly defaults?: number;
  /** Each argument contains defaults; a client among the arguments contributes its own defaults. */
  readonly merges?: true;
  /** Argument with the base URL itself. */
  readonly baseUrl?: number;
  /** Arguments are a method and a base URL in any order, among keywords of the client. */
  readonly anyOrder?: true;
  /** Argument that is appended to the URL so far. */
  readonly path?: number;
}

/**
 * Names of the properties of an options object, the strongest first; `configuration.baseURL` is a property of a nested
 * object.
 */
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

/** A resource of an infrastructure package that depends on a deprecated operation. */
export interface ResourceRow {
  /** Default `javascript`. */
  readonly language?: LanguageId;
  /** Id of the deprecation. */
  readonly deprecation: string;
  readonly package: string;
  /** Constructed classes, called functions (`getX`, also as `getXOutput`), or looked-up names (`data.x`). */
  readonly names: readonly string[];
  /** First version with the dependency. */
  readonly from: string;
  /** First version without the dependency; absent if the latest still has it. */
  readonly before?: string;
  /** Dotted path of the deciding argument; absent if the resource itself decides. */
  readonly argument?: string;
  /** The required value of the argument. */
  readonly equals?: string;
  /** Another argument with a required value. */
  readonly when?: { readonly argument: string; readonly equals: string };
  /** Reason why not every version in the range is affected: a phrase without a full stop. */
  readonly doubt?: string;
}
