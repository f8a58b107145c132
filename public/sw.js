// Shows the offline page when there is no connection. Listings are not stored, because a stored listing would look
// available after it is gone. Only the page of saved homes works offline. It stores itself, its files and its photos
// (src/features/listings/saved/saved-page.tsx), and shows the homes as they were last seen. The service worker also
// shows push messages (worker/platform/push.ts). The build adds a hash of the offline page (scripts/vite-plugins.ts),
// so that a changed page makes browsers install a new worker, which fetches the page.
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
    // The browser fetches the page while this worker starts.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

const fromSaved = async (path) => (await caches.has(SAVED)) && (await caches.open(SAVED)).match(path);

/** Fetches a file or photo. If the network fails, it returns the stored copy; photos are stored at one width only. */
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
    // With a connection, the browser fetches files without this worker.
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

/** Stops push messages to this browser, and tells the server. */
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
  // Opens pages of this site only, even if the message names another site.
  const open = () => self.clients.openWindow(url.origin === origin ? url : origin);
  event.waitUntil(event.action === "silence" ? silence() : open());
});
