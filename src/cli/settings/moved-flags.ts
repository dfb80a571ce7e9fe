/** Flags that are keys of the configuration now, by the written key. */
const KEYS: Readonly<Record<string, string>> = {
  '--languages': '"languages": ["shell"]',
  '--documents': '"alsoReport": ["tests", "documents"]',
  '--exclude-tests': '"alsoReport": []',
  '--test-doubles': '"alsoReport": ["tests", "testDoubles"]',
  '--resources': '"alsoReport": ["tests", "resources"]',
  '--tsconfig': '"tsconfig": "tsconfig.app.json"',
  '--max-file-size': '"maxFileSize": "5mb"',
  '--warn-within': '"warnWithin": "90d"',
  '--max-findings': '"maxFindings": 10',
  '--only-changed': '"onlyChanged": ["shell"]',
  '--strict-clock': '"strictClock": true',
  '--max-memory': '"maxMemory": "512mb"',
  '--timeout': '"timeout": "2m"',
};

/** Flags that were replaced by another one. */
const OTHERS: Readonly<Record<string, string>> = {
  '--evidence': 'write --verbose',
  '--unresolved': 'write --verbose',
  '--report-suppressed': 'write --verbose',
  '--no-builtin': 'write --edition none',
  '--category': "set 'category' where the SARIF file is uploaded",
};

/** Advice for a removed flag: `unknown option '--timeout': …`; undefined for others. */
export function movedFlag(complaint: string): string | undefined {
  const flag = /unknown option '(--[a-z-]+)/.exec(complaint)?.[1] ?? '';
  const key = Object.hasOwn(KEYS, flag) ? KEYS[flag] : undefined;
  if (key !== undefined)
    return `error: ${flag} is a setting now: put ${key} in sunset-lint.config.json, or in the file that --config names.`;
  return Object.hasOwn(OTHERS, flag) ? `error: there is no ${flag} any more: ${OTHERS[flag]}.` : undefined;
}
