import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { BROWSERS_PER_ADDRESS, PUSHES_PER_DAY } from "../../../worker/contracts/push.ts";
import type { PersonalData } from "../../../worker/contracts/subscribers.ts";
import { afterUndo, passUntil, saveSearch, workOff } from "../../support/worker/alerts.ts";
import { follow, nextTick } from "../../support/worker/follows.ts";
import { comment, startThread, visitor } from "../../support/worker/forum.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { pushBrowser, pushService } from "../../support/worker/push-service.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { accessOf, linkIn } from "../../support/worker/subscribers.ts";

const ANA = "ana@example.com";
/** 10:00 a.m. in Toronto on the day after the site's start. */
const NEXT_TEN = new Date("2026-11-21T15:00:00Z");

function pushSite() {
  const service = pushService();
  const site = makeSite({ deps: () => ({ fetch: service.fetch }) });
  return { site, service };
}

const post = (site: Site, body: unknown, call: Parameters<Site["fetch"]>[1] = {}) =>
  site.fetch("/api/push/subscriptions", { json: body, ...call });
const silence = (site: Site, endpoint: string) =>
  site.fetch("/api/push/subscriptions", { method: "DELETE", json: { endpoint } });

/** Subscribes a browser to the alerts of an email address, and receives the browser's test message. */
async function notifiedOfAlerts(site: Site, service: ReturnType<typeof pushService>, email = ANA) {
  const token = await saveSearch(site, email, { search: { filter: "1 BR" } });
  const browser = await service.browser();
  expect((await post(site, { ...browser.subscription, alerts: token })).status).toBe(201);
  await workOff(site);
  service.received.length = 0;
  return { browser, token };
}

/** Stores messages for all of Ana's browsers, as alerts do. */
const tellOften = (site: Site, times: number) =>
  env.DB.batch(
    Array.from({ length: times }, (_, index) =>
      env.DB.prepare(
        `INSERT INTO outbox (kind, payload, created_at) SELECT 'push.send', json_object('browserId', id, 'about', ?,
          'message', json('{"title":"t","body":"b","path":"/","tag":"x"}')), ? FROM push_browsers`,
      ).bind(`about-${index}-${site.clock.now.getTime()}`, site.clock.now.getTime()),
    ),
  );

describe("a browser with push messages", () => {
  it("gets a test message, which only it can decrypt, signed with the site's key", async () => {
    const { site, service } = pushSite();
    const { key } = await json<{ key: string }>(site.fetch("/api/push/key"));
    const token = await saveSearch(site, ANA);
    const browser = await service.browser();
    const response = await post(site, { ...browser.subscription, expirationTime: null, alerts: token });
    expect([response.status, await response.json()]).toEqual([201, { topics: ["alerts"] }]);
    await workOff(site);
    const [received] = service.received;
    expect(received?.message).toMatchObject({ path: "/", tag: "test" });
    expect(received?.claims).toMatchObject({ key, aud: "https://fcm.googleapis.com" });
    expect(received?.claims.sub).toMatch(/^mailto:/);
    expect(received?.headers.get("content-encoding")).toBe("aes128gcm");
    const rows = await env.DB.prepare("SELECT * FROM push_browsers").all();
    expect(JSON.stringify(rows.results)).not.toContain("googleapis");
    expect(JSON.stringify(rows.results)).not.toContain(ANA);
  });

  it("must present an emailed link or the access cookie", async () => {
    const { site, service } = pushSite();
    const { subscription } = await service.browser();
    expect((await post(site, subscription)).status).toBe(401);
    expect((await post(site, { ...subscription, alerts: "1-wrong" })).status).toBe(404);
    expect((await post(site, { ...subscription, follow: "1-wrong" })).status).toBe(404);
    const response = await post(site, subscription, { as: await accessOf(site, ANA) });
    expect([response.status, await response.json()]).toEqual([201, { topics: ["alerts", "discussions"] }]);
  });

  it("is rejected with another host or with invalid keys", async () => {
    const { site } = pushSite();
    const token = await saveSearch(site, ANA);
    const { subscription } = await pushBrowser();
    const keys = { ...subscription.keys };
    for (const endpoint of [
      "https://evil.example.com/x",
      "http://fcm.googleapis.com/fcm/send/x",
      "https://fcm.googleapis.com.evil.example/x",
      "https://fcm.googleapis.com:8443/x",
      "https://user@fcm.googleapis.com/x",
      "https://127.0.0.1/x",
      `https://fcm.googleapis.com/${"x".repeat(1_100)}`,
      7,
    ])
      expect((await post(site, { endpoint, keys, alerts: token })).status).toBe(400);
    const wrong = [
      { ...keys, p256dh: `BA${"A".repeat(85)}` },
      { ...keys, p256dh: "short" },
      { ...keys, auth: `${keys.auth}AA` },
      undefined,
    ];
    for (const these of wrong)
      expect((await post(site, { endpoint: subscription.endpoint, keys: these, alerts: token })).status).toBe(400);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM push_browsers").first("n")).toBe(0);
  });

  it("replaces the oldest browser of an address that has ten", { tags: ["rest"] }, async () => {
    const { site, service } = pushSite();
    const token = await saveSearch(site, ANA);
    for (let count = 0; count < BROWSERS_PER_ADDRESS + 2; count += 1)
      await post(site, { ...(await service.browser()).subscription, alerts: token });
    expect(await env.DB.prepare("SELECT min(id) AS least, count(*) AS n FROM push_browsers").first()).toEqual({
      least: 3,
      n: BROWSERS_PER_ADDRESS,
    });
  });
});

describe("an alert", () => {
  it(
    "is pushed once when it is emailed, with a link to the home and nothing personal",
    { tags: ["rest"] },
    async () => {
      const { site, service } = pushSite();
      await notifiedOfAlerts(site, service);
      const { id } = await publish(site);
      await afterUndo(site);
      expect(service.messages()).toEqual([]);
      await passUntil(site, NEXT_TEN);
      await passUntil(site, new Date(NEXT_TEN.getTime() + 900_000));
      expect(service.messages()).toHaveLength(1);
      const [message] = service.messages();
      expect(message?.title).toMatch(/^New: 1 Bedroom/);
      expect(message?.path).toContain(`/listing/${id}/`);
      expect(JSON.stringify(message)).not.toMatch(/ana|example\.com|alerts\//);
    },
  );

  it("reaches no browser that was silenced, and none of another address", async () => {
    const { site, service } = pushSite();
    const { browser } = await notifiedOfAlerts(site, service);
    await notifiedOfAlerts(site, service, "ben@example.com");
    expect((await silence(site, browser.subscription.endpoint)).status).toBe(200);
    expect((await silence(site, browser.subscription.endpoint)).status).toBe(200);
    await publish(site);
    await afterUndo(site);
    await passUntil(site, NEXT_TEN);
    expect(service.received.map(({ endpoint }) => endpoint)).not.toContain(browser.subscription.endpoint);
    expect(service.received).toHaveLength(1);
  });
});

describe("the answers in a followed discussion", () => {
  it("are pushed to the browser outside quiet hours", { tags: ["rest"] }, async () => {
    const { site, service } = pushSite();
    const who = await visitor(site);
    const thread = await startThread(site, who);
    const token = await follow(site, thread.id, ANA);
    const browser = await service.browser();
    expect((await post(site, { ...browser.subscription, follow: token })).status).toBe(201);
    await workOff(site);
    service.received.length = 0;
    // 10:00 p.m. in Toronto.
    site.clock.now = new Date("2026-11-21T03:00:00Z");
    await comment(site, who, thread.id);
    await nextTick(site);
    expect(service.messages()).toEqual([]);
    await passUntil(site, new Date("2026-11-21T13:00:00Z"));
    await workOff(site);
    expect(service.messages()).toMatchObject([
      { title: "A new comment in a discussion you follow", tag: `thread-${thread.id}` },
    ]);
  });
});

describe("messages to a browser", () => {
  it(`are at most ${PUSHES_PER_DAY} in 24 hours`, async () => {
    const { site, service } = pushSite();
    await notifiedOfAlerts(site, service);
    await tellOften(site, PUSHES_PER_DAY + 3);
    await passUntil(site, new Date(site.clock.now.getTime() + 900_000));
    // The test message also counts towards the daily limit.
    expect(service.received).toHaveLength(PUSHES_PER_DAY - 1);
    site.clock.now = new Date(site.clock.now.getTime() + 25 * 3_600_000);
    await tellOften(site, 1);
    await passUntil(site, new Date(site.clock.now.getTime() + 900_000));
    expect(service.received).toHaveLength(PUSHES_PER_DAY);
  });

  it("end when the push service reports that the browser is gone", { tags: ["rest"] }, async () => {
    const { site, service } = pushSite();
    await notifiedOfAlerts(site, service);
    service.status = 410;
    await tellOften(site, 1);
    await passUntil(site, new Date(site.clock.now.getTime() + 900_000));
    expect(await env.DB.prepare("SELECT count(*) AS n FROM push_browsers").first("n")).toBe(0);
  });

  it("are sent again while the push service is busy, but not when it rejects them", { tags: ["rest"] }, async () => {
    const { site, service } = pushSite();
    await notifiedOfAlerts(site, service);
    service.status = 503;
    await tellOften(site, 1);
    service.tries = 0;
    await passUntil(site, new Date(site.clock.now.getTime() + 900_000));
    expect(service.tries).toBeGreaterThan(0);
    service.status = 201;
    for (let round = 0; round < 4; round += 1) await passUntil(site, new Date(site.clock.now.getTime() + 900_000));
    expect(service.received).toHaveLength(1);
    service.status = 403;
    service.tries = 0;
    await tellOften(site, 1);
    for (let round = 0; round < 4; round += 1) await passUntil(site, new Date(site.clock.now.getTime() + 900_000));
    expect(service.tries).toBe(1);
  });

  it("are in the export of the address, end with its erasure, and are deleted half a year after the last one", async () => {
    const { site, service } = pushSite();
    await notifiedOfAlerts(site, service);
    await notifiedOfAlerts(site, service, "ben@example.com");
    await site.fetch("/api/privacy/request", { json: { email: ANA } });
    await workOff(site);
    const path = `/api/privacy/${linkIn((await mailsTo(site, ANA))[0], "privacy")}`;
    const { browsers } = await json<PersonalData>(site.fetch(path));
    expect(browsers).toMatchObject([{ service: "fcm.googleapis.com", topics: ["alerts"] }]);
    expect((await site.fetch(path, { method: "DELETE" })).status).toBe(200);
    const left = () => env.DB.prepare("SELECT count(*) AS n FROM push_browsers").first("n");
    expect(await left()).toBe(1);
    await passUntil(site, new Date(site.clock.now.getTime() + 181 * 86_400_000));
    expect(await left()).toBe(0);
  });
});
