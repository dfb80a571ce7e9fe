/** The package of a specifier or a module: `@acme/sdk` of `@acme/sdk/lib/bells`. */
export function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
