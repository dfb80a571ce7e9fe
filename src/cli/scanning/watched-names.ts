import type { kindsOf } from '../../scan/prepare-scan.js';

const NOT_OURS = /(?:^|\/)(?:node_modules|\.git)(?:\/|$)|\.tmp$/;

/** Whether a file or folder, by its name relative to the root, belongs to other programs and is read by no scan. */
export function isOfOthers(name: string): boolean {
  return NOT_OURS.test(name);
}

/** Whether a change of the file can affect a scan. */
export function mayMatter(name: string, kinds: ReturnType<typeof kindsOf>): boolean {
  return (
    !isOfOthers(name) &&
    (kinds.listed(name) !== undefined ||
      /(?:\.jsonc?|\.yaml|\.lock\.hcl|\.gitignore)$/.test(name) ||
      !/(?<![^/])[^/.]*\.[^/]+$/.test(name))
  );
}
