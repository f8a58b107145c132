import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { OUTBOX_HANDLERS, SCHEDULED_JOBS } from "../../../worker/jobs.ts";
import { makeSite } from "../../support/worker/site.ts";
import { DUE_AT, makeWorstSite, WORST_NOW, worstEntries, worstOutside } from "../../support/worker/worst-work.ts";

/** Maximum statements of an invocation; D1 allows 1,000. */
const AN_INVOCATION = 500;
/**
 * Maximum statements of a job and of an outbox entry: a tick continues in another invocation after 250 (schedule.ts),
 * and the queue delivers five messages together (wrangler.toml).
 */
const A_JOB = 200;
const AN_ENTRY = 95;

const siteAtWorst = () => makeSite({ now: WORST_NOW, vars: { STRIPE_SECRET_KEY: "sk_test_1" }, deps: worstOutside });
let site: ReturnType<typeof siteAtWorst>;
let made: Awaited<ReturnType<typeof makeWorstSite>>;

beforeEach(async () => {
  site = siteAtWorst();
  made = await makeWorstSite(site);
});

/** The evening in Toronto, when the day's automated posts are due. */
const EVENING = new Date("2026-11-21T23:00:00Z");
/** The time of a Monday edition, which is the longest. */
const MONDAY = new Date("2026-11-23T15:00:00Z");

describe("the number of SQL statements in one invocation", () => {
  it("is bounded for each cron job with a maximum backlog", { tags: ["d1"] }, async () => {
    site.clock.now = EVENING;
    const sent: Record<string, number> = {};
    for (const { name } of SCHEDULED_JOBS) {
      const time = DUE_AT[name] ?? (name === "digest.plan" ? MONDAY : EVENING);
      const { sent: count, result } = await site.measured(() => site.runJob(name, time));
      expect(result, `${name} was due and ran to its end`).toBe(true);
      sent[name] = count;
    }
    console.log(JSON.stringify(sent));
    expect(Object.fromEntries(Object.entries(sent).filter(([, count]) => count > A_JOB))).toEqual({});
    // Jobs that loop found more than one batch.
    for (const name of ["listings.expire", "prune", "subscribers.forget", "places.walk", "photos.finish"])
      expect(sent[name], name).toBeGreaterThan(12);
  });

  it("is below 500 in every invocation of a tick with maximum backlogs", { tags: ["d1"] }, async () => {
    for (const time of [EVENING, MONDAY]) {
      site.clock.now = time;
      const invocations = [(await site.measured(() => site.beginTick())).sent];
      for (;;) {
        const next = site.onward.findIndex(({ delaySeconds }) => delaySeconds === 0);
        if (next === -1) break;
        const [message] = site.onward.splice(next, 1);
        invocations.push((await site.measured(() => site.goOnWith(message?.body))).sent);
      }
      console.log(JSON.stringify(invocations));
      expect(Math.max(...invocations)).toBeLessThan(AN_INVOCATION);
      const { results } = await env.DB.prepare("SELECT DISTINCT job FROM job_runs").run<{ job: string }>();
      expect(results.length).toBeGreaterThanOrEqual(SCHEDULED_JOBS.length - Object.keys(DUE_AT).length - 1);
    }
  });

  it("is bounded for each kind of queued work", { tags: ["d1"] }, async () => {
    const entries = worstEntries(made);
    expect(Object.keys(entries).toSorted()).toEqual(Object.keys(OUTBOX_HANDLERS).toSorted());
    await env.DB.prepare("INSERT INTO privacy_requests (id, email, created_at) VALUES (100000, 'v1@example.com', ?)")
      .bind(WORST_NOW.getTime())
      .run();
    const sent: Record<string, number> = {};
    for (const [kind, payload] of Object.entries(entries)) {
      const id = await env.DB.prepare("INSERT INTO outbox (kind, payload, created_at) VALUES (?, ?, 1) RETURNING id")
        .bind(kind, JSON.stringify(kind === "privacy.mail" ? { requestId: 100_000 } : payload))
        .first<number>("id");
      sent[kind] = (await site.measured(() => site.goOnWith({ outboxId: id }))).sent;
      const isDone = await env.DB.prepare("SELECT done_at IS NOT NULL AS done FROM outbox WHERE id = ?")
        .bind(id)
        .first("done");
      expect(isDone, `${kind} is done`).toBe(1);
    }
    console.log(JSON.stringify(sent));
    expect(Object.fromEntries(Object.entries(sent).filter(([, count]) => count > AN_ENTRY))).toEqual({});
  });
});
