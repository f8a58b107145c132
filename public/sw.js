// Shows a page of its own where there is no connection. It keeps no listings: one from a copy could be gone, and would look
// as if it were not. Only the page of saved homes opens, which keeps itself with its files and photos
// (src/features/listings/saved/saved-page.tsx), and says that its homes are as they were last seen.
// It also shows push messages (worker/platform/push.ts).
// The build adds a hash of the page (scripts/vite-plugins.ts): another page is another worker, which fetches it.
const KEPT = "offline";
const OFFLINE_PAGE = "/offline.html";
const SAVED = "saved";
const SAVED_PAGE = "/saved";

self.addEventListener("install", (event) => {
  const keep = async () => (await caches.open(KEPT)).add(new Request(OFFLINE_PAGE, { cache: "reload" }));
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== KEPT && name !== SAVED).map((name) => caches.delete(name)));
    // The page is fetched while this wakes up.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

const fromSaved = async (path) => (await caches.has(SAVED)) && (await caches.open(SAVED)).match(path);

/** Files and photos of the saved homes, once the network has failed. Photos are kept at one width. */
async function fileOf(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const { pathname } = new URL(request.url);
    const kept = await fromSaved(pathname.startsWith("/photos/") ? `${pathname}?w=400` : pathname);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode !== "navigate") {
    // While there is a connection, the browser fetches by itself.
    if (!navigator.onLine && /^\/(?:assets|photos)\//.test(pathname)) event.respondWith(fileOf(request));
    return;
  }
  const open = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(request));
    } catch {
      const saved = pathname === SAVED_PAGE && (await fromSaved(SAVED_PAGE));
      return saved || ((await caches.match(OFFLINE_PAGE)) ?? Response.error());
    }
  };
  event.respondWith(open());
});

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  const actions = [{ action: "silence", title: "Stop these" }];
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: "/apple-touch-icon.png", data: { path }, actions }),
  );
});

/** Ends the messages to this browser, on the server as well. */
async function silence() {
  const subscription = await self.registration.pushManager.getSubscription();
  if (!subscription) return;
  await fetch("/api/push/subscriptions", {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint: subscription.endpoint }),
  });
  await subscription.unsubscribe();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { origin } = self.location;
  const url = new URL(event.notification.data.path, origin);
  // Of this site alone, whatever the message says.
  const open = () => self.clients.openWindow(url.origin === origin ? url : origin);
  event.waitUntil(event.action === "silence" ? silence() : open());
});
