/** Names of the APIs, by their inputs. */
export function names(): readonly string[];

/** The catalogue of an API, of its inputs as they are saved. */
export function catalogueOf(name: string): unknown;
