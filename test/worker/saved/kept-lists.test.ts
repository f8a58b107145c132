import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { KeptList } from "../../../worker/contracts/saved.ts";
import type { PersonalData } from "../../../worker/contracts/subscribers.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { accessAgain, accessOf, keep, keptList, merge, savedHome } from "../../support/worker/saved.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn } from "../../support/worker/subscribers.ts";

const DAY_MS = 86_400_000;
const ANA = "ana@example.com";
const before = (site: Site, ms: number) => new Date(site.clock.now.getTime() - ms);
const later = (site: Site, ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));
const rows = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n");

/** The link to the data of an address. */
async function privacyToken(site: Site): Promise<string> {
  await site.fetch("/api/privacy/request", { json: { email: ANA } });
  return linkIn((await mailsTo(site, ANA))[0], "privacy");
}

describe("saved homes on the server", () => {
  it("are of the holder of the access cookie alone", async () => {
    const site = makeSite();
    for (const [method, body] of [
      ["GET", undefined],
      ["PUT", { wantsPriceDrops: false }],
      ["PATCH", { homes: [savedHome(1, site.clock.now)] }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await site.fetch("/api/saved-homes", { method, ...(body && { json: body }), as: "access=forged" });
      expect(answer.status, method).toBe(401);
      expect(await json(answer)).toMatchObject({ code: "access.required" });
    }
    const ana = await accessOf(site, ANA);
    const ben = await accessOf(site, "ben@example.com");
    await keep(site, ana);
    await keep(site, ben);
    await merge(site, ana, [savedHome(7, before(site, 1000), { note: "Bright" })]);
    expect((await keptList(site, ben)).homes).toEqual([]);
    expect((await keptList(site, ana)).homes).toHaveLength(1);
  });

  it("are kept only once their holder has asked for it", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ana = await accessOf(site, ANA);
    expect(await keptList(site, ana)).toEqual({ isKept: false, wantsPriceDrops: false, homes: [] });
    const refused = await merge(site, ana, [savedHome(7, site.clock.now)]);
    expect(refused.status).toBe(409);
    expect(await rows("saved_homes")).toBe(0);
    expect(await json(keep(site, ana, true))).toEqual({ isKept: true, wantsPriceDrops: true, homes: [] });
    await keep(site, ana, false);
    expect(await keptList(site, ana)).toMatchObject({ isKept: true, wantsPriceDrops: false });
  });

  it("are seen on every device, and of two versions the later one counts", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const phone = await accessOf(site, ANA);
    const laptop = await accessAgain(site, ANA);
    await keep(site, phone);
    const early = before(site, 20_000);
    const late = before(site, 10_000);
    await merge(site, phone, [
      savedHome(1, late, { note: "Called, friendly", state: "called" }),
      savedHome(2, early, { state: "viewing", viewingAt: "2026-11-28T18:30" }),
    ]);
    const answer = await json<KeptList>(
      merge(site, laptop, [savedHome(1, early, { note: "Old" }), savedHome(2, late, { isRemoved: true })]),
    );
    expect(
      answer.homes.map(({ listingId, note, state, isRemoved }) => ({ listingId, note, state, isRemoved })),
    ).toEqual(
      expect.arrayContaining([
        { listingId: 1, note: "Called, friendly", state: "called", isRemoved: false },
        { listingId: 2, note: "", state: null, isRemoved: true },
      ]),
    );
    expect(await keptList(site, phone)).toEqual(answer);
  });

  it("do not believe a clock that is ahead", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ana = await accessOf(site, ANA);
    await keep(site, ana);
    await merge(site, ana, [savedHome(1, before(site, -10 * DAY_MS), { note: "From the future" })]);
    later(site, 1000);
    await merge(site, ana, [savedHome(1, site.clock.now, { note: "Newer" })]);
    expect((await keptList(site, ana)).homes).toMatchObject([{ note: "Newer" }]);
  });

  it("are at most 200, the last saved ones", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ana = await accessOf(site, ANA);
    await keep(site, ana);
    for (let from = 1; from <= 211; from += 30) {
      const ids = Array.from({ length: 30 }, (_, n) => from + n);
      await merge(
        site,
        ana,
        ids.map((id) => savedHome(id, before(site, 1_000_000 - id * 1000))),
      );
    }
    const { homes } = await keptList(site, ana);
    expect(homes).toHaveLength(200);
    expect(homes[0]?.listingId).toBe(240);
    expect(homes.at(-1)?.listingId).toBe(41);
  });

  it("are refused where something in them is wrong, and nothing is stored", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ana = await accessOf(site, ANA);
    await keep(site, ana);
    const home = savedHome(1, site.clock.now);
    const wrong = [
      [],
      Array.from({ length: 31 }, (_, n) => savedHome(n + 1, site.clock.now)),
      [{ ...home, note: "a".repeat(501) }],
      [{ ...home, listingId: 0 }],
      [{ ...home, state: "bought" }],
      [{ ...home, viewingAt: "tomorrow" }],
      [{ ...home, viewingAt: "2026-13-01T10:00" }],
      [{ ...home, changedAt: "yesterday" }],
      [{ ...home, isRemoved: 1 }],
    ];
    for (const homes of wrong) expect((await merge(site, ana, homes)).status, JSON.stringify(homes)).toBe(400);
    expect(await rows("saved_homes")).toBe(0);
    expect((await merge(site, ana, [{ ...home, note: "é".repeat(500) }])).status).toBe(200);
  });

  it(
    "are deleted when their holder stops it, after 180 days without use, and with the subscriber",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const ana = await accessOf(site, ANA);
      const start = async () => {
        await keep(site, ana);
        await merge(site, ana, [savedHome(1, site.clock.now)]);
      };
      await start();
      expect((await site.fetch("/api/saved-homes", { method: "DELETE", as: ana })).status).toBe(200);
      expect([await rows("saved_lists"), await rows("saved_homes")]).toEqual([0, 0]);
      await start();
      later(site, 30 * DAY_MS);
      await keptList(site, ana);
      later(site, 179 * DAY_MS);
      await site.tick();
      expect(await rows("saved_homes")).toBe(1);
      later(site, 2 * DAY_MS);
      await site.tick();
      expect([await rows("saved_lists"), await rows("saved_homes")]).toEqual([0, 0]);
      await keep(site, await accessAgain(site, ANA));
      await env.DB.prepare("DELETE FROM subscribers").run();
      expect(await rows("saved_lists")).toBe(0);
    },
  );

  it("are in the export, and erased with everything else", async () => {
    const site = makeSite();
    const ana = await accessOf(site, ANA);
    await keep(site, ana, true);
    await merge(site, ana, [
      savedHome(1, site.clock.now, { note: "Ask about the cat" }),
      savedHome(2, site.clock.now, { isRemoved: true }),
    ]);
    const token = await privacyToken(site);
    const { savedHomes } = await json<PersonalData>(site.fetch(`/api/privacy/${token}`));
    expect(savedHomes).toMatchObject({ wantsPriceDrops: true, homes: [{ listingId: 1, note: "Ask about the cat" }] });
    expect((await site.fetch(`/api/privacy/${token}`, { method: "DELETE" })).status).toBe(200);
    expect([await rows("saved_lists"), await rows("saved_homes")]).toEqual([0, 0]);
  });
});
