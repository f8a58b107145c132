import type { ListVotes, MyVotes, Vote, VoteResult } from "../../contracts/forum.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { refundForNetworks } from "../../platform/rate-limits.ts";
import { countForNetwork, type Writer } from "./posts.service.ts";
import { setVote, voteFor, votesForThreads, votesIn, type VoteTarget } from "./votes.repo.ts";

/**
 * Sets the writer's vote for a post; 0 removes it. Locked discussions can be voted on. Only new votes count against the
 * network's limits, not changed or removed ones. Nothing is purged: pages show the new counts when their copies expire.
 * @throws AppError 404 `forum.thread_not_found` or `forum.comment_not_found`, 429 over a limit of the network
 */
export async function vote(
  deps: Deps,
  writer: Writer,
  target: { type: VoteTarget["type"]; id: number | null },
  value: Vote,
  client: Pick<Client, "networks">,
): Promise<VoteResult> {
  const { type, id } = target;
  const nothingThere = () => new AppError(type === "thread" ? "forum.thread_not_found" : "forum.comment_not_found");
  const before = id === null ? null : await voteFor(deps, writer.id, { type, id });
  if (id === null || before === null) throw nothingThere();
  const isNew = before === 0 && value !== 0;
  const post = `${type}:${id}`;
  if (isNew) await countVote(deps, client, post);
  const counts = await setVote(deps, writer.id, { type, id }, value);
  if (!counts) {
    if (isNew) {
      await refundForNetworks(deps, "post_votes", client, post);
      await refundForNetworks(deps, "votes", client);
    }
    throw nothingThere();
  }
  const { upvotes, downvotes } = counts;
  return { upvotes, downvotes, myVote: value };
}

/** @throws AppError `request.rate_limited` by the limit of the day or the post; the vote then counts against neither */
async function countVote(deps: Deps, client: Pick<Client, "networks">, post: string): Promise<void> {
  await countForNetwork(deps, "votes", client);
  try {
    await countForNetwork(deps, "post_votes", client, post);
  } catch (refusal) {
    await refundForNetworks(deps, "votes", client);
    throw refusal;
  }
}

/** The reader's own votes in a thread; none for a reader without an identity. */
export async function readMyVotes(deps: Deps, readerId: number | null, threadId: number | null): Promise<MyVotes> {
  const mine: MyVotes = { thread: 0, comments: {} };
  if (readerId === null || threadId === null) return mine;
  for (const { targetType, targetId, value } of await votesIn(deps, readerId, threadId)) {
    if (targetType === "thread") mine.thread = value;
    else mine.comments[targetId] = value;
  }
  return mine;
}

/** The reader's own votes for some threads; none for a reader without an identity. */
export async function readListVotes(
  deps: Deps,
  readerId: number | null,
  threadIds: readonly number[],
): Promise<ListVotes> {
  if (readerId === null || threadIds.length === 0) return {};
  const votes = await votesForThreads(deps, readerId, threadIds);
  return Object.fromEntries(votes.map(({ threadId, value }) => [threadId, value]));
}
