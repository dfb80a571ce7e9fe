/** Service worker that keeps the files of the playground, so that the page loads without a network. */

/** Addresses of the files, relative to this script. */
declare const FILES: readonly string[];
/** Digest of their content. */
declare const VERSION: string;
declare const self: ServiceWorkerGlobalScope;

/** Name of the files of one build; the caches of an origin may be shared with other sites. */
const CACHE = `${self.registration.scope} ${VERSION}`;

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  const addresses = FILES.map((file) => new URL(file === 'index.html' ? './' : file, self.location.href));
  await cache.addAll(addresses.map((address) => new Request(address, { cache: 'no-cache' })));
}

async function removeOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${self.registration.scope} `) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Kept files first, so that all files of a page are of one build. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(keepFiles()));
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([removeOtherBuilds(), self.clients.claim()])));
self.addEventListener('fetch', (event) => event.respondWith(answer(event.request)));

export {};
