import type { PreparedScan } from './prepare-scan.js';

/** The file that JavaScript of the scan imports by a specifier, where it resolves to one. */
export function importedFile(
  { programs }: Pick<PreparedScan, 'programs'>,
  from: string,
  specifier: string,
): string | undefined {
  const program = programs.find(({ language }) => language.id === 'javascript');
  return program?.modules.target(from, specifier);
}
