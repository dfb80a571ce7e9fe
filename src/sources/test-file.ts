const TEST_FOLDER = /(?:^|\/)(?:__tests__|__mocks__|__fixtures__|tests?|specs?|e2e|mocks?)\//i;

/** Whether a file is in a folder of tests or mocks, by its path relative to the root. */
export function isInTestFolder(path: string): boolean {
  return TEST_FOLDER.test(path);
}
