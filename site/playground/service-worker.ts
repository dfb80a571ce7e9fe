/** Service worker that caches the files of the playground, so that the page loads without a network. */

/** Addresses of the files, relative to this script. */
declare const FILES: readonly string[];
/** Digest of their content. */
declare const VERSION: string;
declare const self: ServiceWorkerGlobalScope;

/** Name of the cache of one build. It contains the address of the site, because sites of one origin share caches. */
const CACHE = `${self.registration.scope} ${VERSION}`;

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  const addresses = FILES.map((file) => new URL(file === 'index.html' ? './' : file, self.location.href));
  await cache.addAll(addresses.map((address) => new Request(address, { cache: 'no-cache' })));
}

async function removeOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  const outdatedNames = names.filter((name) => name.startsWith(`${self.registration.scope} `) && name !== CACHE);
  await Promise.all(outdatedNames.map((name) => caches.delete(name)));
}

/** Prefers cached files, so that all files of a page are of one build. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(cacheFiles()));
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([removeOtherBuilds(), self.clients.claim()])));
self.addEventListener('fetch', (event) => event.respondWith(answer(event.request)));

export {};
