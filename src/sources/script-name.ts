/** Whether a file is JavaScript or TypeScript, and no host file, by its name. */
export function isScript(file: string): boolean {
  return /\.[cm]?[jt]sx?$/i.test(file);
}
