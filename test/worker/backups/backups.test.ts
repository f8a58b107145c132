import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { PHOTO_INVENTORY } from "../../../worker/features/backups/backup-format.ts";
import { backedUpTables, NOT_BACKED_UP } from "../../../worker/features/backups/backups.repo.ts";
import { allRows, backUp, type Keys, load, makeKeys, manifestOf, siteWithKey } from "../../support/worker/backups.ts";
import { emptyDatabase } from "../../support/worker/database.ts";
import { comment, startThread, visitor } from "../../support/worker/forum.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { publish } from "../../support/worker/listings.ts";
import { settled } from "../../support/worker/world.ts";
import { tablesOf } from "../../support/worker/stores.ts";
import { subscribe } from "../../support/worker/subscribers.ts";

const NIGHT = new Date("2026-11-21T08:15:00Z");
let keys: Keys;
beforeAll(async () => {
  keys = await makeKeys();
});

describe("a backup", () => {
  it("contains every table except those that are rebuilt or listed as omitted", async () => {
    const { results } = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'",
    ).all<{ name: string }>();
    const virtual = results.map(({ name }) => name);
    const held = [...backedUpTables().map(({ name }) => name), ...Object.keys(NOT_BACKED_UP), ...virtual];
    expect(held.toSorted()).toEqual(await tablesOf(env.DB));
  });

  it("restores every row of every table into an empty database", { tags: ["rest"] }, async () => {
    const site = siteWithKey(keys);
    await publish(site, { images: [dataUrl(await png({ width: 600, height: 400 }))] });
    await publish(site, { address: "12 O'Hara Ave, Toronto, ON", landlordName: "Zoë \u{1f3e0} 'x'" });
    await subscribe(site, "reader@example.com");
    const author = await visitor(site);
    const thread = await startThread(site, author, { title: "Is the laundry shared" });
    await comment(site, author, thread.id);
    await env.DB.prepare("INSERT INTO areas VALUES ('x', 'neighbourhood', 'Long', ?, 'v1')")
      .bind(`[${"1.5,'".repeat(40_000)}]`)
      .run();
    await settled(site as Parameters<typeof settled>[0]);
    const names = backedUpTables().map(({ name }) => name);

    const before = await allRows(names);
    const id = await backUp(site, NIGHT);
    const manifest = await manifestOf(id);
    expect(manifest.parts.find(({ table }) => table === PHOTO_INVENTORY)?.rows).toBeGreaterThan(0);

    await emptyDatabase();
    const { orphans } = await load(id, keys, NIGHT);
    expect(Object.values(orphans).every((count) => count === 0)).toBe(true);
    const after = await allRows(names);
    for (const name of names.filter((one) => !["outbox", "job_runs", "settings", "job_cursors"].includes(one)))
      expect(after[name], name).toEqual(before[name]);
  });
});
