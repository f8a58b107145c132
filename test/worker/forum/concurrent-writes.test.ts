import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { comment, commentsOf, deleteOwn, someText, startThread, visitor, write } from "../../support/worker/forum.ts";
import { json } from "../../support/worker/site.ts";
import { siteInterrupted } from "../../support/worker/watched-db.ts";

const lock = (id: number) => env.DB.prepare("UPDATE forum_threads SET is_locked = 1 WHERE id = ?").bind(id).run();

/** Simulates another user's change between the check and the write. */
describe("concurrent changes", () => {
  it(
    "a comment is not stored when its discussion or parent is deleted or locked first",
    { tags: ["rest"] },
    async () => {
      const { site, interruptBy, isWaiting } = siteInterrupted('insert into "forum_comments"');
      const author = await visitor(site);
      for (const [act, code] of [
        [(thread: number) => deleteOwn(site, author, { thread }), "forum.thread_not_found"],
        [(thread: number) => lock(thread), "forum.locked"],
        [(_: number, parent: number) => deleteOwn(site, author, { comment: parent }), "forum.parent_deleted"],
      ] as const) {
        const { id } = await startThread(site, author);
        const parent = await comment(site, author, id);
        interruptBy(() => act(id, parent.id));
        const body = { threadId: id, parentId: parent.id, content: someText() };
        const response = await write(site, author, "POST", "/comments", body);
        expect(isWaiting()).toBe(false);
        expect((await json(response)).code).toBe(code);
        const { results } = await env.DB.prepare("SELECT id FROM forum_comments WHERE thread_id = ?").bind(id).all();
        expect(results).toEqual([{ id: parent.id }]);
      }
    },
  );

  it("an edit changes nothing after a concurrent deletion or lock", async () => {
    for (const table of ["forum_threads", "forum_comments"] as const) {
      const { site, interruptBy, isWaiting } = siteInterrupted(`update "${table}" set "`);
      const author = await visitor(site);
      for (const [act, code] of [
        [(id: number) => lock(id), "forum.locked"],
        [
          (id: number) => env.DB.prepare("UPDATE forum_threads SET is_deleted = 1 WHERE id = ?").bind(id).run(),
          "forum.thread_not_found",
        ],
      ] as const) {
        const thread = await startThread(site, author);
        const said = await comment(site, author, thread.id);
        interruptBy(() => act(thread.id));
        const response =
          table === "forum_threads"
            ? await write(site, author, "PUT", `/user/threads/${thread.id}`, { title: "Too late", content: "Too late" })
            : await write(site, author, "PUT", `/user/comments/${said.id}`, { content: "Too late" });
        expect(isWaiting()).toBe(false);
        expect((await json(response)).code, table).toBe(code);
        const late = await env.DB.prepare(
          "SELECT (SELECT count(*) FROM forum_threads WHERE content = 'Too late') + (SELECT count(*) FROM forum_comments WHERE content = 'Too late') AS n",
        ).first();
        expect(late).toEqual({ n: 0 });
      }
    }
  });

  it("a reply to a concurrently deleted comment is placed below a visible one", { tags: ["rest"] }, async () => {
    const { site, interruptBy } = siteInterrupted('insert into "forum_comments"');
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    const chain = [await comment(site, author, threadId)];
    for (let depth = 1; depth <= 6; depth += 1)
      chain.push(await comment(site, author, threadId, { parentId: chain.at(-1)?.id ?? null }));
    // A reply to the seventh comment is attached to the sixth, which is deleted at that moment.
    interruptBy(() => deleteOwn(site, author, { comment: chain[5]?.id ?? 0 }));
    const reply = await comment(site, author, threadId, { parentId: chain[6]?.id ?? null });
    expect(reply).toMatchObject({ parentId: chain[4]?.id, depth: 5 });
    expect((await commentsOf(site, threadId)).at(-1)).toEqual(reply);
  });
});
