import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { mailAbout, pathIn } from "../support/node/mailbox.ts";
import { expectReadableByAll, personIn } from "../support/node/person.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const ENDPOINT = "https://fcm.googleapis.com/fcm/send/e2e";
/** A point on the curve P-256 (RFC 8291, appendix A). */
const P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const KEYS = { p256dh: P256DH, auth: "BTBZMqHH6r4Tts7J_aSIgg" };

/** Replaces what the tests' browser lacks: a push service, and a user who allows notifications. */
async function subscribeWithoutService(page: Page): Promise<void> {
  await page.addInitScript(
    ({ endpoint, keys }) => {
      const isOn = () => sessionStorage.getItem("subscribed") !== null;
      const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: async () => sessionStorage.removeItem("subscribed"),
      };
      Object.defineProperty(Notification, "permission", { get: () => "granted" });
      Notification.requestPermission = async () => "granted";
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (isOn() ? subscription : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (!/^B[\w-]{86}$/.test(applicationServerKey)) throw new Error("No key of a site");
          sessionStorage.setItem("subscribed", "");
          return subscription;
        },
      });
    },
    { endpoint: ENDPOINT, keys: KEYS },
  );
}

/** Returns the notification that the service worker shows for a message, as if it came from the push service. */
function received(message: object): Promise<{ title: string; body?: string }> {
  const scope = globalThis as unknown as {
    PushEvent: new (type: string, init: { data: string }) => Event;
    dispatchEvent(event: Event): boolean;
  };
  return new Promise((resolve) => {
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => resolve({ title, ...options });
    scope.dispatchEvent(new scope.PushEvent("push", { data: JSON.stringify(message) }));
  });
}

describe("a browser with a saved search", () => {
  it("subscribes with one click, shows messages, and is silent after another click", async () => {
    const email = "pushed@example.com";
    const { page, context, leave } = await personIn(browser, { serviceWorkers: "allow" });
    await subscribeWithoutService(page);
    const asked = await page.request.post("/api/saved-searches", {
      data: { email, search: { filter: "1 BR" }, frequency: "daily" },
    });
    expect(asked.status()).toBe(200);
    await page.goto(pathIn(await mailAbout(email, /^New homes by email/), "alerts"));
    await page.getByRole("button", { name: "Yes, Email Me" }).click();
    const choice = page.getByRole("region", { name: "Notifications" });
    const on = choice.getByRole("button", { name: "Notify This Browser" });
    const off = choice.getByRole("button", { name: "Turn Off Notifications" });
    await on.waitFor();
    await expectReadableByAll(page);
    const stored = page.waitForResponse("**/api/push/subscriptions");
    await on.click();
    expect((await stored).status()).toBe(201);
    await off.waitFor();
    await page.reload();
    await off.waitFor();

    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error("No service worker");
    const message = { title: "2 new homes", body: "See which ones in our email.", path: "/", tag: "alerts" };
    expect(await worker.evaluate(received, message)).toMatchObject({ title: message.title, body: message.body });

    const ended = page.waitForResponse("**/api/push/subscriptions");
    await off.click();
    expect((await ended).request().method()).toBe("DELETE");
    await on.waitFor();
    await leave();
  });

  it("can be silenced from the notification itself", { tags: ["rest"] }, async () => {
    const { page, context, leave } = await personIn(browser, { serviceWorkers: "allow" });
    await page.goto("/");
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error("No service worker");
    const done = await worker.evaluate(
      (endpoint) =>
        new Promise<{ method: string; body: string; isUnsubscribed: boolean }>((resolve) => {
          const scope = globalThis as unknown as {
            fetch: typeof fetch;
            ExtendableEvent: typeof Event;
            dispatchEvent(event: Event): boolean;
          };
          let sent = { method: "", body: "" };
          scope.fetch = async (_, init) => {
            sent = { method: init?.method ?? "", body: typeof init?.body === "string" ? init.body : "" };
            return new Response("{}");
          };
          Object.assign(PushManager.prototype, {
            getSubscription: async () => ({
              endpoint,
              unsubscribe: async () => resolve({ ...sent, isUnsubscribed: true }),
            }),
          });
          const notification = { close: () => {}, data: { path: "/" } };
          const event = Object.assign(new scope.ExtendableEvent("notificationclick"), {
            notification,
            action: "silence",
          });
          scope.dispatchEvent(event);
        }),
      ENDPOINT,
    );
    expect(done).toEqual({ method: "DELETE", body: JSON.stringify({ endpoint: ENDPOINT }), isUnsubscribed: true });
    await leave();
  });
});
