import { createHash } from 'node:crypto';
import type { FormCache } from './form-cache.js';

/** Digest of an object's sources, and the cache for results computed from the object, if any. */
interface SourceIdentity {
  readonly identity: () => string;
  readonly forms: FormCache | undefined;
}

const identities = new WeakMap<object, SourceIdentity>();

/** Digest of all sources of an object; undefined if they are unknown. Objects with equal digests are equal. */
export function identityOf(object: object): string | undefined {
  return identities.get(object)?.identity();
}

/** Sets the sources of an object, whose digest is computed on demand, and the cache of results computed from it. */
export function identify<T extends object>(object: T, identity: () => string, forms?: FormCache): T {
  let digest: string | undefined;
  identities.set(object, { identity: () => (digest ??= identity()), forms });
  return object;
}

/** The digest of plain data. */
export function identityFrom(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}

/**
 * A copy of an object with some properties replaced; getters among the others stay lazy. `by`: plain data that
 * identifies the difference.
 */
export function derived<T extends object>(object: T, by: unknown, changes: Partial<T>): T {
  const properties = { ...Object.getOwnPropertyDescriptors(object), ...Object.getOwnPropertyDescriptors(changes) };
  const copy = Object.defineProperties({}, properties) as T;
  const source = identities.get(object);
  return source === undefined ? copy : identify(copy, () => identityFrom([source.identity(), by]), source.forms);
}

/**
 * Result computed from an object: the cached one of an earlier run, else that of `make`, which is then cached. `format`
 * and `parse` convert it to and from bytes.
 */
export function cachedResult<T>(
  object: object,
  kind: string,
  {
    make,
    format,
    parse,
  }: { readonly make: () => T; readonly format: (result: T) => Uint8Array; readonly parse: (form: Buffer) => T },
): T {
  const { identity, forms } = identities.get(object) ?? {};
  if (identity === undefined || forms === undefined) return make();
  const form = forms.read(kind, identity());
  if (form !== undefined) return parse(form);
  const result = make();
  forms.write(kind, identity(), () => format(result));
  return result;
}

/** Whether results computed from an object are cached. */
export function hasResultCache(object: object): boolean {
  return identities.get(object)?.forms !== undefined;
}

/** Digest of a text, to detect changes: short, because thousands are stored. */
export function digestOfText(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 22);
}

/** Digest of names of files or folders, in their order. */
export function digestOfNames(names: readonly string[]): string {
  return digestOfText(names.join('\0'));
}
