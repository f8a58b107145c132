import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import type { Presence } from "../../../worker/contracts/people.ts";
import { submit } from "../../support/worker/listings.ts";
import { colleague, firstOperator } from "../../support/worker/people.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

async function twoModerators(site: Site) {
  const olga = await firstOperator(site);
  const mona = await colleague(site, olga.as, "moderator");
  return { olga, mona, id: await submit(site) };
}

describe("the people who have a listing open", () => {
  const look = async (site: Site, as: string, id: number) =>
    (await json<Presence>(site.fetch(`/api/admin/listings/${id}/presence`, { method: "POST", as }))).others;
  const later = (site: Site, seconds: number) =>
    void (site.clock.now = new Date(site.clock.now.getTime() + seconds * 1_000));

  it("are shown to others by name, for as long as they keep it open", async () => {
    const site = makeSite();
    const { olga, mona, id } = await twoModerators(site);
    const since = site.clock.now.toISOString();
    expect(await look(site, mona.as, id)).toEqual([]);
    expect(await look(site, olga.as, id)).toEqual([{ name: "Mona", since }]);
    later(site, 20);
    expect(await look(site, mona.as, id)).toEqual([{ name: "Olga", since }]);
    later(site, 20);
    expect(await look(site, olga.as, id)).toEqual([{ name: "Mona", since }]);
    expect(await look(site, olga.as, await submit(site, { address: "9 Elm St, Toronto, ON" }))).toEqual([]);
    await site.fetch(`/api/admin/listings/${id}/presence`, { method: "DELETE", as: mona.as });
    expect(await look(site, olga.as, id)).toEqual([]);
    await look(site, mona.as, id);
    later(site, 31);
    expect(await look(site, olga.as, id)).toEqual([]);
  });

  it("do not include one's own windows, and the shared password is shown without a name", async () => {
    const site = makeQuietSite();
    const { olga, id } = await twoModerators(site);
    const shared = await site.logIn();
    await look(site, shared, id);
    later(site, 1);
    expect(await look(site, olga.as, id)).toMatchObject([{ name: null }]);
    expect(await look(site, await site.logIn(), id)).toMatchObject([{ name: null }, { name: "Olga" }]);
  });

  it("return 404 for a listing that does not exist, and cost few rows", async () => {
    const site = makeQuietSite();
    const { olga, mona, id } = await twoModerators(site);
    await look(site, mona.as, id);
    const { rowsRead } = await site.count(`/api/admin/listings/${id}/presence`, { method: "POST", as: olga.as });
    expect(rowsRead).toBeLessThan(12);
    for (const wrong of ["999", "0", "x"])
      expect((await site.fetch(`/api/admin/listings/${wrong}/presence`, { method: "POST", as: olga.as })).status).toBe(
        404,
      );
  });
});

describe("the second decision on an outdated state", () => {
  const decisions: [
    name: string,
    decide: (site: Site, id: number, revision: number, as: string) => Promise<Response>,
  ][] = [
    [
      "approve",
      (site, id, revision, as) =>
        site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: { approved: true, revision }, as }),
    ],
    [
      "reject",
      (site, id, revision, as) =>
        site.fetch(`/api/admin/listings/${id}/reject`, { json: { reason: "wording", revision }, as }),
    ],
    [
      "confirm",
      (site, id, revision, as) => site.fetch(`/api/admin/listings/${id}/confirm`, { json: { revision }, as }),
    ],
    [
      "edit",
      (site, id, revision, as) =>
        site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { rent: "1,900", revision }, as }),
    ],
    [
      "ask",
      (site, id, revision, as) =>
        site.fetch(`/api/admin/listings/${id}/ask`, { json: { text: "Is the rent right?", revision }, as }),
    ],
    [
      "delete",
      (site, id, revision, as) =>
        site.fetch(`/api/admin/listings/${id}?revision=${revision}`, { method: "DELETE", as }),
    ],
  ];

  it.each(decisions)(
    "to %s is refused with the change and its author, and changes nothing",
    { tags: ["rest"] },
    async (_, decide) => {
      const site = makeQuietSite();
      const { olga, mona, id } = await twoModerators(site);
      const read = () => json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: olga.as }));
      const seen = await read();
      await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { rent: "1,700" }, as: mona.as });
      await site.fetch(`/api/admin/listings/${id}/reject`, { json: { reason: "scam" }, as: mona.as });
      const now = await read();
      const refused = await decide(site, id, seen.revision, olga.as);
      expect(refused.status).toBe(409);
      const { code, error, difference } = await json<ErrorBody>(refused);
      expect([code, error]).toEqual([
        "listing.changed",
        "Mona changed this listing in the meantime. Please review it again.",
      ]);
      expect(difference).toMatchObject({ revision: now.revision, status: "rejected" });
      expect(
        difference?.changes.map(({ action, person, before, after }) => ({ action, name: person?.name, before, after })),
      ).toMatchObject([
        { action: "listing.edit", name: "Mona", before: { rent: "$1,850" }, after: { rent: "1,700" } },
        { action: "listing.reject", name: "Mona", before: { status: "pending" }, after: { status: "rejected" } },
      ]);
      expect(await read()).toEqual(now);
      expect((await decide(site, id, now.revision, olga.as)).status).toBe(200);
    },
  );

  it("states who deleted the listing", async () => {
    const site = makeQuietSite();
    const { olga, mona, id } = await twoModerators(site);
    await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as: mona.as });
    const refused = await site.fetch(`/api/admin/listings/${id}/reject`, { json: { reason: "scam" }, as: olga.as });
    expect(await json<ErrorBody>(refused)).toMatchObject({
      code: "listing.closed",
      difference: { status: "deleted", changes: [{ action: "listing.delete", person: { name: "Mona" } }] },
    });
  });
});
