import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Comment, DEPTH_MAX, type Thread } from "../../../worker/contracts/forum.ts";
import { replyChain } from "../../support/worker/forum-bulk.ts";
import { comment, commentsOf, deleteOwn, startThread, threadsOf, visitor, write } from "../../support/worker/forum.ts";
import { json, makeSite } from "../../support/worker/site.ts";

describe("a comment", () => {
  it("is returned in full, counted, and listed below its parent", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, reader] = [await visitor(site), await visitor(site)];
    const { id: threadId } = await startThread(site, author);
    const response = await write(site, reader, "POST", "/comments", {
      content: "  That is below market.  ",
      threadId: String(threadId),
      authorId: reader.id,
    });
    expect(response.status).toBe(201);
    const first = await json<Comment>(response);
    expect(first).toEqual({
      id: 1,
      threadId,
      content: "That is below market.",
      authorId: reader.id,
      user: { username: reader.username },
      parentId: null,
      depth: 0,
      createdAt: site.clock.now.toISOString(),
      editedAt: null,
      upvotes: 0,
      downvotes: 0,
      isDeleted: false,
      isAutomated: false,
    });
    const reply = await comment(site, author, threadId, { parentId: first.id });
    expect(reply).toMatchObject({ parentId: first.id, depth: 1 });
    expect(await commentsOf(site, threadId)).toEqual([first, reply]);
    expect(await json<Thread>(site.fetch(`/api/discussion/thread/${threadId}`))).toMatchObject({ commentCount: 2 });
  });

  it.each([
    [{ content: undefined }, "Comments must be at least 3 characters long"],
    [{ content: null, parentId: 1 }, "Replies must be at least 3 characters long"],
    [{ content: 123 }, "Comments must be at least 3 characters long"],
    [{ content: "ab" }, "Comments must be at least 3 characters long"],
    [{ content: "ab", parentId: 1 }, "Replies must be at least 3 characters long"],
    [{ content: "\u2800\u3164\u200B\uFEFF" }, "Comments must be at least 3 characters long"],
    [{ content: "x".repeat(10_001) }, "At most 10,000 characters."],
    [{ content: "https://a.ca https://b.ca www.c.ca" }, "At most 2 links a post while you are new here."],
  ])("that contains %j is rejected, with the reason", async (changes, message) => {
    const site = makeSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    await comment(site, author, threadId);
    const response = await write(site, author, "POST", "/comments", { threadId, ...changes });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ message, fields: { content: message } });
    expect(await commentsOf(site, threadId)).toHaveLength(1);
  });

  it("cannot answer a comment that is missing, deleted or in another discussion", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const [here, there] = [await startThread(site, author), await startThread(site, author)];
    const foreign = await comment(site, author, there.id);
    const gone = await comment(site, author, here.id);
    await deleteOwn(site, author, { comment: gone.id });
    const reply = (parentId: unknown) =>
      write(site, author, "POST", "/comments", { content: "An answer", threadId: here.id, parentId });
    for (const [parentId, status, code] of [
      [foreign.id, 400, "forum.wrong_parent"],
      [999, 404, "forum.comment_not_found"],
      [gone.id, 409, "forum.parent_deleted"],
      ["abc", 400, "forum.invalid"],
      [-1, 400, "forum.invalid"],
      [1.5, 400, "forum.invalid"],
      [{}, 400, "forum.invalid"],
    ] as const) {
      const response = await reply(parentId);
      expect([response.status, (await json(response)).code], JSON.stringify(parentId)).toEqual([status, code]);
    }
    expect(await commentsOf(site, here.id)).toEqual([]);
  });

  it("can only be changed and deleted by its author", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, other] = [await visitor(site), await visitor(site)];
    const { id: threadId } = await startThread(site, author);
    const said = await comment(site, author, threadId);
    for (const [method, body] of [
      ["PUT", { content: "Words in your mouth" }],
      ["DELETE", {}],
    ] as const) {
      const response = await write(site, other, method, `/user/comments/${said.id}`, body);
      expect([response.status, (await json(response)).code]).toEqual([403, "forum.not_author"]);
    }
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    const changed = await json<Comment>(
      write(site, author, "PUT", `/user/comments/${said.id}`, { content: "On second thought" }),
    );
    expect(changed).toEqual({ ...said, content: "On second thought", editedAt: site.clock.now.toISOString() });
    expect((await write(site, author, "PUT", `/user/comments/${said.id}`, { content: "no" })).status).toBe(400);
    expect((await deleteOwn(site, author, { comment: said.id })).status).toBe(200);
    expect((await deleteOwn(site, author, { comment: said.id })).status).toBe(404);
    expect(await commentsOf(site, threadId)).toEqual([]);
    expect(await json<Thread>(site.fetch(`/api/discussion/thread/${threadId}`))).toMatchObject({ commentCount: 0 });
  });

  it("is its thread's last reply in the list until a newer one is posted or it is deleted", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    const lastReply = async () => (await threadsOf(site)).threads[0]?.lastReplyAt;
    expect(await lastReply()).toBeNull();
    const first = await comment(site, author, threadId);
    expect(await lastReply()).toBe(first.createdAt);
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    const second = await comment(site, author, threadId, { parentId: first.id });
    expect(await lastReply()).toBe(second.createdAt);
    await deleteOwn(site, author, { comment: second.id });
    expect(await lastReply()).toBe(first.createdAt);
    await deleteOwn(site, author, { comment: first.id });
    expect(await lastReply()).toBeNull();
  });

  it("leaves its replies below the nearest remaining ancestor when it is deleted", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    const chain: Comment[] = [];
    for (let depth = 0; depth < 5; depth += 1)
      chain.push(await comment(site, author, threadId, { parentId: chain.at(-1)?.id ?? null }));
    const [a, b, c, d, e] = chain.map(({ id }) => id);
    const tree = async () => (await commentsOf(site, threadId)).map(({ id, parentId, depth }) => [id, parentId, depth]);
    await deleteOwn(site, author, { comment: c ?? 0 });
    expect(await tree()).toEqual([
      [a, null, 0],
      [b, a, 1],
      [d, b, 2],
      [e, d, 3],
    ]);
    await deleteOwn(site, author, { comment: a ?? 0 });
    expect(await tree()).toEqual([
      [b, null, 0],
      [d, b, 1],
      [e, d, 2],
    ]);
    const late = await comment(site, author, threadId, { parentId: d ?? null });
    expect(late).toMatchObject({ parentId: d, depth: 2 });
  });
});

describe("a chain of 5,000 replies", () => {
  it("is nested at most six levels deep in its original order, and can be continued", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    const last = await replyChain(threadId, 4_999);
    const reply = await comment(site, author, threadId, { parentId: last });
    expect(reply.depth).toBe(DEPTH_MAX);
    const all = await commentsOf(site, threadId);
    expect(all).toHaveLength(5_000);
    expect(all.at(-1)).toEqual(reply);
    const byId = new Map(all.map((each) => [each.id, each]));
    let before = 0;
    for (const each of all) {
      expect(each.id).toBeGreaterThan(before);
      before = each.id;
      expect(each.depth).toBeLessThanOrEqual(DEPTH_MAX);
      const parent = each.parentId === null ? null : byId.get(each.parentId);
      // A parent precedes its replies, which are nested one level deeper.
      if (parent === null) expect(each.depth).toBe(0);
      else expect([parent?.depth, (parent?.id ?? 0) < each.id]).toEqual([each.depth - 1, true]);
    }
    const stored = await env.DB.prepare(
      "SELECT max(depth) AS depth, max(length(path)) AS path FROM forum_comments",
    ).first();
    expect(stored).toMatchObject({ depth: DEPTH_MAX });
  });

  it("has the same shape whether it is written one by one or in bulk", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const [byHand, atOnce] = [await startThread(site, author), await startThread(site, author)];
    let parentId: number | null = null;
    for (let n = 0; n < 12; n += 1) parentId = (await comment(site, author, byHand.id, { parentId })).id;
    await replyChain(atOnce.id, 12);
    const form = async (threadId: number) => {
      const all = await commentsOf(site, threadId);
      const first = all[0]?.id ?? 0;
      return all.map(({ id, parentId, depth }) => [id - first, parentId && parentId - first, depth]);
    };
    expect(await form(byHand.id)).toEqual(await form(atOnce.id));
    const paths = async (threadId: number) =>
      (
        await env.DB.prepare(
          "SELECT depth, length(path) - length(replace(path, '/', '')) - 1 AS above FROM forum_comments WHERE thread_id = ?",
        )
          .bind(threadId)
          .all()
      ).results;
    expect(await paths(byHand.id)).toEqual(await paths(atOnce.id));
  });
});
