import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { submit } from "../../support/worker/listings.ts";
import { mailError } from "../../support/worker/post-office.ts";
import { makeSite } from "../../support/worker/site.ts";

const MINUTE_MS = 60_000;

/** Creates a site whose email service fails with a code until the test lets it work. */
function siteWithMail(code: string) {
  const state = { isDown: true, tries: 0, sent: 0 };
  const site = makeSite({
    deps: () => ({
      mail: {
        send: async () => {
          state.tries += 1;
          if (state.isDown) throw mailError(code);
          state.sent += 1;
          return { messageId: "1" };
        },
      },
    }),
  });
  /**
   * Advances time in steps, with a cron tick at each step. A step is a quarter-hour, or longer where the test would
   * otherwise be too slow.
   */
  const pass = async (minutes: number, step = 15) => {
    for (let n = 0; n < minutes; n += step) {
      site.clock.now = new Date(site.clock.now.getTime() + step * MINUTE_MS);
      await site.tick();
      await site.runQueue();
    }
  };
  return { site, state, pass };
}

const open = () =>
  env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND gave_up_at IS NULL").first("n");

describe("an email that is temporarily refused", () => {
  it.each(["E_DAILY_LIMIT_EXCEEDED", "E_SENDER_NOT_VERIFIED"])(
    "because of %s waits for hours with increasingly rare attempts, and is sent when the problem is over",
    { tags: ["rest"] },
    async (code) => {
      const { site, state, pass } = siteWithMail(code);
      await submit(site);
      await site.runQueue();
      expect([state.tries, await open()]).toEqual([1, 1]);
      await pass(20 * 60, 45);
      expect(state.tries).toBeGreaterThan(4);
      expect(state.tries).toBeLessThan(15);
      expect([state.sent, await open()]).toEqual([0, 1]);
      state.isDown = false;
      await pass(5 * 60, 45);
      expect([state.sent, await open()]).toEqual([1, 0]);
    },
  );

  it("is retried for three days, then the operator is notified", { tags: ["rest"] }, async () => {
    const { site, state, pass } = siteWithMail("E_DAILY_LIMIT_EXCEEDED");
    await submit(site);
    const id = await env.DB.prepare("SELECT max(id) AS id FROM outbox WHERE kind LIKE '%mail'").first<number>("id");
    await site.runQueue();
    await pass(15);
    const dueAt = () => env.DB.prepare("SELECT due_at FROM outbox WHERE id = ?").bind(id).first<number>("due_at");
    const before = await dueAt();
    expect(before).toBeGreaterThan(site.clock.now.getTime());
    site.clock.now = new Date(site.clock.now.getTime() + 4 * 86_400_000);
    await site.tick();
    const tries = state.tries;
    await site.runQueue();
    expect(state.tries).toBeGreaterThan(tries);
    // The entry is in the queue, so it is not postponed again.
    expect(await dueAt()).toBe(before);
    expect(await open()).toBe(1);
  });
});

describe("work that the queue lost", () => {
  it(
    "is enqueued again without a warning, because a local queue forgets its messages at each stop",
    { tags: ["rest"] },
    async () => {
      const logged: string[] = [];
      const note = (level: string) => (event: string) => void logged.push(`${level} ${event}`);
      const site = makeSite({ deps: ({ log }) => ({ log: { ...log, info: note("info"), warn: note("warn") } }) });
      await submit(site);
      expect(site.queued.splice(0).length).toBeGreaterThan(0);
      site.clock.now = new Date(site.clock.now.getTime() + 15 * MINUTE_MS);
      await site.tick();
      await site.runQueue();
      expect(await open()).toBe(0);
      expect(logged).toContain("info outbox.handed_over_again");
      expect(logged.filter((line) => line.startsWith("warn"))).toEqual([]);
    },
  );
});

describe("an entry whose payload does not fit its kind", () => {
  it("fails permanently with a logged error, and never reaches its handler", async () => {
    const { site, state } = siteWithMail("E_DAILY_LIMIT_EXCEEDED");
    const id = await env.DB.prepare(
      `INSERT INTO outbox (kind, payload, created_at) VALUES ('listing.mail', '{"kind":"approved","about":1}', 1) RETURNING id`,
    ).first<number>("id");
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    await site.goOnWith({ outboxId: id });
    expect(String(logged.mock.calls.flat())).toContain("outbox.invalid_payload");
    logged.mockRestore();
    expect(await open()).toBe(0);
    expect(await env.DB.prepare("SELECT gave_up_at FROM outbox WHERE id = ?").bind(id).first("gave_up_at")).not.toBe(
      null,
    );
    expect(state.tries).toBe(0);
  });
});
