import { createHash } from 'node:crypto';
import { demoOutput, PICTURE_DAY } from './demo.js';

/** The HTML report about the bundled example. Needs the built command line. */
export function reportPage(root: string): string {
  return demoOutput(root, ['--as-of', PICTURE_DAY, '--format', 'html']);
}

/**
 * Digest of a report in HTML, as hexadecimal digits: the same whatever version of the tool wrote it and whatever the
 * digest of its catalogue is. The last line of the page has both.
 */
export function pageDigest(page: string): string {
  const [footer = '', catalogue] = /<footer>.*?catalogue (\w+)[^]*?<\/footer>/.exec(page) ?? [];
  const shown = page.replace(footer, '');
  return createHash('sha256')
    .update(catalogue === undefined ? shown : shown.replaceAll(catalogue, ''))
    .digest('hex');
}
