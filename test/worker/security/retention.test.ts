import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import retention from "../../../docs/data-retention.md?raw";
import { STILL_LOOKING_DAYS } from "../../../worker/contracts/alerts.ts";
import { BACKUPS_KEPT, backupPrefix, WITHDRAWALS_PREFIX } from "../../../worker/features/backups/backup-format.ts";
import { TIMETABLE_KEY } from "../../../worker/transit/format.ts";
import { tilesKey } from "../../../worker/contracts/map-tiles.ts";
import { RETENTION_DAYS, MAIL_WAITS_DAYS } from "../../../worker/contracts/retention.ts";
import { GEOCODE_ANSWER_DAYS } from "../../../worker/contracts/places.ts";
import * as worker from "../../../worker/index.ts";
import { SCHEDULED_JOBS } from "../../../worker/jobs.ts";
import { buildFileKey, buildListKey, KEPT_BUILD_DAYS } from "../../../worker/platform/build-store.ts";
import { photoKey, previewKey } from "../../../worker/platform/photo-store.ts";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { insertOldRows, OLD_ROWS } from "../../support/worker/old-rows.ts";
import { storeNames, tablesOf } from "../../support/worker/stores.ts";
import { makeSite } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;
const stores = storeNames(retention);

describe("docs/data-retention.md", () => {
  it("lists every table of the schema with its period and owner, and nothing else", async () => {
    const tables = await tablesOf(env.DB);
    const written = stores.map(({ name }) => name).filter((name) => /^[a-z_]+$/.test(name));
    expect(written).toEqual(tables);
  });

  it("lists every object class, bucket prefix and KV key", () => {
    const written = stores.map(({ name }) => name).filter((name) => !/^[a-z_]+$/.test(name));
    const classes = Object.entries(worker).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
    const address = { prefix: "0".repeat(32), hash: "0".repeat(32) };
    const keys = [
      photoKey(address, 400),
      previewKey(address),
      buildFileKey("a.js"),
      buildListKey("a"),
      tilesKey("a"),
      TIMETABLE_KEY,
    ];
    const prefixes = keys.map((key) => `PHOTOS ${key.split("/")[0]}/`);
    const backups = [backupPrefix("2026-11-23"), WITHDRAWALS_PREFIX].map((key) => `BACKUPS ${key.split("/")[0]}/`);
    expect(written.toSorted()).toEqual([...classes, ...new Set(prefixes), ...backups, "STATS_SESSIONS"].toSorted());
  });

  it("states the same periods as the privacy policy and the jobs", () => {
    const periodOf = (store: string) => stores.find(({ name }) => name === store)?.period;
    for (const [store, days] of [
      ["reports", RETENTION_DAYS.dismissedReport],
      ["listing_messages", RETENTION_DAYS.listingMessage],
      ["appeals", RETENTION_DAYS.appeal],
      ["AttemptCounter", RETENTION_DAYS.knownNetwork],
      ["mail_places", RETENTION_DAYS.mailPlace],
      ["mail_places", MAIL_WAITS_DAYS + RETENTION_DAYS.mailPlace],
      ["proven_addresses", RETENTION_DAYS.proof],
      ["saved_searches", RETENTION_DAYS.unconfirmedSearch],
      ["saved_searches", RETENTION_DAYS.stoppedSearch],
      ["saved_searches", STILL_LOOKING_DAYS.askAfter],
      ["saved_searches", STILL_LOOKING_DAYS.pauseAfter],
      ["alerts_notified", RETENTION_DAYS.notifiedHome],
      ["geocode_answers", GEOCODE_ANSWER_DAYS],
      ["PHOTOS assets/", KEPT_BUILD_DAYS],
      ["PHOTOS builds/", KEPT_BUILD_DAYS],
    ] as const)
      expect(periodOf(store), store).toContain(`${days} days`);
    for (const count of [`${BACKUPS_KEPT.daily} days`, `${BACKUPS_KEPT.monthly} months`])
      expect(periodOf("BACKUPS backups/")).toContain(count);
    expect(periodOf("audit_log")).toContain(`${RETENTION_DAYS.auditEntry / 365} years`);
  });

  it("names existing jobs", () => {
    const jobs = new Set(SCHEDULED_JOBS.map(({ name }) => name));
    const named = stores.flatMap(({ owner }) =>
      [...owner.matchAll(/`([a-z]+(?:\.[a-z_]+)?)`/g)].map(([, name = ""]) => name),
    );
    expect(named.filter((name) => !jobs.has(name) && name !== "privacy")).toEqual([]);
    expect(named.length).toBeGreaterThan(25);
  });
});

describe("a backlog of old rows", () => {
  const ROWS = 4_500;

  it("is deleted from every store within a day, by bounded ticks", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await startThread(site, await visitor(site));
    await insertOldRows(ROWS);
    const left = async (table: string) =>
      (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n")) ?? 0;
    for (let tick = 0; tick < 5; tick += 1) {
      site.clock.now = new Date(site.clock.now.getTime() + DAY_MS);
      await site.tick();
    }
    for (const table of Object.keys(OLD_ROWS)) {
      // Rows written by the ticks themselves remain.
      expect(await left(table), table).toBeLessThan(table === "job_runs" ? 400 : 20);
    }
    expect(await env.DB.prepare("SELECT value FROM counters WHERE key = 'audit'").first("value")).toBe(0);
  });
});
