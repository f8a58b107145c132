import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Thread, ThreadSort } from "../../../worker/contracts/forum.ts";
import { comment, startThread, threadsOf, visitor, type Visitor, vote } from "../../support/worker/forum.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const net = ({ upvotes, downvotes }: Thread) => upvotes - downvotes;
/** The rule of docs/product.md, Discussions, implemented independently of the product's SQL. */
const heat = (thread: Thread) =>
  Math.log10(Math.max(1, net(thread) + thread.commentCount)) + Date.parse(thread.createdAt) / 1000 / 45_000;

const COMPARE: Record<ThreadSort, (left: Thread, right: Thread) => number> = {
  hot: (left, right) => heat(right) - heat(left),
  newest: () => 0,
  popular: (left, right) => net(right) - net(left) || right.commentCount - left.commentCount,
};
const inOrder = (threads: readonly Thread[], sort: ThreadSort) =>
  [...threads]
    .sort(
      (left, right) =>
        Number(right.isSticky) - Number(left.isSticky) || COMPARE[sort](left, right) || right.id - left.id,
    )
    .map(({ id }) => id);

/** Returns all threads, in the order of the list. */
async function listed(site: Site, sort: string): Promise<Thread[]> {
  const all: Thread[] = [];
  for (;;) {
    const { threads, hasMore } = await threadsOf(site, `?sort=${sort}&limit=100&offset=${all.length}`);
    all.push(...threads);
    if (!hasMore) return all;
  }
}

describe("the orders of the list", () => {
  it(
    "match the reference for threads of all ages, votes and counts, with sticky ones first",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      // Threads are inserted directly, because only the database's order is tested.
      await visitor(site);
      const rows = Array.from({ length: 600 }, (_, n) => {
        const mixed = (n * 2_654_435_761) % 4_294_967_296;
        const kind = n % 6;
        const ups = [0, mixed % 10, mixed % 200, mixed % 5_000, mixed % 90_000, mixed % 600_000][kind] ?? 0;
        return {
          n,
          at: Date.parse("2026-09-01T00:00:00Z") + (mixed % 7_776_000) * 1_000 + (mixed % 977),
          ups,
          downs: n % 4 === 0 ? ups + (mixed % 30) : mixed % (ups + 1),
          comments: n % 5 === 0 ? mixed % 1_000 : mixed % 7,
          sticky: Number(n % 97 === 0),
        };
      });
      await env.DB.prepare(
        `INSERT INTO forum_threads (title, seo_slug, author_id, author_name, content, created_at, upvotes, downvotes,
        comment_count, text_key, is_sticky)
      SELECT 'Thread ' || (value ->> 'n'), 'thread', 2, 'Somebody1', 'Made to be sorted.', value ->> 'at', value ->> 'ups',
        value ->> 'downs', value ->> 'comments', 'order-' || (value ->> 'n'), value ->> 'sticky' FROM json_each(?)`,
      )
        .bind(JSON.stringify(rows))
        .run();
      for (const sort of ["hot", "newest", "popular"] as const) {
        const threads = await listed(site, sort);
        expect(threads).toHaveLength(600);
        expect(
          threads.map(({ id }) => id),
          sort,
        ).toEqual(inOrder(threads, sort));
      }
      const { results } = await env.DB.prepare("SELECT id, hot FROM forum_threads").all<{ id: number; hot: number }>();
      const stored = new Map(results.map(({ id, hot }) => [id, hot]));
      for (const thread of await listed(site, "newest"))
        expect(Math.abs((stored.get(thread.id) ?? 0) - heat(thread))).toBeLessThan(1e-9);
    },
  );

  it("change with votes and comments", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const people: Visitor[] = [];
    for (let n = 0; n < 4; n += 1) people.push(await visitor(site));
    const [author, ...voters] = people as [Visitor, ...Visitor[]];
    const threads: Thread[] = [];
    for (let n = 0; n < 5; n += 1) {
      threads.push(await startThread(site, author));
      site.clock.now = new Date(site.clock.now.getTime() + 3_600_000);
    }
    const [first, second, third] = threads.map(({ id }) => id);
    const agrees = async () => {
      for (const sort of ["hot", "newest", "popular"] as const) {
        const list = await listed(site, sort);
        expect(
          list.map(({ id }) => id),
          sort,
        ).toEqual(inOrder(list, sort));
      }
    };
    await agrees();
    for (const voter of voters) await vote(site, voter, { thread: first ?? 0 }, 1);
    await agrees();
    for (let n = 0; n < 15; n += 1) await comment(site, author, second ?? 0);
    await agrees();
    for (const voter of voters) await vote(site, voter, { thread: third ?? 0 }, -1);
    await vote(site, voters[0] as Visitor, { thread: first ?? 0 }, 0);
    await agrees();
    expect((await listed(site, "popular")).map(({ id }) => id)[0]).toBe(first);
    expect((await listed(site, "hot")).map(({ id }) => id)[0]).toBe(second);
  });

  it("default to hot when missing or unknown", async () => {
    const site = makeSite();
    const author = await visitor(site);
    for (let n = 0; n < 3; n += 1) await startThread(site, author);
    const [hot] = [await threadsOf(site, "?sort=hot")];
    for (const query of ["", "?sort=", "?sort=HOT", "?sort=rising", "?sort=hot&sort=newest", "?sort[]=newest"])
      expect(await threadsOf(site, query), query).toEqual(hot);
  });
});
