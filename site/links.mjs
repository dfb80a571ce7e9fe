import { posix } from 'node:path';

/** The address in the site of each Markdown file of the repository, by its path there. */
export function addressesOf(files, apis) {
  const addresses = new Map([...files].map((file) => [file, addressOf(file)]));
  // The list of all deprecations that a page of another API is in.
  for (const { id } of apis) addresses.set(`docs/deprecations/${id}/README.md`, `/vendors/${id}/`);
  return addresses;
}

/** `docs/ci.md` as `/docs/ci/`; deprecations stand at the top, since others link to them. */
function addressOf(file) {
  if (file === 'README.md') return '/';
  const path = file
    .replace(/^docs\/deprecations\//, 'deprecations/')
    .replace(/README\.md$/, '')
    .replace(/\.md$/, '/');
  return `/${path.startsWith('docs/') || path.startsWith('deprecations/') ? path : path.toLowerCase()}`;
}

const LINK = /<a ([^>]*?)href="([^"]*)"([^>]*)>([^]*?)<\/a>/g;
const OTHER = /<(?!a )(\w+) ([^>]*?)(src|href|action)="([^"]*)"/g;

/**
 * Makes all links of a page relative, so that the site works below any address. Links of Markdown lead to the pages of the
 * files that they name; what has no page here becomes text.
 */
export function relativeLinks(html, { url, source, addresses }) {
  const near = (target) => {
    const from = url === '/' ? '/' : url.slice(0, -1);
    const folder = target.endsWith('/') && target !== '/';
    const way = posix.relative(url === '/' ? '/' : from, target) || '.';
    return folder || way === '.' ? `${way}/` : target === '/' ? `${way}/` : way;
  };
  const resolved = (link) => {
    if (/^(?:[a-z]+:|#)/i.test(link)) return link;
    const [path, hash = ''] = link.split(/(?=#)/);
    if (path.startsWith('/')) return near(path) + hash;
    if (source === undefined) return undefined;
    const target = posix.join(posix.dirname(source), path);
    const address = addresses.get(target) ?? (target.startsWith('docs/pictures/') ? `/${target}` : undefined);
    return address === undefined ? undefined : near(address) + hash;
  };
  return html
    .replaceAll(LINK, (_, before, link, after, text) => {
      const way = resolved(link);
      return way === undefined ? text : `<a ${before}href="${way}"${after}>${text}</a>`;
    })
    .replaceAll(OTHER, (whole, tag, before, name, link) => {
      const way = resolved(link);
      if (way === undefined) throw new Error(`${url}: '${link}' is not part of the site`);
      return `<${tag} ${before}${name}="${way}"`;
    });
}

/** What may be wider than a phone scrolls by itself, also with the keyboard. */
export function scrollable(html) {
  return html
    .replaceAll(/<table>[^]*?<\/table>/g, (table) => `<div class="scroll" tabindex="0">${table}</div>`)
    .replaceAll('<pre>', '<pre tabindex="0">');
}
