import { describe, expect, it } from 'vitest';
import { closest, didYouMean } from '../../src/core/lib/wording.js';

const ids = ['page-rules-api', 'auto-minify-api', 'rate-limiting-api', 'privacy-pass-api'];

describe('closest', () => {
  it.each([
    ['page-rule-api', 'page-rules-api'],
    ['PAGE-RULES-API', 'page-rules-api'],
    ['minify', 'auto-minify-api'],
    ['rate-limting-api', 'rate-limiting-api'],
  ])('finds for %s the candidate %s', (word, expected) => {
    expect(closest(word, ids)).toBe(expected);
  });

  it.each(['', 'zzz', 'completely-different'])('finds nothing for %j', (word) => {
    expect(closest(word, ids)).toBeUndefined();
    expect(didYouMean(word, ids)).toBe('');
  });
});
