import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Deps } from "../../../worker/platform/deps.ts";
import type { Mail } from "../../../worker/platform/mail.ts";
import { startAfresh } from "../../support/worker/database.ts";
import { comment, startThread, visitor } from "../../support/worker/forum.ts";
import { makeSite } from "../../support/worker/site.ts";
import { watchedDb } from "../../support/worker/watched-db.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const FOLLOWERS = 2;
const QUARTER_MS = 900_000;

/**
 * Creates a site whose next delivery dies at a step: before its nth statement, or before or after its nth email is
 * sent. Nothing happens after the delivery has died.
 */
function mortalSite() {
  const told: { to: string; comments: number[] }[] = [];
  const state = { step: 0, diesAt: Number.POSITIVE_INFINITY, isDead: false, diedInDoubt: false };
  const step = (isInDoubt: boolean) => {
    if (!state.isDead && state.step === state.diesAt) {
      state.isDead = true;
      state.diedInDoubt = isInDoubt;
    }
    if (state.isDead) throw new Error("The process was killed.");
    state.step += 1;
  };
  const db = watchedDb(() => step(false));
  const site = makeSite({
    deps: (real: Deps) => ({
      db,
      log: { ...real.log, error: () => {}, warn: () => {} },
      mail: {
        async send(mail: Mail) {
          const isNews = mail.subject.startsWith("New comment");
          if (isNews) step(true);
          if (isNews)
            told.push({
              to: mail.to,
              comments: [...mail.text.matchAll(/#comment-(\d+)/g)].map(([, id]) => Number(id)),
            });
          if (isNews) step(true);
          return { messageId: "1" };
        },
      },
    }),
  });
  return { site, told, state };
}

async function followedThread({ site }: ReturnType<typeof mortalSite>) {
  const author = await visitor(site);
  const thread = await startThread(site, author);
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO forum_follows (thread_id, email, email_key, address_hash, created_at, confirmed_at)
     SELECT ?2, 'f' || i || '@example.com', 'f' || i || '@example.com', 'f' || i, 1, 1 FROM n`,
  )
    .bind(FOLLOWERS, thread.id)
    .run();
  return { author, thread };
}

/**
 * Runs one scenario: a comment, a delivery that dies at a step, a later comment, and hours in which the work is
 * completed.
 */
async function live(diesAt: number) {
  const dyingDeps = mortalSite();
  const { site, told, state } = dyingDeps;
  const { author, thread } = await followedThread(dyingDeps);
  const first = await comment(site, author, thread.id);
  const pass = async () => {
    site.clock.now = new Date(site.clock.now.getTime() + QUARTER_MS);
    for (const job of ["forum.follow_news", "outbox.relay"]) await site.runJob(job);
    for (let rounds = 0; site.queued.length > 0 && rounds < 4; rounds += 1) await site.runQueue();
  };
  site.clock.now = new Date(site.clock.now.getTime() + QUARTER_MS);
  await site.runJob("forum.follow_news");
  Object.assign(state, { step: 0, diesAt });
  await site.runQueue();
  const hasDied = state.isDead;
  Object.assign(state, { diesAt: Number.POSITIVE_INFINITY, isDead: false });
  // The lease of the dead delivery lasts a quarter-hour.
  await pass();
  const second = await comment(site, author, thread.id);
  for (let quarters = 0; quarters < 4; quarters += 1) await pass();
  const tellings = Array.from({ length: FOLLOWERS }, (_, n) => `f${n + 1}@example.com`).flatMap((to) =>
    [first.id, second.id].map((id) => told.filter((mail) => mail.to === to && mail.comments.includes(id)).length),
  );
  return { hasDied, inDoubt: state.diedInDoubt, tellings };
}

describe("follow notifications", () => {
  it(
    "are neither lost nor repeated, no matter at which step a delivery is interrupted",
    { tags: ["d1"], timeout: LONG_TESTS.many },
    async () => {
      let kills = 0;
      for (let diesAt = 0; ; diesAt += 1) {
        const { hasDied, inDoubt, tellings } = await live(diesAt);
        await startAfresh();
        expect(Math.max(...tellings), `told twice when killed at step ${diesAt}`).toBe(1);
        // An email that was being sent when the delivery died is not sent again, because its outcome is unknown.
        expect(tellings.filter((times) => times === 0).length, `lost at step ${diesAt}`).toBeLessThanOrEqual(
          inDoubt ? 1 : 0,
        );
        if (!hasDied) break;
        kills += 1;
      }
      expect(kills).toBeGreaterThan(15);
    },
  );
});
