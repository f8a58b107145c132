import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { operator } from "../../support/worker/operator.ts";
import { makeSite } from "../../support/worker/site.ts";

const OPERATOR = "operator@example.com";
const MINUTE_MS = 60_000;

/** A site whose platform refuses purges while `isDown`, and what changes something there. */
async function duringAnOutage() {
  const platform = { isDown: false };
  const purged: (readonly string[])[] = [];
  const site = makeSite({
    vars: { CONTACT_EMAIL: OPERATOR },
    deps: () => ({
      cache: {
        purge: async (tags) => {
          if (platform.isDown) throw new Error("purge limit");
          purged.push(tags);
        },
      },
    }),
  });
  const as = await operator(site);
  const change = (title: string) => {
    const json = { title, link: "https://boxes.example", enabled: true };
    return site.fetch("/api/advertisement-settings", { method: "PUT", json, as });
  };
  const tickLater = (minutes: number) => {
    site.clock.now = new Date(site.clock.now.getTime() + minutes * MINUTE_MS);
    return site.tick();
  };
  return { site, platform, purged, change, tickLater };
}

const openPurges = async () => {
  const { results } = await env.DB.prepare(
    "SELECT id FROM outbox WHERE kind = 'cache.purge' AND done_at IS NULL ORDER BY id",
  ).run<{ id: number }>();
  return results.map(({ id }) => id);
};

describe("a purge that the platform refuses", () => {
  it("does not affect the change, and is retried by the queue", async () => {
    const { site, platform, purged, change } = await duringAnOutage();
    platform.isDown = true;
    expect((await change("Boxes")).status).toBe(200);
    platform.isDown = false;
    await site.runQueue();
    expect(purged).toEqual([["advertisement"]]);
    expect(await openPurges()).toEqual([]);
  });

  it("that the queue gave up is repeated in the first tick that succeeds, all at once", async () => {
    const { site, platform, purged, change, tickLater } = await duringAnOutage();
    platform.isDown = true;
    for (const title of ["Boxes", "Vans"]) await change(title);
    const entries = await openPurges();
    expect(entries).toHaveLength(2);
    for (const outboxId of entries) await site.runDeadQueue({ outboxId });
    // The operator is told of the first, and an hour later of the other one.
    const told = (await mailsTo(site, OPERATOR)).length;
    expect(told).toBe(1);
    await tickLater(15);
    // Neither once more through the queue, which would tell the operator again, nor forgotten.
    expect(await mailsTo(site, OPERATOR)).toHaveLength(told);
    expect(await openPurges()).toEqual(entries);
    platform.isDown = false;
    await tickLater(15);
    expect(purged).toEqual([["advertisement"]]);
    expect(await openPurges()).toEqual([]);
    purged.length = 0;
    await tickLater(15);
    expect(purged).toEqual([]);
  });

  it("is dropped when no copy can be left", async () => {
    const { site, platform, purged, change, tickLater } = await duringAnOutage();
    platform.isDown = true;
    await change("Boxes");
    for (const outboxId of await openPurges()) await site.runDeadQueue({ outboxId });
    platform.isDown = false;
    await tickLater(31 * 24 * 60);
    expect(purged).toEqual([]);
  });
});
