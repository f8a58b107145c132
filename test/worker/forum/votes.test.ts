import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Comment, ListVotes, MyVotes, Thread, Vote, VoteResult } from "../../../worker/contracts/forum.ts";
import {
  comment,
  commentsOf,
  deleteOwn,
  startThread,
  visitor,
  type Visitor,
  vote,
  write,
} from "../../support/worker/forum.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const threadOf = (site: Site, id: number) => json<Thread>(site.fetch(`/api/discussion/thread/${id}`));
const netVotes = async () =>
  (await env.DB.prepare("SELECT value FROM counters WHERE key = 'forum:net'").first<{ value: number }>())?.value;

async function people(site: Site, count: number): Promise<Visitor[]> {
  const all: Visitor[] = [];
  for (let n = 0; n < count; n += 1) all.push(await visitor(site));
  return all;
}

describe("a vote", () => {
  it("exists once per identity, and can be changed, removed and repeated", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, reader] = [await visitor(site), await visitor(site)];
    const { id } = await startThread(site, author);
    const steps: [Vote, number, number][] = [
      [1, 1, 0],
      [1, 1, 0],
      [-1, 0, 1],
      [-1, 0, 1],
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, 0],
    ];
    for (const [value, upvotes, downvotes] of steps) {
      expect(await vote(site, reader, { thread: id }, value)).toEqual({ upvotes, downvotes, myVote: value });
      expect(await threadOf(site, id)).toMatchObject({ upvotes, downvotes });
    }
    expect(await netVotes()).toBe(1);
  });

  it("for a comment is counted for that comment, and its voter can read it", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, reader] = [await visitor(site), await visitor(site)];
    const { id } = await startThread(site, author);
    const [first, second] = [await comment(site, author, id), await comment(site, author, id)];
    await vote(site, reader, { thread: id }, -1);
    await vote(site, reader, { comment: first.id }, 1);
    await vote(site, reader, { comment: second.id }, -1);
    expect((await commentsOf(site, id)).map(({ upvotes, downvotes }) => [upvotes, downvotes])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const mine = (as: string) => json<MyVotes>(site.fetch(`/api/discussion/thread/${id}/votes`, { as }));
    expect(await mine(reader.cookie)).toEqual({ thread: -1, comments: { [first.id]: 1, [second.id]: -1 } });
    expect(await mine(author.cookie)).toEqual({ thread: 0, comments: {} });
    expect(await mine("")).toEqual({ thread: 0, comments: {} });
  });

  it("must be 1, 0 or -1", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id } = await startThread(site, author);
    for (const value of [2, -2, 1.5, "1", null, true, [], "up", 1e9]) {
      const response = await write(site, author, "PUT", `/threads/${id}/vote`, { value });
      expect(response.status, JSON.stringify(value)).toBe(400);
    }
    expect(await threadOf(site, id)).toMatchObject({ upvotes: 0, downvotes: 0 });
  });

  it("for an unknown post is a 404, and stores nothing", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id } = await startThread(site, author);
    const gone = await comment(site, author, id);
    await deleteOwn(site, author, { comment: gone.id });
    const left = await comment(site, author, id);
    await deleteOwn(site, author, { thread: id });
    for (const path of ["/threads/999/vote", `/threads/${id}/vote`, "/threads/abc/vote"]) {
      const response = await write(site, author, "PUT", path, { value: 1 });
      expect(await json(response)).toMatchObject({ code: "forum.thread_not_found" });
    }
    for (const path of ["/comments/999/vote", `/comments/${gone.id}/vote`, `/comments/${left.id}/vote`]) {
      const response = await write(site, author, "PUT", path, { value: 1 });
      expect(await json(response)).toMatchObject({ code: "forum.comment_not_found" });
    }
    expect(await env.DB.prepare("SELECT count(*) AS n FROM forum_votes").first()).toEqual({ n: 0 });
  });

  it("is counted exactly once for each of many concurrent identities", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const voters = await people(site, 40);
    const author = await visitor(site);
    const { id } = await startThread(site, author);
    const { id: commentId } = await comment(site, author, id);
    // Every voter sends three votes for each post at the same time. The database decides which of the three is the
    // last.
    const values = [1, -1, 0, 1, 1, -1] as const;
    await Promise.all(
      voters.flatMap((voter, index) =>
        [0, 1, 2].flatMap((turn) => [
          vote(site, voter, { thread: id }, values[(index + turn) % values.length] ?? 1),
          vote(site, voter, { comment: commentId }, values[(index * 2 + turn) % values.length] ?? 1),
        ]),
      ),
    );
    const rows = async (type: string, targetId: number, value: number) =>
      (
        await env.DB.prepare(
          "SELECT count(*) AS n FROM forum_votes WHERE target_type = ? AND target_id = ? AND value = ?",
        )
          .bind(type, targetId, value)
          .first<{ n: number }>()
      )?.n;
    const thread = await threadOf(site, id);
    const [said] = await commentsOf(site, id);
    expect(thread.upvotes + thread.downvotes).toBeGreaterThan(0);
    expect([thread.upvotes, thread.downvotes]).toEqual([await rows("thread", id, 1), await rows("thread", id, -1)]);
    expect([said?.upvotes, said?.downvotes]).toEqual([
      await rows("comment", commentId, 1),
      await rows("comment", commentId, -1),
    ]);
    expect(await netVotes()).toBe(thread.upvotes - thread.downvotes);
    // Once all votes have stopped changing, the last vote of each voter counts.
    await Promise.all(voters.map((voter) => vote(site, voter, { thread: id }, 1)));
    expect(await threadOf(site, id)).toMatchObject({ upvotes: 40, downvotes: 0 });
  });

  it("returns the counts including the voter's own vote", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const voters = await people(site, 12);
    const { id } = await startThread(site, await visitor(site));
    const answers = await Promise.all(voters.map((voter) => vote(site, voter, { thread: id }, 1)));
    const counts = answers.map(({ upvotes }: VoteResult) => upvotes).sort((left, right) => left - right);
    expect(counts).toEqual(voters.map((_, index) => index + 1));
    const said: Comment = await comment(site, voters[0] as Visitor, id);
    expect(await vote(site, voters[1] as Visitor, { comment: said.id }, -1)).toEqual({
      upvotes: 0,
      downvotes: 1,
      myVote: -1,
    });
  });
});

describe("the votes for listed discussions", () => {
  const votesFor = (site: Site, ids: string, as?: string) =>
    json<ListVotes>(site.fetch(`/api/discussion/threads/votes?ids=${ids}`, as === undefined ? {} : { as }));

  it("are the caller's own votes for the discussions, and none without an identity", async () => {
    const site = makeSite();
    const [author, reader] = [await visitor(site), await visitor(site)];
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await startThread(site, author)).id);
    const [first = 0, second = 0, third = 0] = ids;
    await vote(site, reader, { thread: first }, 1);
    await vote(site, reader, { thread: second }, -1);
    await vote(site, reader, { comment: (await comment(site, author, third)).id }, 1);
    await vote(site, author, { thread: third }, 1);
    expect(await votesFor(site, ids.join(","), reader.cookie)).toEqual({ [first]: 1, [second]: -1 });
    expect(await votesFor(site, `${second},x,-1,,99`, reader.cookie)).toEqual({ [second]: -1 });
    expect(await votesFor(site, ids.join(","))).toEqual({});
    expect(await votesFor(site, "", reader.cookie)).toEqual({});
  });
});
