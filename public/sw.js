// Shows a page of its own where there is no connection. It keeps that page and nothing else: a listing from a copy could be
// gone, and would look as if it were not.
// The build adds a hash of the page (scripts/vite-plugins.ts): another page is another worker, which fetches it.
const KEPT = "offline";
const OFFLINE_PAGE = "/offline.html";

self.addEventListener("install", (event) => {
  const keep = async () => (await caches.open(KEPT)).add(new Request(OFFLINE_PAGE, { cache: "reload" }));
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
    // The page is fetched while this wakes up.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET") return;
  const open = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(request));
    } catch {
      return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
    }
  };
  event.respondWith(open());
});
