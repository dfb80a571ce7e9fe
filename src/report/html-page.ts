import { STYLE_HASH } from './html-hashes.js';
import { STYLE } from './html-style.js';
import { html, trusted } from './html-text.js';
import type { Html } from './html-text.js';

/**
 * Start of a page without network access: its policy lets our own style run, and the script of a hash where one is
 * given.
 */
export function pageHead(title: string, scriptHash?: string): Html {
  const script = scriptHash === undefined ? '' : ` script-src '${scriptHash}';`;
  const policy = `default-src 'none'; style-src '${STYLE_HASH}';${script} base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="sunset-lint">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>`;
}
