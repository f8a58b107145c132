import { describe, expect, it } from "vitest";
import type { MyVotes } from "../../../worker/contracts/forum.ts";
import { bulkThreads } from "../../support/worker/forum-bulk.ts";
import {
  comment,
  commentsOf,
  someText,
  startThread,
  threadsOf,
  visitor,
  type Visitor,
  write,
} from "../../support/worker/forum.ts";
import { endlessMinutes, withoutMinutes } from "../../support/worker/limiters.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;
/** Creates a site with the limits of production, except those per minute. */
const strictSite = () => makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: withoutMinutes });
const pass = (site: Site, ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));
const thread = (content = someText()) => ({ title: "Another question", content });

describe("a network", () => {
  it("creates at most 2,000 identities a day, and existing ones still work", { tags: ["rest"] }, async () => {
    // A tenth of all limits, for speed.
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.1" }, deps: withoutMinutes });
    const first = await visitor(site);
    for (let n = 1; n < 200; n += 1) await visitor(site);
    const identifyVisitor = (from: string, as = "") =>
      site.fetch("/api/discussion/user", { json: {}, as, headers: { "cf-connecting-ip": from } });
    const refused = await identifyVisitor("203.0.113.7");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await identifyVisitor("203.0.113.7", first.cookie)).status).toBe(200);
    expect((await identifyVisitor("203.0.113.8")).status).toBe(200);
  });

  it("starts at most 60 discussions a day in total", { tags: ["rest"] }, async () => {
    const site = strictSite();
    for (let n = 0; n < 20; n += 1) {
      const author = await visitor(site);
      for (let each = 0; each < 3; each += 1) await startThread(site, author);
    }
    const refused = await write(site, await visitor(site), "POST", "/threads", thread());
    expect(refused.status).toBe(429);
    expect((await json(refused)).message).toContain("from your network");
    await startThread(site, await visitor(site, "198.51.100.5"));
  });

  it(
    "is not charged for refused posts, and one of several concurrent duplicates counts",
    { tags: ["rest"] },
    async () => {
      // A tenth of all limits: 6 discussions per network, one per identity.
      const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.1" }, deps: withoutMinutes });
      const people: Visitor[] = [];
      for (let n = 0; n < 12; n += 1) people.push(await visitor(site));
      const same = thread("The landlord raised our rent without the notice that the law asks for. ".repeat(3));
      const start = (who: Visitor, body: unknown) => write(site, who, "POST", "/threads", body);
      const answers = await Promise.all(people.slice(0, 6).map((who) => start(who, same)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
      const later: number[] = [];
      for (const who of people.slice(6)) later.push((await start(who, thread())).status);
      expect(later).toEqual([201, 201, 201, 201, 201, 429]);
    },
  );

  it(
    "casts at most ten new votes per post and day, while changing and removing votes is free",
    { tags: ["rest"] },
    async () => {
      const site = strictSite();
      const people: Visitor[] = [];
      for (let n = 0; n < 14; n += 1) people.push(await visitor(site));
      const [author, ...voters] = people as [Visitor, ...Visitor[]];
      const { id } = await startThread(site, author);
      const said = await comment(site, author, id);
      const paths = [`/threads/${id}/vote`, `/comments/${said.id}/vote`];
      const upvotes = async () => [
        (await threadsOf(site)).threads[0]?.upvotes,
        (await commentsOf(site, id)).map((one) => one.upvotes)[0],
      ];
      for (const path of paths) {
        const answers = await Promise.all(voters.map((voter) => write(site, voter, "PUT", path, { value: 1 })));
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
        const refused = answers.find(({ status }) => status === 429);
        expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(86_000);
        expect(await json(refused as Response)).toMatchObject({
          message: "Many people on your network have voted for this already. Please try again later.",
        });
      }
      expect(await upvotes()).toEqual([10, 10]);
      const votes = await Promise.all(
        voters.map(async (voter) =>
          json<MyVotes>(site.fetch(`/api/discussion/thread/${id}/votes`, { as: voter.cookie })),
        ),
      );
      const voter = voters[votes.findIndex(({ thread: mine }) => mine === 1)] as Visitor;
      for (const value of [-1, 1, -1, 1, 1])
        expect((await write(site, voter, "PUT", paths[0] ?? "", { value })).status).toBe(200);
      expect((await write(site, await visitor(site, "198.51.100.5"), "PUT", paths[0] ?? "", { value: 1 })).status).toBe(
        200,
      );
      expect(await upvotes()).toEqual([11, 10]);
      expect((await write(site, voter, "PUT", paths[0] ?? "", { value: 0 })).status).toBe(200);
      expect((await write(site, voter, "PUT", paths[0] ?? "", { value: 1 })).status, "a new one again").toBe(429);
      pass(site, DAY_MS);
      expect((await write(site, voter, "PUT", paths[0] ?? "", { value: 1 })).status).toBe(200);
    },
  );

  it("votes at most 300 times a day, not counting refused votes", { tags: ["rest"] }, async () => {
    // A tenth of all limits: 30 votes, with one for each post.
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.1" }, deps: withoutMinutes });
    await bulkThreads(40);
    const [voter, other] = [await visitor(site), await visitor(site)];
    const vote = (who: Visitor, id: number) => write(site, who, "PUT", `/threads/${id}/vote`, { value: 1 });
    for (let n = 0; n < 40; n += 1) expect((await vote(voter, 9_999)).status).toBe(404);
    let counted = 0;
    for (let id = 1; counted < 30; id += 1) {
      if (id % 11 === 0) continue;
      expect((await vote(voter, id)).status, String(id)).toBe(200);
      expect((await vote(other, id)).status, "a second one for it").toBe(429);
      counted += 1;
    }
    const refused = await vote(voter, 36);
    expect([refused.status, (await json(refused)).message]).toEqual([
      429,
      "Too many votes came from your network today. Please try again later.",
    ]);
  });

  it("searches at most 60 times a minute across all searches, and can still read", { tags: ["rest"] }, async () => {
    const site = strictSite();
    await startThread(site, await visitor(site), { title: "Heating in October" });
    const get = (path: string, from = "203.0.113.7") => site.fetch(path, { headers: { "cf-connecting-ip": from } });
    const searches = [
      "/api/discussion/threads?q=heating",
      "/api/discussion/threads/similar?title=heating",
      "/Toronto-Apartment-Discussions?q=heating",
    ];
    for (let n = 0; n < 60; n += 1) expect((await get(searches[n % 3] ?? "")).status).toBe(200);
    for (const path of searches) {
      const refused = await get(path);
      expect(refused.status, path).toBe(429);
      expect(refused.headers.get("retry-after"), path).toBe("60");
      expect((await get(path, "198.51.100.5")).status, path).toBe(200);
    }
    expect((await get("/Toronto-Apartment-Discussions?q=heating")).headers.get("content-type")).toContain("text/html");
    for (const path of ["/api/discussion/threads", "/api/discussion/threads?q=h", "/Toronto-Apartment-Discussions"])
      expect((await get(path)).status, path).toBe(200);
    pass(site, 60_000);
    for (const path of searches) expect((await get(path)).status, path).toBe(200);
  });

  it("is also limited per minute", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: endlessMinutes() });
    const author = await visitor(site);
    const { id } = await startThread(site, author);
    const statuses = new Set<number>();
    for (let n = 0; n < 125; n += 1)
      statuses.add((await write(site, author, "PUT", `/threads/${id}/vote`, { value: 1 })).status);
    expect(statuses).toEqual(new Set([200, 429]));
  });
});
