import type { WordRow } from './word-row.js';

/** Names of test tools, by the objects they replace or the calls they expect. The tools are in `test-doubles.ts`. */
export const TEST_WORDS: readonly WordRow[] = [
  {
    kind: 'expects',
    words:
      'toHaveBeenCalledWith toHaveBeenLastCalledWith toHaveBeenNthCalledWith toHaveBeenCalledExactlyOnceWith ' +
      'toBeCalledWith lastCalledWith nthCalledWith',
    why: 'Jest and Vitest',
  },
  {
    kind: 'expects',
    words: 'calledWith calledWithExactly calledWithMatch calledOnceWith calledOnceWithExactly calledOnceWithMatch',
    why: 'Sinon',
  },
  {
    kind: 'test-helper',
    words: 'mock[A-Z_]* stub[A-Z_]* fake[A-Z_]* nock[A-Z_]* intercept[A-Z_]*',
    why: "programs call their tests' own helpers so: `mockGet('/towers/1/bells')`",
  },
  { kind: 'page', words: 'page context browserContext', why: 'Playwright: the tests are given them under these names' },
  {
    kind: 'page-request',
    words:
      'route unroute waitForRequest waitForResponse wait_for_request wait_for_response expect_request expect_response',
    why: 'Playwright: the page sends the request',
  },
  { kind: 'makes-test-double', words: 'fn mockImplementation mockImplementationOnce', why: 'Jest and Vitest' },
  { kind: 'makes-test-double', words: 'callsFake', why: 'Sinon' },
  { kind: 'makes-test-double', words: 'mock', why: 'the second argument of `vi.mock` makes the module' },
  { kind: 'answers', words: 'reply replyOnce', why: 'nock and axios-mock-adapter' },
  {
    kind: 'answers',
    words: 'mockResolvedValue mockResolvedValueOnce mockReturnValue mockReturnValueOnce',
    why: 'Jest and Vitest',
  },
  { kind: 'answers', words: 'resolves returns', why: 'Sinon' },
  {
    kind: 'matcher',
    words: 'stringContaining stringMatching objectContaining objectMatching match',
    why: 'matchers of Jest, Vitest and Sinon: the URL is what they are given',
  },
  { kind: 'mocking-tool', words: 'vi jest mock sinon td', why: 'Vitest, Jest, node:test, Sinon, testdouble' },
  {
    kind: 'mocking-method',
    words: 'mock doMock unstable_mockModule spyOn stubGlobal stub replace method',
    why: 'their methods that put something else in place',
  },
  { kind: 'transport', words: 'fetch XMLHttpRequest WebSocket $fetch', why: 'a test sets these anew' },
];
