import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Choice } from "../../../worker/contracts/decisions.schemas.ts";
import { emptyDatabase } from "../../support/worker/database.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { draft, publish } from "../../support/worker/listings.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const ID = 1;
/**
 * Each kind of decision, with its input and a function that prepares its target. Bans and dismissals are excluded,
 * because their log entries name rows that the batch creates.
 */
const DECISIONS: readonly [Choice["action"], object, (site: Site) => Promise<unknown>][] = [
  ["approve", {}, (site) => site.fetch("/api/submit-property", { json: draft() })],
  ["approve", {}, editedSinceApproval],
  ["approve", {}, appealed],
  ["unapprove", {}, (site) => publish(site)],
  ["reject", { reason: "duplicate" }, reported],
  ["delete", {}, reported],
  ["confirm", {}, (site) => publish(site, { rent: "$900" })],
  ["ask", { text: "Which floor is it on?" }, (site) => publish(site)],
  ["retype", { homeType: "basement" }, (site) => publish(site)],
];

async function editedSinceApproval(site: Site) {
  const { token } = await publishedByOwner(site);
  await site.fetch(`/api/manage/${token}`, { method: "PATCH", json: { additionalInfo: "New kitchen." } });
}

async function reported(site: Site) {
  await publish(site);
  await site.fetch("/api/report-property", { json: { propertyId: ID, reason: "SCAM" } });
}

async function appealed(site: Site) {
  await site.fetch("/api/submit-property", { json: draft() });
  await site.fetch(`/api/admin/listings/${ID}/reject`, { json: { reason: "duplicate" }, as: await site.logIn() });
  const { rejected_at: at } = (await env.DB.prepare("SELECT rejected_at FROM listings").first()) as {
    rejected_at: number;
  };
  await env.DB.prepare(
    "INSERT INTO appeals (listing_id, rejected_at, rejected_by, text, created_at) VALUES (1, ?, 'admin', 'It is another home.', 0)",
  )
    .bind(at)
    .run();
}

/** Records and shuffles the batches that a moderator's requests send. */
interface Batches {
  /** Sort keys of the statements in a batch; null keeps their order. */
  order: readonly number[] | null;
  before: (() => Promise<unknown>) | null;
}

/** Creates a site whose database runs the statements of a batch in the given order, and whose random ids repeat. */
function siteWith(batches: Batches): Site {
  const database = new Proxy(env.DB, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (property !== "batch") return typeof value === "function" ? value.bind(target) : value;
      return async (statements: D1PreparedStatement[]) => {
        await batches.before?.();
        const places = statements.map((_, place) => place);
        const { order } = batches;
        if (order) places.sort((a, b) => (order[a % order.length] ?? 0) - (order[b % order.length] ?? 0));
        const results = await target.batch(places.flatMap((place) => statements[place] ?? []));
        return places.map((_, place) => results[places.indexOf(place)]);
      };
    },
  });
  let ids = 0;
  const newId = () => String((ids += 1)).padStart(32, "0");
  return makeSite({ deps: () => ({ db: drizzle(database, { casing: "snake_case" }), newId }) });
}

const TABLES = [
  "listings",
  "audit_log",
  "decisions",
  "outbox",
  "transparency_entries",
  "appeals",
  "listing_messages",
  "counters",
];

/** Returns the stored rows, without database-generated ids and the listing's revision. */
async function stored() {
  const rows: string[] = [];
  for (const table of TABLES) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
    for (const { id, nth: _nth, ...row } of results) {
      if (table === "listings") row.revision = null;
      rows.push(JSON.stringify({ table, ...(table === "decisions" && { id }), ...row }));
    }
  }
  return rows.toSorted();
}

const decideOn = async (site: Site, action: string, input: object) =>
  json<{ decisionId: string | null; refused: { code: string }[] }>(
    site.fetch("/api/admin/listings/bulk", { json: { ids: [ID], action, ...input }, as: await site.logIn() }),
  );
const undo = async (site: Site, id: string | null) =>
  site.fetch(`/api/admin/decisions/${id}/undo`, { method: "POST", as: await site.logIn() });

const aDecision = fc.constantFrom(...DECISIONS);

describe("the statements of a decision and of its undo", () => {
  /** Makes a decision and undoes it. */
  async function run([action, input, prepare]: (typeof DECISIONS)[number], order: readonly number[] | null) {
    await emptyDatabase();
    const batches: Batches = { order: null, before: null };
    const site = siteWith(batches);
    await prepare(site);
    batches.order = order;
    const { decisionId, refused } = await decideOn(site, action, input);
    expect([typeof decisionId, refused]).toEqual(["string", []]);
    const decided = await stored();
    expect((await undo(site, decisionId)).status).toBe(200);
    return [decided, await stored()];
  }

  it("store the same rows in every order", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const usual = new Map<unknown, ReturnType<typeof run>>();
    await fc.assert(
      fc.asyncProperty(
        aDecision,
        fc.array(fc.nat(1_000), { minLength: 14, maxLength: 14 }),
        async (decision, order) => {
          const expected = await (usual.get(decision) ?? run(decision, null));
          usual.set(decision, Promise.resolve(expected));
          expect(await run(decision, order)).toEqual(expected);
        },
      ),
      { numRuns: fullSize(120, 24), seed: 20_261_129 },
    );
  });

  // Deletions are excluded, because a deletion is retried until it succeeds.
  const refusable = DECISIONS.filter(([action]) => action !== "delete");
  it.each(refusable)("store nothing when the listing changes before they run: %s", async (action, input, prepare) => {
    const batches: Batches = { order: null, before: null };
    const site = siteWith(batches);
    /** Runs an action, and changes the listing right before the action's first batch. */
    const whileChanged = async <Result>(act: () => Promise<Result>) => {
      batches.before = async () => {
        batches.before = null;
        await env.DB.prepare("UPDATE listings SET revision = revision + 1").run();
      };
      return act();
    };
    await prepare(site);
    const before = await stored();
    const { refused } = await whileChanged(() => decideOn(site, action, input));
    expect(refused).toMatchObject([{ code: "listing.changed" }]);
    expect(await stored()).toEqual(before);
    const { decisionId } = await decideOn(site, action, input);
    const decided = await stored();
    expect((await whileChanged(() => undo(site, decisionId))).status).toBe(409);
    expect(await stored()).toEqual(decided);
  });
});
