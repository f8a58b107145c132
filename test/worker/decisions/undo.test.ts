import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { BulkApproval, ListingDecision, DecisionUndone } from "../../../worker/contracts/decisions.ts";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const EMAIL = "landlord@example.com";
const TWO_MINUTES = 120_000;

/** Returns a moderator's actions on one site. */
function moderatorOf(site: Site) {
  const call = async (path: string, options: Parameters<Site["fetch"]>[1]) =>
    site.fetch(`/api/admin/${path}`, { ...options, as: await site.logIn() });
  return {
    approve: (id: number, approved = true) =>
      json<ListingDecision>(call(`listings/${id}/status`, { method: "PATCH", json: { approved } })),
    reject: (id: number, reason = "The photos show another building.") =>
      json<ListingDecision>(call(`listings/${id}/reject`, { json: { reason } })),
    remove: (id: number) => json<{ success: true; decisionId: string }>(call(`listings/${id}`, { method: "DELETE" })),
    undo: (decisionId: string | null) => call(`decisions/${decisionId}/undo`, { method: "POST" }),
  };
}
type Moderator = ReturnType<typeof moderatorOf>;

const wait = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));
const codeOf = async (response: Response) => [response.status, (await json<ErrorBody>(response)).code];
const subjects = async (site: Site) =>
  (await mailsTo(site, EMAIL)).map(({ subject }) => subject.split(": ").at(-1)).toReversed();
/**
 * Returns the totals and a listing as they are stored, without the listing's revision, which every change increments.
 */
async function state(id: number) {
  const row = await env.DB.prepare("SELECT * FROM listings WHERE id = ?").bind(id).first();
  const { results } = await env.DB.prepare("SELECT key, value FROM counters WHERE key <> 'audit' ORDER BY key").all();
  return { row: { ...row, status: row?.status, revision: null }, counters: results };
}

describe("a decision", () => {
  it.each([
    ["an approval", async (_: Site, id: number, { approve }: Moderator) => approve(id)],
    [
      "an approval of what was rejected",
      async (_: Site, id: number, { approve, reject }: Moderator) => (await reject(id), () => approve(id)),
    ],
    [
      "an approval of what has expired",
      async (site: Site, id: number, { approve }: Moderator) => {
        await approve(id);
        wait(site, 61 * 86_400_000);
        await site.tick();
        return () => approve(id);
      },
    ],
    [
      "the withdrawal of an approval",
      async (_: Site, id: number, { approve }: Moderator) => (await approve(id), () => approve(id, false)),
    ],
    ["a rejection", async (_: Site, id: number, { reject }: Moderator) => reject(id)],
    [
      "a rejection of what is public",
      async (_: Site, id: number, { approve, reject }: Moderator) => (await approve(id), () => reject(id)),
    ],
    [
      "a rejection for another reason",
      async (_: Site, id: number, { reject }: Moderator) => (await reject(id, "One."), () => reject(id, "Another.")),
    ],
    [
      "a delete of what is public",
      async (_: Site, id: number, { approve, remove }: Moderator) => (await approve(id), () => remove(id)),
    ],
    ["a delete of what waits", async (_: Site, id: number, { remove }: Moderator) => remove(id)],
  ])("is undone as if it had never been made: %s", { tags: ["rest"] }, async (_name, prepare) => {
    const site = makeSite();
    const id = await submit(site, { images: [dataUrl(await png())] });
    await site.runQueue();
    let before = await state(id);
    const deeds = moderatorOf(site);
    const prepared = await prepare(site, id, {
      ...deeds,
      // Each decision replaces the recorded state, because the test checks only the undo of the last decision.
      approve: async (...given) => ((before = await state(id)), deeds.approve(...given)),
      reject: async (...given) => ((before = await state(id)), deeds.reject(...given)),
      remove: async (...given) => ((before = await state(id)), deeds.remove(...given)),
    });
    const { decisionId } = typeof prepared === "function" ? await prepared() : prepared;
    expect(decisionId).toMatch(/^[0-9a-f]{32}$/);
    expect(await state(id)).not.toEqual(before);
    wait(site, TWO_MINUTES - 1);
    const answer = await deeds.undo(decisionId);
    expect(answer.status).toBe(200);
    expect(await json<DecisionUndone>(answer)).toMatchObject({ success: true, listings: [{ id }], refused: [] });
    expect(await state(id)).toEqual(before);
    const { status } = before.row;
    expect(
      await env.DB.prepare(
        "SELECT action, target_id, json_extract(after_json, '$.status') AS status FROM audit_log ORDER BY id DESC LIMIT 1",
      ).first(),
    ).toEqual({ action: "listing.undo", target_id: String(id), status });
  });

  it("can be undone for exactly two minutes, and an unknown decision is 404", async () => {
    const site = makeSite();
    const id = await submit(site);
    const { approve, undo } = moderatorOf(site);
    const { decisionId } = await approve(id);
    wait(site, TWO_MINUTES);
    expect(await codeOf(await undo(decisionId))).toEqual([409, "decision.too_late"]);
    for (const unknown of ["1", "0".repeat(32), "%00", `${decisionId}x`])
      expect(await codeOf(await undo(unknown)), unknown).toEqual([404, "decision.not_found"]);
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(200);
  });

  it("can be undone twice with the same result", async () => {
    const site = makeSite();
    const id = await submit(site);
    const { approve, undo } = moderatorOf(site);
    const { decisionId } = await approve(id);
    await undo(decisionId);
    const second = await approve(id);
    const again = await undo(decisionId);
    expect([again.status, await json(again)]).toEqual([
      200,
      { success: true, message: "This has already been undone.", listings: [], reports: 0, refused: [] },
    ]);
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status, "the second approval stands").toBe(200);
    expect(second.decisionId).not.toBe(decisionId);
  });

  it("that changes nothing is not stored", async () => {
    const site = makeSite();
    const id = await submit(site);
    const { approve, reject } = moderatorOf(site);
    expect((await approve(id, false)).decisionId).toBeNull();
    expect((await approve(id)).decisionId).not.toBeNull();
    expect((await approve(id)).decisionId).toBeNull();
    expect((await reject(id)).decisionId).not.toBeNull();
    expect((await reject(id)).decisionId).toBeNull();
    const as = await site.logIn();
    const bulk = await json<BulkApproval>(site.fetch("/api/admin/listings/approve", { json: { ids: [999] }, as }));
    expect(bulk.decisionId).toBeNull();
  });

  it("and its undo purge the cache", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    const { approve, reject, undo } = moderatorOf(site);
    const purges = async (work: () => Promise<unknown>) => {
      site.purged.length = 0;
      await work();
      return [...new Set(site.purged)].toSorted();
    };
    const both = [`listing:${id}`, "listings"];
    let made: ListingDecision | undefined;
    expect(await purges(async () => (made = await approve(id)))).toEqual(both);
    expect(await purges(() => undo(made?.decisionId ?? ""))).toEqual(both);
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(404);
    await approve(id);
    made = await reject(id);
    expect(await purges(() => undo(made?.decisionId ?? ""))).toEqual(both);
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(200);
  });

  it(
    "cannot be undone after an edit by the landlord or a moderator, another decision, or a deletion",
    { tags: ["rest"] },
    async () => {
      for (const meanwhile of ["owner", "decision", "edit", "delete", "renewal"] as const) {
        const site = makeSite();
        const id = await submit(site, { address: "7 Oak St, Toronto", email: `${meanwhile}@example.com` });
        const [mail] = await mailsTo(site, `${meanwhile}@example.com`);
        const token = tokenIn(mail, "manage");
        const as = await site.logIn();
        const { approve, reject, remove, undo } = moderatorOf(site);
        const { decisionId } = await approve(id);
        wait(site, 1_000);
        await {
          owner: () => site.fetch(`/api/manage/${token}`, { method: "PATCH", json: { rent: "$1,700" } }),
          decision: () => reject(id),
          edit: () => site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { bathrooms: "2" }, as }),
          delete: () => remove(id),
          renewal: () => site.fetch(`/api/manage/${token}/renew`, { method: "POST" }),
        }[meanwhile]();
        const before = await env.DB.prepare("SELECT * FROM listings WHERE id = ?").bind(id).first();
        expect(await codeOf(await undo(decisionId)), meanwhile).toEqual([409, "decision.overtaken"]);
        expect(await env.DB.prepare("SELECT * FROM listings WHERE id = ?").bind(id).first(), meanwhile).toEqual(before);
        expect((await env.DB.prepare("SELECT * FROM audit_log WHERE action = 'listing.undo'").all()).results).toEqual(
          [],
        );
      }
    },
  );

  it("can still be undone after background work on the listing", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site, { images: [dataUrl(await png())] });
    const { approve, undo } = moderatorOf(site);
    const { decisionId } = await approve(id);
    for (let n = 0; n < 4; n += 1) {
      wait(site, 10_000);
      await site.runQueue();
    }
    await site.tick();
    expect((await undo(decisionId)).status).toBe(200);
  });

  it("about several listings is undone, except for listings that have changed since", async () => {
    const site = makeSite();
    const ids = [1, 2, 3].map((n) => submit(site, { address: `${n} Elm St`, phone: `416-555-000${n}` }));
    const [one = 0, two = 0, three = 0] = await Promise.all(ids);
    const as = await site.logIn();
    const { approve, undo } = moderatorOf(site);
    const { decisionId } = await json<BulkApproval>(
      site.fetch("/api/admin/listings/approve", { json: { ids: [one, two, three, 999] }, as }),
    );
    await approve(two, false);
    const answer = await json<DecisionUndone>(undo(decisionId));
    expect(answer.listings.map(({ id, status }) => [id, status])).toEqual([
      [one, "pending"],
      [three, "pending"],
    ]);
    expect(answer.message).toBe("2 listings are as they were before.");
    expect(answer.refused).toEqual([
      { id: two, error: "This was changed after the decision, so it stays as it is.", code: "decision.overtaken" },
    ]);
    expect(await json<DecisionUndone>(undo(decisionId)), "the one that was refused is refused again").toMatchObject({
      listings: [],
      refused: [{ id: two }],
    });
    wait(site, TWO_MINUTES);
    await site.runQueue();
    expect((await mailsTo(site, EMAIL)).filter(({ subject }) => /published/.test(subject))).toEqual([]);
  });

  it(
    "survives races between an undo and a landlord's edit, and with a deletion, which wins",
    { tags: ["rest"] },
    async () => {
      for (let round = 0; round < 4; round += 1) {
        const site = makeSite();
        const { id } = await publish(site, {
          address: `${round + 1} Race St, Toronto`,
          email: `race${round}@example.com`,
        });
        const token = tokenIn((await mailsTo(site, `race${round}@example.com`))[0], "manage");
        const { approve, remove, undo } = moderatorOf(site);
        const { decisionId } = await approve(id, false);
        const tries = [
          () => undo(decisionId).then(({ status }) => ["undo", status] as const),
          () =>
            site
              .fetch(`/api/manage/${token}`, { method: "PATCH", json: { additionalInfo: "New kitchen." } })
              .then(({ status }) => ["edit", status] as const),
          ...(round % 2 === 0 ? [() => remove(id).then(() => ["delete", 200] as const)] : []),
        ];
        const turned = [...tries.slice(round % tries.length), ...tries.slice(0, round % tries.length)];
        const results = new Map(await Promise.all(turned.map((attempt) => attempt())));
        const row = await env.DB.prepare("SELECT status, additional_info AS info FROM listings WHERE id = ?")
          .bind(id)
          .first<{ status: string; info: string }>();
        if (results.has("delete")) expect(row?.status).toBe("deleted");
        else {
          expect([...results.values()].filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
          expect(row?.status).toBe(results.get("undo") === 200 ? "approved" : "pending");
          expect(row?.info === "New kitchen.").toBe(results.get("edit") === 200);
        }
        const { results: undone } = await env.DB.prepare("SELECT * FROM audit_log WHERE action = 'listing.undo'").all();
        expect(undone).toHaveLength(results.get("undo") === 200 ? 1 : 0);
      }
    },
  );

  it("is deleted after two weeks", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    const { approve } = moderatorOf(site);
    await approve(id);
    wait(site, 13 * 86_400_000);
    await approve(id, false);
    wait(site, 86_400_000 + 1);
    expect(await site.runJob("decisions.prune")).toBe(true);
    const { results } = await env.DB.prepare("SELECT action FROM decisions").all();
    expect(results).toEqual([{ action: "unapprove" }]);
  });

  it("is emailed even if the address's daily limit delays the email by a week", async () => {
    const site = makeSite({ now: new Date("2026-11-20T23:59:00Z"), vars: { RATE_LIMIT_SCALE: "1" } });
    const slot = async (at: number) => {
      await env.DB.prepare("INSERT INTO mail_places SELECT address_hash, scope, ?1, ?1 FROM mail_places LIMIT 1")
        .bind(at)
        .run();
    };
    const id = await submit(site);
    await site.runQueue();
    const inSixDays = site.clock.now.getTime() + 6 * 86_400_000 + 110_000;
    for (const nth of [0, 1, 2]) await slot(inSixDays + nth);
    await moderatorOf(site).approve(id);
    wait(site, TWO_MINUTES);
    await site.runQueue();
    expect(await subjects(site)).toEqual(["received"]);
    // A quarter-hourly tick deletes old decisions right before the email is due.
    site.clock.now = new Date("2026-11-28T00:00:10Z");
    await site.tick();
    for (let hours = 0; hours < 8; hours += 1) {
      wait(site, 3_600_000);
      await site.tick();
      await site.runQueue();
    }
    expect(await subjects(site)).toEqual(["received", "published"]);
  });
});

describe("accepting a landlord's changes since the approval", () => {
  it("is a decision whose undo restores the marks, without purges or emails", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    wait(site, TWO_MINUTES);
    expect(await subjects(site)).toEqual(["received", "published"]);
    await owner.edit({ pets: "no", additionalInfo: "New kitchen." });
    await site.runQueue();
    const [before, asRead] = [await state(owner.id), await owner.asModerator()];
    expect(asRead.changedSinceApproval).toHaveLength(2);
    site.purged.length = 0;

    const { approve, undo } = moderatorOf(site);
    const accepted = await approve(owner.id);
    expect(accepted).toMatchObject({ decisionId: expect.stringMatching(/^[0-9a-f]{32}$/), changedSinceApproval: [] });
    expect((await approve(owner.id)).decisionId, "a repeat changes nothing").toBeNull();
    wait(site, TWO_MINUTES - 1);
    const undone = await json<DecisionUndone>(undo(accepted.decisionId));
    expect(undone).toMatchObject({
      message: expect.stringMatching(/^Changed since approval again: /),
      listings: [{ id: owner.id, changedSinceApproval: asRead.changedSinceApproval }],
      refused: [],
    });
    expect(await state(owner.id)).toEqual(before);
    expect(site.purged).toEqual([]);
    for (let n = 0; n < 3; n += 1) {
      wait(site, TWO_MINUTES);
      await site.runQueue();
    }
    expect(await subjects(site)).toEqual(["received", "published"]);
    const { results } = await env.DB.prepare("SELECT action FROM audit_log ORDER BY id DESC LIMIT 2").all();
    expect(results).toEqual([{ action: "listing.undo" }, { action: "listing.accept_changes" }]);
  });

  it("cannot be undone after another edit, or after two minutes", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    const { approve, undo } = moderatorOf(site);
    await owner.edit({ pets: "no" });
    const first = await approve(owner.id);
    await owner.edit({ pets: "limited" });
    expect(await codeOf(await undo(first.decisionId))).toEqual([409, "decision.overtaken"]);
    const second = await approve(owner.id);
    wait(site, TWO_MINUTES);
    expect(await codeOf(await undo(second.decisionId))).toEqual([409, "decision.too_late"]);
    expect((await owner.asModerator()).changedSinceApproval).toEqual([]);
  });

  it("does not delay the email about the previous approval", { tags: ["rest"] }, async () => {
    for (const isUndone of [false, true]) {
      const email = `quiet-${isUndone}@example.com`;
      const site = makeSite();
      const owner = await publishedByOwner(site, { address: `${isUndone ? 1 : 2} Quiet St, Toronto`, email });
      const { approve, undo } = moderatorOf(site);
      await owner.edit({ pets: "no" });
      const { decisionId } = await approve(owner.id);
      if (isUndone) expect((await undo(decisionId)).status).toBe(200);
      for (let n = 0; n < 3; n += 1) {
        wait(site, TWO_MINUTES);
        await site.runQueue();
      }
      const published = (await mailsTo(site, email)).filter(({ subject }) => /published/.test(subject));
      expect(published, String(isUndone)).toHaveLength(1);
    }
  });

  it("is undone together with approvals of the same action", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    await owner.edit({ pets: "no" });
    const waiting = await submit(site, { address: "9 Elm St, Toronto", phone: "416-555-0009" });
    const as = await site.logIn();
    const { decisionId } = await json<BulkApproval>(
      site.fetch("/api/admin/listings/approve", { json: { ids: [owner.id, waiting] }, as }),
    );
    const { undo } = moderatorOf(site);
    const { listings } = await json<DecisionUndone>(undo(decisionId));
    expect(listings.map(({ id, status, changedSinceApproval }) => [id, status, changedSinceApproval.length])).toEqual([
      [owner.id, "approved", 1],
      [waiting, "pending", 0],
    ]);
  });
});

describe("the email about a decision", () => {
  it("is sent after two minutes, unless the decision was undone", async () => {
    const site = makeSite();
    const id = await submit(site);
    const { approve, reject, undo } = moderatorOf(site);
    await approve(id);
    wait(site, TWO_MINUTES - 10_000);
    expect(await subjects(site)).toEqual(["received"]);
    wait(site, 10_000);
    expect(await subjects(site)).toEqual(["received", "published"]);
    const { decisionId } = await reject(id);
    wait(site, 60_000);
    await undo(decisionId);
    wait(site, TWO_MINUTES);
    expect(await subjects(site)).toHaveLength(2);
  });

  it(
    "is sent once about the last decision, even if it was undone and repeated several times",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const id = await submit(site);
      const { approve, reject, undo } = moderatorOf(site);
      await undo((await approve(id)).decisionId);
      wait(site, 5_000);
      await undo((await reject(id, "One.")).decisionId);
      wait(site, 5_000);
      await reject(id, "Two.");
      wait(site, 5_000);
      await undo((await approve(id)).decisionId);
      wait(site, 5_000);
      await approve(id);
      await approve(id, false);
      wait(site, 5_000);
      await approve(id);
      for (let n = 0; n < 5; n += 1) {
        wait(site, 60_000);
        await site.runQueue(2);
      }
      expect(await subjects(site)).toEqual(["received", "published"]);
    },
  );

  it("is sent when the later decision is undone", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    const { approve, remove, undo } = moderatorOf(site);
    await site.runQueue();
    await approve(id);
    wait(site, 60_000);
    const { decisionId } = await remove(id);
    wait(site, 90_000);
    expect(await subjects(site)).toEqual(["received"]);
    await undo(decisionId);
    for (let n = 0; n < 3; n += 1) {
      expect(await subjects(site)).toEqual(["received", "published"]);
      wait(site, TWO_MINUTES);
    }
  });

  it("is not sent if an undo comes first, and prevents the undo if it comes first", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    const { approve, undo } = moderatorOf(site);
    const { decisionId } = await approve(id);
    // Simulates a queue whose clock is three seconds ahead.
    wait(site, TWO_MINUTES + 1_000);
    await site.runQueue();
    wait(site, -3_000);
    expect(await codeOf(await undo(decisionId))).toEqual([409, "decision.overtaken"]);
    expect(await subjects(site)).toEqual(["received", "published"]);
  });
});
