import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { watchedDb } from "../../support/worker/watched-db.ts";
import { startThread, type Visitor, visitor, write } from "../../support/worker/forum.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { withoutMinutes } from "../../support/worker/limiters.ts";
import { draft, publish } from "../../support/worker/listings.ts";
import { postOffice } from "../../support/worker/post-office.ts";
import { json, makeSite, type Site, type SiteOptions } from "../../support/worker/site.ts";
import { manySubscribers, signUp } from "../../support/worker/subscribers.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";
import type { Submitted } from "../../../worker/contracts/listings.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Friday, 10:00 a.m. in New York. */
const TEN = new Date("2026-11-20T15:00:00Z");
/** Maximum number of attempts, more than any request needs. */
const TRIES = 40;

/** Makes a repeatable sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Creates a database that fails 5 % of its calls before they run, and 5 % after they are committed. */
function stormyDb(seed: number) {
  const next = sequence(seed);
  const storm = { isOn: false, failures: 0 };
  const fail = () => {
    if (!storm.isOn || next() >= 0.05) return;
    storm.failures += 1;
    throw new Error("D1_ERROR: Network connection lost.");
  };
  return { storm, db: watchedDb(fail, fail) };
}

/** Shuffles the waiting messages. */
function shuffle(site: Site, next: () => number): void {
  const before = site.queued.splice(0);
  while (before.length > 0) site.queued.push(...before.splice(Math.floor(next() * before.length), 1));
}

/** Runs several ticks, with messages delivered twice and out of order. */
async function ticks(site: Site, count: number, next: () => number, minutes = 15): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    site.clock.now = new Date(site.clock.now.getTime() + minutes * MINUTE_MS);
    await site.tick();
    shuffle(site, next);
    await site.runQueue(2);
    await site.runMailings({ times: 2, together: true });
  }
}

/** Repeats a request, as users do, until its status is one of `statuses`. */
async function until(statuses: readonly number[], request: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const response = await request();
    if (statuses.includes(response.status)) return response;
    expect(response.status, await response.clone().text()).toBeGreaterThanOrEqual(500);
  }
  throw new Error("It never got through.");
}

function weatherSite(options: SiteOptions = {}) {
  const notices: string[] = [];
  const office = postOffice(({ kind, subject }) => {
    if (kind === "operator.notice") notices.push(`${subject}, ${site.clock.now.toISOString().slice(0, 13)}`);
  });
  const site: Site = makeSite({
    vars: { RATE_LIMIT_SCALE: "1000" },
    ...options,
    deps: (deps) => ({ ...withoutMinutes(), ...office.deps(), ...options.deps?.(deps) }),
  });
  const mailsOf = (kind: string) =>
    office.sent
      .filter((mail) => mail.kind === kind)
      .map(({ to }) => to)
      .toSorted();
  return { site, office, mailsOf, notices };
}

const rows = <Row>(sql: string) =>
  env.DB.prepare(sql)
    .run<Row>()
    .then(({ results }) => results);

const landlord = (n: number) => `landlord-${String(n).padStart(2, "0")}@example.com`;
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

describe("in bad weather", () => {
  it(
    "a submission that is sent again after its response was lost becomes one listing with one receipt",
    { tags: ["rest"] },
    async () => {
      const { site, mailsOf } = weatherSite();
      const send = (changes: Record<string, unknown> = {}) =>
        site.fetch("/api/submit-property", {
          json: draft(changes),
          headers: { "idempotency-key": "0123456789abcdef0123456789abcdef" },
        });
      const first = await json<Submitted>(send());
      expect(await json(send())).toEqual(first);
      const [left, right] = await Promise.all([send({ rent: "$1,700" }), send({ rent: "$1,700" })]);
      expect([left.status, right.status]).toEqual([201, 201]);
      const changed = await json<Submitted>(left);
      expect(changed.id).not.toBe(first.id);
      expect(await json(right)).toMatchObject({ id: changed.id });
      expect(await rows("SELECT id FROM listings")).toHaveLength(2);
      await ticks(site, 1, sequence(3));
      expect(mailsOf("listing.submitted")).toEqual(["landlord@example.com", "landlord@example.com"]);
      for (const key of ["short", "x".repeat(65), "0123456789abcdef 123456789abcdef"])
        expect(
          (await site.fetch("/api/submit-property", { json: draft(), headers: { "idempotency-key": key } })).status,
          key,
        ).toBe(400);
      expect(await rows("SELECT id FROM listings")).toHaveLength(2);
    },
  );

  it(
    "nothing is lost or duplicated while the database fails before and after commits, and messages repeat in any order",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const LANDLORDS = fullSize(60, 9);
      const { storm, db } = stormyDb(7);
      const { site, mailsOf, notices } = weatherSite({ deps: () => ({ db }) });
      const moderator = await site.logIn();
      const people: Visitor[] = [];
      for (const n of times(5)) people.push(await visitor(site, `198.51.100.${n + 1}`));
      const [author] = people;
      if (!author) throw new Error("Nobody is here.");
      const thread = await startThread(site, author);
      storm.isOn = true;
      const next = sequence(5);
      for (const n of times(LANDLORDS)) {
        const key = `attempt-of-landlord-${n}`;
        const unit = draft({ email: landlord(n), address: `${n + 1} Pine St, Toronto, ON` });
        const { id } = await json<Submitted>(
          until([201], () => site.fetch("/api/submit-property", { json: unit, headers: { "idempotency-key": key } })),
        );
        await until([200], () =>
          site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: { approved: true }, as: moderator }),
        );
        await until([200], () => signUp(site, `reader-${n}@example.com`));
        const who = people[n % people.length] ?? author;
        const body = { content: `The rent of house ${n} is fair.`, threadId: thread.id, authorId: who.id };
        // The status 409 means that the comment has already been stored.
        await until([201, 409], () => write(site, who, "POST", "/comments", body));
        if (n % 3 === 2) await ticks(site, 1, next);
      }
      for (const who of people)
        await until([200], () => write(site, who, "PUT", `/threads/${thread.id}/vote`, { value: 1 }));
      await ticks(site, 4, next);
      storm.isOn = false;
      await ticks(site, 6, next, 30);

      expect(storm.failures).toBeGreaterThan(LANDLORDS);
      const everyLandlord = times(LANDLORDS).map(landlord).toSorted();
      expect(await rows("SELECT email FROM listings WHERE status = 'approved' ORDER BY email")).toEqual(
        everyLandlord.map((email) => ({ email })),
      );
      expect(await rows("SELECT id FROM listings")).toHaveLength(LANDLORDS);
      expect(mailsOf("listing.submitted")).toEqual(everyLandlord);
      expect(mailsOf("listing.approved")).toEqual(everyLandlord);
      const readers = times(LANDLORDS).map((n) => `reader-${n}@example.com`);
      expect(new Set(mailsOf("subscriber.confirmation"))).toEqual(new Set(readers));
      expect(await rows("SELECT id FROM subscribers")).toHaveLength(LANDLORDS);
      expect(await rows("SELECT id FROM forum_comments WHERE content LIKE 'The rent of house%'")).toHaveLength(
        LANDLORDS,
      );
      expect(await rows(`SELECT comment_count AS n FROM forum_threads WHERE id = ${thread.id}`)).toEqual([
        { n: LANDLORDS },
      ]);
      expect(await rows("SELECT kind FROM outbox WHERE done_at IS NULL AND gave_up_at IS NULL")).toEqual([]);
      expect(await rows(`SELECT upvotes FROM forum_threads WHERE id = ${thread.id}`)).toEqual([
        { upvotes: people.length },
      ]);
      // The operator can get one notification per hour for each kind of problem.
      expect(new Set(notices).size).toBe(notices.length);
    },
  );

  it("two concurrent cron ticks do everything once", { tags: ["rest"] }, async () => {
    const READERS = 30;
    const { site, office } = weatherSite({ now: new Date(TEN.getTime() - HOUR_MS) });
    await publish(site);
    await manySubscribers(READERS, site.clock.now);
    await site.runQueue();
    office.sent.length = 0;
    site.clock.now = TEN;
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await Promise.all([site.tick(), site.tick()]);
      await Promise.all([site.runMailings({ times: 2, together: true }), site.runMailings()]);
      await site.runQueue(2);
      site.clock.now = new Date(site.clock.now.getTime() + 15 * MINUTE_MS);
    }
    const editions = office.sent.filter(({ kind }) => kind === "digest.edition").map(({ to }) => to);
    expect(editions).toHaveLength(READERS);
    expect(new Set(editions).size).toBe(READERS);
    const runs = await rows("SELECT job, slot FROM job_runs GROUP BY job, slot HAVING count(*) > 1");
    expect(runs).toEqual([]);
    expect(await rows("SELECT job FROM job_runs WHERE error IS NOT NULL")).toEqual([]);
  });
});
