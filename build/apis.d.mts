/** Names of the APIs, by their inputs. */
export function names(): readonly string[];

/** A file below rules/apis. */
export function read(name: string): unknown;

/** A catalogue of format 2 from what we wrote down and what was extracted. */
export function assemble(facts: unknown, extract: unknown): unknown;
