import { posix } from 'node:path';

/** Address of the published site, with a slash at its end; undefined if it is not known. */
export function siteAddress(text) {
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(`'${text}' is not the address of a site, such as https://HOST/FOLDER/`);
  return url.href.replace(/\/?$/, '/');
}

/** Site addresses of the Markdown files, by path in the repository. */
export function addressesOf(files, apis) {
  const addresses = new Map([...files].map((file) => [file, addressOf(file)]));
  // The list of deprecations of another API is its vendor page.
  for (const { id } of apis) addresses.set(`docs/deprecations/${id}/README.md`, `/vendors/${id}/`);
  return addresses;
}

/** `docs/ci.md` as `/docs/ci/`; deprecations are at the top level, because other sites link to them. */
function addressOf(file) {
  if (file === 'README.md') return '/readme/';
  const path = file
    .replace(/^docs\/deprecations\//, 'deprecations/')
    .replace(/README\.md$/, '')
    .replace(/\.md$/, '/');
  return `/${path.startsWith('docs/') || path.startsWith('deprecations/') ? path : path.toLowerCase()}`;
}

const LINK = /<a ([^>]*?)href="([^"]*)"([^>]*)>([^]*?)<\/a>/g;
const OTHER_REFERENCE = /<(?!a )(\w+) ([^>]*?)(src|href|action)="([^"]*)"/g;

/**
 * Makes all links of a page relative, so that the site works below any address. Links to Markdown files become links to
 * their pages; a link without a page becomes text.
 */
export function relativeLinks(html, { url, source, addresses }) {
  const relativeTo = (target) => {
    const from = url === '/' ? '/' : url.slice(0, -1);
    const isFolder = target.endsWith('/') && target !== '/';
    const href = posix.relative(url === '/' ? '/' : from, target) || '.';
    return isFolder || href === '.' ? `${href}/` : target === '/' ? `${href}/` : href;
  };
  const resolveLink = (link) => {
    if (/^(?:[a-z]+:|#)/i.test(link)) return link;
    const [path, hash = ''] = link.split(/(?=#)/);
    if (path.startsWith('/')) return relativeTo(path) + hash;
    if (source === undefined) return undefined;
    const target = posix.join(posix.dirname(source), path);
    const address = addresses.get(target) ?? (target.startsWith('docs/pictures/') ? `/${target}` : undefined);
    return address === undefined ? undefined : relativeTo(address) + hash;
  };
  return html
    .replaceAll(LINK, (_match, attributesBefore, link, attributesAfter, text) => {
      const href = resolveLink(link);
      return href === undefined ? text : `<a ${attributesBefore}href="${href}"${attributesAfter}>${text}</a>`;
    })
    .replaceAll(OTHER_REFERENCE, (_match, tag, attributesBefore, name, link) => {
      const href = resolveLink(link);
      if (href === undefined) throw new Error(`${url}: '${link}' is not part of the site`);
      return `<${tag} ${attributesBefore}${name}="${href}"`;
    });
}

/** Makes wide elements scroll separately on narrow screens, including by keyboard. */
export function scrollable(html) {
  return html
    .replaceAll(/<table>[^]*?<\/table>/g, (table) => `<div class="scroll" tabindex="0">${table}</div>`)
    .replaceAll('<pre>', '<pre tabindex="0">');
}
