import type { PreparedScan } from './prepare-scan.js';

/** File that a specifier in scanned JavaScript resolves to, if any. */
export function importedFile(
  { programs }: Pick<PreparedScan, 'programs'>,
  from: string,
  specifier: string,
): string | undefined {
  const program = programs.find(({ language }) => language.id === 'javascript');
  return program?.modules.target(from, specifier);
}
