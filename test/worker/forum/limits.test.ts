import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  comment,
  commentsOf,
  deleteOwn,
  someText,
  startThread,
  threadsOf,
  visitor,
  write,
} from "../../support/worker/forum.ts";
import { withoutMinutes } from "../../support/worker/limiters.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Creates a site with the limits of production, except those per minute. */
const strictSite = () => makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: withoutMinutes });
const pass = (site: Site, ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));
const thread = (content = someText()) => ({ title: "Another question", content });

describe("a new identity", () => {
  it("can start three discussions in 24 hours, and sees when it can start more", { tags: ["rest"] }, async () => {
    const site = strictSite();
    const author = await visitor(site);
    for (let n = 0; n < 3; n += 1) {
      await startThread(site, author);
      pass(site, HOUR_MS);
    }
    const refused = await write(site, author, "POST", "/threads", thread());
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe(String(21 * 3_600));
    expect(await json(refused)).toMatchObject({
      code: "request.rate_limited",
      message: "You can start 3 discussions a day. Please come back in 21 hours.",
    });
    expect((await threadsOf(site)).totalCount).toBe(3);
    await startThread(site, await visitor(site));
    pass(site, 21 * HOUR_MS);
    await startThread(site, author);
    expect((await write(site, author, "POST", "/threads", thread())).status).toBe(429);
  });

  it("can write twenty comments in 24 hours", { tags: ["rest"] }, async () => {
    const site = strictSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    for (let n = 0; n < 20; n += 1) await comment(site, author, threadId);
    const refused = await write(site, author, "POST", "/comments", { threadId, content: someText() });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe(String(24 * 3_600));
    expect((await json(refused)).message).toBe("You can write 20 comments a day. Please come back in 24 hours.");
    expect(await commentsOf(site, threadId)).toHaveLength(20);
    pass(site, DAY_MS);
    await comment(site, author, threadId);
  });

  it("gains nothing by deleting posts, and loses nothing by refused posts", async () => {
    const site = strictSite();
    const author = await visitor(site);
    await startThread(site, author, { title: "The same title", content: "The very same words, said one time only." });
    for (const body of [
      { title: "no", content: someText() },
      { title: "A fine title", content: "short" },
      { title: "The same title!", content: "The very same words, said one time only." },
      thread("https://a.ca https://b.ca https://c.ca"),
    ])
      expect([400, 409]).toContain((await write(site, author, "POST", "/threads", body)).status);
    const last = await startThread(site, author);
    await startThread(site, author);
    await deleteOwn(site, author, { thread: last.id });
    expect((await write(site, author, "POST", "/threads", thread())).status).toBe(429);
  });

  it("cannot exceed its limits by concurrent requests", { tags: ["rest"] }, async () => {
    const site = strictSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    const threads = await Promise.all(
      Array.from({ length: 12 }, () => write(site, author, "POST", "/threads", thread())),
    );
    expect(threads.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(threads.filter(({ status }) => status === 429)).toHaveLength(10);
    const comments = await Promise.all(
      Array.from({ length: 40 }, () => write(site, author, "POST", "/comments", { threadId, content: someText() })),
    );
    expect(comments.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(await commentsOf(site, threadId)).toHaveLength(20);
  });

  it(
    "has higher limits after a week: ten discussions, a hundred comments, five links per post",
    { tags: ["rest"] },
    async () => {
      const site = strictSite();
      const author = await visitor(site);
      pass(site, 7 * DAY_MS);
      for (let n = 0; n < 10; n += 1) await startThread(site, author);
      const refused = await write(site, author, "POST", "/threads", thread());
      expect((await json(refused)).message).toMatch(/^You can start 10 discussions a day\./);
      const threadId = (await threadsOf(site)).threads[0]?.id ?? 0;
      const links = (count: number) =>
        Array.from({ length: count }, (_, n) => `https://www.example.com/${n}`).join(" ") + someText();
      expect((await write(site, author, "POST", "/comments", { threadId, content: links(5) })).status).toBe(201);
      expect((await write(site, author, "POST", "/comments", { threadId, content: links(6) })).status).toBe(400);
      for (let n = 1; n < 100; n += 1) await comment(site, author, threadId);
      expect((await write(site, author, "POST", "/comments", { threadId, content: someText() })).status).toBe(429);
    },
  );

  it("can include two links per post, also when editing, in any notation", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    const said = await comment(site, author, threadId);
    const two = "See https://www.toronto.ca/rent and www.ontario.ca for more.";
    const three = `${two} HTTP://EXAMPLE.COM`;
    for (const [method, path, body] of [
      ["POST", "/comments", { threadId, content: three }],
      ["PUT", `/user/comments/${said.id}`, { content: three }],
      ["PUT", `/user/threads/${threadId}`, { title: "www.example.com", content: two }],
      ["POST", "/threads", { title: "www.example.com", content: two }],
    ] as const) {
      const response = await write(site, author, method, path, body);
      expect([response.status, (await json(response)).code], `${method} ${path}`).toEqual([400, "forum.invalid"]);
    }
    expect((await write(site, author, "POST", "/comments", { threadId, content: two })).status).toBe(201);
  });
});

describe("a text", () => {
  const LONG =
    "The landlord raised our rent by nine per cent without the notice that the law asks for, and he says that we can always move out if we do not like it here.";
  it("cannot be posted twice in any disguise", async () => {
    const site = makeSite();
    const [author, other] = [await visitor(site), await visitor(site, "198.51.100.5")];
    const { id: threadId } = await startThread(site, author, { title: "A notice of nine per cent", content: LONG });
    await comment(site, author, threadId, { content: LONG });
    const spellings = [LONG, LONG.toUpperCase(), `  ${LONG.replaceAll(" ", "   ")}!!!`, LONG.replace("e", "\u200Be")];
    for (const content of spellings) {
      for (const who of [author, other]) {
        for (const [path, body] of [
          ["/threads", { title: "A notice of nine per cent?", content }],
          ["/comments", { threadId, content }],
        ] as const) {
          const response = await write(site, who, "POST", path, body);
          expect([response.status, (await json(response)).code], content).toEqual([409, "forum.repeated"]);
        }
      }
    }
    const said = await comment(site, author, threadId);
    expect((await write(site, author, "PUT", `/user/comments/${said.id}`, { content: LONG })).status).toBe(409);
    expect((await commentsOf(site, threadId)).slice(1)).toEqual([said]);
    // With another title, it counts as a different question.
    await startThread(site, author, { title: "Is the landlord allowed to do this", content: LONG });
  });

  it("that is short can be posted once per discussion by each person", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, other] = [await visitor(site), await visitor(site)];
    const { id: threadId } = await startThread(site, author);
    const elsewhere = await startThread(site, other);
    for (const content of [
      "Thank you!",
      "Thank you so much, this is really helpful information!",
      "Congratulations on the new place, and good luck with the move and with the new neighbours! Let us know how it went.",
    ]) {
      await comment(site, author, threadId, { content });
      await comment(site, other, threadId, { content });
      const again = { threadId, content: content.toLowerCase() };
      expect((await write(site, author, "POST", "/comments", again)).status, content).toBe(409);
      await comment(site, author, elsewhere.id, { content });
    }
    const ad = "Cheap www.example.com";
    await comment(site, author, threadId, { content: ad });
    expect((await write(site, other, "POST", "/comments", { threadId, content: ad })).status).toBe(409);
  });

  it(
    "that its author deleted can be posted again, unlike one that a moderator deleted",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const author = await visitor(site);
      const { id: threadId } = await startThread(site, author);
      const said = await comment(site, author, threadId, { content: LONG });
      await deleteOwn(site, author, { comment: said.id });
      const again = await comment(site, author, threadId, { content: LONG });
      await env.DB.prepare("UPDATE forum_comments SET is_deleted = 1, deleted_by = 'admin' WHERE id = ?")
        .bind(again.id)
        .run();
      expect((await write(site, author, "POST", "/comments", { threadId, content: LONG })).status).toBe(409);
    },
  );

  it("is stored once when it is sent concurrently", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => write(site, author, "POST", "/comments", { threadId, content: LONG })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await commentsOf(site, threadId)).toHaveLength(1);
  });
});
