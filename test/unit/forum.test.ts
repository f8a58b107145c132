import * as fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ageText, PostText } from "../../src/features/forum/discussion/post-parts.tsx";
import { findAncestors, type CommentNode, commentTree, withoutComment } from "../../src/features/forum/comment-tree.ts";
import { type LoadedComments, pagesToRefresh, mergeRefreshedPages } from "../../src/features/forum/refresh-comments.ts";
import { threadData, threadsData } from "../../src/features/forum/thread/thread-data.ts";
import { type Comment, COMMENTS_PER_PAGE, type Thread } from "../../worker/contracts/forum.ts";
import type { SiteInfo } from "../../worker/contracts/page.ts";
import { parseThreadList, threadListQuery } from "../../worker/contracts/forum-list.ts";
import { someComment as comment } from "../support/some-comment.ts";

/** Generates comments, each of which replies to an older comment or to none. */
const comments = fc
  .array(fc.nat(), { maxLength: 60 })
  .map((picks) => picks.map((pick, index) => comment(index + 1, pick % (index + 1) === 0 ? null : pick % (index + 1))));

const idsOf = (nodes: readonly CommentNode[]): number[] =>
  nodes.flatMap(({ comment: { id }, replies }) => [id, ...idsOf(replies)]);
const pairsOf = (nodes: readonly CommentNode[], parent: number | null = null): [number, number | null][] =>
  nodes.flatMap(({ comment: { id }, replies }) => [[id, parent] as [number, number | null], ...pairsOf(replies, id)]);

describe("the tree of comments", () => {
  it("contains each comment once, below its parent, oldest first", () => {
    fc.assert(
      fc.property(comments, (flat) => {
        const tree = commentTree(flat).roots;
        expect(new Map(pairsOf(tree))).toEqual(new Map(flat.map(({ id, parentId }) => [id, parentId])));
        const check = (nodes: readonly CommentNode[]): void => {
          const ids = nodes.map(({ comment: { id } }) => id);
          expect(ids).toEqual(ids.toSorted((a, b) => a - b));
          for (const { below, replies } of nodes) {
            expect(below).toBe(idsOf(replies).length);
            check(replies);
          }
        };
        check(tree);
      }),
    );
  });

  it("omits a deleted comment but keeps its replies", () => {
    fc.assert(
      fc.property(comments, fc.nat(), (flat, pick) => {
        fc.pre(flat.length > 0);
        const gone = flat[pick % flat.length] as Comment;
        const left = withoutComment(flat, gone);
        expect(idsOf(commentTree(left).roots).toSorted((a, b) => a - b)).toEqual(
          flat.map(({ id }) => id).filter((id) => id !== gone.id),
        );
        for (const { id } of left)
          expect(findAncestors(left, id)).toEqual(findAncestors(flat, id).filter((above) => above !== gone.id));
      }),
    );
  });

  it("keeps the identity of unchanged branches", () => {
    fc.assert(
      fc.property(comments, fc.nat(), (flat, pick) => {
        fc.pre(flat.length > 0);
        const before = commentTree(flat);
        expect(commentTree([...flat], before).roots).toStrictEqual(before.roots);
        const voted = (flat[pick % flat.length] as Comment).id;
        const changed = flat.map((known) => (known.id === voted ? { ...known, upvotes: 1 } : known));
        const after = commentTree(changed, before);
        const above = new Set([voted, ...findAncestors(flat, voted)]);
        for (const { id } of flat) expect(after.nodes.get(id) === before.nodes.get(id), `${id}`).toBe(!above.has(id));
        expect(after.nodes.get(voted)?.comment.upvotes).toBe(1);
      }),
    );
  });

  it("keeps a reply whose parent is missing", () => {
    expect(idsOf(commentTree([comment(5, 2)]).roots)).toEqual([5]);
  });
});

describe("refetched comments", () => {
  const loaded = (count: number, hasMore = false): LoadedComments => ({
    comments: Array.from({ length: count }, (_, index) => comment(index + 1, null)),
    end: count,
    hasEarlier: false,
    hasMore,
  });
  /** Refreshes comments from a server that now has the comments in `there`. */
  const answered = (known: LoadedComments, there: readonly Comment[]) =>
    mergeRefreshedPages(
      known,
      pagesToRefresh(known).map((page) => ({
        ...page,
        comments: there.filter(({ id }) => id > page.after).slice(0, COMMENTS_PER_PAGE),
      })),
    );

  it.each([
    [0, false, 1],
    [3, false, 1],
    [100, true, 1],
    [230, false, 3],
    [230, true, 3],
    [4_990, false, 3],
  ])("with %i loaded and more to come %s are fetched in %i pages of 100", (count, hasMore, pages) => {
    expect(pagesToRefresh(loaded(count, hasMore))).toHaveLength(pages);
  });

  it("are fetched a few pages at a time, in rotation", () => {
    const there = loaded(1_000).comments.map((known) => ({ ...known, upvotes: 5 }));
    let known = loaded(1_000);
    for (let turn = 0; turn < 9; turn += 1) {
      expect(pagesToRefresh(known).length).toBeLessThanOrEqual(3);
      known = answered(known, there);
    }
    expect(known.comments).toEqual(there);
    expect(known).toMatchObject({ end: 1_000, hasMore: false });
  });

  it("include new ones and drop deleted ones, whose replies move up", () => {
    const known = loaded(250);
    known.comments[20] = comment(21, 20);
    known.comments[149] = comment(150, 21);
    const there = [...withoutComment(known.comments, comment(21, 20)), comment(251, null)];
    expect(answered(known, there).comments).toEqual(there);
    expect(answered(known, there).end).toBe(251);
  });

  it("end at the same position while there are more, and the reader's own comments follow", () => {
    const known = { ...loaded(100, true) };
    const own = comment(500, null);
    const after = answered({ ...known, comments: [...known.comments, own] }, loaded(600).comments);
    expect(after.comments.map(({ id }) => id)).toEqual([...loaded(100).comments.map(({ id }) => id), 500]);
    expect(after).toMatchObject({ end: 100, hasMore: true });
  });

  it("start at the same comment on a later page, even when earlier comments change", () => {
    const page = loaded(350).comments.filter(({ id }) => id > 100);
    const known = { ...loaded(350), comments: page, hasEarlier: true };
    expect(pagesToRefresh(known)[0]).toEqual({ after: 100, last: 200 });
    const there = [...loaded(350).comments.filter(({ id }) => id !== 40 && id !== 101), comment(351, null)];
    const after = answered(known, there);
    expect(after.comments).toEqual(there.filter(({ id }) => id > 100));
    expect(after).toMatchObject({ end: 351, hasEarlier: true, hasMore: false });
  });
});

describe("structured data", () => {
  const site = { name: "Site", url: "https://site.example" } as SiteInfo;
  const thread = { ...comment(1, null), title: "Mice", seoSlug: "mice", commentCount: 2 } as unknown as Thread;
  it("nests replies within the comments that they answer", () => {
    const data = threadData(thread, [comment(1, null), comment(2, 1), comment(3, null)], 1, site);
    expect(data).toMatchObject({
      comment: [{ text: "Comment 1", comment: [{ text: "Comment 2" }] }, { text: "Comment 3" }],
    });
  });
  it("continues its numbering from page to page", () => {
    const page = { name: "Discussions", description: "", path: "/x?page=3", page: 3 };
    expect(threadsData([thread], site, page)).toMatchObject({ mainEntity: { itemListElement: [{ position: 51 }] } });
  });
});

describe("the age of a post", () => {
  it.each([
    [0, "Just now"],
    [59, "Just now"],
    [60, "1m ago"],
    [59 * 60, "59m ago"],
    [60 * 60, "1h ago"],
    [1439 * 60, "23h ago"],
    [1440 * 60, "1d ago"],
    [40 * 1440 * 60, "40d ago"],
    [-30, "Just now"],
  ])("after %i seconds is: %s", (seconds, text) => {
    const moment = "2026-11-21T12:00:00.000Z";
    expect(ageText(moment, new Date(Date.parse(moment) + seconds * 1000))).toBe(text);
  });
});

describe("the text of a post", () => {
  const html = (text: string) => renderToStaticMarkup(createElement(PostText, { text }));
  const linked = (text: string) => [...html(text).matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
  it("links URLs without surrounding punctuation", () => {
    expect(linked("See https://toronto.ca/heat, or (http://ontario.ca).")).toEqual([
      "https://toronto.ca/heat",
      "http://ontario.ca/",
    ]);
    expect(linked("https://en.wikipedia.org/wiki/Bathurst_(TTC)")).toEqual([
      "https://en.wikipedia.org/wiki/Bathurst_(TTC)",
    ]);
    expect(linked("javascript:alert(1) data:text/html,x ftp://x.org www.toronto.ca https://")).toEqual([]);
  });
  it("shows every character", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("https://a.ca", "http://[", "(", ")", ".", "<b>", "\n", " ", "é", "https://"), {
          maxLength: 12,
        }),
        (words) => {
          const text = words.join("");
          const shown = html(text)
            .replace(/<[^>]*>/g, "")
            .replaceAll("&lt;", "<")
            .replaceAll("&gt;", ">")
            .replaceAll("&quot;", '"')
            .replaceAll("&#x27;", "'")
            .replaceAll("&amp;", "&");
          expect(shown).toBe(text);
        },
      ),
    );
  });
});

describe("the URL of the list of discussions", () => {
  const read = (query: string) => threadListQuery(parseThreadList(new URLSearchParams(query)));
  it.each([
    ["", ""],
    ["?sort=hot&page=1&q=", ""],
    ["?page=3&sort=newest&q=mice", "?sort=newest&q=mice&page=3"],
    ["?page=0&sort=worst&q=a", ""],
    ["?page=1e3", ""],
    ["?page=401", ""],
    ["?q=%20%20heat%E2%80%8B%20", "?q=heat"],
  ])("for %s is %s", (asked, canonical) => expect(read(asked)).toBe(canonical));
});
