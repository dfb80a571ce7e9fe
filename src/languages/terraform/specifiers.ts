/** Resolves to the next file of the folder, and from the last to the first: they are one module. */
export const SIBLING = '.';

const PROVIDER = 'provider:';

/** Specifier of a provider, by its name in a module. */
export function providerSpecifier(name: string): string {
  return `${PROVIDER}${name}`;
}

/** The provider name in a specifier; undefined for other specifiers. */
export function providerIn(specifier: string): string | undefined {
  return specifier.startsWith(PROVIDER) ? specifier.slice(PROVIDER.length) : undefined;
}

/** The name under which a module of the tree receives the value of one of its variables. */
export function givenName(module: string, variable: string): string {
  return `module ${module}: ${variable}`;
}

/** Name of a module for its callers: its folder. */
export function moduleName(file: string): string {
  return file.split('/').at(-2) ?? '';
}
