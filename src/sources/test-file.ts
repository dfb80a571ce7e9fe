const TEST_FOLDER = /(?:^|\/)(?:__tests__|__mocks__|__fixtures__|tests?|specs?|e2e|mocks?)\//i;
const TEST_NAME = /[.-](?:test|spec|e2e|mock|cy)\.[cm]?[jt]sx?$|(?:^|\/)(?:mock|test|spec)\.[cm]?[jt]sx?$/i;

/** Whether a file is a test or a mock, by its path relative to the root. */
export function isTestFile(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path);
}
