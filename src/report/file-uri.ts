/** A path as a relative reference: each segment is encoded, so that `:` and `%` in names do no harm. */
export function relativeUri(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(wellFormed(segment)))
    .join('/');
}

/** Without lone surrogates, which no encoding can represent. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
