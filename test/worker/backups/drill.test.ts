import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import { backedUpTables } from "../../../worker/features/backups/backups.repo.ts";
import { allRows, backUp, type Keys, load, makeKeys, siteWithKey } from "../../support/worker/backups.ts";
import { makeAuthenticator } from "../../support/worker/authenticator.ts";
import { emptyDatabase } from "../../support/worker/database.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { PHOTO_WIDTHS } from "../../../worker/contracts/photos.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { shared } from "../../support/worker/saved.ts";
import { addPasskey, colleague, firstOperator, logInByCode, logInByPasskey } from "../../support/worker/people.ts";
import { json, type Site } from "../../support/worker/site.ts";
import { linkIn, manySubscribers, statusOf, subscribe } from "../../support/worker/subscribers.ts";

const LISTINGS = fullSize(50_000, 20);
const READERS = fullSize(100_000, 40);
/** Saturday; the next editions are due on Monday and Wednesday. */
const NIGHT = new Date("2026-11-21T08:15:00Z");
const DAY_AFTER = new Date("2026-11-22T12:00:00Z");
const MONDAY = new Date("2026-11-23T15:00:00Z");
const WEDNESDAY = new Date("2026-11-25T15:00:00Z");
const MINUTE_MS = 60_000;
/** Number of ticks after an edition's time. */
const ROUNDS = fullSize(12, 2);
/** A number of recipients that needs a second lane, because a lane has at most 200. */
const TWO_LANES = 210;

let keys: Keys;
beforeAll(async () => {
  keys = await makeKeys();
});

/** Creates a site whose editions are recorded instead of delivered. Other emails go to the mailbox. */
function siteWithEditions() {
  const editions: { to: string; subject: string }[] = [];
  const site = siteWithKey(keys, {
    now: new Date("2026-11-20T12:00:00Z"),
    vars: { BULK_MAIL_LIMIT: "1000000" },
    deps: ({ mail }) => ({
      mail: {
        ...mail,
        send: async (one) => {
          if (one.kind !== "digest.edition") return mail.send(one);
          editions.push({ to: one.to, subject: one.subject });
          return { messageId: String(editions.length) };
        },
      },
    }),
  });
  return { site, editions };
}

/** Ticks until the edition is finished, or until `enough`. */
async function sendEdition(site: Site, time: Date, enough: () => boolean = () => false): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    site.clock.now = new Date(time.getTime() + round * 15 * MINUTE_MS);
    await site.tick();
    for (let lanes = 0; lanes < 1_000 && site.mailings.length > 0; lanes += 1) {
      const others = site.mailings.splice(1);
      await site.runMailings();
      site.mailings.push(...others);
      if (enough()) return;
    }
  }
}

/** Loads a backup into an emptied database, and lets the worker complete the restore. */
async function restore(site: Site, id: string, now: Date): Promise<void> {
  site.mailings.length = 0;
  site.queued.length = 0;
  await emptyDatabase();
  site.clock.now = now;
  await load(id, keys, now);
  await site.tick();
  await site.runQueue();
  expect(await env.DB.prepare("SELECT 1 FROM settings WHERE name = 'restore'").first()).toBeNull();
}

/**
 * Number of bans that a restore replays. Their log objects, and the work that they cause, exceed what a restore handles
 * in one step.
 */
const BANS = 170;

const twice = (editions: readonly { to: string; subject: string }[]) => {
  const seen = new Set<string>();
  return editions.filter(({ to, subject }) => seen.size === seen.add(`${to} ${subject}`).size);
};

describe("a restore", { timeout: fullSize(LONG_TESTS.fullSize, LONG_TESTS.many) }, () => {
  it(
    "brings back every row, and emails nobody twice and nobody who left after the backup",
    { tags: ["rest"] },
    async () => {
      const { site, editions } = siteWithEditions();
      for (let from = 1; from <= LISTINGS; from += 5_000)
        await env.DB.prepare(bulkInsertSql(from, Math.min(5_000, LISTINGS - from + 1), site.clock.now.getTime())).run();
      await manySubscribers(READERS, site.clock.now);
      for (const name of ["stays", "leaves", "complains", "is-erased"]) await subscribe(site, `${name}@example.com`);
      const home = await publish(site, { address: "5 Oak St, Toronto, ON", email: "gone@example.com" });
      const [shown, removed] = [await shared(site, [home.id]), await shared(site, [home.id])];
      const [welcome] = await mailsTo(site, "leaves@example.com");
      const names = backedUpTables().map(({ name }) => name);
      // Sends the emails that were delayed while a decision could be undone. Otherwise, they would be sent during the
      // backup.
      site.clock.now = NIGHT;
      await site.runJob("outbox.relay");
      await site.runQueue();
      const before = await allRows(names);
      const id = await backUp(site, NIGHT);

      // Events after the backup.
      site.clock.now = DAY_AFTER;
      const token = linkIn(welcome, "unsubscribe");
      expect((await site.fetch(`/api/unsubscribe/${token}`, { method: "POST" })).status).toBe(200);
      await site.mailEvent({
        type: "cf.email.sending.message.complained",
        payload: { recipient: "complains@example.com" },
      });
      await site.fetch("/api/privacy/request", { json: { email: "is-erased@example.com" } });
      await site.runQueue();
      const erase = linkIn((await mailsTo(site, "is-erased@example.com"))[0], "privacy");
      expect((await site.fetch(`/api/privacy/${erase}`, { method: "DELETE" })).status).toBe(200);
      const as = await site.logIn();
      expect((await site.fetch(`/api/admin/listings/${home.id}`, { method: "DELETE", as })).status).toBe(200);
      expect((await site.fetch("/api/admin/shortlists/2", { method: "DELETE", as })).status).toBe(200);
      const ban = { ipAddress: "198.51.100.9", reason: "spam" };
      expect((await site.fetch("/api/discussion/admin/ban", { json: ban, as })).status).toBeLessThan(300);
      await publish(site, { address: "7 Oak St, Toronto, ON" });
      await sendEdition(site, MONDAY);
      expect(new Set(editions.map(({ to }) => to)).size).toBe(READERS + 1);
      const mailed = editions.length;

      // Compares the rows as they are loaded, before any event is replayed.
      await emptyDatabase();
      await load(id, keys, MONDAY);
      const after = await allRows(names);
      const own = new Set(["outbox", "job_runs", "job_cursors", "settings"]);
      for (const name of names.filter((one) => !own.has(one))) expect(after[name], name).toEqual(before[name]);
      site.clock.now = new Date(site.clock.now.getTime() + MINUTE_MS);
      expect((await site.fetch("/api/subscribe", { json: { email: "new@example.com" } })).status).toBe(503);
      const reply = { from: "new@example.com", to: "confirm+1@example.com", raw: "Yes", headers: {} };
      await expect(site.receive(reply)).rejects.toThrow("being restored");

      await restore(site, id, new Date(MONDAY.getTime() + 5 * 3_600_000));
      expect(await statusOf("stays@example.com")).toBe("confirmed");
      expect(await statusOf("leaves@example.com")).toBe("unsubscribed");
      expect(await statusOf("complains@example.com")).toBe("suppressed");
      expect(await statusOf("is-erased@example.com")).toBeNull();
      expect((await site.fetch(`/api/marketplace-listings/${home.id}`)).status).toBe(404);
      expect((await site.fetch(`/api/shortlists/${shown}`)).status).toBe(200);
      expect((await site.fetch(`/api/shortlists/${removed}`)).status).toBe(410);
      expect(await env.DB.prepare("SELECT reason FROM bans WHERE network = '198.51.100.9'").first("reason")).toBe(
        "spam",
      );

      // Monday's edition counts as sent, and Wednesday's is sent to everybody once.
      await sendEdition(site, new Date(MONDAY.getTime() + 5.25 * 3_600_000));
      expect(editions.length).toBe(mailed);
      site.clock.now = new Date("2026-11-24T12:00:00Z");
      const { id: newId } = await publish(site, { address: "9 Oak St, Toronto, ON" });
      expect(newId).toBeGreaterThan(home.id + 10_000);
      await sendEdition(site, WEDNESDAY);
      const wednesday = editions.slice(mailed);
      expect(new Set(wednesday.map(({ to }) => to)).size).toBe(READERS + 1);
      expect(twice(editions)).toEqual([]);
      const gone = new Set(["leaves@example.com", "complains@example.com", "is-erased@example.com"]);
      expect(wednesday.filter(({ to }) => gone.has(to))).toEqual([]);
    },
  );

  it("in the middle of an edition sends the rest of it once", { tags: ["rest"] }, async () => {
    const { site, editions } = siteWithEditions();
    await publish(site);
    await manySubscribers(TWO_LANES, site.clock.now);
    const id = await backUp(site, NIGHT);
    await sendEdition(site, MONDAY, () => editions.length >= 200);
    expect(editions.length).toBeLessThan(TWO_LANES);
    await restore(site, id, new Date(MONDAY.getTime() + 30 * MINUTE_MS));
    await sendEdition(site, new Date(MONDAY.getTime() + 45 * MINUTE_MS));
    expect(editions).toHaveLength(TWO_LANES);
    expect(twice(editions)).toEqual([]);
  });

  it("from a backup of a partly sent edition sends the rest of it once", { tags: ["rest"] }, async () => {
    const { site, editions } = siteWithEditions();
    await publish(site);
    await manySubscribers(TWO_LANES, site.clock.now);
    await sendEdition(site, MONDAY, () => editions.length >= 200);
    const half = editions.length;
    expect(half).toBeLessThan(TWO_LANES);
    const lanes = site.mailings.splice(0);
    const id = await backUp(site, site.clock.now);
    site.mailings.push(...lanes);
    await site.runMailings();
    await restore(site, id, new Date(MONDAY.getTime() + 30 * MINUTE_MS));
    await sendEdition(site, new Date(MONDAY.getTime() + 45 * MINUTE_MS));
    expect(editions).toHaveLength(TWO_LANES);
    expect(twice(editions)).toEqual([]);
  });

  it("replays a log of many small objects in several steps", { tags: ["rest"] }, async () => {
    const site = siteWithKey(keys);
    await publish(site);
    const id = await backUp(site, NIGHT);
    const as = await site.logIn();
    for (let ban = 1; ban <= BANS; ban += 1)
      await site.fetch("/api/discussion/admin/ban", { json: { ipAddress: `198.51.100.${ban}`, reason: "spam" }, as });
    const objects = async () => (await env.BACKUPS.list({ prefix: "withdrawals/" })).objects.length;
    expect(await objects()).toBeGreaterThanOrEqual(BANS);
    await restore(site, id, DAY_AFTER);
    expect(await objects()).toBeLessThan(BANS / 2);
    expect(await env.DB.prepare("SELECT count(DISTINCT network) AS n FROM bans").first("n")).toBe(BANS);
  });

  it(
    "locks out people who left after the backup, and keeps final roles, removed passkeys and erased names",
    { tags: ["rest"] },
    async () => {
      const site = siteWithKey(keys, { now: new Date(NIGHT.getTime() - MINUTE_MS) });
      const olga = await firstOperator(site);
      const mona = await colleague(site, olga.as, "moderator", "Mona");
      const rita = await colleague(site, olga.as, "moderator", "Rita");
      const [lost, kept] = [await makeAuthenticator(), await makeAuthenticator()];
      const { id: lostId } = await json<{ id: number }>(addPasskey(site, olga.as, lost));
      await addPasskey(site, olga.as, kept);
      await addPasskey(site, mona.as, await makeAuthenticator());
      const id = await backUp(site, NIGHT);

      const as = await logInByCode(site, olga.email);
      await site.fetch(`/api/admin/passkeys/${lostId}`, { method: "DELETE", as });
      await site.fetch(`/api/admin/people/${rita.id}`, { method: "PATCH", json: { role: "reader" }, as });
      await site.fetch("/api/privacy/request", { json: { email: mona.email } });
      await site.runQueue();
      const erase = linkIn((await mailsTo(site, mona.email))[0], "privacy");
      expect((await site.fetch(`/api/privacy/${erase}`, { method: "DELETE" })).status).toBe(200);

      await restore(site, id, DAY_AFTER);
      const { results } = await env.DB.prepare("SELECT name, role FROM people ORDER BY name").all();
      expect(results).toEqual([
        { name: "Olga", role: "operator" },
        { name: "Rita", role: "reader" },
      ]);
      const names = await env.DB.prepare("SELECT count(*) AS n FROM audit_log WHERE person_name = 'Mona'").first("n");
      expect(names).toBe(0);
      site.clock.now = new Date(site.clock.now.getTime() + MINUTE_MS);
      expect((await logInByPasskey(site, lost)).status).toBe(401);
      expect((await logInByPasskey(site, kept)).status).toBe(200);
      expect((await site.fetch("/api/admin/listings", { as })).status).toBe(401);
    },
  );

  it(
    "drops photos that R2 has lost from their listing, and counts those that belong to no listing",
    { tags: ["rest"] },
    async () => {
      const site = siteWithKey(keys);
      const first = dataUrl(await png({ colour: [1, 2, 3] }));
      const { id: listing } = await publish(site, { images: [first, dataUrl(await png({ colour: [9, 8, 7] }))] });
      const id = await backUp(site, NIGHT);
      const imagesOf = async () =>
        (await json<PublicListing>(site.fetch(`/api/marketplace-listings/${listing}`))).images;
      const [gone = "", kept] = await imagesOf();
      const hash = gone.split("/").at(-1) ?? "";
      const { objects } = await env.PHOTOS.list({ prefix: "listings/" });
      const lost = objects.map(({ key }) => key).filter((key) => key.includes(hash));
      expect(lost).toHaveLength(PHOTO_WIDTHS.length);
      await env.PHOTOS.delete(lost);
      await env.PHOTOS.put(`listings/${"f".repeat(32)}/${"0".repeat(32)}-800.webp`, "of no listing");
      await restore(site, id, DAY_AFTER);
      expect(await imagesOf()).toEqual([kept]);
      const report = await env.DB.prepare("SELECT value FROM settings WHERE name = 'restore.report'").first<string>(
        "value",
      );
      expect(report).toContain("listings that lost photos, because R2 no longer has them: 1");
      expect(report).toContain("groups of photos without a listing; photos.sweep deletes them: 1");
    },
  );
});
