import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { backupsToDelete } from "../../../worker/features/backups/backups.service.ts";
import { allRows, backUp, type Keys, load, makeKeys, manifestOf, siteWithKey } from "../../support/worker/backups.ts";
import { emptyDatabase } from "../../support/worker/database.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { makeSite } from "../../support/worker/site.ts";
import { linkIn, subscribe } from "../../support/worker/subscribers.ts";

const NIGHT = new Date("2026-11-21T08:15:00Z");
const OPERATOR = "operator@example.com";
let keys: Keys;
beforeAll(async () => {
  keys = await makeKeys();
});

const objects = async (prefix: string) => (await env.BACKUPS.list({ prefix })).objects.map(({ key }) => key);
const subjects = async (site: ReturnType<typeof makeSite>) =>
  (await mailsTo(site, OPERATOR)).map(({ subject }) => subject);

/** Wraps a bucket, and rejects writes while it is unavailable. */
const bucketThat = (isAway: () => boolean, bucket: R2Bucket): R2Bucket =>
  new Proxy(bucket, {
    get(target, property) {
      if (isAway() && property === "put") throw new Error("R2 is away");
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

describe("a backup", () => {
  it("counts each row once even when every message is delivered three times", { tags: ["rest"] }, async () => {
    const site = siteWithKey(keys);
    await publish(site);
    await site.runQueue();
    await site.runQueue();
    const before = await allRows(["listings", "audit_log"]);
    const id = await backUp(site, NIGHT, 3);
    const { parts } = await manifestOf(id);
    expect(new Set(parts.map(({ table }) => table)).size).toBe(parts.length);
    expect((await objects("backups/")).length).toBe(parts.length + 1);
    await emptyDatabase();
    await load(id, keys, NIGHT);
    expect(await allRows(["listings", "audit_log"])).toEqual(before);
  });

  it("is not written without a public key, and alerts the operator", async () => {
    const site = makeSite({ vars: { CONTACT_EMAIL: OPERATOR, APP_ENV: "production" }, now: NIGHT, deps: inMailbox });
    await site.runJob("backups.nightly");
    expect(await objects("backups/")).toEqual([]);
    expect(await site.runJob("backups.check", new Date("2026-11-21T12:00:00Z"))).toBe(true);
    expect(sent.at(-1)).toContain("Last night's backup is missing");
  });

  it("resumes at a later tick when R2 was down, and alerts the operator", async () => {
    let isAway = true;
    const site = siteWithKey(keys, {
      vars: { CONTACT_EMAIL: OPERATOR },
      deps: ({ backups }) => ({
        backups: bucketThat(() => isAway, backups),
      }),
    });
    await publish(site);
    const id = await backUp(site, NIGHT);
    await expect(manifestOf(id)).rejects.toThrow("no manifest");
    await env.DB.prepare("UPDATE outbox SET gave_up_at = 1 WHERE kind = 'backup.step'").run();
    isAway = false;
    await backUp(site, new Date(NIGHT.getTime() + 3_600_000));
    expect((await manifestOf(id)).parts.length).toBeGreaterThan(0);
    expect((await subjects(site)).some((subject) => subject.includes("The backup keeps failing"))).toBe(true);
  });

  it(
    "is not restored if it is damaged, incomplete or of another key, or if the database is not empty",
    { tags: ["rest"] },
    async () => {
      const site = siteWithKey(keys);
      await publish(site);
      const id = await backUp(site, NIGHT);
      await expect(load(id, keys, NIGHT)).rejects.toThrow("The database is not empty");
      await emptyDatabase();
      const { parts } = await manifestOf(id);
      const key = parts.find(({ table }) => table === "listings")?.key ?? "";
      const bytes = await (await env.BACKUPS.get(key))?.arrayBuffer();
      const empty = await allRows(["listings", "settings", "counters"]);
      await expect(load(id, await makeKeys(), NIGHT)).rejects.toThrow("is it the right key?");
      await env.BACKUPS.put(key, new Uint8Array(bytes ?? []).fill(7, 300, 301));
      await expect(load(id, keys, NIGHT)).rejects.toThrow("damaged");
      await env.BACKUPS.delete(key);
      await expect(load(id, keys, NIGHT)).rejects.toThrow("is missing");
      await expect(load("2026-11-20", keys, NIGHT)).rejects.toThrow("There is no finished backup of 2026-11-20");
      expect(await allRows(["listings", "settings", "counters"])).toEqual(empty);
    },
  );

  it("is kept for 30 days, and the first backup of a month for 3 months", () => {
    let kept: string[] = [];
    for (let day = 0; day < 400; day += 1) {
      kept.push(new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10));
      const old = new Set(backupsToDelete(kept));
      kept = kept.filter((id) => !old.has(id));
    }
    expect(kept).toHaveLength(32);
    expect(kept[0]).toBe("2026-12-01");
    expect(kept.slice(0, 3)).toEqual(["2026-12-01", "2027-01-01", "2027-01-06"]);
  });
});

const sent: string[] = [];
const inMailbox = () => ({
  mail: {
    send: async ({ subject }: { subject: string }) => {
      sent.push(subject);
      return { messageId: "1" };
    },
  },
});

describe("the log of withdrawals", () => {
  it("contains a withdrawal when its request ends, but no email or IP address", { tags: ["rest"] }, async () => {
    const site = siteWithKey(keys);
    await subscribe(site, "ana@example.com");
    const token = linkIn((await mailsTo(site, "ana@example.com")).at(0), "unsubscribe");
    await site.fetch(`/api/unsubscribe/${token}`, { method: "POST" });
    const as = await site.logIn();
    await site.fetch("/api/discussion/admin/ban", { json: { ipAddress: "198.51.100.9", reason: "spam" }, as });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM withdrawals").first("n")).toBe(0);
    const texts = await Promise.all(
      (await objects("withdrawals/")).map(async (key) => (await env.BACKUPS.get(key))?.text()),
    );
    const log = texts.join("\n");
    expect(log).toContain('"subscriber.left"');
    expect(log).toContain('"ban"');
    for (const secret of ["ana@", "198.51.100"]) expect(log).not.toContain(secret);
  });

  it("keeps what R2 rejected for the next tick", async () => {
    let isAway = true;
    const site = siteWithKey(keys, {
      deps: ({ backups }) => ({
        backups: bucketThat(() => isAway, backups),
      }),
    });
    const as = await site.logIn();
    await site.fetch("/api/discussion/admin/ban", { json: { ipAddress: "198.51.100.9", reason: "spam" }, as });
    expect(await objects("withdrawals/")).toEqual([]);
    isAway = false;
    await site.runJob("withdrawals.log", new Date(site.clock.now.getTime() + 900_000));
    expect((await objects("withdrawals/")).length).toBe(1);
  });
});
