import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Comment, DEPTH_MAX } from "../../../worker/contracts/forum.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import {
  comment,
  commentsOf,
  deleteOwn,
  someText,
  startThread,
  type Visitor,
  visitor,
  write,
} from "../../support/worker/forum.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { watchedDb } from "../../support/worker/watched-db.ts";

type Step =
  | { do: "reply"; by: number; to: number | "the latest" | "the thread" }
  | { do: "delete" | "delete own" | "restore"; on: number }
  | { do: "delete all of"; whom: number };

const on = fc.nat(200);
const by = fc.nat(2);
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("reply" as const), by, to: on }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("reply" as const), by, to: fc.constant("the latest" as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("reply" as const), by, to: fc.constant("the thread" as const) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("delete" as const), on }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete own" as const), on }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("restore" as const), on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete all of" as const), whom: by }) },
);

/** A comment in the simplified reference model. */
interface Known {
  id: number;
  parent: Known | null;
  author: Visitor;
  deletedBy: "author" | "admin" | null;
}

const depthOf = ({ parent }: Known): number => (parent ? 1 + depthOf(parent) : 0);
const nearest = ({ parent }: Known): Known | null => (!parent || !parent.deletedBy ? parent : nearest(parent));
const shownDepthOf = (known: Known): number => {
  const above = nearest(known);
  return above ? 1 + shownDepthOf(above) : 0;
};
const shown = (known: readonly Known[]) =>
  known
    .filter(({ deletedBy }) => deletedBy === null)
    .map((one) => ({ id: one.id, parentId: nearest(one)?.id ?? null, depth: shownDepthOf(one) }));

const publicTree = async (site: Site, threadId: number) =>
  (await commentsOf(site, threadId)).map(({ id, parentId, depth }) => ({ id, parentId, depth }));
/** Writes a comment or a reply. Returns any response, including errors. */
const reply = (site: Site, who: Visitor, threadId: number, parentId: number | null) =>
  write(site, who, "POST", "/comments", { content: someText(), threadId, parentId });

/** Applies a step to the site and to the reference model, which must agree on whether the step is allowed. */
async function take(site: Site, step: Step, people: Visitor[], threadId: number, known: Known[], as: string) {
  const moderate = (method: string, path: string) => site.fetch(`/api/discussion/admin/${path}`, { method, as });
  if (step.do === "delete all of") {
    const author = people[step.whom % people.length] as Visitor;
    const theirs = known.filter((one) => one.author === author && !one.deletedBy);
    expect(await json(moderate("DELETE", `author/${author.id}/posts`))).toEqual({
      threads: 0,
      comments: theirs.length,
    });
    for (const one of theirs) one.deletedBy = "admin";
    return;
  }
  if (step.do === "reply") {
    const author = people[step.by % people.length] as Visitor;
    const to =
      step.to === "the thread" || known.length === 0
        ? null
        : (known[step.to === "the latest" ? known.length - 1 : step.to % known.length] as Known);
    const response = await reply(site, author, threadId, to?.id ?? null);
    expect(response.status).toBe(to?.deletedBy ? 409 : 201);
    if (to?.deletedBy) return;
    const { id } = await json<Comment>(response);
    known.push({ id, parent: to && depthOf(to) === DEPTH_MAX ? to.parent : to, author, deletedBy: null });
    return;
  }
  const one = known[step.on % Math.max(1, known.length)];
  if (!one) return;
  if (step.do === "delete") {
    expect((await moderate("DELETE", `comment/${one.id}`)).status).toBe(one.deletedBy ? 409 : 200);
    one.deletedBy ??= "admin";
  } else if (step.do === "delete own") {
    const response = await deleteOwn(site, one.author, { comment: one.id });
    expect(response.status).toBe(one.deletedBy ? 404 : 200);
    one.deletedBy ??= "author";
  } else {
    const response = await moderate("POST", `comment/${one.id}/restore`);
    expect(response.status).toBe(one.deletedBy === "author" ? 409 : 200);
    if (one.deletedBy === "admin") one.deletedBy = null;
  }
}

describe("a tree of comments", () => {
  it(
    "shows each comment below its nearest remaining ancestor after random deletions, restorations and replies",
    { tags: ["rest"] },
    async () => {
      const site = makeQuietSite();
      const as = await site.logIn();
      const starter = await visitor(site);
      await fc.assert(
        fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 45 }), async (steps) => {
          const people = [await visitor(site), await visitor(site), await visitor(site)];
          const { id: threadId } = await startThread(site, starter);
          const known: Known[] = [];
          for (const step of steps) {
            await take(site, step, people, threadId, known, as);
            expect(await publicTree(site, threadId)).toEqual(shown(known));
          }
          const admins = await json<Comment[]>(site.fetch(`/api/discussion/thread/${threadId}/comments`, { as }));
          expect(admins.map(({ id, parentId, depth, isDeleted }) => ({ id, parentId, depth, isDeleted }))).toEqual(
            known.map((one) => ({
              id: one.id,
              parentId: one.parent?.id ?? null,
              depth: depthOf(one),
              isDeleted: one.deletedBy !== null,
            })),
          );
          const count = known.filter(({ deletedBy }) => !deletedBy).length;
          expect(await json(site.fetch(`/api/discussion/thread/${threadId}`))).toMatchObject({ commentCount: count });
        }),
        { numRuns: fullSize(80, 6), seed: 20_261_121 },
      );
    },
  );

  it(
    "is at most six levels deep, and moves the end of a chain up as comments are deleted",
    { tags: ["rest"] },
    async () => {
      const site = makeQuietSite();
      const as = await site.logIn();
      const author = await visitor(site);
      const { id: threadId } = await startThread(site, author);
      const chain: number[] = [];
      for (let n = 0; n < 9; n += 1) {
        chain.push((await comment(site, author, threadId, { parentId: chain.at(-1) ?? null })).id);
      }
      const depths = async () => (await publicTree(site, threadId)).map(({ depth }) => depth);
      expect(await depths()).toEqual([0, 1, 2, 3, 4, 5, 6, 6, 6]);
      for (const id of chain.slice(0, 6))
        await site.fetch(`/api/discussion/admin/comment/${id}`, { method: "DELETE", as });
      // A reply to the deepest comment is attached to a comment that is deleted.
      chain.push((await comment(site, author, threadId, { parentId: chain[6] ?? null })).id);
      expect(await publicTree(site, threadId)).toEqual(chain.slice(6).map((id) => ({ id, parentId: null, depth: 0 })));
      for (const id of chain.slice(0, 6).toReversed())
        await site.fetch(`/api/discussion/admin/comment/${id}/restore`, { method: "POST", as });
      expect(await depths()).toEqual([0, 1, 2, 3, 4, 5, 6, 6, 6, 6]);
    },
  );

  it("stays consistent under concurrent deletions, restorations and replies", { tags: ["rest"] }, async () => {
    const site = makeQuietSite();
    const as = await site.logIn();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const parentId = n === 0 ? null : (ids[Math.floor((n - 1) / 2)] ?? null);
      ids.push((await comment(site, author, threadId, { parentId })).id);
    }
    await Promise.all(
      ids.flatMap((id, n) => [
        ...(n % 2 === 0 ? [site.fetch(`/api/discussion/admin/comment/${id}`, { method: "DELETE", as })] : []),
        reply(site, author, threadId, id),
        ...(n % 3 === 0 ? [site.fetch(`/api/discussion/admin/comment/${id}/restore`, { method: "POST", as })] : []),
        ...(n % 4 === 1 ? [deleteOwn(site, author, { comment: id })] : []),
      ]),
    );
    const rows = await json<Comment[]>(site.fetch(`/api/discussion/thread/${threadId}/comments`, { as }));
    const known: Known[] = [];
    for (const { id, parentId, isDeleted } of rows)
      known.push({
        id,
        parent: known.find((one) => one.id === parentId) ?? null,
        author,
        deletedBy: isDeleted ? "admin" : null,
      });
    expect(rows.length).toBeGreaterThan(12);
    expect(await publicTree(site, threadId)).toEqual(shown(known));
  });

  it("reads only the comments of its own thread", async () => {
    const run: { sql: string; values: unknown[] }[] = [];
    const db = watchedDb((sql, values) => {
      if (sql.startsWith('update "forum_comments" set "shown_parent_id"')) run.push({ sql, values });
    });
    const site = makeSite({ deps: () => ({ db }) });
    const as = await site.logIn();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    const { id } = await comment(site, author, threadId);
    await comment(site, author, threadId, { parentId: id });
    const plansOf = async (path: string) => {
      run.length = 0;
      expect((await site.fetch(`/api/discussion/admin/${path}`, { method: "DELETE", as })).status).toBe(200);
      expect(run, path).toHaveLength(1);
      const plans = run.map(({ sql, values }) =>
        env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...values)
          .all<{ detail: string }>(),
      );
      return (await Promise.all(plans)).flatMap(({ results }) => results.map(({ detail }) => detail));
    };
    const one = await plansOf(`comment/${id}`);
    expect(one[0]).toMatch(/USING INDEX forum_comments_all \(thread_id=\? AND id>\?\)/);
    const all = await plansOf(`author/${author.id}/posts`);
    expect(all[0]).toMatch(/USING INDEX forum_comments_(?:all|shown) \(thread_id=\?\)/);
    // Ancestors are looked up by id; only the lists of ids are scanned.
    for (const detail of [...one, ...all]) expect(detail).not.toMatch(/SCAN (?!above|json_each|constant)/);
  });
});
