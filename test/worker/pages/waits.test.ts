import { expect, it } from "vitest";
import { LONG_TESTS } from "../../support/time-limits.ts";
import { makeCachedSite } from "../../support/worker/edge-cache.ts";
import { publicReads } from "../../support/worker/public-reads.ts";
import { makeWorld, settled } from "../../support/worker/world.ts";

const LIST = "/api/marketplace-listings";

/** Maximum number of sequential database responses that a public page or read may await. */
const MOST_WAITS = 2;
/** Text searches with results: for words alone, and for words with a type, a place, a street, a house or a rent. */
const SEARCHES = ["quiet", "1 bedroom", "toronto", "main street", "85 main", "under 3000", "quiet under 3000"];
/** Reads by moderators, which await their session first. */
const MODERATORS: [path: string, waits: number][] = [
  ["/api/admin/listings", 2],
  ["/api/admin/listings?status=pending", 2],
  ["/api/admin/digest/preview", 3],
];

it("pages need only a few sequential database round trips", { timeout: LONG_TESTS.changes }, async () => {
  const site = makeCachedSite({ now: new Date("2026-11-20T14:00:00Z") });
  const world = await makeWorld(site);
  await settled(site);
  const waitsFor = async (path: string) => {
    const { result, waits } = await site.waits(path, { as: world.moderator });
    return { waits, text: await result.text() };
  };
  const slow: string[] = [];
  const notFound: string[] = [];
  const expectAtMost = async (most: number, path: string) => {
    const { waits } = await waitsFor(path);
    if (waits > most) slow.push(`${path}: ${waits}`);
  };

  for (const path of publicReads(world)) await expectAtMost(MOST_WAITS, path);
  for (const path of ["/?maxRent=3000", `${LIST}?maxRent=3000`, `${LIST}/map?maxRent=3000`])
    await expectAtMost(MOST_WAITS, path);
  for (const q of SEARCHES) {
    const { text } = await waitsFor(`${LIST}?q=${q}`);
    if (text === "[]") notFound.push(q);
    for (const path of [`${LIST}?q=${q}`, `${LIST}/map?q=${q}`, `/?q=${q}`]) await expectAtMost(MOST_WAITS, path);
  }
  for (const [path, most] of MODERATORS) await expectAtMost(most, path);
  expect(notFound).toEqual([]);
  expect(slow).toEqual([]);
});
