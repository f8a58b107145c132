import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { threadPath } from "../../../worker/contracts/forum.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { follow, nextTick } from "../../support/worker/follows.ts";
import { comment, deleteOwn, startThread, type Visitor, visitor } from "../../support/worker/forum.ts";
import { type DevMail, mailsTo } from "../../support/worker/mailbox.ts";
import { mailError, postOffice } from "../../support/worker/post-office.ts";
import { json, makeSite, type Site, type SiteOptions } from "../../support/worker/site.ts";

const EMAIL = "ana@example.com";

async function followed(options: SiteOptions = {}) {
  const site = makeSite(options);
  const author = await visitor(site);
  const thread = await startThread(site, author, { title: "Is <b>2,100</b> fair?" });
  await follow(site, thread.id, EMAIL);
  return { site, author, thread };
}
/** Returns the emails about comments, oldest first. */
const news = async (site: Site, to = EMAIL) =>
  (await mailsTo(site, to)).filter(({ subject }) => subject.startsWith("New comment")).toReversed();

/** Stores many confirmed followers of a thread. */
const manyFollowers = (threadId: number, count: number) =>
  env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO forum_follows (thread_id, email, email_key, address_hash, created_at, confirmed_at)
     SELECT ?2, 'f' || i || '@example.com', 'f' || i || '@example.com', 'f' || i, 1, 1 FROM n`,
  )
    .bind(count, threadId)
    .run();

describe("a follower", () => {
  it("gets one email per quarter of an hour, with excerpts, authors and links", { tags: ["rest"] }, async () => {
    const { site, thread } = await followed({ vars: { POSTAL_ADDRESS: "1 Yonge St, Toronto" } });
    const other = await visitor(site);
    const first = await comment(site, other, thread.id, { content: `<i>Mine</i> is less. ${"word ".repeat(60)}` });
    const second = await comment(site, other, thread.id);
    expect(await news(site)).toEqual([]);
    await nextTick(site);
    const [mail, ...more] = await news(site);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("New comments: Is <b>2,100</b> fair?");
    const url = `http://localhost:8787${threadPath(thread)}`;
    for (const said of [first, second]) {
      expect(mail?.text).toContain(`${url}#comment-${said.id}`);
      expect(mail?.text).toContain(`${other.username}:`);
    }
    expect(mail?.text.indexOf(`#comment-${first.id}`)).toBeLessThan(mail?.text.indexOf(`#comment-${second.id}`) ?? 0);
    expect(mail?.text).toContain("…");
    expect(mail?.text).toContain("1 Yonge St, Toronto");
    expect(mail?.text).toMatch(/Stop following: http:\/\/localhost:8787\/follow\/\d+-[a-z2-7]{32}/);
    expect(mail?.html).toContain("&lt;i&gt;Mine&lt;/i&gt;");
    expect(mail?.html).not.toContain("<i>");
    for (let n = 0; n < 3; n += 1) await nextTick(site);
    expect(await news(site)).toHaveLength(1);
    await comment(site, other, thread.id);
    await nextTick(site);
    const [, third] = await news(site);
    expect(third?.subject).toMatch(/^New comment: /);
    expect(third?.text).not.toContain(`#comment-${second.id}`);
  });

  it("is never notified of deleted comments or discussions", { tags: ["rest"] }, async () => {
    const { site, author, thread } = await followed();
    const gone = await comment(site, author, thread.id, { content: "I take this back." });
    await deleteOwn(site, author, { comment: gone.id });
    await nextTick(site);
    expect(await news(site)).toEqual([]);
    const kept = await comment(site, author, thread.id);
    const late = await comment(site, author, thread.id, { content: "This, too, I take back." });
    site.clock.now = new Date(site.clock.now.getTime() + 900_000);
    await site.tick();
    // The comment has been included in an email that is not sent yet.
    await deleteOwn(site, author, { comment: late.id });
    const [mail] = await news(site);
    expect(mail?.text).toContain(`#comment-${kept.id}`);
    expect(mail?.text).not.toContain("take");
    await comment(site, author, thread.id);
    site.clock.now = new Date(site.clock.now.getTime() + 900_000);
    await site.tick();
    await deleteOwn(site, author, { thread: thread.id });
    await site.runQueue();
    await nextTick(site);
    expect(await news(site)).toHaveLength(1);
  });

  it("is not notified twice of a comment despite repeated deliveries and failures", { tags: ["rest"] }, async () => {
    let failures = 2;
    const office = postOffice((mail) => {
      if (mail.subject.startsWith("New") && failures > 0) {
        failures -= 1;
        throw mailError("E_RATE_LIMIT_EXCEEDED");
      }
    });
    const site = makeSite({ deps: office.deps });
    const author = await visitor(site);
    const thread = await startThread(site, author);
    await manyFollowers(thread.id, 3);
    const said = await comment(site, author, thread.id);
    for (let n = 0; n < 6; n += 1) {
      site.clock.now = new Date(site.clock.now.getTime() + 900_000);
      await site.tick();
      await site.runQueue(3);
    }
    expect(Object.fromEntries(office.counts())).toEqual({
      "f1@example.com": 1,
      "f2@example.com": 1,
      "f3@example.com": 1,
    });
    for (const mail of office.sent) expect(mail.text).toContain(`#comment-${said.id}`);
  });

  it("is not notified again after an email with an unknown outcome", { tags: ["rest"] }, async () => {
    const office = postOffice((mail) => {
      if (mail.to === "f1@example.com" && mail.subject.startsWith("New comment")) throw new Error("connection reset");
    });
    const log = (deps: Deps): Partial<Deps> => ({ ...office.deps(), log: { ...deps.log, error: () => {} } });
    const site = makeSite({ deps: log });
    const author = await visitor(site);
    const thread = await startThread(site, author);
    await manyFollowers(thread.id, 2);
    await comment(site, author, thread.id);
    for (let n = 0; n < 4; n += 1) await nextTick(site);
    expect([...office.counts()]).toEqual([["f2@example.com", 1]]);
  });

  it(
    "gets emails at least a quarter of an hour apart, no matter how late the first email was",
    { tags: ["rest"] },
    async () => {
      const { site, author, thread } = await followed();
      await comment(site, author, thread.id);
      site.clock.now = new Date("2026-11-20T15:15:00Z");
      await site.tick();
      // The queue is delayed.
      site.clock.now = new Date("2026-11-20T15:25:00Z");
      expect(await news(site)).toHaveLength(1);
      const second = await comment(site, author, thread.id);
      site.clock.now = new Date("2026-11-20T15:30:00Z");
      await site.tick();
      await site.runQueue();
      // Emails that are due later remain in the queue.
      const sent = await json<DevMail[]>(site.fetch(`/api/dev/mailbox?to=${EMAIL}`));
      expect(sent.filter(({ subject }) => subject.startsWith("New comment"))).toHaveLength(1);
      site.clock.now = new Date("2026-11-20T15:40:00Z");
      await site.runQueue();
      const mails = await news(site);
      expect(mails).toHaveLength(2);
      expect(mails[1]?.text).toContain(`#comment-${second.id}`);
      await nextTick(site);
      expect(await news(site)).toHaveLength(2);
    },
  );

  describe("while another follower is notified", () => {
    /** Creates three followers and a comment; runs `during` while the first email is being sent. */
    async function told(during: (of: { site: Site; author: Visitor; threadId: number }) => Promise<unknown>) {
      let isFirst = true;
      const office = postOffice(async () => {
        if (!isFirst) return;
        isFirst = false;
        await during({ site, author, threadId: thread.id });
      });
      const site: Site = makeSite({ deps: office.deps });
      const author = await visitor(site);
      const thread = await startThread(site, author);
      await manyFollowers(thread.id, 3);
      const said = await comment(site, author, thread.id);
      await nextTick(site);
      return { site, office, said };
    }

    it("is not notified twice by a concurrent delivery that includes newer comments", { tags: ["rest"] }, async () => {
      const { office, said } = await told(async ({ site, author, threadId }) => {
        await comment(site, author, threadId);
        await nextTick(site);
        await comment(site, author, threadId);
      });
      const about = office.sent.filter(({ text }) => text.includes(`#comment-${said.id}\n`)).map(({ to }) => to);
      expect(about.toSorted()).toEqual(["f1@example.com", "f2@example.com", "f3@example.com"]);
    });

    it("gets no email after stopping", { tags: ["rest"] }, async () => {
      const { office } = await told(async ({ site }) =>
        site.fetch(`/api/follow/${await site.tokenFor("unfollow", 2)}/stop`, { method: "POST" }),
      );
      expect([...office.counts().keys()].toSorted()).toEqual(["f1@example.com", "f3@example.com"]);
    });

    it("gets no email about a discussion that is deleted", { tags: ["rest"] }, async () => {
      const { office } = await told(({ site, author, threadId }) => deleteOwn(site, author, { thread: threadId }));
      expect([...office.counts().keys()]).toEqual(["f1@example.com"]);
    });
  });

  it("gets no email when they stop after the comments were found", { tags: ["rest"] }, async () => {
    const { site, author, thread } = await followed();
    await comment(site, author, thread.id);
    site.clock.now = new Date(site.clock.now.getTime() + 900_000);
    await site.tick();
    await site.fetch(`/api/follow/${await site.tokenFor("unfollow", 1)}/stop`, { method: "POST" });
    await nextTick(site);
    expect(await news(site)).toEqual([]);
  });

  it("gets the newest ten of many comments, and the number of the others", { tags: ["rest"] }, async () => {
    const { site, thread } = await followed();
    const said = [];
    for (let n = 0; n < 13; n += 1) said.push(await comment(site, await visitor(site), thread.id));
    await nextTick(site);
    const [mail] = await news(site);
    expect(mail?.text.match(/#comment-\d+/g)).toEqual(said.slice(3).map(({ id }) => `#comment-${id}`));
    expect(mail?.text).toContain("3 earlier comments are also new");
  });
});

describe("many followers", () => {
  it("are notified in batches, once each, at a bounded cost per delivery", { tags: ["d1"] }, async () => {
    const office = postOffice();
    const site = makeSite({ deps: office.deps });
    const author = await visitor(site);
    const thread = await startThread(site, author);
    const quiet = await startThread(site, author);
    await manyFollowers(thread.id, 130);
    await manyFollowers(quiet.id, 50);
    await comment(site, author, thread.id);
    site.clock.now = new Date(site.clock.now.getTime() + 900_000);
    await site.tick();
    const parts: number[] = [];
    while (site.queued.length > 0) {
      const before = office.sent.length;
      const { rowsRead } = await site.measured(() => site.runQueue());
      parts.push(office.sent.length - before);
      expect(rowsRead).toBeLessThan(10 * 40);
    }
    expect(parts.filter((count) => count > 0)).toEqual([...Array.from({ length: 14 }, () => 9), 4]);
    expect(new Set(office.counts().values())).toEqual(new Set([1]));
    expect(office.counts().size).toBe(130);
  });
});
