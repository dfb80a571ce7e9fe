/** Whether a file is JavaScript or TypeScript, and not another kind that holds some, by its name. */
export function isScript(file: string): boolean {
  return /\.[cm]?[jt]sx?$/i.test(file);
}
