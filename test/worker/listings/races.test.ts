import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import type { ListingStatus } from "../../../worker/contracts/listings.ts";
import { approve, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

/**
 * Two instances of one site: both requests read before either writes, and the first instance's write finishes before
 * the second's begins. Both therefore decide on the same state, in an order that the test chooses.
 */
function twoDoors() {
  let missing = 2;
  let letBothOn = () => {};
  const bothHaveRead = new Promise<void>((resolve) => (letBothOn = resolve));
  const arrive = () => {
    missing -= 1;
    if (missing === 0) letBothOn();
  };
  const door = (turn: Promise<unknown>) => {
    let hasArrived = false;
    const arriveOnce = () => {
      if (!hasArrived) arrive();
      hasArrived = true;
    };
    const db = drizzle(env.DB, { casing: "snake_case" });
    const batch: typeof db.batch = async (statements) => {
      arriveOnce();
      await bothHaveRead;
      await turn;
      return db.batch(statements);
    };
    const site = makeSite({ deps: () => ({ db: Object.assign(Object.create(db) as typeof db, { batch }) }) });
    // Called by a request that responds without writing, because it must not block the other request.
    return { site, leave: arriveOnce };
  };
  let firstIsDone = () => {};
  const second = door(new Promise<void>((resolve) => (firstIsDone = resolve)));
  const first = door(Promise.resolve());
  return {
    async enter(one: Runner, other: Runner): Promise<[number, number]> {
      const answers = await Promise.all([
        one(first.site).finally(first.leave).finally(firstIsDone),
        other(second.site).finally(second.leave),
      ]);
      return [answers[0].status, answers[1].status];
    },
  };
}

type Runner = (site: Site) => Promise<Response>;

/** Creates a listing in a state, and returns the actions that can be applied to it. */
async function prepare(state: ListingStatus) {
  const site = makeSite();
  const id = await submit(site);
  const [mail] = await mailsTo(site, "landlord@example.com");
  const [manage, remove] = [tokenIn(mail, "manage"), tokenIn(mail, "delete")];
  const as = await site.logIn();
  const admin = `/api/admin/listings/${id}`;
  if (state === "approved") await approve(site, id);
  if (state === "deleted") await site.fetch(admin, { method: "DELETE", as });
  await env.DB.prepare("DELETE FROM audit_log").run();
  let reason = 0;
  const doers = {
    approve: (at) => at.fetch(`${admin}/status`, { method: "PATCH", json: { approved: true }, as }),
    unapprove: (at) => at.fetch(`${admin}/status`, { method: "PATCH", json: { approved: false }, as }),
    reject: (at) => at.fetch(`${admin}/reject`, { json: { reason: `Reason ${(reason += 1)}` }, as }),
    edit: (at) => at.fetch(admin, { method: "PATCH", json: { rent: "2,100" }, as }),
    editByOwner: (at) => at.fetch(`/api/manage/${manage}`, { method: "PATCH", json: { rent: "1,700" } }),
    delete: (at) => at.fetch(admin, { method: "DELETE", as }),
    restore: (at) => at.fetch(`${admin}/restore`, { method: "POST", as }),
    renew: (at) => at.fetch(`/api/manage/${manage}/renew`, { method: "POST" }),
    rented: (at) => at.fetch(`/api/manage/${manage}/rented`, { method: "POST" }),
    remove: (at) => at.fetch(`/api/delete/${remove}`, { method: "DELETE" }),
  } satisfies Record<string, Runner>;
  const outcome = async () => {
    const row = await env.DB.prepare("SELECT status, rent, rent_cents AS cents FROM listings WHERE id = ?")
      .bind(id)
      .first<{ status: ListingStatus; rent: string; cents: number }>();
    const { results } = await env.DB.prepare("SELECT action FROM audit_log ORDER BY id").all<{ action: string }>();
    // The result must not mix values of both edits: the derived cents must match the rent.
    expect(row?.cents).toBe(Number(row?.rent.replace(/\D/g, "")) * 100);
    return { ends: row?.status, log: results.map(({ action }) => action.replace("listing.", "")).join(" ") };
  };
  return { doers, outcome };
}

type Doer = keyof Awaited<ReturnType<typeof prepare>>["doers"];

/**
 * The start state, the first and second action, both based on the same reads, the status codes, the final state, and
 * the log.
 */
const RACES: readonly (readonly [ListingStatus, Doer, Doer, answers: string, ends: ListingStatus, log: string])[] = [
  ["pending", "approve", "approve", "200 200", "approved", "approve"],
  ["pending", "approve", "reject", "200 409", "approved", "approve"],
  ["pending", "reject", "approve", "200 409", "rejected", "reject"],
  ["pending", "reject", "reject", "200 409", "rejected", "reject"],
  ["approved", "unapprove", "unapprove", "200 200", "pending", "unapprove"],
  ["approved", "unapprove", "approve", "200 200", "pending", "unapprove"],
  ["approved", "unapprove", "renew", "200 409", "pending", "unapprove"],
  ["approved", "edit", "edit", "200 409", "approved", "edit"],
  ["approved", "edit", "editByOwner", "200 409", "approved", "edit"],
  ["approved", "editByOwner", "edit", "200 409", "pending", "edit"],
  ["approved", "edit", "unapprove", "200 409", "approved", "edit"],
  ["approved", "renew", "rented", "200 409", "approved", "renew"],
  ["approved", "rented", "renew", "200 409", "rented", "rented"],
  ["approved", "rented", "rented", "200 409", "rented", "rented"],
  ["deleted", "restore", "restore", "200 409", "pending", "restore"],
  ["deleted", "restore", "delete", "200 404", "pending", "restore"],
  ["deleted", "delete", "restore", "404 200", "pending", "restore"],
];

/** A deletion by a moderator or the landlord always succeeds, even if the other one has deleted the listing first. */
const DELETIONS: typeof RACES = [
  ["pending", "approve", "delete", "200 200", "deleted", "approve delete"],
  ["pending", "delete", "approve", "200 404", "deleted", "delete"],
  ["pending", "reject", "delete", "200 200", "deleted", "reject delete"],
  ["pending", "delete", "reject", "200 409", "deleted", "delete"],
  ["approved", "edit", "delete", "200 200", "deleted", "edit delete"],
  ["approved", "delete", "edit", "200 409", "deleted", "delete"],
  ["approved", "rented", "delete", "200 200", "deleted", "rented delete"],
  ["approved", "delete", "renew", "200 409", "deleted", "delete"],
  ["approved", "delete", "delete", "200 404", "deleted", "delete"],
  ["pending", "approve", "remove", "200 200", "deleted", "approve remove"],
  ["pending", "remove", "approve", "200 404", "deleted", "remove"],
  ["approved", "edit", "remove", "200 200", "deleted", "edit remove"],
  ["approved", "remove", "edit", "200 409", "deleted", "remove"],
  ["approved", "renew", "remove", "200 200", "deleted", "renew remove"],
  ["approved", "remove", "renew", "200 409", "deleted", "remove"],
  ["approved", "remove", "remove", "200 404", "deleted", "remove"],
  ["approved", "remove", "delete", "200 404", "deleted", "remove"],
];

async function run(state: ListingStatus, first: Doer, second: Doer) {
  const { doers, outcome } = await prepare(state);
  const answers = await twoDoors().enter(doers[first], doers[second]);
  return { answers: answers.join(" "), ...(await outcome()) };
}

describe("two concurrent changes of a listing", () => {
  it.each(RACES)(
    "from %s, %s before %s: %s, %s, logged as %s",
    { tags: ["rest"] },
    async (state, first, second, answers, ends, log) => {
      expect(await run(state, first, second)).toEqual({ answers, ends, log });
    },
  );
});

describe("a deletion wins", () => {
  it.each(DELETIONS)(
    "from %s, %s before %s: %s, %s, logged as %s",
    async (state, first, second, answers, ends, log) => {
      expect(await run(state, first, second)).toEqual({ answers, ends, log });
    },
  );
});
