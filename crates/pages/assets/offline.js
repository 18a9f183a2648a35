// The service worker of a static site: it works without a net after the first visit. The constants
// VERSION, FILES, HASHED and ENGINE are written before this text where the site is made. Files with
// a hash in their names never change and are kept when they were fetched; the others belong
// together and change together.

const CACHE = `board ${VERSION}`;
const KEPT = "board files";
const hasHash = (path) => /\.[0-9a-f]{16}\.[a-z0-9]+$/.test(path);

self.addEventListener("install", (event) => event.waitUntil(install()));

// The page has fetched its engine before this worker could keep it.
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })));
  const kept = await caches.open(KEPT);
  const hasVectors = WebAssembly.validate(new Uint8Array(ENGINE.test));
  await kept.add(hasVectors ? ENGINE.vectors : ENGINE.plain);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

// Forgets what earlier versions have left.
async function tidy() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("board ") && ![CACHE, KEPT].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  const kept = await caches.open(KEPT);
  const requests = await kept.keys();
  const isNamed = ({ url }) => HASHED.some((name) => url.endsWith(`/${name}`));
  await Promise.all(requests.filter((request) => !isNamed(request)).map((one) => kept.delete(one)));
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = event.request.method === "GET" && url.href.startsWith(self.registration.scope);
  if (isOurs) event.respondWith(answer(event.request, url));
});

async function answer(request, url) {
  const found = await caches.match(request, { ignoreSearch: true });
  if (found) return found;
  const file = await fetch(request);
  if (file.ok && hasHash(url.pathname)) {
    const kept = await caches.open(KEPT);
    await kept.put(request, file.clone());
  }
  return file;
}
