import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import { type BulkApproval, UNDO_MS } from "../../../worker/contracts/decisions.ts";
import type { ListingContext } from "../../../worker/contracts/moderation-queue.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { houses } from "../../support/worker/geocoder.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { dataUrl, room } from "../../support/worker/images.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { area, drain, imported } from "../../support/worker/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const queue = async (site: Site, query = "") => {
  const response = await site.fetch(`/api/admin/listings${query}`, { as: await site.logIn() });
  const answer = await json<AdminListing[] | { error: string }>(response.clone());
  return { response, ids: Array.isArray(answer) ? answer.map(({ id }) => id) : [] };
};
const search = async (site: Site, text: string, more = "") =>
  (await queue(site, `?q=${encodeURIComponent(text)}${more}`)).ids;

describe("the moderators' queue", () => {
  it("lists pending listings first, newest first in each half", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ids: number[] = [];
    for (let n = 1; n <= 6; n += 1) ids.push(await submit(site, { address: `${n} Elm St` }));
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids;
    await approve(site, f);
    await approve(site, b);
    expect((await queue(site)).ids).toEqual([e, d, c, a, f, b]);
    expect((await queue(site, "?limit=2&offset=3")).ids).toEqual([a, f]);
  });

  it("is paged even with a hundred thousand listings", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 5_000, site.clock.now.getTime())).run();
    await submit(site);
    const as = await site.logIn();
    const { rowsRead } = await site.count("/api/admin/listings?limit=20&offset=40", { as });
    expect(rowsRead).toBeLessThanOrEqual(40 + 20 + 2 + 1);
  });
});

describe("what waits for a decision", () => {
  const WAITING = "?status=pending&sort=waiting";
  const waiting = async (site: Site) =>
    json<AdminListing[]>(site.fetch(`/api/admin/listings${WAITING}`, { as: await site.logIn() }));
  const later = (site: Site, hours: number) =>
    (site.clock.now = new Date(site.clock.now.getTime() + hours * 3_600_000));

  it(
    "is listed by waiting time since submission or unpublishing, with numbers under review first",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id: withdrawn } = await publish(site, { address: "1 Elm St" });
      const { id: reported } = await publish(site, { address: "2 Elm St" });
      const rejected = await submit(site, { address: "3 Elm St" });
      const reject = { json: { reason: "wording" }, as: await site.logIn() };
      await site.fetch(`/api/admin/listings/${rejected}/reject`, reject);
      later(site, 1);
      const old = await submit(site, { address: "4 Elm St" });
      later(site, 1);
      const withdrawnAt = site.clock.now.toISOString();
      await approve(site, withdrawn, false);
      later(site, 1);
      for (const from of ["198.51.100.1", "203.0.113.1", "192.0.2.1"]) {
        const json = { propertyId: reported, reason: "SCAM" };
        await site.fetch("/api/report-property", { json, headers: { "cf-connecting-ip": from } });
      }
      const shown = await waiting(site);
      expect(shown.map(({ id }) => id)).toEqual([reported, old, withdrawn]);
      expect(shown.map(({ waitingSince }) => waitingSince)).toEqual([
        site.clock.now.toISOString(),
        shown[1]?.submittedAt,
        withdrawnAt,
      ]);
      const { response } = await queue(site, WAITING);
      expect(response.headers.get("x-total-count")).toBe("3");
      expect((await queue(site, `${WAITING}&limit=1&offset=1`)).ids).toEqual([old]);
      for (const other of ["?sort=waiting", "?status=approved&sort=waiting", "?status=pending&sort=oldest"])
        expect((await queue(site, other)).response.status, other).toBe(400);
    },
  );

  it("is read page by page, even among 5,000", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 5_000, site.clock.now.getTime())).run();
    await env.DB.prepare("UPDATE listings SET status = 'pending'").run();
    const { rowsRead } = await site.count(`/api/admin/listings${WAITING}&limit=20&offset=40`, {
      as: await site.logIn(),
    });
    // Two rows for each listing (in the index and in the table), the counter, and the session.
    expect(rowsRead).toBeLessThanOrEqual(2 * (40 + 20) + 3);
  });
});

describe("the context of a listing", () => {
  const contextOf = async (site: Site, id: number) =>
    json<ListingContext>(site.fetch(`/api/admin/listings/${id}/context`, { as: await site.logIn() }));

  it("shows the listings that its notes mention, others by the same landlord, and its history", async () => {
    const site = makeSite();
    const theirs = { email: "Owner@example.com", phone: "416-555-0001" };
    const first = await submit(site, { ...theirs, address: "1 Elm St", unit: "4", images: [dataUrl(await room())] });
    const byPhone = await submit(site, { ...theirs, email: "other@example.com", address: "2 Elm St" });
    const byMail = await submit(site, {
      ...theirs,
      email: "owner@example.com",
      phone: "416-555-0002",
      address: "3 Elm St",
    });
    await submit(site, { email: "nobody@example.com", phone: "416-555-0009", address: "4 Elm St" });
    await site.fetch(`/api/admin/listings/${byPhone}`, { method: "DELETE", as: await site.logIn() });
    const again = await submit(site, { ...theirs, address: "1 Elm St", unit: "4" });
    await approve(site, again);

    const { related, landlord, history } = await contextOf(site, again);
    expect(related.map(({ id, why }) => [id, why])).toContainEqual([
      first,
      [`Possible duplicate of #${first}: same unit.`],
    ]);
    expect(related.find(({ id }) => id === first)?.images).toHaveLength(1);
    expect(landlord.map(({ id, status }) => [id, status])).toEqual([
      [byMail, "pending"],
      [byPhone, "deleted"],
      [first, "pending"],
    ]);
    expect(history.map(({ action }) => action)).toEqual(["listing.approve"]);
    const unknown = await site.fetch("/api/admin/listings/999/context", { as: await site.logIn() });
    expect(unknown.status).toBe(404);
    expect((await site.fetch(`/api/admin/listings/${again}/context`)).status).toBe(401);
  });
});

describe("listings without a known location", () => {
  const UNPLACED = "?place=unknown";

  it("are those without coordinates, except rented and deleted ones", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await houses([85, "Main St", 43.6845, -79.2999]);
    await area("neighbourhood", "Stonegate-Queensway", { latitude: 43.6363, longitude: -79.4985 }, 0.05);
    const placed = await submit(site, { address: "85 Main St, Toronto" });
    const nowhere = await submit(site, { address: "1 Nowhere Lane, Toronto" });
    const inArea = await submit(site, { address: "2 Nowhere Lane, Toronto, ON M8Y 1A1" });
    const { id: approved } = await publish(site, { address: "3 Nowhere Lane, Toronto" });
    const { id: rented } = await publish(site, { address: "4 Nowhere Lane, Toronto" });
    const deleted = await submit(site, { address: "5 Nowhere Lane, Toronto" });
    await env.DB.prepare("UPDATE listings SET status = 'rented' WHERE id = ?").bind(rented).run();
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${deleted}`, { method: "DELETE", as });
    await drain(site);
    const unplaced = await queue(site, UNPLACED);
    expect(unplaced.ids).toEqual([inArea, nowhere, approved]);
    expect(unplaced.response.headers.get("x-total-count")).toBe("3");
    const rows = await json<AdminListing[]>(site.fetch("/api/admin/listings", { as }));
    expect(new Map(rows.map(({ id, place }) => [id, place]))).toEqual(
      new Map([
        [placed, "point"],
        [nowhere, "unknown"],
        [inArea, "area"],
        [approved, "unknown"],
        [rented, "unknown"],
      ]),
    );
    await site.fetch(`/api/admin/listings/${nowhere}/place`, {
      method: "PUT",
      json: { latitude: 43.7, longitude: -79.4 },
      as,
    });
    const rest = await queue(site, UNPLACED);
    expect(rest.ids).toEqual([inArea, approved]);
    expect(rest.response.headers.get("x-total-count")).toBe("2");
  });

  it("can be searched, even by number", async () => {
    const site = makeSite();
    const elm = await submit(site, { address: "12 Elm Street" });
    const pinned = await submit(site, { address: "14 Elm Street" });
    await site.fetch(`/api/admin/listings/${pinned}/place`, {
      method: "PUT",
      json: { latitude: 43.7, longitude: -79.4 },
      as: await site.logIn(),
    });
    expect(await search(site, "elm street")).toEqual([pinned, elm]);
    expect(await search(site, "elm street", "&place=unknown")).toEqual([elm]);
    expect(await search(site, `#${pinned}`, "&place=unknown")).toEqual([]);
    expect(await search(site, `#${elm}`, "&place=unknown")).toEqual([elm]);
  });

  it("cost one page among thousands with a location", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ids: number[] = [];
    for (let n = 1; n <= 3; n += 1) ids.unshift(await submit(site, { address: `${n} Nowhere Lane` }));
    await env.DB.prepare(bulkInsertSql(1, 5_000, site.clock.now.getTime())).run();
    const highest = Math.max(...ids);
    await env.DB.prepare("UPDATE listings SET latitude = 43.7, longitude = -79.4 WHERE id > ?").bind(highest).run();
    const as = await site.logIn();
    const { rowsRead } = await site.count(`/api/admin/listings${UNPLACED}&limit=20`, { as });
    // There are two counters here: one for each state of a location.
    expect(rowsRead).toBeLessThanOrEqual(ids.length + 2 + 1);
    expect((await queue(site, `${UNPLACED}&limit=20`)).ids).toEqual(ids);
  });

  it.each(["?place=known", "?place=unknown&status=approved", "?place=known&status=pending"])(
    "are not listed for %s, which is rejected",
    async (query) => {
      expect((await queue(makeSite(), query)).response.status).toBe(400);
    },
  );
});

describe("the moderators' search", () => {
  it("finds a listing by any of its data, regardless of case, and by parts of words", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const elm = await submit(site, {
      address: "12 Elm Street, Toronto",
      unit: "1907B",
      email: "Maria.Rossi@example.com",
      phone: "(647) 555-0188",
      landlordName: "Maria Rossi",
    });
    const oak = await submit(site, { address: "99 Oak Avenue, Toronto", phone: "416-555-0170" });
    for (const text of [
      "elm str",
      "ELM",
      "1907b",
      "maria.rossi@",
      "rossi elm",
      "647 555",
      "6475550188",
      "555-0188",
      `#${elm}`,
      `${elm}`,
    ])
      expect(await search(site, text), text).toContain(elm);
    expect(await search(site, "avenue")).toEqual([oak]);
    expect(await search(site, "elm avenue")).toEqual([]);
    expect(await search(site, "Toronto")).toEqual([oak, elm]);
  });

  it(
    "reflects edits, respects the state filter, and finds deleted listings only with that filter",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id } = await publish(site, { address: "12 Elm Street, Toronto" });
      const as = await site.logIn();
      await site.fetch(`/api/admin/listings/${id}`, {
        method: "PATCH",
        json: { address: "12 Birch Street, Toronto" },
        as,
      });
      expect(await search(site, "elm street")).toEqual([]);
      expect(await search(site, "birch")).toEqual([id]);
      expect(await search(site, "birch", "&status=pending")).toEqual([]);
      expect(await search(site, "birch", "&status=approved")).toEqual([id]);
      await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as });
      expect(await search(site, "birch")).toEqual([]);
      expect(await search(site, `${id}`)).toEqual([]);
      expect(await search(site, "birch", "&status=deleted")).toEqual([id]);
    },
  );

  it("finds a house number and a unit, which are words of one or two characters", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const low = await submit(site, { address: "12 King Street W", unit: "4B" });
    const high = await submit(site, { address: "85 King Street W", unit: "9" });
    expect(await search(site, "12 king")).toEqual([low]);
    expect(await search(site, "king 9")).toEqual([high]);
    expect(await search(site, "4b king")).toEqual([low]);
    expect(await search(site, "king w")).toEqual([high, low]);
    expect(await search(site, "7 king")).toEqual([]);
  });

  it("for a number finds the listing with that id and all others that contain it", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ids: number[] = [];
    for (let n = 1; n <= 6; n += 1)
      ids.push(await submit(site, { address: `${n} Number Street`, phone: "416-555-1001" }));
    await env.DB.prepare("UPDATE listings SET id = 1001 WHERE id = ?").bind(ids[0]).run();
    const pages: number[] = [];
    for (let offset = 0; offset < 8; offset += 2)
      pages.push(...(await search(site, "1001", `&limit=2&offset=${offset}`)));
    expect(pages).toEqual([1001, ...ids.slice(1).toReversed()]);
  });

  it("finds an old listing in a rare state among thousands of others", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site, { address: "1 Danforth Ave, Toronto" });
    await env.DB.prepare(bulkInsertSql(1, 3_000, site.clock.now.getTime())).run();
    expect(await search(site, "toronto danforth", "&status=pending")).toEqual([id]);
  });

  it("is paged without a total", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ids: number[] = [];
    for (let n = 1; n <= 5; n += 1) ids.unshift(await submit(site, { address: `${n} Elm Street` }));
    const { response, ids: first } = await queue(site, "?q=elm&limit=3");
    expect(response.headers.get("x-total-count")).toBeNull();
    expect([...first, ...(await search(site, "elm", "&limit=3&offset=3"))]).toEqual(ids);
  });

  it.each(["%", "el", '"', "a b c", "' OR 1=1"])("for %j returns 400 with a reason, or finds nothing", async (text) => {
    const site = makeSite();
    await submit(site, { address: "12 Elm Street" });
    const { response } = await queue(site, `?q=${encodeURIComponent(text)}`);
    expect([200, 400]).toContain(response.status);
    const answer = await json<{ fields?: Record<string, string> }>(response);
    expect(answer).toEqual(
      response.status === 200 ? [] : expect.objectContaining({ fields: { q: expect.any(String) } }),
    );
  });

  it.each(['"elm" OR "oak', "elm* NOT oak", "address:elm", "NEAR(elm oak)", "elm^2", "(elm)"])(
    "treats %j as text, not as query syntax",
    async (text) => {
      const site = makeSite();
      await submit(site, { address: "12 Elm Street" });
      expect((await queue(site, `?q=${encodeURIComponent(text)}`)).response.status).toBe(200);
    },
  );
});

describe("approving a revision", () => {
  it("is refused when the landlord has changed the listing, singly and in bulk", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site, { rent: "$1,850" });
    const as = await site.logIn();
    const read = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
    await site.runQueue();
    const [mail] = await mailsTo(site, "landlord@example.com");
    await site.fetch(`/api/manage/${tokenIn(mail, "manage")}`, { method: "PATCH", json: { rent: "$9,000" } });
    const { revision } = read;
    const one = await site.fetch(`/api/admin/listings/${id}/status`, {
      method: "PATCH",
      json: { approved: true, revision },
      as,
    });
    expect(one.status).toBe(409);
    const many = await json<BulkApproval>(
      site.fetch("/api/admin/listings/approve", { json: { ids: [id], revisions: [revision] }, as }),
    );
    expect(many.refused).toEqual([expect.objectContaining({ id, code: "listing.changed" })]);
    const now = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
    expect(now).toMatchObject({ status: "pending", rent: "$9,000" });
    const again = await site.fetch(`/api/admin/listings/${id}/status`, {
      method: "PATCH",
      json: { approved: true, revision: now.revision },
      as,
    });
    expect(again.status).toBe(200);
  });

  it("is not refused because photos have been compared", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const photo = dataUrl(await room({ seed: 3 }));
    await submit(site, { address: "1 Elm St", images: [photo] });
    const id = await submit(site, { address: "2 Elm St", phone: "416-555-0199", images: [photo] });
    const as = await site.logIn();
    const { revision } = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
    await site.runQueue();
    const answer = await site.fetch(`/api/admin/listings/${id}/status`, {
      method: "PATCH",
      // A reused photo is a scam sign.
      json: { approved: true, revision, confirmScam: true },
      as,
    });
    expect(answer.status).toBe(200);
    expect((await json<AdminListing>(answer)).reviewNotes.map(({ code }) => code)).toContain("same_photo");
  });
});

describe("approving several listings at once", () => {
  const approveAll = async (site: Site, ids: unknown, as?: string) =>
    site.fetch("/api/admin/listings/approve", { json: { ids }, as: as ?? (await site.logIn()) });

  it("approves all that can be approved, and explains the others", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const one = await submit(site, { address: "1 Elm St", email: "one@example.com" });
    const two = await submit(site, { address: "2 Elm St", email: "two@example.com" });
    const mute = await submit(site, { address: "3 Elm St", phone: "" });
    const rented = await publish(site, { address: "4 Elm St", email: "four@example.com" });
    await env.DB.prepare("UPDATE listings SET status = 'rented' WHERE id = ?").bind(rented.id).run();
    site.purged.length = 0;
    const response = await approveAll(site, [one, mute, two, two, 999, rented.id]);
    expect(response.status).toBe(200);
    const answer = await json<BulkApproval>(response);
    expect(answer.approved.map(({ id, status }) => [id, status])).toEqual([
      [one, "approved"],
      [two, "approved"],
    ]);
    expect(answer.refused).toEqual([
      { id: mute, error: "A listing without a phone number cannot be approved.", code: "listing.no_contact" },
      { id: 999, error: "Listing not found", code: "listing.not_found" },
      {
        id: rented.id,
        error: "This listing was rented or deleted and cannot be changed.",
        code: "listing.closed",
      },
    ]);
    expect(new Set(site.purged)).toEqual(new Set(["listings", `listing:${one}`, `listing:${two}`]));
    site.clock.now = new Date(site.clock.now.getTime() + UNDO_MS);
    expect((await mailsTo(site, "one@example.com")).map(({ subject }) => subject)).toHaveLength(2);
    const audit = await json<{ action: string }[]>(site.fetch("/api/admin/audit?limit=5", { as: await site.logIn() }));
    expect(audit.filter(({ action }) => action === "listing.approve")).toHaveLength(3);
  });

  it("changes nothing and emails nobody when it is repeated", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    await approveAll(site, [id]);
    site.clock.now = new Date(site.clock.now.getTime() + UNDO_MS);
    const mails = (await mailsTo(site, "landlord@example.com")).length;
    expect((await json<BulkApproval>(approveAll(site, [id]))).approved).toHaveLength(1);
    site.clock.now = new Date(site.clock.now.getTime() + UNDO_MS);
    expect(await mailsTo(site, "landlord@example.com")).toHaveLength(mails);
  });

  it.each([[[]], [[0]], [["1"]], [[1.5]], ["1"], [Array.from({ length: 51 }, (_, n) => n + 1)]])(
    "of %j is rejected, and nothing is approved",
    async (ids) => {
      const site = makeSite();
      await submit(site);
      expect((await approveAll(site, ids)).status).toBe(400);
      expect((await queue(site, "?status=approved")).ids).toEqual([]);
    },
  );
});
