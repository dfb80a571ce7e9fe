/** Host and path (without the leading slash) of a base URL. */
export function splitBaseUrl(url: string): { readonly host: string; readonly path: string } {
  const match = /^(?:[a-z]+:)?\/*([^/]*)\/?(.*?)\/*$/i.exec(url);
  return { host: match?.[1] ?? '', path: match?.[2] ?? '' };
}
