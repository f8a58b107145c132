import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Deps, makeDeps } from "../../../worker/platform/deps.ts";
import { notifyOperator } from "../../../worker/platform/operator-notices.ts";
import { mailError, postOffice } from "../../support/worker/post-office.ts";
import { makeSite } from "../../support/worker/site.ts";

const HOUR_MS = 3_600_000;
const HOOK = "https://ntfy.sh/a-secret-topic";

interface Posted {
  url: string;
  headers: Headers;
  body: string;
}

/** Creates a site on which the test can break email, webhook and database, and report events as the code does. */
function newsroom({ hook = HOOK } = {}) {
  const state = { mailIsDown: false, hookStatus: 200, databaseIsDown: false };
  const office = postOffice(() => {
    if (state.mailIsDown) throw mailError("E_INTERNAL_SERVER_ERROR");
  });
  const posted: Posted[] = [];
  const fetchHook = async (url: string, init: RequestInit) => {
    posted.push({ url, headers: new Headers(init.headers), body: init.body as string });
    if (state.hookStatus === 0) throw new TypeError(`no way to ${url}`);
    return new Response(null, { status: state.hookStatus });
  };
  const broken = new Proxy({} as Deps["db"], {
    get: () => {
      throw new Error("D1_ERROR: the database is away");
    },
  });
  const overrides = (): Partial<Deps> => ({ ...office.deps(), fetch: fetchHook as unknown as typeof fetch });
  const site = makeSite({ deps: overrides, vars: { ALERT_WEBHOOK_URL: hook } });
  const report = async (text: string, kind: Parameters<typeof notifyOperator>[1] = "job.gave_up") => {
    const ctx = createExecutionContext();
    const real = makeDeps({ ...env, ALERT_WEBHOOK_URL: hook }, ctx);
    await notifyOperator(
      {
        ...real,
        ...overrides(),
        ...(state.databaseIsDown && { db: broken }),
        now: () => site.clock.now,
        attempts: {
          ...real.attempts,
          take: (key, limit) => env.ATTEMPTS.get(env.ATTEMPTS.idFromName(key)).take(limit, site.clock.now.getTime()),
        },
      },
      kind,
      "A job failed too often",
      text,
    );
    await waitOnExecutionContext(ctx);
  };
  const pass = (ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));
  return { site, state, office, posted, report, pass };
}

/** Returns the text of an email without the layout's last lines. */
const wordsOf = ({ text }: { text: string }) => text.split("\n\n-- \n")[0];

describe("a notice to the operator", () => {
  it(
    "is sent by email and webhook at once, and its repetitions are sent together an hour later",
    { tags: ["rest"] },
    async () => {
      const { site, office, posted, report, pass } = newsroom();
      for (let n = 1; n <= 5; n += 1) await report(`Entry ${n}.`);
      expect(office.sent.map((mail) => wordsOf(mail))).toEqual(["Entry 1."]);
      expect(posted.map(({ body }) => body)).toEqual(["Entry 1."]);
      pass(HOUR_MS - 15 * 60_000);
      await site.tick();
      expect(office.sent).toHaveLength(1);
      pass(15 * 60_000);
      await site.tick();
      expect(office.sent[1] && wordsOf(office.sent[1])).toBe(
        "Entry 5.\n\nAnd 3 more since Nov 20, 2026, 10:00 a.m., Toronto time.",
      );
      pass(2 * HOUR_MS);
      await site.tick();
      expect(office.sent, "nothing new happened").toHaveLength(2);
      expect(posted).toHaveLength(2);
    },
  );

  it("states the number of earlier events when it is sent after the hour", async () => {
    const { office, report, pass } = newsroom();
    for (let n = 1; n <= 3; n += 1) await report(`Entry ${n}.`);
    pass(HOUR_MS);
    await report("Entry 4.");
    expect(office.sent.map((mail) => wordsOf(mail)?.split("\n\n"))).toEqual([
      ["Entry 1."],
      ["Entry 4.", expect.stringMatching(/^And 2 more since /)],
    ]);
  });

  it("is sent once for simultaneous events, and does not delay another kind", async () => {
    const { office, report } = newsroom();
    await Promise.all(Array.from({ length: 10 }, (_, n) => report(`Entry ${n}.`)));
    expect(office.sent).toHaveLength(1);
    await report("A queue message.", "message.gave_up");
    expect(office.sent).toHaveLength(2);
  });

  it("reaches the webhook while email is down, and is not repeated by email", { tags: ["rest"] }, async () => {
    const { site, state, office, posted, report, pass } = newsroom();
    state.mailIsDown = true;
    await report("Entry 1.");
    expect(posted).toHaveLength(1);
    state.mailIsDown = false;
    pass(HOUR_MS);
    await site.tick();
    expect(office.sent).toEqual([]);
  });

  it("that reached nobody is sent again every hour", { tags: ["rest"] }, async () => {
    const { site, state, office, posted, report, pass } = newsroom();
    Object.assign(state, { mailIsDown: true, hookStatus: 500 });
    await report("Entry 1.");
    pass(HOUR_MS);
    await site.tick();
    expect(posted).toHaveLength(2);
    Object.assign(state, { mailIsDown: false, hookStatus: 0 });
    pass(HOUR_MS);
    await site.tick();
    expect(office.sent.map((mail) => wordsOf(mail))).toEqual(["Entry 1."]);
  });

  it("is sent even while the database is down, still once an hour", async () => {
    const { state, office, posted, report, pass } = newsroom();
    state.databaseIsDown = true;
    for (let n = 1; n <= 3; n += 1) await report(`Entry ${n}.`);
    expect([office.sent.length, posted.length]).toEqual([1, 1]);
    pass(HOUR_MS);
    await report("Entry 4.");
    expect([office.sent.length, posted.length]).toEqual([2, 2]);
  });
});

describe("the alert webhook", () => {
  it.each([
    [
      "https://hooks.slack.com/services/T/B/X",
      { text: "[Below Market Toronto] A job failed too often\nEntry &lt;1&gt;" },
    ],
    [
      "https://discord.com/api/webhooks/1/x",
      { content: "[Below Market Toronto] A job failed too often\nEntry <1>", allowed_mentions: { parse: [] } },
    ],
  ])("uses the format of %s", async (hook, body) => {
    const { posted, report } = newsroom({ hook });
    await report("Entry <1>");
    expect(posted[0]?.url).toBe(hook);
    expect(JSON.parse(posted[0]?.body ?? "")).toEqual(body);
    expect(posted[0]?.headers.get("content-type")).toBe("application/json");
  });

  it("sends plain text with a title to other services, such as ntfy", async () => {
    const { posted, report } = newsroom();
    await report("Entry 1.");
    expect(posted[0]?.headers.get("title")).toBe("[Below Market Toronto] A job failed too often");
    expect(posted[0]?.body).toBe("Entry 1.");
  });

  it("contains no email address and no token", async () => {
    const { posted, report } = newsroom();
    await report(`Mail to someone@example.com failed: /manage/12-${"a2".repeat(16)}`);
    expect(posted[0]?.body).toBe("Mail to :address failed: /manage/:token");
  });

  it.each(["http://ntfy.example.com/topic", "ftp://x", "no address", undefined])(
    "is not called at %s in production",
    async (hook) => {
      const { readConfig } = await import("../../../worker/platform/config.ts");
      expect(readConfig({ ...env, APP_ENV: "production", ALERT_WEBHOOK_URL: hook }).alertWebhookUrl).toBeNull();
    },
  );
});
