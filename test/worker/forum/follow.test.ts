import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { FOLLOW_MESSAGE, type FollowView, type PersonalData } from "../../../worker/contracts/subscribers.ts";
import { threadPath } from "../../../worker/contracts/forum.ts";
import { insertFollow, follow, followToken, nextTick } from "../../support/worker/follows.ts";
import { comment, deleteOwn, startThread, visitor } from "../../support/worker/forum.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn } from "../../support/worker/subscribers.ts";

const DAY_MS = 86_400_000;
const EMAIL = "ana@example.com";

async function begun(site: Site) {
  const author = await visitor(site);
  const thread = await startThread(site, author, { title: "Is <b>2,100</b> fair?" });
  return { author, thread };
}
const viewOf = (site: Site, token: string) => json<FollowView>(site.fetch(`/api/follow/${token}`));
const follows = () => env.DB.prepare("SELECT count(*) AS n FROM forum_follows").first<number>("n");

describe("a request to follow a discussion", () => {
  it(
    "sends one confirmation email without user content, and nothing else until it is confirmed",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { author, thread } = await begun(site);
      const answer = await insertFollow(site, thread.id, EMAIL);
      expect([answer.status, await json(answer)]).toEqual([200, { message: FOLLOW_MESSAGE }]);
      const [question, ...others] = await mailsTo(site, EMAIL);
      expect(others).toEqual([]);
      expect(`${question?.subject} ${question?.text} ${question?.html}`).not.toContain("2,100");
      await comment(site, author, thread.id);
      await nextTick(site);
      await nextTick(site);
      expect(await mailsTo(site, EMAIL)).toHaveLength(1);
      const token = followToken(question);
      for (const method of ["GET", "HEAD", "GET"])
        expect((await site.fetch(`/api/follow/${token}`, { method })).status).toBe(200);
      const page = await site.fetch(`/follow/${token}`);
      const headers = ["x-robots-tag", "cache-control", "referrer-policy"].map((name) => page.headers.get(name));
      expect([page.status, ...headers]).toEqual([200, "noindex", "no-store", "no-referrer"]);
      expect((await site.fetch(`/FOLLOW/${token.toUpperCase()}/`)).headers.get("location")).toBe(`/follow/${token}`);
      expect(await viewOf(site, token)).toEqual({
        email: "a***@example.com",
        status: "asked",
        canConfirm: true,
        thread: { title: thread.title, path: threadPath(thread) },
      });
      expect(await json(site.fetch(`/api/follow/${token}`, { method: "POST" }))).toMatchObject({ status: "following" });
      expect(await json(site.fetch(`/api/follow/${token}`, { method: "POST" }))).toMatchObject({ status: "following" });
      await nextTick(site);
      expect(await mailsTo(site, EMAIL), "what was said before").toHaveLength(1);
    },
  );

  it("has the same response and work for any state of the address", { tags: ["d1"] }, async () => {
    const site = makeSite();
    const { thread } = await begun(site);
    await insertFollow(site, thread.id, "waiting@example.com");
    await follow(site, thread.id, "following@example.com");
    const token = await follow(site, thread.id, "stopped@example.com");
    await site.fetch(`/api/follow/${token}/stop`, { method: "POST" });
    await site.mailEvent({ type: "cf.email.sending.message.complained", payload: { recipient: "bad@example.com" } });
    await site.runQueue();
    const answers = new Set<string>();
    const work = new Set<string>();
    for (const name of ["new", "waiting", "following", "stopped", "bad"]) {
      const path = `/api/discussion/threads/${thread.id}/follow`;
      const { response, statements, queries } = await site.count(path, { json: { email: `${name}@example.com` } });
      answers.add(`${response.status} ${await response.text()}`);
      work.add(JSON.stringify([queries, ...statements.map(({ sql }) => sql)]));
    }
    expect([answers.size, work.size]).toEqual([1, 1]);
    expect(await mailsTo(site, "bad@example.com")).toEqual([]);
    const [told] = await mailsTo(site, "following@example.com");
    expect(told?.subject).toBe("You already follow this discussion");
    expect((await mailsTo(site, "stopped@example.com")).map(({ subject }) => subject)).toHaveLength(2);
    expect(await viewOf(site, followToken((await mailsTo(site, "stopped@example.com"))[0]))).toMatchObject({
      status: "asked",
    });
  });

  it("is limited to three emails a day per address, and twenty requests per network", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    const { thread } = await begun(site);
    for (let n = 0; n < 5; n += 1)
      expect((await insertFollow(site, thread.id, EMAIL, `198.51.100.${n + 1}`)).status).toBe(200);
    expect(await mailsTo(site, EMAIL)).toHaveLength(3);
    for (let n = 0; n < 20; n += 1)
      expect((await insertFollow(site, thread.id, `b${n}@example.com`, "192.0.2.9")).status).toBe(200);
    const refused = await insertFollow(site, thread.id, "c@example.com", "192.0.2.9");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "86400"]);
    expect((await insertFollow(site, thread.id, "c@example.com", "192.0.2.10")).status).toBe(200);
    site.clock.now = new Date(site.clock.now.getTime() + DAY_MS + 1);
    await insertFollow(site, thread.id, EMAIL);
    expect(await mailsTo(site, EMAIL)).toHaveLength(4);
  });

  it("is rejected for an invalid address or an unknown discussion", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { author, thread } = await begun(site);
    for (const email of ["", "ana", null, "a@b.c\nBcc: x@example.com"])
      expect((await insertFollow(site, thread.id, email as string)).status, String(email)).toBe(400);
    await deleteOwn(site, author, { thread: thread.id });
    for (const id of [thread.id, 999, 0]) {
      const answer = await insertFollow(site, id, EMAIL);
      expect([answer.status, (await json(answer)).code]).toEqual([404, "forum.thread_not_found"]);
    }
    expect(await follows()).toBe(0);
  });
});

describe("an emailed link of a follow", () => {
  it("is valid only for its purpose and follow", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { thread } = await begun(site);
    const token = await follow(site, thread.id, EMAIL);
    const unfollow = await site.tokenFor("unfollow", 1);
    const wrong = [
      "1",
      "x",
      `1-${"a".repeat(32)}`,
      token.replace(/^1/, "2"),
      await site.tokenFor("unsubscribe", 1),
      await site.tokenFor("confirm", 1),
    ];
    for (const no of wrong) {
      for (const [path, method] of [
        [`/api/follow/${no}`, "GET"],
        [`/api/follow/${no}`, "POST"],
        [`/api/follow/${no}/stop`, "POST"],
        [`/follow/${no}`, "POST"],
      ] as const)
        expect((await site.fetch(path, { method })).status, `${method} ${path}`).toBe(404);
    }
    expect((await viewOf(site, token.toUpperCase())).status).toBe("following");
    expect(await viewOf(site, unfollow)).toMatchObject({ status: "following", canConfirm: false });
    expect((await site.fetch(`/api/follow/${unfollow}`, { method: "POST" })).status).toBe(404);
  });

  it(
    "stops with one click in an email client (RFC 8058), without cookies, when banned, and repeatedly",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
      const { author, thread } = await begun(site);
      const question = await follow(site, thread.id, EMAIL);
      await comment(site, author, thread.id);
      await nextTick(site);
      const [news] = await mailsTo(site, EMAIL);
      expect(news?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
      const url = /<([^>]+)>/.exec(news?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
      const path = new URL(url).pathname;
      expect((await site.fetch(path)).headers.get("content-type")).toContain("text/html");
      expect((await viewOf(site, path.split("/")[2] ?? "")).status).toBe("following");
      await env.DB.prepare(
        "INSERT INTO bans (ip_address, network, reason, is_active, created_at) VALUES ('203.0.113.7', '203.0.113.7', 'x', 1, 0)",
      ).run();
      const click = (at: string) =>
        site.fetch(at, {
          body: "List-Unsubscribe=One-Click",
          headers: { "content-type": "application/x-www-form-urlencoded" },
        });
      expect((await click(path)).status).toBe(200);
      expect((await click(`/api${path}/stop`)).status).toBe(200);
      expect(await viewOf(site, path.split("/")[2] ?? "")).toMatchObject({ status: "stopped", canConfirm: false });
      expect((await site.fetch(`/api/follow/${question}`, { method: "POST" })).status, "an old question").toBe(404);
      const other = await visitor(site, "198.51.100.5");
      await comment(site, other, thread.id);
      await nextTick(site);
      expect(await mailsTo(site, EMAIL)).toHaveLength(2);
    },
  );

  it("shows that the discussion was deleted, and confirms nothing", async () => {
    const site = makeSite();
    const { author, thread } = await begun(site);
    await insertFollow(site, thread.id, EMAIL);
    const token = followToken((await mailsTo(site, EMAIL))[0]);
    await deleteOwn(site, author, { thread: thread.id });
    expect(await viewOf(site, token)).toMatchObject({ status: "asked", canConfirm: false, thread: null });
    expect((await site.fetch(`/api/follow/${token}`, { method: "POST" })).status).toBe(404);
    expect((await site.fetch(`/api/follow/${token}/stop`, { method: "POST" })).status).toBe(200);
  });
});

describe("abandoned follows", () => {
  it("are deleted: unconfirmed ones after 7 days, stopped ones after 30", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { thread } = await begun(site);
    await insertFollow(site, thread.id, "asked@example.com");
    await follow(site, thread.id, "kept@example.com");
    const token = await follow(site, thread.id, "stopped@example.com");
    await site.fetch(`/api/follow/${token}/stop`, { method: "POST" });
    await nextTick(site, 7 * DAY_MS);
    expect(await follows()).toBe(3);
    await nextTick(site, DAY_MS);
    expect(await follows()).toBe(2);
    await nextTick(site, 21 * DAY_MS);
    expect(await follows()).toBe(2);
    await nextTick(site, 2 * DAY_MS);
    expect((await env.DB.prepare("SELECT email FROM forum_follows").all()).results).toEqual([
      { email: "kept@example.com" },
    ]);
  });

  it("end with a bounce, a complaint, or the erasure of the address", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { thread } = await begun(site);
    const bounced = await follow(site, thread.id, "bounced@example.com");
    await follow(site, thread.id, EMAIL);
    await site.mailEvent({
      type: "cf.email.sending.message.bounced",
      payload: { recipient: "Bounced@example.com", bounce: { type: "hard" } },
    });
    expect((await site.fetch(`/api/follow/${bounced}`)).status).toBe(404);
    expect(
      await env.DB.prepare("SELECT count(*) AS n FROM forum_follows WHERE stopped_at IS NOT NULL").first("n"),
    ).toBe(1);
    await site.fetch("/api/privacy/request", { json: { email: EMAIL } });
    const link = linkIn((await mailsTo(site, EMAIL))[0], "privacy");
    const data = await json<PersonalData>(site.fetch(`/api/privacy/${link}`));
    expect(data.follows).toEqual([
      {
        discussion: thread.title,
        status: "following",
        askedAt: site.clock.now.toISOString(),
        confirmedAt: site.clock.now.toISOString(),
        stoppedAt: null,
      },
    ]);
    expect((await site.fetch(`/api/privacy/${link}`, { method: "DELETE" })).status).toBe(200);
    expect((await env.DB.prepare("SELECT email FROM forum_follows").all()).results).toEqual([
      { email: "bounced@example.com" },
    ]);
  });
});
