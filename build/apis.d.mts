/** Names of the APIs, by their inputs. */
export function names(): readonly string[];

/** Catalogue of an API from its saved inputs. */
export function catalogueOf(name: string): unknown;
