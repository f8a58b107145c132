import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ListedThread, SimilarThread, Thread } from "../../../worker/contracts/forum.ts";
import { bulkComments, bulkThreads } from "../../support/worker/forum-bulk.ts";
import { comment, deleteOwn, startThread, threadsOf, visitor, vote, write } from "../../support/worker/forum.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const find = (site: Site, q: string, more = "") => threadsOf(site, `?q=${encodeURIComponent(q)}${more}`);
const ids = async (site: Site, q: string) => (await find(site, q)).threads.map(({ id }) => id);
const foundIn = ({ hit }: ListedThread) => hit?.parts.filter(({ isFound }) => isFound).map(({ text }) => text);

describe("a search", () => {
  it("finds words in titles, texts and comments, and shows where", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const title = await startThread(site, author, {
      title: "Cockroaches in the kitchen",
      content: "What helps, please?",
    });
    const text = await startThread(site, author, { content: "My landlord says that cockroaches are my own problem." });
    const other = await startThread(site, author, { content: "Who pays for the heating, usually?" });
    const said = await comment(site, author, other.id, { content: "They had cockroaches, too, and <b>moved</b>." });
    const { threads, totalCount, hasMore } = await find(site, "Cockroach", "&sort=newest");
    expect([totalCount, hasMore]).toEqual([3, false]);
    expect(threads.map(({ id, hit }) => [id, hit?.commentId])).toEqual([
      [other.id, said.id],
      [text.id, null],
      [title.id, null],
    ]);
    expect(threads.map(foundIn)).toEqual([["cockroaches"], ["cockroaches"], ["Cockroaches"]]);
    expect(threads[0]?.hit?.parts.map((part) => part.text).join("")).toBe(said.content);
    expect(await ids(site, "balcony")).toEqual([]);
  });

  it("requires all words in one text, by prefix, in any order, case or accent", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author, {
      title: "Renting near the Café on Queen",
      content: "Two apartments, both with utilities included.",
    });
    for (const q of [
      "cafe",
      "CAFÉ",
      "queen rent",
      "rents queen",
      "apartme",
      "apartment",
      "Apartments",
      "utility",
      "utilities café",
      "incl",
    ])
      expect(await ids(site, q), q).toEqual([thread.id]);
    for (const q of ["queen street", "partments", "tiliti", "queenx"]) expect(await ids(site, q), q).toEqual([]);
  });

  it("matches the shortest words exactly, except an unfinished last word, and uses at most six words", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author, {
      title: "A bed in a den",
      content: "Is it lawful to rent out one of them in an old house?",
    });
    for (const q of ["a bed", "in a de", "rent an ol", "is it", "lawful rent one them old house balcony"])
      expect(await ids(site, q), q).toEqual([thread.id]);
    for (const q of ["be den", "o bed", "bed d", "b b", "a b c d e f g h", "i o h t"])
      expect(await ids(site, q), q).toEqual([]);
  });

  it("finds parts of words: emoji, and parts of texts without spaces", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const start = (title: string, content = "What do you think of it?") =>
      startThread(site, author, { title, content });
    const japanese = await start("東京から来ました。トロントの賃貸住宅について");
    const chinese = await start("Looking for help", "多伦多的租金太贵了，有没有便宜的公寓？");
    const thai = await start("ห้องเช่าราคาถูกในโตรอนโต");
    const emoji = await start("Moving day 🏠🎉", "My cat 👩🏽‍🚀 and I ❤️ it in 🇨🇦");
    const other = await start("Nothing to see", "Just words.");
    const said = await comment(site, author, other.id, { content: "住宅手当 is what I had, and a 🐈‍⬛." });
    for (const [q, ...expected] of [
      ["賃貸", japanese.id],
      ["賃貸住宅", japanese.id],
      ["トロント", japanese.id],
      ["来ました 住宅", japanese.id],
      ["租金", chinese.id],
      ["公寓 looking", chinese.id],
      ["便宜", chinese.id],
      ["เช่า", thai.id],
      ["🏠", emoji.id],
      ["🎉 moving", emoji.id],
      ["❤", emoji.id],
      ["❤️", emoji.id],
      ["👩‍🚀", emoji.id],
      ["🇨🇦", emoji.id],
      ["🐈", other.id],
      ["had 🐈", other.id],
    ] as const)
      expect(new Set(await ids(site, q)), q).toEqual(new Set(expected));
    for (const q of ["賃住", "大阪", "🏡", "🇨🇭", "🏠 balcony", "租金 🏠"]) expect(await ids(site, q), q).toEqual([]);
    const [hit] = (await find(site, "住宅手当")).threads;
    expect([hit?.hit?.commentId, hit && foundIn(hit)]).toEqual([said.id, ["住宅手当"]]);
    const [shown] = (await find(site, "便宜")).threads;
    expect(shown && foundIn(shown)).toEqual(["便宜"]);
    await deleteOwn(site, author, { thread: emoji.id });
    expect(await ids(site, "🏠")).toEqual([]);
    await deleteOwn(site, author, { comment: said.id });
    expect(await ids(site, "🐈")).toEqual([]);
  });

  it("finds ß by ss, and ss by ß, regardless of case", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const sharp = await startThread(site, author, { title: "Ruhige Straße, große Küche", content: "Was zahlt ihr?" });
    const plain = await startThread(site, author, { title: "Grosse Passstrasse", content: "Wer wohnt dort?" });
    for (const q of ["STRASSE", "strasse", "Straße", "STRAẞE", "stra", "Strass"])
      expect(await ids(site, q), q).toContain(sharp.id);
    for (const q of ["GROẞE", "grosse", "große"])
      expect(new Set(await ids(site, q)), q).toEqual(new Set([sharp.id, plain.id]));
    expect(await ids(site, "paßstraße")).toEqual([plain.id]);
    expect(await ids(site, "Paßstrasse")).toEqual([plain.id]);
    const [hit] = (await find(site, "ruhige STRASSE")).threads;
    expect(hit && foundIn(hit)).toEqual(["Ruhige", "Straße"]);
  });

  it("reads a bounded number of posts for a part of a word, newest first", { tags: ["d1"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    await startThread(site, author, { title: "Old 🏠", content: "What do you think of it?" });
    await bulkThreads(3_000);
    const { response, rowsRead } = await site.count(`/api/discussion/threads?q=${encodeURIComponent("🏠")}`);
    expect((await json<{ threads: unknown[] }>(response)).threads).toEqual([]);
    expect(rowsRead).toBeLessThan(12_000);
  });

  it("uses the prefix index for words of two and three letters", async () => {
    for (const table of ["forum_threads_search", "forum_comments_search"]) {
      const made = await env.DB.prepare("SELECT sql FROM sqlite_master WHERE name = ?").bind(table).first("sql");
      expect(made).toContain("prefix = '2 3'");
    }
  });

  it("reflects edits and deletions", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author, { content: "Is a guarantor usual in Toronto?" });
    const said = await comment(site, author, thread.id, { content: "A cosigner is usual, yes." });
    expect(await ids(site, "cosigner")).toEqual([thread.id]);
    await write(site, author, "PUT", `/user/comments/${said.id}`, { content: "It depends." });
    expect(await ids(site, "cosigner")).toEqual([]);
    await write(site, author, "PUT", `/user/threads/${thread.id}`, { title: "Deposits", content: "Is that lawful?" });
    expect(await ids(site, "guarantor")).toEqual([]);
    expect(await ids(site, "lawful")).toEqual([thread.id]);
    expect(await ids(site, "depends")).toEqual([thread.id]);
    await deleteOwn(site, author, { comment: said.id });
    expect(await ids(site, "depends")).toEqual([]);
    await deleteOwn(site, author, { thread: thread.id });
    expect(await ids(site, "lawful")).toEqual([]);
  });

  it("returns the requested order, paged with the total", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const made: Thread[] = [];
    for (let n = 0; n < 7; n += 1) made.push(await startThread(site, author, { title: `Basement flat ${n}` }));
    await startThread(site, author, { title: "Something else" });
    await vote(site, author, { thread: made[2]?.id ?? 0 }, 1);
    const popular = await find(site, "basement", "&sort=popular&limit=3");
    expect(popular).toMatchObject({ totalCount: 7, hasMore: true });
    expect(popular.threads.map(({ id }) => id)).toEqual([made[2]?.id, made[6]?.id, made[5]?.id]);
    const rest = await find(site, "basement", "&sort=popular&limit=3&offset=6");
    expect(rest).toMatchObject({ totalCount: 7, hasMore: false });
    expect(rest.threads).toHaveLength(1);
    expect((await find(site, "basement", "&offset=1e9")).threads).toEqual([]);
  });

  it.each([
    '"',
    '""',
    '"rent',
    'rent"',
    "rent*",
    "*",
    "**",
    "NEAR",
    "NEAR(rent fair)",
    "rent AND",
    "AND OR NOT",
    "NOT rent",
    "rent OR",
    "title:rent",
    "{title} : rent",
    "^rent",
    "(rent",
    "rent)",
    "rent + fair",
    "- rent",
    "rent -fair",
    "'; DROP TABLE forum_threads",
    "🏠🏠",
    "rent 🏠",
    "ré",
    "\u0301\u0301",
    "किराया",
    "租金",
    "__",
    "..",
    "\\\\",
    "%%",
    "%_",
    "\u0000\u0000rent",
    "\u0002rent\u0003",
    "a".repeat(500),
    "rent ".repeat(100),
    "{}[]",
    ": :",
    "forum_threads_search",
  ])("for %j causes no error", async (q) => {
    const site = makeSite();
    const author = await visitor(site);
    await startThread(site, author, { title: "Rent NEAR the title", content: "AND, OR, NOT: is that fair, too?" });
    const response = await site.fetch(`/api/discussion/threads?q=${encodeURIComponent(q)}`);
    expect(response.status).toBe(200);
    for (const path of [`threads/similar?title=${encodeURIComponent(q)}`])
      expect((await site.fetch(`/api/discussion/${path}`)).status).toBe(200);
  });

  it("for at most one letter returns the whole list", async () => {
    const site = makeSite();
    await bulkThreads(3);
    const list = await threadsOf(site);
    for (const q of ["", " ", "a", " x ", "\u200B\u200Ba"]) expect(await find(site, q), q).toEqual(list);
  });

  it("finds nothing for punctuation alone", async () => {
    const site = makeSite();
    await bulkThreads(3);
    for (const q of ["%", "*", "_", "%%%", "🎉", "?!"]) expect((await find(site, q)).totalCount, q).toBe(0);
  });

  it("for common words considers the newest hits, at a constant cost", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await bulkThreads(3_000);
    await bulkComments(1, 3_000);
    const measure = async () => {
      const { rowsRead, queries, response } = await site.count("/api/discussion/threads?q=number&sort=newest");
      const { totalCount, threads } = await json<{ totalCount: number; threads: Thread[] }>(response);
      expect(threads).toHaveLength(25);
      expect(queries).toBeLessThanOrEqual(5);
      expect(totalCount).toBe(501);
      return rowsRead;
    };
    const few = await measure();
    await bulkThreads(27_000);
    const many = await measure();
    expect(few).toBeLessThan(8_000);
    expect(many).toBeLessThan(8_000);
  });
});

describe("similar discussions", () => {
  const similar = (site: Site, title: string) =>
    json<SimilarThread[]>(site.fetch(`/api/discussion/threads/similar?title=${encodeURIComponent(title)}`));

  it("share significant words of the title, best matches first", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const start = (title: string) => startThread(site, author, { title });
    const [both, one] = [await start("Is a rent increase of 9% legal?"), await start("Legal advice wanted")];
    await start("Best area for families");
    const gone = await start("Legal rent increase in a new building");
    await deleteOwn(site, author, { thread: gone.id });
    const found = await similar(site, "Are rent increases legal");
    expect(found[0]).toEqual({ id: both.id, title: both.title, seoSlug: both.seoSlug, commentCount: 0 });
    expect(found.map(({ id }) => id)).not.toContain(gone.id);
    expect((await similar(site, "Legal advice")).map(({ id }) => id)).toEqual([one.id, both.id]);
    for (const title of ["", "is it the", "what about you", "Parking in winter", "🏠"])
      expect(await similar(site, title), title).toEqual([]);
  });

  it("are at most five, from a bounded number of titles", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await bulkThreads(20_000);
    const { rowsRead, response } = await site.count("/api/discussion/threads/similar?title=Thread");
    expect(await json<SimilarThread[]>(response)).toHaveLength(5);
    expect(rowsRead).toBeLessThan(3_000);
  });
});
