import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Thread, ThreadList } from "../../../worker/contracts/forum.ts";
import { comment, commentsOf, deleteOwn, startThread, threadsOf, visitor, write } from "../../support/worker/forum.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const lock = (id: number) => env.DB.prepare("UPDATE forum_threads SET is_locked = 1 WHERE id = ?").bind(id).run();

describe("a discussion", () => {
  it("is returned in full when it is started, and listed with its URL", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const response = await write(site, author, "POST", "/threads", {
      title: "  Is $1,850 a fair rent\nfor a Parkdale one-bedroom?  ",
      content: "It has a balcony.\r\n\r\nHeat is included.",
      authorId: author.id,
      isSticky: true,
      id: 77,
      upvotes: 50,
    });
    expect(response.status).toBe(201);
    const thread = await json<Thread>(response);
    expect(thread).toEqual({
      id: 1,
      title: "Is $1,850 a fair rent for a Parkdale one-bedroom?",
      content: "It has a balcony.\n\nHeat is included.",
      seoSlug: "is-1-850-a-fair-rent-for-a-parkdale-one-bedroom",
      authorId: author.id,
      user: { username: author.username },
      createdAt: site.clock.now.toISOString(),
      editedAt: null,
      commentCount: 0,
      lastReplyAt: null,
      upvotes: 0,
      downvotes: 0,
      isSticky: false,
      isLocked: false,
      isDeleted: false,
      isAutomated: false,
    });
    for (const path of [`thread/${thread.id}`, `thread/${thread.id}/${thread.seoSlug}`, `thread/${thread.id}/old-slug`])
      expect(await json(site.fetch(`/api/discussion/${path}`))).toEqual(thread);
    expect(await threadsOf(site)).toEqual({ threads: [thread], hasMore: false, totalCount: 1 });
  });

  it.each([
    [{ title: "ab" }, "Thread title must be at least 3 characters long", "title"],
    [{ title: " \u200B\u200B\u200B\u200B " }, "Thread title must be at least 3 characters long", "title"],
    [{ content: "Too short" }, "Thread content must be at least 10 characters long", "content"],
    [{ content: "   1234567   \n" }, "Thread content must be at least 10 characters long", "content"],
    [{ title: "t".repeat(201) }, "At most 200 characters.", "title"],
    [{ content: "c".repeat(10_001) }, "At most 10,000 characters.", "content"],
    [{ title: undefined }, "Thread title must be at least 3 characters long", "title"],
    [{ content: 12 }, "Thread content must be at least 10 characters long", "content"],
  ])("with %j is rejected, with the reason", async (changes, message, field) => {
    const site = makeSite();
    const author = await visitor(site);
    const body = { title: "A fine title", content: "And enough to say.", ...changes };
    const response = await write(site, author, "POST", "/threads", body);
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ message, error: message, fields: { [field]: message } });
    expect((await threadsOf(site)).totalCount).toBe(0);
  });

  it("can have a title of 3 to 200 and a text of 10 to 10,000 characters", async () => {
    const site = makeSite();
    const author = await visitor(site);
    await startThread(site, author, { title: "abc", content: "0123456789" });
    await startThread(site, author, { title: "t".repeat(200), content: "c".repeat(10_000) });
    expect((await threadsOf(site)).totalCount).toBe(2);
  });

  it("gets a different slug when its title collides with an API path", async () => {
    const site = makeSite();
    const author = await visitor(site);
    for (const [title, slug] of [
      ["Comments?", "discussion-comments"],
      ["Votes", "discussion-votes"],
      ["???", "discussion"],
      ["Où est le métro?", "ou-est-le-metro"],
      ["多伦多租房", "discussion"],
    ] as const) {
      const thread = await startThread(site, author, { title });
      expect(thread.seoSlug).toBe(slug);
      expect(await json(site.fetch(`/api/discussion/thread/${thread.id}/${thread.seoSlug}`))).toEqual(thread);
    }
  });

  it("can be edited by its author, who can change title, slug and text, and shows the time", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author);
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    const edit = (title: string, content: string) =>
      write(site, author, "PUT", `/user/threads/${thread.id}`, { title, content, anonymousId: author.anonymousId });
    const changed = await json<Thread>(edit("A better title", "Yes"));
    expect(changed).toEqual({
      ...thread,
      title: "A better title",
      content: "Yes",
      seoSlug: "a-better-title",
      editedAt: site.clock.now.toISOString(),
    });
    expect(await json(site.fetch(`/api/discussion/thread/${thread.id}`))).toEqual(changed);
    const refused = await edit("ab", "No");
    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({
      fields: {
        title: "Thread title must be at least 3 characters long",
        content: "Thread content must be at least 3 characters long",
      },
    });
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    expect(await json(edit("A better title", "Yes")), "the same again is no edit").toEqual(changed);
  });

  it("is a 404, with its comments, after its author deletes it", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author);
    await comment(site, author, thread.id);
    const response = await deleteOwn(site, author, { thread: thread.id });
    expect([response.status, await json(response)]).toEqual([200, { success: true }]);
    for (const path of [`thread/${thread.id}`, `thread/${thread.id}/x`, `thread/${thread.id}/comments`]) {
      const gone = await site.fetch(`/api/discussion/${path}`);
      expect(gone.status, path).toBe(404);
      expect(await json(gone)).toMatchObject({ code: "forum.thread_not_found" });
    }
    expect(await threadsOf(site)).toEqual({ threads: [], hasMore: false, totalCount: 0 });
    expect((await threadsOf(site, "?q=question")).totalCount).toBe(0);
    const writes: [string, string, unknown][] = [
      ["DELETE", `/user/threads/${thread.id}`, {}],
      ["PUT", `/user/threads/${thread.id}`, { title: "Back again", content: "Here I am" }],
      ["POST", "/comments", { content: "Too late", threadId: thread.id }],
    ];
    for (const [method, path, body] of writes)
      expect((await write(site, author, method, path, body)).status, `${method} ${path}`).toBe(404);
  });

  it.each(["0", "-1", "1.0", "1e3", "abc", "999999", "01", "%00", "9007199254740993", "NaN"])(
    "with the id %s does not exist for reads or writes",
    async (id) => {
      const site = makeSite();
      const author = await visitor(site);
      await startThread(site, author);
      for (const path of [`thread/${id}`, `thread/${id}/comments`])
        expect((await site.fetch(`/api/discussion/${path}`)).status, path).toBe(404);
      expect((await write(site, author, "DELETE", `/user/threads/${id}`)).status).toBe(404);
      expect((await write(site, author, "DELETE", `/user/comments/${id}`)).status).toBe(404);
    },
  );

  it("that is locked accepts no comments or edits, but its author can delete posts", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author);
    const said = await comment(site, author, thread.id);
    await lock(thread.id);
    const writes: [string, string, unknown][] = [
      ["POST", "/comments", { content: "One more thing", threadId: thread.id }],
      ["PUT", `/user/comments/${said.id}`, { content: "Something else" }],
      ["PUT", `/user/threads/${thread.id}`, { title: "Something else", content: "Altogether" }],
    ];
    for (const [method, path, body] of writes) {
      const response = await write(site, author, method, path, body);
      expect(response.status, `${method} ${path}`).toBe(409);
      expect(await json(response)).toMatchObject({ code: "forum.locked" });
    }
    expect((await commentsOf(site, thread.id)).map(({ content }) => content)).toEqual([said.content]);
    expect((await deleteOwn(site, author, { comment: said.id })).status).toBe(200);
    expect((await deleteOwn(site, author, { thread: thread.id })).status).toBe(200);
  });

  it(
    "shows moderators deleted posts and addresses unless they request the public response",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const author = await visitor(site, "198.51.100.20");
      const [kept, gone] = [await startThread(site, author), await startThread(site, author)];
      const [left, taken] = [await comment(site, author, kept.id), await comment(site, author, kept.id)];
      await deleteOwn(site, author, { thread: gone.id });
      await deleteOwn(site, author, { comment: taken.id });
      for (const address of ["203.0.113.1", "198.51.100.1"])
        await site.fetch("/api/discussion/report", {
          json: { threadId: kept.id, reason: "SPAM" },
          headers: { "cf-connecting-ip": address },
        });
      const as = await site.logIn();
      const list = await json<ThreadList>(site.fetch("/api/discussion/threads?sort=newest", { as }));
      expect(list.totalCount).toBe(2);
      expect(list.threads.map(({ reportCount }) => reportCount)).toEqual([0, 2]);
      expect(list.threads.map(({ id, isDeleted, ipAddress }) => [id, isDeleted, ipAddress])).toEqual([
        [gone.id, true, "198.51.100.20"],
        [kept.id, false, "198.51.100.20"],
      ]);
      const said = await json<{ id: number; isDeleted: boolean; ipAddress: string }[]>(
        site.fetch(`/api/discussion/thread/${kept.id}/comments`, { as }),
      );
      expect(said.map(({ id, isDeleted, ipAddress }) => [id, isDeleted, ipAddress])).toEqual([
        [left.id, false, "198.51.100.20"],
        [taken.id, true, "198.51.100.20"],
      ]);
      expect((await site.fetch(`/api/discussion/thread/${gone.id}`, { as })).status).toBe(200);
      const asEverybody = await site.fetch("/api/discussion/threads?sort=newest&public=1", { as });
      expect(await json(asEverybody)).toEqual({
        threads: [{ ...kept, commentCount: 1, lastReplyAt: left.createdAt }],
        hasMore: false,
        totalCount: 1,
      });
      expect((await site.fetch(`/api/discussion/thread/${gone.id}?public=1`, { as })).status).toBe(404);
      // An expired session gets the public view.
      site.clock.now = new Date(site.clock.now.getTime() + 13 * 3_600_000);
      expect((await json<ThreadList>(site.fetch("/api/discussion/threads", { as }))).totalCount).toBe(1);
    },
  );

  it("purges the pages that show it with every change except a vote", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author);
    const said = await comment(site, author, thread.id);
    const changes: [string, string, unknown][] = [
      ["POST", "/comments", { content: "Another word", threadId: thread.id }],
      ["PUT", `/user/comments/${said.id}`, { content: "Some other words" }],
      ["DELETE", `/user/comments/${said.id}`, {}],
      ["PUT", `/threads/${thread.id}/vote`, { value: 1 }],
      ["PUT", `/user/threads/${thread.id}`, { title: "Something else", content: "Altogether" }],
      ["DELETE", `/user/threads/${thread.id}`, {}],
    ];
    for (const [method, path, body] of changes) {
      site.purged.length = 0;
      expect((await write(site, author, method, path, body)).ok, path).toBe(true);
      const shown = path.endsWith("/vote") ? [] : ["forum", `thread:${thread.id}`];
      expect(site.purged.sort(), `${method} ${path}`).toEqual(shown);
    }
  });
});
