import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { PURGES } from "../../../worker/platform/caching.ts";
import { OUTBOX_HANDLERS, SCHEDULED_JOBS } from "../../../worker/jobs.ts";
import { JOBS, OUTBOX, type Work, type Workplace } from "../../support/worker/background-work.ts";
import { makeCachedSite } from "../../support/worker/edge-cache.ts";
import { differing, publicReads, readAll } from "../../support/worker/public-reads.ts";
import { makeWorld } from "../../support/worker/world.ts";

async function makeWorkplace(): Promise<Workplace> {
  const photos = { areDown: false };
  const site = makeCachedSite({
    now: new Date("2026-11-20T14:00:00Z"),
    deps: (deps) => ({
      photos: {
        ...deps.photos,
        encode: (address, bytes) =>
          photos.areDown ? Promise.reject(new Error("R2 does not answer")) : deps.photos.encode(address, bytes),
      },
    }),
  });
  return { site, world: await makeWorld(site), photos };
}

/** The evening in Toronto, when the day's automated posts are due. */
const NEXT_DAY = new Date("2026-11-21T23:00:00Z");

/** Returns the tags of some changes. The purged tags are compared without ids. */
const tagsOfChanges = ({ purges }: Work) => new Set<string>(purges.flatMap((change) => PURGES[change].tags));
const withoutIds = (tags: readonly string[]) => new Set(tags.map((tag) => tag.replace(/:\d+$/, ":{id}")));

/**
 * Reads everything through the cache, runs the work, and reads everything again, both through the cache and without it.
 */
async function around({ site, world }: Workplace, more: readonly string[], work: () => Promise<void>) {
  const paths = [...publicReads(world), ...more];
  site.cache.clear();
  const before = await readAll(paths, site.visit);
  site.purged.length = 0;
  await work();
  await site.finishPurges();
  const purged = withoutIds(site.purged);
  const after = await readAll(paths, site.fetch);
  return { purged, seen: differing(before, after), stale: differing(after, await readAll(paths, site.visit)) };
}

/** Runs only the open outbox entries of one kind. */
async function deliver({ site }: Workplace, kind: string): Promise<void> {
  const { results } = await env.DB.prepare("SELECT id FROM outbox WHERE kind = ? AND done_at IS NULL")
    .bind(kind)
    .run<{ id: number }>();
  expect(results.length, `entries of ${kind}`).toBeGreaterThan(0);
  site.queued.splice(0, Infinity, ...results.map(({ id }) => ({ outboxId: id })));
  await site.runQueue();
  const ids = results.map(({ id }) => id).join(",");
  const open = await env.DB.prepare(`SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND id IN (${ids})`).first(
    "n",
  );
  expect(open, `open entries of ${kind}`).toBe(0);
}

const rows = (table: Readonly<Record<string, Work>>, isNothing: boolean) =>
  Object.entries(table).filter(([, { prepare }]) => (prepare === undefined) === isNothing);

describe("the cache with cron jobs", () => {
  it("is tested with every job", () => {
    expect(Object.keys(JOBS).toSorted()).toEqual(SCHEDULED_JOBS.map(({ name }) => name).toSorted());
  });

  it.each(rows(JOBS, false))("serves after %s the same as the site itself", { tags: ["rest"] }, async (name, work) => {
    const place = await makeWorkplace();
    const more = (await work.prepare?.(place)) ?? [];
    place.site.clock.now = work.at ?? NEXT_DAY;
    const { purged, seen, stale } = await around(place, more, async () => {
      expect(await place.site.runJob(name)).toBe(true);
    });
    expect(stale).toEqual([]);
    expect(seen.length > 0, `whether it is seen, as in ${seen.join(" ")}`).toBe(work.isSeen);
    expect(purged).toEqual(tagsOfChanges(work));
  });

  it("is not affected by any other job", { tags: ["rest"] }, async () => {
    const place = await makeWorkplace();
    place.site.clock.now = NEXT_DAY;
    const { purged, seen, stale } = await around(place, [], async () => {
      for (const [name, { at = NEXT_DAY }] of rows(JOBS, true))
        expect(await place.site.runJob(name, at), name).toBe(true);
    });
    expect([seen, stale, purged]).toEqual([[], [], new Set()]);
  });
});

describe("the cache with queued work", () => {
  it("is tested with every kind of work", () => {
    expect(Object.keys(OUTBOX).toSorted()).toEqual(Object.keys(OUTBOX_HANDLERS).toSorted());
  });

  it.each(rows(OUTBOX, false))(
    "serves after %s the same as the site itself",
    { tags: ["rest"] },
    async (kind, work) => {
      const place = await makeWorkplace();
      const more = (await work.prepare?.(place)) ?? [];
      const { purged, seen, stale } = await around(place, more, () => deliver(place, kind));
      expect(stale).toEqual([]);
      expect(seen.length > 0, `whether it is seen, as in ${seen.join(" ")}`).toBe(work.isSeen);
      expect(purged).toEqual(tagsOfChanges(work));
    },
  );
});
